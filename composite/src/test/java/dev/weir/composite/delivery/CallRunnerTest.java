package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.Partner;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.InstanceRef;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a call is tried again, and how it ends. */
class CallRunnerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MAX_ATTEMPTS = 3;

    private CallFault rests;
    private Message reply;
    private Instant nextTry;
    private boolean completed;
    private int parked;
    private final List<CompositeRevision> unparked = new ArrayList<>();

    /** Records how calls end. */
    private Store store() {
        AtomicLong ids = new AtomicLong();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "newId" -> {
                            return ids.incrementAndGet();
                        }
                        case "completeCall" -> {
                            completed = true;
                            reply = (Message) arguments[1];
                        }
                        case "restCall" -> rests = (CallFault) arguments[1];
                        case "parkCall" -> parked++;
                        case "unparkCalls" -> {
                            unparked.add((CompositeRevision) arguments[0]);
                            return CompletableFuture.completedFuture(unparked.size() == 1 ? arguments[1] : 0);
                        }
                        case "retryCall" -> nextTry = (Instant) arguments[1];
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return CompletableFuture.completedFuture(null);
                });
    }

    private void run(boolean oneWay, int attempt, CompletionStage<Answer> answer) {
        Call call = call(oneWay, attempt);
        runner(store(), () -> answer)
                .run(call, StepWatch.NONE, () -> {})
                .toCompletableFuture()
                .join();
    }

    private static CallRunner runner(Store store, Supplier<CompletionStage<Answer>> partner) {
        Partner source = new Partner("the partner", delivery -> partner.get());
        return new CallRunner(store, () -> NOW, source, MAX_ATTEMPTS, AuditLevels.PRODUCTION);
    }

    private static Call call(boolean oneWay, int attempt) {
        return Call.of(
                        new CallKey(7, 1),
                        new InstanceRef(7, 5, ComponentId.parse("default/Shop!1.0/P"), ""),
                        "Out",
                        "ask")
                .oneWay(oneWay)
                .attempt(attempt)
                .payload(new MessageValue().toBytes())
                .due(NOW)
                .build();
    }

    private static CompletionStage<Answer> failed(RuntimeException failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @Test
    void aCallThatIsHeldRestsWithoutBeingTried() {
        runner(store(), () -> {
                    throw new IllegalStateException("it is tried");
                })
                .hold(call(false, 0), "it ended the server")
                .toCompletableFuture()
                .join();
        assertEquals("it ended the server", rests.reason());
        assertFalse(completed);
    }

    /** Up to a quarter is left out, so that calls that failed together are not repeated together. */
    private void assertPause(Duration most) {
        Duration pause = Duration.between(NOW, nextTry);
        assertTrue(
                pause.compareTo(most) <= 0
                        && pause.compareTo(most.multipliedBy(3).dividedBy(4)) >= 0,
                pause + " of " + most);
    }

    /** The composite is deployed when it has been asked for so often. */
    private void runBeforeDeployment(int times) {
        Partner partner = new Partner("the partner", delivery -> {
            throw new IllegalStateException("it is tried");
        });
        AtomicInteger asked = new AtomicInteger();
        CallSource source = new CallSource() {
            @Override
            public Destination destination(Call call) {
                return partner.destination(call);
            }

            @Override
            public @Nullable GuardedCall guard(Call call) {
                return asked.incrementAndGet() > times ? partner.guard(call) : null;
            }

            @Override
            public Read readInReplies(Call call) {
                return partner.readInReplies(call);
            }
        };
        new CallRunner(store(), () -> NOW, source, MAX_ATTEMPTS, AuditLevels.PRODUCTION)
                .run(call(false, 0), StepWatch.NONE, () -> {})
                .toCompletableFuture()
                .join();
    }

    @Test
    void aCallWhoseCompositeIsNotDeployedIsParkedWithoutAnAttempt() {
        runBeforeDeployment(2);
        assertEquals(1, parked);
        assertEquals(List.of(), unparked);
        assertNull(reply);
        assertNull(nextTry);
    }

    @Test
    void aCallWhoseCompositeIsDeployedWhileItIsParkedIsTakenUp() {
        runBeforeDeployment(1);
        assertEquals(1, parked);
        CompositeRevision composite = call(false, 0).component().composite();
        assertEquals(List.of(composite, composite), unparked, "many are taken up in parts");
    }

    @Test
    void anAnswerBecomesTheReply() {
        run(false, 0, CompletableFuture.completedFuture(new Answer.Output(new MessageValue())));
        assertEquals("reply:7:1", reply.key());
        assertNull(reply.fault());
    }

    @Test
    void aFaultOfThePartnerIsTheReplysFault() {
        XmlName name = XmlName.of("urn:shop", "soldOut");
        run(false, 0, CompletableFuture.completedFuture(new Answer.Faulted(name, new MessageValue(), "sold out")));
        assertEquals("{urn:shop}soldOut", reply.fault());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2"})
    void aCallThatReachedNobodyIsTriedAgainAfterAPauseThatDoubles(int attempt, int pauseSeconds) {
        run(false, attempt, failed(new DeliveryException("connection refused", true)));
        assertPause(Duration.ofSeconds(pauseSeconds));
    }

    @Test
    void theLastAttemptEndsInARemoteFault() {
        run(false, MAX_ATTEMPTS - 1, failed(new DeliveryException("connection refused", true)));
        assertNull(nextTry);
        assertEquals(RemoteFault.NAME.toString(), reply.fault());
    }

    @Test
    void aRequestThatMayHaveArrivedIsNotSentTwice() {
        run(false, 0, failed(new DeliveryException("no answer", false)));
        assertNull(nextTry);
        assertEquals(RemoteFault.NAME.toString(), reply.fault());
    }

    @Test
    void aOneWayCallIsTriedAgainAtMostFiveMinutesApart() {
        run(true, 12, failed(new DeliveryException("no answer", false)));
        assertPause(Duration.ofMinutes(5));
    }

    @Test
    void aOneWayCallThatFailedForAnHourRests() {
        run(true, 19, failed(new DeliveryException("no answer", false)));
        assertNull(nextTry);
        assertEquals(false, completed);
        assertEquals(RemoteFault.NAME.toString(), rests.name());
        assertEquals("no answer", rests.reason());
    }

    @Test
    void aOneWayCallThatAFaultAnswersRests() {
        XmlName name = XmlName.of("urn:shop", "soldOut");
        run(true, 0, CompletableFuture.completedFuture(new Answer.Faulted(name, new MessageValue(), "sold out")));
        assertFalse(completed);
        assertNull(nextTry);
        assertEquals("{urn:shop}soldOut", rests.name());
        assertEquals("sold out", rests.reason());
    }

    @Test
    void aOneWayCallWithoutAnAddressIsGivenUp() {
        run(true, 0, failed(DeliveryException.hopeless("there is no address")));
        assertEquals(true, completed);
        assertNull(nextTry);
        assertNull(reply);
    }

    @Test
    void aOneWayCallToAnUnavailablePartRestsAndIsNotLost() {
        run(true, 0, failed(DeliveryException.lasting("the reference Archive is unavailable")));
        assertEquals(false, completed);
        assertNull(nextTry);
        assertEquals("the reference Archive is unavailable", rests.reason());
    }

    @Test
    void aCallToAnUnavailablePartThatWantsAReplyIsARemoteFaultAtOnce() {
        run(false, 0, failed(DeliveryException.lasting("the reference Archive is unavailable")));
        assertNull(nextTry);
        assertEquals(
                "the reference Archive is unavailable",
                MessageValue.fromBytes(reply.payload()).part("summary").stringValue());
    }

    @Test
    void anInternalErrorIsARemoteFaultWithoutDetails() {
        run(false, 0, failed(new IllegalStateException("a secret")));
        assertEquals(
                "internal error",
                MessageValue.fromBytes(reply.payload()).part("summary").stringValue());
    }

    @Test
    void callsThatEndAfterTheStoreIsClosedLeaveOneQuietLine(@TempDir Path folder) {
        Store store = SqliteStore.open(folder);
        CallRunner runner = runner(store, () -> {
            store.close();
            return failed(new DeliveryException("no answer", false));
        });
        CallRunner another = runner(store, () -> store.audit(List.of()).thenApply(none -> Answer.TAKEN));
        List<LogRecord> lines = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger(CallRunner.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try {
            runner.run(call(true, 0), StepWatch.NONE, () -> {})
                    .toCompletableFuture()
                    .join();
            runner.run(call(false, 0), StepWatch.NONE, () -> {})
                    .toCompletableFuture()
                    .join();
            another.run(call(true, 0), StepWatch.NONE, () -> {})
                    .toCompletableFuture()
                    .join();
        } finally {
            log.removeHandler(handler);
        }
        assertEquals(
                List.of(Level.INFO, Level.INFO),
                lines.stream().map(LogRecord::getLevel).toList());
        for (LogRecord line : lines) {
            assertNull(line.getThrown());
            assertTrue(line.getMessage().startsWith("the server stopped before call"), line.getMessage());
        }
    }
}

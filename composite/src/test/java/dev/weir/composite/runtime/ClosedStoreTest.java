package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_NEXT;
import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server stops while steps and calls are still under way. */
class ClosedStoreTest {
    private static final int ORDERS = 40;

    /** So long that steps are under way when the store closes. */
    private static final String SLOWLY = """
            <assign><copy><from>0</from><to>$i</to></copy></assign>
            <while>
              <condition>$i &lt; 3000</condition>
              <assign><copy><from>$i + 1</from><to>$i</to></copy></assign>
            </while>""";

    @TempDir
    Path folder;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() > Level.INFO.intValue()) {
                lines.add(line.getMessage() + " " + line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void stepsUnderWayEndWithoutALineAndAreRunAfterTheNextStart() {
        Logger log = Logger.getLogger("dev.weir");
        log.addHandler(recorder);
        try {
            try (OrderDesk desk = new OrderDesk(folder)) {
                desk.deploy("Slow", new Part("P", process("P", "tell", SLOWLY), Map.of()));
                desk.runtime.open();
                List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
                for (int i = 0; i < ORDERS; i++) {
                    sent.add(desk.sendLater("Slow", "tell", "order " + i));
                }
                sent.forEach(reply -> assertEquals(202, reply.join().statusCode()));
                desk.runtime.start();
                eventually("the first is done", () -> done(desk.store) > 0);

                desk.store.close();

                // What was under way has ended when the runtime has closed.
                desk.runtime.close();
            }
            assertEquals(List.of(), lines);
        } finally {
            log.removeHandler(recorder);
        }
        try (Store store = SqliteStore.open(folder.resolve("data"))) {
            assertEquals(ORDERS, OrderDesk.flows(store, "Slow").size());
        }
    }

    @Test
    void anInstanceInMemoryEndsWithoutALine() throws Exception {
        Logger log = Logger.getLogger("dev.weir");
        log.addHandler(recorder);
        try (OrderDesk desk = new OrderDesk(folder)) {
            desk.partnerAnswers = new CompletableFuture<>();
            desk.deploy(
                    "Memory",
                    new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of("inMemoryOptimization", "true")));
            desk.runtime.open();
            desk.runtime.start();
            CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Memory", "ask", "order");
            desk.notified.take();

            desk.store.close();
            desk.partnerAnswers.complete(null);

            assertEquals(503, reply.join().statusCode(), reply.join().body());
            assertEquals("1", reply.join().headers().firstValue("Retry-After").orElse(""));
            assertEquals(503, desk.send("Memory", "ask", "too late").statusCode());
            desk.runtime.close();
            assertEquals(List.of(), lines);
        } finally {
            log.removeHandler(recorder);
        }
    }

    /** Its call is as open after the next start as it was before the stop: it has not failed. */
    @Test
    void aProcessThatWaitsForAnotherOfThisServerWaitsOnAfterTheNextStart() {
        ManualTime time = new ManualTime();
        Part asking = new Part("A", process("A", "ask", ASK_NEXT + REPLY), Map.of());
        Part asked = new Part("B", process("B", "ask", "<wait><for>'PT1H'</for></wait>" + REPLY), Map.of());
        try (OrderDesk desk = new OrderDesk(folder, time)) {
            desk.deploy("Waiting", asking, asked);
            desk.runtime.start();
            CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Waiting", "ask", "order");
            eventually(
                    "both wait",
                    () -> kinds(desk).filter(Kind.ACTIVITY_WAITING::equals).count() == 2);

            desk.runtime.stop();

            assertEquals(503, reply.join().statusCode(), reply.join().body());
        }
        try (OrderDesk desk = new OrderDesk(folder, time)) {
            desk.deploy("Waiting", asking, asked);
            desk.runtime.start();
            time.advance(Duration.ofHours(1));
            eventually("it is answered", () -> desk.flows("Waiting").get(0).state() == FlowState.COMPLETED);
            assertEquals(0, kinds(desk).filter(Kind.CALL_FAILED::equals).count());
            assertEquals(1, kinds(desk).filter(Kind.CALL_COMPLETED::equals).count());
        }
    }

    private static Stream<Kind> kinds(OrderDesk desk) {
        return desk.flows("Waiting").stream()
                .flatMap(flow -> desk.store.history(flow.flow()).stream())
                .map(AuditEvent::kind);
    }

    private static long done(Store store) {
        return OrderDesk.flows(store, "Slow").stream()
                .filter(flow -> flow.state() == FlowState.COMPLETED)
                .count();
    }
}

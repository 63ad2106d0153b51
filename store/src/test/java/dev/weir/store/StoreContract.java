package dev.weir.store;

import static dev.weir.store.StoreFixtures.LATER;
import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.call;
import static dev.weir.store.StoreFixtures.claimed;
import static dev.weir.store.StoreFixtures.draft;
import static dev.weir.store.StoreFixtures.draftTo;
import static dev.weir.store.StoreFixtures.event;
import static dev.weir.store.StoreFixtures.inbound;
import static dev.weir.store.StoreFixtures.instance;
import static dev.weir.store.StoreFixtures.replyTo;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does. An implementation is tested by a subclass that says how it is opened. */
class StoreContract {
    /** Opens the store in a folder, again if it was there. */
    @FunctionalInterface
    interface Opener {
        Store open(Path folder, InstantSource clock);
    }

    private final Opener opener;
    private final AtomicReference<Instant> now = new AtomicReference<>(T0);

    @TempDir
    Path folder;

    Store store;

    StoreContract(Opener opener) {
        this.opener = opener;
    }

    @BeforeEach
    void open() {
        store = opener.open(folder, now::get);
    }

    @AfterEach
    void close() {
        store.close();
    }

    void reopen() {
        store.close();
        open();
    }

    @Test
    void aProbeIsWrittenAndChangesNothingThatIsRead() {
        StoreCounts before = store.counts();
        store.probe().join();
        store.probe().join();
        reopen();
        store.probe().join();
        assertEquals(before, store.counts());
    }

    // Ids

    @Test
    void idsAscendFrom10001() {
        long last = store.newId();
        assertTrue(last >= 10_001, "first id: " + last);
        for (int i = 0; i < 5_000; i++) {
            long id = store.newId();
            assertTrue(id > last);
            last = id;
        }
    }

    @Test
    void idsGoOnAfterReopening() {
        long last = 0;
        for (int i = 0; i < 1_500; i++) {
            last = store.newId();
        }
        reopen();
        assertTrue(store.newId() > last);
    }

    @Test
    void theSecretStaysWithTheStoreAndIsNoOther() {
        byte[] secret = store.secret();
        assertEquals(32, secret.length);
        assertFalse(Arrays.equals(new byte[32], secret));
        store.secret()[0]++;
        assertArrayEquals(secret, store.secret(), "callers have copies");
        reopen();
        assertArrayEquals(secret, store.secret());
        try (Store other = opener.open(folder.resolve("other"), now::get)) {
            assertFalse(Arrays.equals(secret, other.secret()));
        }
    }

    @Test
    void idsMayBeTakenOnTheStoresOwnThread() throws Exception {
        List<Long> ids = store.audit(List.of())
                .thenApply(done -> {
                    List<Long> taken = new ArrayList<>();
                    for (int i = 0; i < 3_500; i++) {
                        taken.add(store.newId());
                    }
                    return taken;
                })
                .get(1, TimeUnit.MINUTES);
        assertEquals(3_500, Set.copyOf(ids).size());
        assertTrue(store.newId() > ids.get(3_499));
    }

    // Messages that create

    @Test
    void aCreatingMessageMakesFreshWork() {
        long id = store.newId();
        long flow = store.newId();
        Message sent = draft(store, flow)
                .creates(id)
                .keys("a", "b\u0000\u00e4")
                .key("once")
                .replyTo(ExchangeId.ofRequest(77))
                .conversation("conv")
                .callback("http://callback")
                .fault("{urn:x}f")
                .payload((byte) 9)
                .send();
        List<ClaimedInstance> works = store.claim(10, T0);
        assertEquals(1, works.size());
        ClaimedInstance work = works.get(0);
        assertEquals(id, work.instance());
        assertEquals(flow, work.flow());
        assertEquals(StoreFixtures.COMPONENT, work.component());
        assertEquals(0, work.version());
        assertTrue(work.isNew());
        assertNull(work.state().get("anything"));
        assertEquals(List.of(), work.timers());
        assertEquals(1, work.messages().size());
        assertSame(sent, work.messages().get(0));
    }

    static void assertSame(Message expected, Message actual) {
        assertArrayEquals(expected.payload(), actual.payload());
        assertEquals(withoutPayload(expected), withoutPayload(actual));
    }

    private static Message withoutPayload(Message message) {
        return message.toBuilder().payload(NO_BYTES).build();
    }

    private static final byte[] NO_BYTES = {};

    @Test
    void aMessageThatCreatesAnInstanceThatIsThereIsRefusedWhole() {
        ClaimedInstance work = instance(store);
        Message again = draft(store).creates(work.instance()).message();
        assertFails(() ->
                store.accept(inbound(again, event(again.flow(), "x", T0))).join());
        assertEquals(Optional.empty(), store.flow(again.flow()));
        assertEquals(List.of(), store.history(again.flow()));
    }

    private static StoreException assertFails(Runnable action) {
        CompletionException thrown = assertThrows(CompletionException.class, action::run);
        return (StoreException) thrown.getCause();
    }

    @Test
    void anIntakeHoldsMessagesOfItsOwnFlowOnly() {
        Message message = draft(store).keys("key").message();
        assertThrows(
                IllegalArgumentException.class,
                () -> StoreFixtures.flow(message.flow() + 1, FlowState.RUNNING, T0)
                        .withMessage(message));
    }

    // Messages that no instance has taken

    private List<Long> undelivered() {
        return store.undeliveredMessages(0, 100).stream().map(ListedMessage::id).toList();
    }

    @Test
    void messagesThatNoInstanceHasTakenAreListedAsTheyCame() {
        ClaimedInstance taker = instance(store);
        Message first = draft(store)
                .keys("a", "b")
                .conversation("urn:1")
                .callback("back")
                .send();
        Message second =
                draft(store).keys("c").replyTo(ExchangeId.ofRequest(99)).send();
        Message third = draft(store).keys("d").send();
        draft(store).send();
        assertEquals(List.of(first.id(), second.id(), third.id()), undelivered());
        assertEquals(
                List.of(second.id()),
                store.undeliveredMessages(1, 1).stream().map(ListedMessage::id).toList());
        CompositeRevision composite = StoreFixtures.COMPONENT.composite();
        assertEquals(
                List.of(second.id()),
                store.undeliveredMessages(MessageFilter.of(composite), 1, 1).stream()
                        .map(ListedMessage::id)
                        .toList());
        CompositeRevision other = new CompositeRevision(composite.partition(), composite.name(), "none");
        assertEquals(List.of(), store.undeliveredMessages(MessageFilter.of(other), 0, 9));
        ListedMessage listed = store.undeliveredMessages(0, 1).get(0);
        assertEquals(first.keys(), listed.message().keys());
        assertEquals(first.received(), listed.message().received());
        assertEquals(0, listed.message().payload().length);
        assertEquals(first.payload().length, listed.bytes());
        reopen();
        Message kept = store.undeliveredMessage(first.id()).orElseThrow();
        assertEquals(first.keys(), kept.keys());
        assertEquals("urn:1", kept.conversation());
        assertEquals("back", kept.callback());
        assertArrayEquals(first.payload(), kept.payload());
        assertEquals(first.received(), kept.received());
        assertEquals(
                ExchangeId.ofRequest(99),
                store.undeliveredMessage(second.id()).orElseThrow().replyTo());

        TransitionDraft.of(taker).subscribe("s", "b").commit(store);
        assertEquals(List.of(second.id(), third.id()), undelivered());
        assertEquals(Optional.empty(), store.undeliveredMessage(first.id()));
        assertThrows(IllegalArgumentException.class, () -> store.undeliveredMessages(-1, 1));
    }

    @Test
    void messagesThatNoInstanceHasTakenAreFoundByAKeyUntilOneTakesThem() {
        ClaimedInstance taker = instance(store);
        Message first = draft(store).keys("a", "b").send();
        Message second = draft(store).keys("b").send();
        draft(store).keys("c").send();
        assertEquals(List.of(first.id(), second.id()), store.messagesWaiting("b"));
        assertEquals(List.of(), store.messagesWaiting("d"));
        TransitionDraft.of(taker).subscribe("s", "a").commit(store);
        assertEquals(List.of(second.id()), store.messagesWaiting("b"));
        store.routeAgain(second.toBuilder().keys(List.of("b", "d")).build(), "", List.of())
                .join();
        assertEquals(List.of(second.id()), store.messagesWaiting("b"));
        assertEquals(List.of(second.id()), store.messagesWaiting("d"));
        store.dropMessage(second.id(), null, List.of()).join();
        assertEquals(List.of(), store.messagesWaiting("b"));
    }

    @Test
    void aDroppedMessageIsGoneAndItsFlowTerminatedIfItWasAloneThere() {
        Message alone = draft(store).keys("a").send();
        assertTrue(store.dropMessage(alone.id(), null, List.of(event(alone.flow(), "dropped", T0)))
                .join());
        assertEquals(List.of(), undelivered());
        assertEquals(
                FlowState.TERMINATED, store.flow(alone.flow()).orElseThrow().state());
        assertEquals("dropped", store.history(alone.flow()).get(0).name());
        assertEquals(0, store.counts().openMessages());
        assertFalse(store.dropMessage(alone.id(), null, List.of(event(alone.flow(), "again", T0)))
                .join());
        assertEquals(1, store.history(alone.flow()).size(), "nothing has changed");
        assertEquals(1, store.purge(LATER, 10), "its flow is one like others");

        ClaimedInstance taker = instance(store);
        Message inCompany = draft(store, taker.flow()).keys("a").send();
        assertTrue(store.dropMessage(inCompany.id(), null, List.of()).join());
        assertEquals(FlowState.RUNNING, store.flow(taker.flow()).orElseThrow().state());
        TransitionDraft.of(taker).subscribe("s", "a").commit(store);
        assertEquals(List.of(), store.claim(10, LATER), "nobody gets it any more");
    }

    @Test
    void theCallThatWaitsForADroppedMessagesReplyGetsTheOneGiven() {
        ClaimedInstance caller = instance(store);
        Call call = call(caller, 1, false);
        TransitionDraft.of(caller).call(call).commit(store);
        ExchangeId exchange = new ExchangeId.OfCall(call.key());
        Message question =
                draft(store, caller.flow()).keys("a").replyTo(exchange).send();
        ExchangeReply reply = new ExchangeReply(exchange, "{urn:f}fault", "why", new byte[] {9});
        assertTrue(store.dropMessage(question.id(), reply, List.of()).join());
        reopen();
        assertEquals("{urn:f}fault", store.durableReply(exchange).orElseThrow().fault());
    }

    @Test
    void aMessageIsRoutedAgainByOtherKeys() {
        ClaimedInstance taker = instance(store);
        TransitionDraft.of(taker).subscribe("s", "new").commit(store);
        Message message = draft(store).keys("old").send();
        Message again = store.undeliveredMessage(message.id()).orElseThrow();
        assertEquals(
                Store.RouteOutcome.WAITS, store.routeAgain(again, "", List.of()).join());
        assertEquals(List.of(message.id()), undelivered());
        assertEquals(
                Store.RouteOutcome.DELIVERED,
                store.routeAgain(
                                again.toBuilder().keys(List.of("new")).build(),
                                "",
                                List.of(event(message.flow(), "x", T0)))
                        .join());
        assertEquals(List.of(), undelivered());
        assertEquals(List.of(message.id()), ids(claimed(store, taker.instance())));
        assertEquals(taker.flow(), store.flow(message.flow()).orElseThrow().flow(), "it joined");
        assertEquals(
                Store.RouteOutcome.GONE, store.routeAgain(again, "", List.of()).join());
    }

    @Test
    void aMessageIsGivenToAnInstanceThatWaitsForAnother() {
        ClaimedInstance first = instance(store);
        TransitionDraft.of(first).subscribe("s", "shared").commit(store);
        ClaimedInstance taker = instance(store);
        TransitionDraft.of(taker).subscribe("s", "shared").subscribe("t", "own").commit(store);
        Subscription shared = new Subscription("s", "shared");
        Subscription own = new Subscription("t", "own");
        assertEquals(List.of(shared, own), store.subscriptions(taker.instance()));
        assertEquals(List.of(), store.subscriptions(store.newId()));
        Message message = draft(store).keys("old").send();
        Message again = store.undeliveredMessage(message.id()).orElseThrow().toBuilder()
                .keys(List.of("shared"))
                .build();

        AuditEvent event = event(message.flow(), "moved", T0);
        assertEquals(
                Store.RouteOutcome.WAITS,
                store.deliverTo(again, taker.instance(), new Subscription("s", "none"), List.of(event))
                        .join());
        assertEquals(List.of(message.id()), undelivered(), "nothing has changed");
        assertEquals(
                Store.RouteOutcome.DELIVERED,
                store.deliverTo(again, taker.instance(), shared, List.of(event)).join());
        assertEquals(List.of(), undelivered());
        assertEquals(List.of(own), store.subscriptions(taker.instance()));
        assertEquals(List.of(shared), store.subscriptions(first.instance()), "it waits on");
        ClaimedInstance claimed = claimed(store, taker.instance());
        assertEquals(List.of(message.id()), ids(claimed));
        assertEquals(List.of("shared"), claimed.messages().get(0).keys());
        assertEquals(taker.flow(), store.flow(message.flow()).orElseThrow().flow(), "it joined");
        assertTrue(store.history(taker.flow()).contains(event));
        assertEquals(
                Store.RouteOutcome.GONE,
                store.deliverTo(again, first.instance(), shared, List.of()).join());
        assertEquals(List.of(shared), store.subscriptions(first.instance()));
    }

    @Test
    void aMessageThatIsRoutedAgainMayCreateAnInstance() {
        Message message = draft(store).keys("old").send();
        Message again = store.undeliveredMessage(message.id()).orElseThrow();
        long id = store.newId();
        assertEquals(
                Store.RouteOutcome.DELIVERED,
                store.routeAgain(again.toBuilder().creates(id).build(), "v1", List.of())
                        .join());
        ClaimedInstance created = claimed(store, id);
        assertEquals("v1", created.definition());
        assertEquals(List.of(message.id()), ids(created));
        TransitionDraft.of(created).end(FlowState.COMPLETED).commit(store);
        assertEquals(
                FlowState.COMPLETED, store.flow(message.flow()).orElseThrow().state());
    }

    @Test
    void liveInstancesAreCountedByComponent() {
        assertEquals(Map.of(), store.liveComponents());
        ClaimedInstance one = instance(store);
        ClaimedInstance two = instance(store);
        assertEquals(
                List.of(one.instance(), two.instance()),
                store.liveInstances(StoreFixtures.COMPONENT, 0, 10).stream()
                        .map(LiveInstance::instance)
                        .toList());
        assertEquals(
                List.of(new LiveInstance(two.instance(), two.flow(), StoreFixtures.COMPONENT)),
                store.liveInstances(StoreFixtures.COMPONENT, one.instance(), 1));
        draftTo("Other", store).creates(store.newId()).send();
        TransitionDraft.of(one).end(FlowState.COMPLETED).commit(store);
        assertEquals(
                Map.of(StoreFixtures.COMPONENT, 1L, StoreFixtures.COMPOSITE.component("Other"), 1L),
                store.liveComponents());
    }

    // Duplicates

    @Test
    void ofMessagesWithOneKeyOnlyTheFirstCounts() {
        Message first = draft(store).key("k").creates(store.newId()).send();
        Message second = draft(store).key("k").creates(store.newId()).message();
        AuditEvent event = event(second.flow(), "x", T0);
        assertEquals(
                Store.AcceptOutcome.DUPLICATE,
                store.accept(inbound(second, event)).join());
        assertEquals(Optional.empty(), store.flow(second.flow()));
        assertEquals(List.of(), store.history(second.flow()));
        List<ClaimedInstance> works = store.claim(10, T0);
        assertEquals(1, works.size());
        assertEquals(first.creates(), works.get(0).instance());
    }

    @Test
    void aDuplicateIsKnownAfterReopeningAndAfterItsInstanceEnded() {
        draft(store).key("k").creates(store.newId()).send();
        TransitionDraft.of(store.claim(1, T0).get(0)).end(FlowState.COMPLETED).commit(store);
        reopen();
        Message again = draft(store).key("k").creates(store.newId()).message();
        assertEquals(Store.AcceptOutcome.DUPLICATE, store.accept(inbound(again)).join());
    }

    @Test
    void aDuplicateIsKnownForSevenDays() {
        for (int day = 0; day < 40; day++) {
            now.set(T0.plus(Duration.ofDays(day)));
            String key = "day " + day;
            assertEquals(
                    Store.AcceptOutcome.NEW,
                    draft(store).sent(draft(store).key(key).keys("w").message()));
            for (int age = 0; age <= Math.min(6, day); age++) {
                Message old = draft(store).key("day " + (day - age)).keys("w").message();
                assertEquals(
                        Store.AcceptOutcome.DUPLICATE,
                        store.accept(inbound(old)).join(),
                        "age " + age);
            }
        }
        now.set(T0.plus(Duration.ofDays(46)));
        Message old = draft(store).key("day 39").keys("w").message();
        assertEquals(Store.AcceptOutcome.DUPLICATE, store.accept(inbound(old)).join());
    }

    @Test
    void oldDeduplicationKeysAreForgottenAtLast() {
        draft(store).key("k").keys("w").send();
        now.set(T0.plus(Duration.ofDays(15)));
        assertEquals(
                Store.AcceptOutcome.NEW,
                draft(store).sent(draft(store).key("k").keys("w").message()));
    }

    @Test
    void messagesWithoutKeyAreNeverDuplicates() {
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    Store.AcceptOutcome.NEW,
                    draft(store).sent(draft(store).creates(store.newId()).message()));
        }
        assertEquals(3, store.claim(10, T0).size());
    }

    // Claims

    @Test
    void noInstanceIsHandedOutTwice() {
        draft(store).creates(store.newId()).send();
        assertEquals(1, store.claim(10, T0).size());
        assertEquals(List.of(), store.claim(10, T0));
    }

    @Test
    void claimsComeOldestFirstAndNotMoreThanAskedFor() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(draft(store).creates(store.newId()).send().creates());
        }
        List<Long> claimed = new ArrayList<>();
        store.claim(2, T0).forEach(work -> claimed.add(work.instance()));
        assertEquals(ids.subList(0, 2), claimed);
        store.claim(2, T0).forEach(work -> claimed.add(work.instance()));
        store.claim(2, T0).forEach(work -> claimed.add(work.instance()));
        assertEquals(ids, claimed);
    }

    @Test
    void alarmsAndMessagesTakeTurnsByTime() {
        ClaimedInstance alarmed = instance(store);
        TransitionDraft.of(alarmed).timer("t", T0.plusSeconds(5)).commit(store);
        long before = draft(store)
                .creates(store.newId())
                .received(T0.plusSeconds(4))
                .send()
                .creates();
        long after = draft(store)
                .creates(store.newId())
                .received(T0.plusSeconds(6))
                .send()
                .creates();
        List<Long> order =
                store.claim(3, LATER).stream().map(ClaimedInstance::instance).toList();
        assertEquals(List.of(before, alarmed.instance(), after), order);
    }

    @Test
    void manyMessagesForOneInstanceDoNotHideThoseForOthers() {
        long first = store.newId();
        long second = store.newId();
        draft(store).creates(first).send();
        draft(store).creates(second).send();
        store.claim(2, T0).forEach(work -> TransitionDraft.of(work).commit(store));
        for (int i = 0; i < 5; i++) {
            draft(store).to(first).send();
        }
        draft(store).to(second).send();
        assertEquals(
                List.of(first, second),
                store.claim(2, T0).stream().map(ClaimedInstance::instance).toList());
    }

    @Test
    void allMessagesOfAnInstanceComeInOneClaimOldestFirst() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).commit(store);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(draft(store, work.flow()).to(work.instance()).send().id());
        }
        List<ClaimedInstance> works = store.claim(10, T0);
        assertEquals(1, works.size());
        assertEquals(ids, works.get(0).messages().stream().map(Message::id).toList());
    }

    @Test
    void aClaimThatWasOpenIsHandedOutAgainAfterReopening() {
        ClaimedInstance before = instance(store);
        reopen();
        ClaimedInstance after = claimed(store, before.instance());
        assertEquals(before.version(), after.version());
        assertEquals(1, after.messages().size());
        assertSame(before.messages().get(0), after.messages().get(0));
    }

    @Test
    void releasedWorkIsHandedOutAgainButNotBeforeItsTime() {
        ClaimedInstance work = instance(store);
        assertTrue(store.release(work, T0.plusSeconds(20)));
        assertTrue(store.release(work, T0.plusSeconds(10)));
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(9)));
        assertEquals(Optional.of(T0.plusSeconds(10)), store.nextDue());
        ClaimedInstance again = store.claim(10, T0.plusSeconds(10)).get(0);
        assertEquals(work.instance(), again.instance());
        assertEquals(work.version(), again.version());
        assertEquals(Optional.empty(), store.nextDue());
    }

    @Test
    void releasingWhatSomebodyElseHoldsByNowChangesNothing() {
        ClaimedInstance old = instance(store);
        TransitionDraft.of(old).commit(store);
        draft(store, old.flow()).to(old.instance()).send();
        claimed(store, old.instance());
        assertFalse(store.release(old, T0));
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aMessageThatComesDuringAClaimIsHandedOutAfterIt() {
        ClaimedInstance work = instance(store);
        Message late = draft(store, work.flow()).to(work.instance()).send();
        assertEquals(List.of(), store.claim(10, LATER));
        TransitionDraft.of(work).commit(store);
        ClaimedInstance next = claimed(store, work.instance());
        assertEquals(1, next.version());
        assertEquals(
                List.of(late.id()), next.messages().stream().map(Message::id).toList());
    }

    @Test
    void whatAStepLeavesOverWaitsForNewsAndThenComesAlong() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).commit(store);
        Message unwanted = draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.idle(claimed(store, work.instance())).commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        Message news = draft(store, work.flow()).to(work.instance()).send();
        ClaimedInstance both = claimed(store, work.instance());
        assertEquals(
                List.of(unwanted.id(), news.id()),
                both.messages().stream().map(Message::id).toList());
        assertEquals(2, both.version());
        TransitionDraft.idle(both).consume(news).timer("t", T0).commit(store);
        ClaimedInstance alarmed = claimed(store, work.instance());
        assertEquals(
                List.of(unwanted.id()),
                alarmed.messages().stream().map(Message::id).toList());
        assertEquals(List.of(new Timer("t", T0)), alarmed.timers());
    }

    // Transitions

    @Test
    void stateIsWrittenReplacedAndRemovedByRow() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).put("a", "1").put("b", "2").put("c", "3").commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        ClaimedInstance second = claimed(store, work.instance());
        assertState("1", second, "a");
        TransitionDraft.of(second)
                .put("a", "11")
                .remove("b")
                .remove("c")
                .put("c", "33")
                .commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        reopen();
        ClaimedInstance third = claimed(store, work.instance());
        assertEquals(2, third.version());
        assertFalse(third.isNew());
        assertState("11", third, "a");
        assertNull(third.state().get("b"));
        assertState("33", third, "c");
        assertNull(third.state().get("d"));
    }

    private static void assertState(String expected, ClaimedInstance work, String name) {
        byte[] row = work.state().get(name);
        assertNotNull(row);
        assertEquals(expected, new String(row, StandardCharsets.UTF_8));
    }

    @Test
    void aStaleTransitionChangesNothing() {
        ClaimedInstance old = instance(store);
        TransitionDraft.of(old)
                .put("a", "1")
                .subscribe("s", "key")
                .call(call(old, 1, false))
                .commit(store);
        StoreCounts counts = store.counts();
        List<AuditEvent> history = store.history(old.flow());
        Transition stale = TransitionDraft.of(old)
                .end(FlowState.FAULTED)
                .put("a", "2")
                .unsubscribe("s")
                .subscribe("s2", "key2")
                .timer("t", T0)
                .dropCall(call(old, 1, false).key())
                .call(call(old, 2, true))
                .audit(event(old.flow(), "x", T0))
                .transition();
        assertEquals(Store.CommitOutcome.STALE, store.commit(stale).join());
        assertEquals(counts, store.counts());
        assertEquals(history, store.history(old.flow()));
        assertEquals(Optional.of(T0), store.nextDue());
        assertEquals(
                List.of(call(old, 1, false).key()),
                store.leaseCalls(10, LATER).stream().map(Call::key).toList());
        assertEquals(List.of(), store.claim(10, LATER));
        draft(store).keys("key").send();
        assertState("1", claimed(store, old.instance()), "a");
    }

    @Test
    void aStaleTransitionDoesNotEndTheClaimOfTheNewOwner() {
        ClaimedInstance old = instance(store);
        TransitionDraft.of(old).commit(store);
        draft(store, old.flow()).to(old.instance()).send();
        claimed(store, old.instance());
        assertEquals(Store.CommitOutcome.STALE, TransitionDraft.of(old).commit(store));
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aTransitionOfAnEndedInstanceIsStale() {
        ClaimedInstance work = instance(store);
        assertEquals(
                Store.CommitOutcome.DONE,
                TransitionDraft.of(work).end(FlowState.COMPLETED).commit(store));
        assertEquals(Store.CommitOutcome.STALE, TransitionDraft.of(work).commit(store));
        assertEquals(0, store.counts().liveInstances());
    }

    @Test
    void aTransitionThatFailsStoresNothingAndTakesNoOtherDown() {
        ClaimedInstance bad = instance(store);
        ClaimedInstance good = instance(store);
        Call twice = call(bad, 1, true);
        StoreCounts counts = store.counts();
        var failing = store.commit(
                TransitionDraft.of(bad).put("a", "1").call(twice).call(twice).transition());
        var passing = store.commit(TransitionDraft.of(good).put("a", "1").transition());
        assertFails(failing::join);
        assertEquals(Store.CommitOutcome.DONE, passing.join());
        assertEquals(counts.openMessages() - 1, store.counts().openMessages());
        assertEquals(0, store.counts().openCalls());
        assertEquals(
                Store.CommitOutcome.DONE,
                TransitionDraft.of(bad).put("a", "2").commit(store),
                "the claim is still held");
    }

    @Test
    void anInstanceThatEndsLeavesNothingBehind() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .put("a", "1")
                .timer("t", T0)
                .subscribe("s", "key")
                .call(call(work, 1, false))
                .commit(store);
        TransitionDraft.of(claimed(store, work.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(new StoreCounts(0, 0, 0, 0, 0, 1, 0), store.counts());
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(List.of(), store.leaseCalls(10, LATER));
        draft(store).keys("key").send();
        assertEquals(List.of(), store.claim(10, LATER));
    }

    // Timers

    @Test
    void anAlarmMakesItsInstanceClaimableWhenItIsDue() {
        ClaimedInstance work = instance(store);
        Timer timer = new Timer("t", T0.plusSeconds(10));
        TransitionDraft.of(work).timer(timer.name(), timer.due()).commit(store);
        assertEquals(Optional.of(timer.due()), store.nextDue());
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(9)));
        ClaimedInstance alarmed = store.claim(10, timer.due()).get(0);
        assertEquals(List.of(timer), alarmed.timers());
        assertEquals(List.of(), alarmed.messages());
        assertEquals(Optional.empty(), store.nextDue(), "somebody attends to it");
        TransitionDraft.of(alarmed).commit(store);
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void anAlarmOfAKnownNameReplacesIt() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).timer("t", T0.plusSeconds(10)).commit(store);
        TransitionDraft.of(claimed(store, work.instance()))
                .timer("t", T0.plusSeconds(50))
                .commit(store);
        assertEquals(Optional.of(T0.plusSeconds(50)), store.nextDue());
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(49)));
        assertEquals(1, store.claim(10, T0.plusSeconds(50)).size());
    }

    @Test
    void anAlarmThatIsNoLongerWantedNeverGoesOff() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .timer("t", T0.plusSeconds(10))
                .timer("u", T0.plusSeconds(20))
                .commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.of(store.claim(1, T0).get(0)).endTimer("t").commit(store);
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(19)));
        assertEquals(
                List.of(new Timer("u", T0.plusSeconds(20))),
                claimed(store, work.instance()).timers());
    }

    @Test
    void onlyAlarmsThatAreDueAreHandedOut() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .timer("later", T0.plusSeconds(20))
                .timer("now", T0.plusSeconds(10))
                .commit(store);
        ClaimedInstance alarmed = store.claim(10, T0.plusSeconds(15)).get(0);
        assertEquals(List.of(new Timer("now", T0.plusSeconds(10))), alarmed.timers());
        TransitionDraft.of(alarmed).commit(store);
        assertEquals(Optional.of(T0.plusSeconds(20)), store.nextDue());
    }

    @Test
    void anAlarmThatAStepIgnoresDoesNotGoOffInALoop() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).timer("t", T0).commit(store);
        TransitionDraft.idle(claimed(store, work.instance())).commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        assertEquals(Optional.empty(), store.nextDue());
        draft(store, work.flow()).to(work.instance()).send();
        assertEquals(
                List.of(new Timer("t", T0)), claimed(store, work.instance()).timers());
    }

    @Test
    void anAlarmNeverGoesOffEarly() {
        ClaimedInstance work = instance(store);
        Instant due = T0.plusNanos(1);
        TransitionDraft.of(work).timer("t", due).commit(store);
        assertEquals(List.of(), store.claim(10, T0));
        assertFalse(store.nextDue().orElseThrow().isBefore(due));
        assertEquals(1, store.claim(10, store.nextDue().orElseThrow()).size());
    }

    @Test
    void alarmsSurviveReopening() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).timer("t", T0.plusSeconds(10)).commit(store);
        reopen();
        assertEquals(Optional.of(T0.plusSeconds(10)), store.nextDue());
        assertEquals(1, claimed(store, work.instance()).timers().size());
    }

    @Test
    void anAlarmInTheFarFutureIsKept() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).timer("t", Instant.MAX).commit(store);
        assertEquals(List.of(), store.claim(10, Instant.parse("9999-12-31T23:59:59Z")));
        draft(store, work.flow()).to(work.instance()).send();
        assertEquals(1, store.claim(10, LATER).size());
    }

    // Correlation

    @Test
    void aMessageGoesToTheInstanceThatWaitsForItsKey() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        Message message = draft(store).keys("other", "key").send();
        assertSame(message, claimed(store, work.instance()).messages().get(0));
    }

    @Test
    void aMessageThatComesBeforeItsReceiveWaitsForIt() {
        Message message = draft(store).keys("key", "other", "key").send();
        reopen();
        assertEquals(List.of(), store.claim(10, LATER));
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        assertSame(message, claimed(store, work.instance()).messages().get(0));
        ClaimedInstance other = instance(store);
        TransitionDraft.of(other).subscribe("s", "other").commit(store);
        assertEquals(List.of(), store.claim(10, LATER), "it went to one subscription only");
    }

    @Test
    void aSubscriptionTakesTheOldestWaitingMessage() {
        Message first = draft(store).keys("key").received(LATER).send();
        Message second = draft(store).keys("key").received(T0).send();
        ClaimedInstance one = instance(store);
        TransitionDraft.of(one).subscribe("s", "key").commit(store);
        assertEquals(List.of(first.id()), ids(claimed(store, one.instance())));
        ClaimedInstance two = instance(store);
        TransitionDraft.of(two).subscribe("s", "key").commit(store);
        assertEquals(List.of(second.id()), ids(claimed(store, two.instance())));
    }

    private static List<Long> ids(ClaimedInstance work) {
        return work.messages().stream().map(Message::id).toList();
    }

    @Test
    void aMessageGoesToTheOldestOfItsSubscriptions() {
        ClaimedInstance newer = instance(store);
        ClaimedInstance older = instance(store);
        TransitionDraft.of(older).subscribe("s", "b").commit(store);
        TransitionDraft.of(newer).subscribe("s", "a").commit(store);
        draft(store).keys("a", "b").send();
        assertEquals(
                List.of(older.instance()),
                store.claim(10, T0).stream().map(ClaimedInstance::instance).toList());
    }

    @Test
    void aSubscriptionIsUsedUpByItsMessage() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message first = draft(store).keys("key").send();
        draft(store).keys("key").send();
        ClaimedInstance claimed = claimed(store, work.instance());
        assertEquals(List.of(first.id()), ids(claimed));
        TransitionDraft.of(claimed).unsubscribe("s").unsubscribe("never was").commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void whatIsNoLongerSubscribedReceivesNothing() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.of(claimed(store, work.instance())).unsubscribe("s").commit(store);
        draft(store).keys("key").send();
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aSubscriptionOfAKnownNameReplacesIt() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "old").commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.of(claimed(store, work.instance()))
                .subscribe("s", "new")
                .commit(store);
        draft(store).keys("old").send();
        assertEquals(List.of(), store.claim(10, LATER));
        draft(store).keys("new").send();
        assertEquals(1, store.claim(10, LATER).size());
    }

    @Test
    void aSubscribedMessageDoesNotCreateEvenIfItCould() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        draft(store).keys("key").creates(store.newId()).send();
        assertEquals(
                List.of(work.instance()),
                store.claim(10, LATER).stream().map(ClaimedInstance::instance).toList());
    }

    @Test
    void aMessageForAnInstanceGoesThereWhateverItsKeysSay() {
        ClaimedInstance addressed = instance(store);
        TransitionDraft.of(addressed).commit(store);
        ClaimedInstance subscribed = instance(store);
        TransitionDraft.of(subscribed).subscribe("s", "key").commit(store);
        draft(store, addressed.flow()).to(addressed.instance()).keys("key").send();
        assertEquals(
                List.of(addressed.instance()),
                store.claim(10, LATER).stream().map(ClaimedInstance::instance).toList());
    }

    @Test
    void aMessageThatNobodyCanEverTakeIsToldInHistory() {
        Message lost = draft(store).to(4711).send();
        assertEquals(
                List.of(AuditEvent.Kind.REPLY_UNDELIVERED),
                store.history(lost.flow()).stream().map(AuditEvent::kind).toList());
        assertEquals(FlowState.COMPLETED, store.flow(lost.flow()).orElseThrow().state());
        assertEquals(0, store.counts().openMessages());
    }

    @Test
    void anInstanceThatSubscribesTakesWhatItHoldsUnderTheKeyFirst() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message held = draft(store).keys("key").send();
        Message waiting = draft(store).keys("key").send();
        TransitionDraft.idle(claimed(store, work.instance())).commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        ClaimedInstance again = claimed(store, work.instance());
        TransitionDraft.idle(again)
                .consume(again.messages().get(1))
                .subscribe("s2", "key")
                .commit(store);
        assertEquals(List.of(held.id()), ids(claimed(store, work.instance())));
        assertEquals(2, store.counts().openMessages(), "the other one still waits: " + waiting.id());
    }

    private boolean isUndelivered(long flow) {
        FlowSummary summary = store.flow(flow).orElseThrow();
        assertEquals(
                List.of(summary),
                store.flows(FlowFilter.ALL, 0, 100).stream()
                        .filter(listed -> listed.flow() == summary.flow())
                        .toList());
        assertTrue(!summary.undelivered() || summary.state() == FlowState.RUNNING, summary::toString);
        return summary.undelivered();
    }

    @Test
    void aFlowInWhichOnlyMessagesLiveThatNoInstanceHasTakenIsUndelivered() {
        ClaimedInstance first = instance(store);
        TransitionDraft.of(first).subscribe("s", "a").commit(store);
        Message early = draft(store).keys("a").send();
        Message own = draft(store, first.flow()).keys("b").send();
        assertFalse(isUndelivered(first.flow()), "its instance lives");
        ClaimedInstance ending = claimed(store, first.instance());
        TransitionDraft.idle(ending)
                .call(call(ending, 1, true))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertFalse(isUndelivered(first.flow()), "its call is open");
        store.completeCall(store.leaseCalls(10, T0).get(0), null, List.of()).join();
        assertTrue(isUndelivered(first.flow()));
        assertTrue(isUndelivered(early.flow()), "it is the same");
        reopen();
        assertTrue(isUndelivered(first.flow()));

        store.dropMessage(own.id(), null, List.of()).join();
        assertTrue(isUndelivered(first.flow()));
        ClaimedInstance second = instance(store);
        assertFalse(isUndelivered(second.flow()));
        TransitionDraft.of(second).subscribe("s", "a").commit(store);
        assertFalse(isUndelivered(first.flow()), "the other has it, and will take it");
        TransitionDraft.of(claimed(store, second.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertFalse(isUndelivered(first.flow()));
        assertTrue(store.flow(first.flow()).orElseThrow().state().ended());
    }

    @Test
    void aCorrelatedMessageThatAnEndedInstanceDidNotUseWaitsAgain() {
        ClaimedInstance first = instance(store);
        TransitionDraft.of(first).subscribe("s", "a").commit(store);
        Message message = draft(store).keys("a", "b").send();
        TransitionDraft.idle(claimed(store, first.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        ClaimedInstance second = instance(store);
        TransitionDraft.of(second).subscribe("s", "b").commit(store);
        assertSame(message, claimed(store, second.instance()).messages().get(0));
    }

    @Test
    void aCorrelatedMessageThatAnEndedInstanceDidNotUseGoesToTheNextThatWaits() {
        ClaimedInstance first = instance(store);
        TransitionDraft.of(first).subscribe("s", "key").commit(store);
        Message message = draft(store).keys("key").send();
        ClaimedInstance claimed = claimed(store, first.instance());
        ClaimedInstance second = instance(store);
        TransitionDraft.of(second).subscribe("s", "key").commit(store);
        TransitionDraft.idle(claimed).end(FlowState.COMPLETED).commit(store);
        assertEquals(List.of(message.id()), ids(claimed(store, second.instance())));
    }

    @Test
    void anAddressedMessageThatAnEndedInstanceDidNotUseIsToldInHistory() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).commit(store);
        draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.idle(claimed(store, work.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(
                List.of(AuditEvent.Kind.REPLY_UNDELIVERED),
                store.history(work.flow()).stream().map(AuditEvent::kind).toList());
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    @Test
    void aMessageThatComesDuringTheLastStepIsNotLost() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").timer("t", T0).commit(store);
        ClaimedInstance alarmed = claimed(store, work.instance());
        Message late = draft(store).keys("key").send();
        TransitionDraft.of(alarmed).end(FlowState.COMPLETED).commit(store);
        ClaimedInstance other = instance(store);
        TransitionDraft.of(other).subscribe("s", "key").commit(store);
        assertEquals(List.of(late.id()), ids(claimed(store, other.instance())));
    }

    // Definitions

    /** A new instance that began with a definition. */
    private ClaimedInstance begunWith(String definition) {
        long id = store.newId();
        Message message = draft(store).creates(id).message();
        store.accept(InboundMessage.of(message, StoreFixtures.COMPOSITE, T0, definition, List.of()))
                .join();
        return claimed(store, id);
    }

    /** Both messages might create one; they come before its first step. */
    @Test
    void anInstanceMayWaitForAMessageFromItsBeginning() {
        long id = store.newId();
        Message first = draft(store).keys("key").creates(id).message();
        Message second = draft(store).keys("key").creates(store.newId()).message();
        List<Subscription> awaits = List.of(new Subscription("early", "key"));
        store.accept(inbound(first).awaiting(awaits)).join();
        store.accept(inbound(second).awaiting(awaits)).join();

        ClaimedInstance only = claimed(store, id);
        assertEquals(List.of(first.id(), second.id()), ids(only));
        assertEquals(List.of(), store.claim(10, LATER));
        TransitionDraft.of(only).commit(store);
        draft(store).keys("key").creates(store.newId()).send();
        assertEquals(1, store.claim(10, LATER).size(), "it waited for one");
    }

    @Test
    void anInstanceKeepsTheDefinitionWithWhichItBegan() {
        ClaimedInstance first = begunWith("1");
        long other = begunWith("2").instance();
        assertEquals("1", first.definition());
        TransitionDraft.of(first).timer("t", T0).commit(store);
        reopen();

        assertEquals("1", claimed(store, first.instance()).definition());
        assertEquals("2", claimed(store, other).definition());
        assertEquals("", instance(store).definition());
    }

    @Test
    void definitionsAreToldAsLongAsAnInstanceOrAOneWayCallIsLeft() {
        assertEquals(Set.of(), store.definitionsInUse());
        ClaimedInstance one = begunWith("1");
        ClaimedInstance two = begunWith("2");
        ClaimedInstance alsoTwo = begunWith("2");
        instance(store);
        assertEquals(Set.of("1", "2"), store.definitionsInUse());
        reopen();
        assertEquals(Set.of("1", "2"), store.definitionsInUse());

        TransitionDraft.of(claimed(store, two.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        TransitionDraft.of(claimed(store, one.instance()))
                .call(call(one, 1, true))
                .call(call(one, 2, false))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(Set.of("1", "2"), store.definitionsInUse());

        Call left = store.leaseCalls(10, T0).get(0);
        assertEquals("1", left.definition());
        store.completeCall(left, null, List.of()).join();
        assertEquals(Set.of("2"), store.definitionsInUse());
        TransitionDraft.of(claimed(store, alsoTwo.instance()))
                .end(FlowState.FAULTED)
                .commit(store);
        assertEquals(Set.of(), store.definitionsInUse());
    }

    @Test
    void theLiveInstancesOfAFlowAreThoseOfFlowsThatJoinedItToo() {
        long flow = store.newId();
        ClaimedInstance ended = instance(store, flow);
        ClaimedInstance one = instance(store, flow);
        instance(store);
        TransitionDraft.of(one).subscribe("s", "key").commit(store);
        Message joining = draft(store).keys("key").send();
        TransitionDraft.of(ended).end(FlowState.COMPLETED).commit(store);

        List<LiveInstance> expected = List.of(new LiveInstance(one.instance(), flow, StoreFixtures.COMPONENT));
        assertEquals(expected, store.liveInstances(flow));
        assertEquals(expected, store.liveInstances(joining.flow()));
        assertEquals(List.of(), store.liveInstances(999_999));
    }

    // Calls

    @Test
    void aCallIsLeasedOnceAndAsItWasGiven() {
        ClaimedInstance work = instance(store);
        InstanceRef caller =
                new InstanceRef(work.instance(), work.flow(), StoreFixtures.COMPOSITE.component("Other"), "definition");
        Call call = Call.of(new CallKey(work.instance(), 1), caller, "link", "operation")
                .span(99)
                .oneWay(true)
                .address("http://address")
                .payload(new byte[] {1})
                .due(T0)
                .build();
        TransitionDraft.of(work).call(call).commit(store);
        List<Call> leased = store.leaseCalls(10, T0);
        assertEquals(1, leased.size());
        assertArrayEquals(call.payload(), leased.get(0).payload());
        assertEquals(withoutPayload(call), withoutPayload(leased.get(0)));
        assertEquals(List.of(), store.leaseCalls(10, LATER));
    }

    private static Call withoutPayload(Call call) {
        return Call.of(call.key(), call.caller(), call.partnerLink(), call.operation())
                .span(call.span())
                .oneWay(call.oneWay())
                .address(call.address())
                .payload(NO_BYTES)
                .attempt(call.attempt())
                .due(call.due())
                .build();
    }

    @Test
    void callsAreLeasedWhenDueOldestFirstAndNotMoreThanAskedFor() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, true, T0.plusSeconds(2)))
                .call(call(work, 2, true, T0.plusSeconds(1)))
                .call(call(work, 3, true, T0.plusSeconds(9)))
                .commit(store);
        assertEquals(Optional.of(T0.plusSeconds(1)), store.nextDue());
        assertEquals(List.of(), store.leaseCalls(10, T0));
        assertEquals(List.of(new CallKey(work.instance(), 2)), keys(store.leaseCalls(1, T0.plusSeconds(5))));
        assertEquals(List.of(new CallKey(work.instance(), 1)), keys(store.leaseCalls(10, T0.plusSeconds(5))));
        assertEquals(Optional.of(T0.plusSeconds(9)), store.nextDue());
    }

    @Test
    void callsOfOneLineLeavePlacesForThoseOfOthers() {
        ClaimedInstance work = instance(store);
        TransitionDraft many = TransitionDraft.of(work);
        for (int number = 1; number <= 50; number++) {
            many.call(call(work, number, true, T0));
        }
        many.call(Call.of(new CallKey(work.instance(), 51), work.ref(), "other", "check")
                        .due(T0.plusSeconds(1))
                        .build())
                .commit(store);

        CallShares shares = new CallShares(10);
        List<Call> leased = store.leaseCalls(shares, T0.plusSeconds(2));
        assertEquals(
                1,
                leased.stream()
                        .filter(call -> call.partnerLink().equals("other"))
                        .count());
        assertEquals(
                List.of(1L, 2L),
                leased.stream()
                        .filter(call -> call.partnerLink().equals("credit"))
                        .map(call -> call.key().number())
                        .toList());
        assertEquals(leased.size(), 10 - shares.free());
        assertEquals(List.of(), store.leaseCalls(shares, T0.plusSeconds(2)));

        Call first = leased.get(0);
        store.completeCall(first, null, List.of()).join();
        shares.leave(first.line());
        assertEquals(1, store.leaseCalls(shares, T0.plusSeconds(2)).size());
    }

    @Test
    void leasesEndWithTheCallThatReachesTheBytesWanted() {
        ClaimedInstance work = instance(store);
        TransitionDraft three = TransitionDraft.of(work);
        for (int number = 1; number <= 3; number++) {
            three.call(Call.of(new CallKey(work.instance(), number), work.ref(), "link" + number, "check")
                    .payload(new byte[100])
                    .due(T0)
                    .build());
        }
        three.commit(store);
        CallShares shares = new CallShares(10);
        assertEquals(2, store.leaseCalls(shares, 101, T0).size());
        assertEquals(8, shares.free());
        assertEquals(1, store.leaseCalls(shares, 1, T0).size());
    }

    @Test
    void claimsEndWithTheInstanceThatReachesTheBytesWanted() {
        for (int i = 0; i < 3; i++) {
            draft(store).creates(store.newId()).payload(new byte[100]).send();
        }
        List<ClaimedInstance> first = store.claim(10, 10, 101, T0);
        assertEquals(2, first.size());
        assertEquals(100, first.get(0).bytes());
        assertEquals(1, store.claim(10, 10, 1, T0).size());
    }

    @Test
    void aClaimKnowsTheBytesOfItsInstancesRows() {
        ClaimedInstance work = instance(store);
        assertEquals(0, work.state().bytes());
        TransitionDraft.of(work)
                .put("variables", "x".repeat(300))
                .put("frames", "y".repeat(30))
                .timer("soon", T0)
                .commit(store);
        assertEquals(330, store.claim(1, T0).get(0).bytes());
    }

    @Test
    void sharesHoldNoPlacesForCallsThatAreNotDueOrGone() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, true, T0))
                .call(call(work, 2, true, T0.plusSeconds(9)))
                .commit(store);
        CallShares shares = new CallShares(10);
        assertEquals(List.of(new CallKey(work.instance(), 1)), keys(store.leaseCalls(shares, T0)));
        assertEquals(9, shares.free());
    }

    private static List<CallKey> keys(List<Call> calls) {
        return calls.stream().map(Call::key).toList();
    }

    @Test
    void aReplyToACallReachesItsInstance() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        Message reply = replyTo(store, leased).fault("{urn:x}refused").message();
        AuditEvent event = event(work.flow(), "replied", T0);
        store.completeCall(leased, reply, List.of(event)).join();
        assertSame(reply, claimed(store, work.instance()).messages().get(0));
        assertEquals(List.of(event), store.history(work.flow()));
        assertEquals(0, store.counts().openCalls());
    }

    @Test
    void aCallIsCompletedOnce() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        StoreCounts counts = store.counts();
        store.completeCall(leased, replyTo(store, leased).message(), List.of(event(work.flow(), "again", T0)))
                .join();
        store.retryCall(leased, T0, List.of(event(work.flow(), "again", T0))).join();
        assertEquals(counts, store.counts());
        assertEquals(1, claimed(store, work.instance()).messages().size());
        assertEquals(List.of(), store.leaseCalls(10, LATER));
    }

    @Test
    void aReplyTakenInBeforeUnderTheSameKeyIsNotDeliveredAgain() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        replyTo(store, leased).send();
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        assertEquals(1, claimed(store, work.instance()).messages().size());
    }

    @Test
    void whatADecisionKeepsWithACallComesBackWithIt() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, true)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        assertNull(leased.recovery());
        store.retryCall(leased, T0, "step 1", null, List.of()).join();
        Call again = store.leaseCalls(10, T0).get(0);
        assertEquals("step 1", again.recovery());
        store.retryCall(again, T0, List.of()).join();
        Call third = store.leaseCalls(10, T0).get(0);
        assertEquals("step 1", third.recovery());
        store.retryCall(third, T0, null, null, List.of()).join();
        assertNull(store.leaseCalls(10, T0).get(0).recovery());
    }

    @Test
    void aKeyIsAwaitedWhileAnInstanceIsSubscribedToIt() {
        ClaimedInstance work = instance(store);
        assertFalse(store.isAwaited(List.of("k1", "k2")));
        TransitionDraft.of(work).subscribe("pick", "k2").commit(store);
        assertTrue(store.isAwaited(List.of("k1", "k2")));
        assertFalse(store.isAwaited(List.of("k1")));
        assertFalse(store.isAwaited(List.of()));
        store.accept(inbound(draft(store).keys("k2").message())).join();
        assertFalse(store.isAwaited(List.of("k1", "k2")), "the subscription is used up");
    }

    @Test
    void aSuspendedInstanceIsFoundUntilItIsResumedOrEnds() {
        ClaimedInstance work = instance(store);
        FlowFilter held = FlowFilter.ALL.withSuspended(true);
        TransitionDraft.of(work)
                .subscribe("s", "resume")
                .call(call(work, 1, false))
                .suspend()
                .commit(store);
        instance(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        store.restCall(leased, gone(), List.of()).join();

        for (int i = 0; i < 2; i++) {
            assertEquals(List.of(work.flow()), list(held, 0, 9));
            assertEquals(List.of(work.flow()), list(held.withStates(Set.of(FlowState.RUNNING)), 0, 9));
            assertEquals(List.of(work.flow()), list(held.withResting(true), 0, 9));
            assertEquals(List.of(), list(held.withStates(Set.of(FlowState.FAULTED)), 0, 9));
            assertTrue(store.flow(work.flow()).orElseThrow().suspended());
            assertEquals(1, store.counts().suspendedFlows());
            assertTrue(store.restingCalls(0, 1).get(0).suspended());
            assertTrue(store.restingCallsOf(work.flow(), 1).get(0).suspended());
            assertTrue(store.restingCall(leased.key()).orElseThrow().suspended());
            reopen();
        }

        draft(store).keys("resume").send();
        TransitionDraft.of(claimed(store, work.instance()))
                .subscribe("s", "end")
                .commit(store);
        assertEquals(List.of(), list(held, 0, 9));
        assertFalse(store.flow(work.flow()).orElseThrow().suspended());
        assertEquals(0, store.counts().suspendedFlows());
        assertFalse(store.restingCall(leased.key()).orElseThrow().suspended());

        draft(store).keys("end").send();
        TransitionDraft.of(claimed(store, work.instance()))
                .suspend()
                .end(FlowState.TERMINATED)
                .commit(store);
        assertEquals(List.of(), list(held, 0, 9));
        assertEquals(0, store.counts().suspendedFlows());
    }

    @Test
    void whatWasDecidedAboutACallOfASuspendedInstanceIsListedUntilItIsTaken() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .subscribe("s", "resume")
                .call(call(work, 1, false))
                .call(call(work, 2, false))
                .suspend()
                .commit(store);
        Call first = store.leaseCalls(1, T0).get(0);
        Call second = store.leaseCalls(1, T0).get(0);
        assertTrue(store.openCall(first.key()).orElseThrow().suspended());
        assertTrue(store.openCalls(CallFilter.ALL, 0, 9).get(1).suspended());
        Message rethrown = Message.reply(first, store.newId(), 7, T0)
                .decision("rethrow by otto")
                .build();
        store.completeCall(first, rethrown, List.of()).join();
        store.completeCall(second, replyTo(store, second).message(), List.of()).join();

        for (int i = 0; i < 2; i++) {
            DecidedCall decided = store.decidedCalls(0, 9).get(0);
            assertEquals(
                    new DecidedCall(
                            first.key(),
                            work.flow(),
                            first.component(),
                            first.partnerLink(),
                            first.operation(),
                            "rethrow by otto",
                            rethrown.received()),
                    decided);
            assertEquals(Optional.of(decided), store.decidedCall(first.key()));
            assertEquals(Optional.empty(), store.decidedCall(second.key()), "a partner has answered it");
            assertEquals(List.of(), store.decidedCalls(1, 9));
            reopen();
        }
        ClaimedInstance held = claimed(store, work.instance());
        assertEquals("rethrow by otto", held.messages().get(0).decision());
        TransitionDraft.of(held).consume(held.messages().get(0)).suspend().commit(store);
        assertEquals(List.of(), store.decidedCalls(0, 9));
    }

    @Test
    void aLiveInstanceSaysWhatOperatorsHaveAskedOfIt() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).suspend().commit(store);
        LiveInstance before = store.liveInstances(work.flow()).get(0);
        assertEquals(new LiveInstance(work.instance(), work.flow(), work.component(), true, null), before);
        for (String command : List.of("terminate", "resume")) {
            store.accept(inbound(Message.to(work.component(), Message.COMMANDS, command)
                            .id(store.newId())
                            .flow(work.flow())
                            .instance(work.instance())
                            .received(T0)
                            .build()))
                    .join();
        }
        LiveInstance asked = store.liveInstances(work.component(), 0, 9).get(0);
        assertEquals(new LiveInstance(work.instance(), work.flow(), work.component(), true, "resume"), asked);
        assertEquals(List.of(asked), store.liveInstances(work.flow()));
    }

    /** The joined flow is not in lists: the one that it has joined is. */
    @Test
    void aFlowIsSuspendedByTheInstanceOfOneThatJoinedIt() {
        ClaimedInstance first = instance(store);
        ClaimedInstance second = instance(store);
        TransitionDraft.of(first).subscribe("s", "mine").commit(store);
        TransitionDraft.of(second).suspend().commit(store);
        draft(store, second.flow()).keys("mine").send();
        FlowFilter held = FlowFilter.ALL.withSuspended(true);
        assertEquals(List.of(first.flow()), list(held, 0, 9));
        assertTrue(store.flow(second.flow()).orElseThrow().suspended());
        assertEquals(1, store.counts().suspendedFlows());
    }

    private static CallFault gone() {
        return new CallFault("{urn:x}gone", "nobody there", new byte[] {7});
    }

    @Test
    void aRestingCallIsListedAndNotLeasedUntilItIsWoken() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, false))
                .call(call(work, 2, true))
                .commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        store.completeCall(store.leaseCalls(1, T0).get(0), null, List.of()).join();
        AuditEvent event = event(work.flow(), "rests", T0);
        store.restCall(leased, gone(), List.of(event)).join();
        store.restCall(leased, gone(), List.of(event)).join();
        store.retryCall(leased, T0, List.of(event)).join();

        assertEquals(List.of(), store.leaseCalls(10, LATER));
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(1, store.counts().openCalls());
        assertEquals(FlowState.RUNNING, store.flow(work.flow()).orElseThrow().state());
        RestingCall resting = store.restingCalls(0, 10).get(0);
        assertEquals(List.of(), store.restingCalls(1, 10));
        assertEquals(1, store.countResting());
        assertEquals(
                List.of(leased.key()),
                store.restingCallsOf(work.flow(), 10).stream()
                        .map(each -> each.call().key())
                        .toList());
        assertEquals(List.of(), store.restingCallsOf(work.flow(), 0));
        assertTrue(store.flow(work.flow()).orElseThrow().resting());
        assertFalse(store.flow(instance(store).flow()).orElseThrow().resting(), "another's");
        FlowFilter waiting = FlowFilter.ALL.withResting(true);
        assertEquals(List.of(work.flow()), list(waiting, 0, 9));
        assertEquals(List.of(work.flow()), list(waiting.withStates(Set.of(FlowState.RUNNING)), 0, 9));
        assertEquals(List.of(), list(waiting.withStates(Set.of(FlowState.FAULTED)), 0, 9));
        assertEquals(List.of(), store.restingCallsOf(instance(store).flow(), 10), "another's");
        assertEquals(leased.key(), resting.call().key());
        assertEquals("{urn:x}gone", resting.fault().name());
        assertEquals("nobody there", resting.fault().reason());
        assertEquals(List.of(event), store.history(work.flow()));

        byte[] changed = {9, 9};
        assertTrue(store.wakeCall(resting.call(), changed, List.of()).join());
        assertFalse(store.wakeCall(resting.call(), changed, List.of()).join(), "it was woken already");
        assertEquals(List.of(), store.restingCalls(0, 10));
        assertEquals(Optional.empty(), store.restingCall(leased.key()));
        assertEquals(List.of(), store.restingCallsOf(work.flow(), 10));
        assertEquals(0, store.countResting());
        assertFalse(store.flow(work.flow()).orElseThrow().resting());
        assertEquals(List.of(), list(waiting, 0, 9));
        Call again = store.leaseCalls(10, LATER).get(0);
        assertEquals(leased.attempt() + 1, again.attempt());
        assertArrayEquals(changed, again.payload());
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        assertEquals(0, store.counts().openCalls());
    }

    private static List<CallKey> openKeys(List<OpenCall> calls) {
        return calls.stream().map(each -> each.call().key()).toList();
    }

    @Test
    void callsThatDoNotRestAreListedByWhereTheyLead() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, false))
                .call(call(work, 2, true))
                .call(call(work, 3, true))
                .commit(store);
        List<Call> leased = store.leaseCalls(3, T0);
        CallLine line = leased.get(0).line();
        store.restCall(leased.get(0), gone(), List.of()).join();
        store.retryCall(leased.get(1), LATER, null, "nobody there", List.of()).join();

        List<OpenCall> open = store.openCalls(CallFilter.ALL, 0, 10);
        assertEquals(List.of(leased.get(1).key(), leased.get(2).key()), openKeys(open));
        assertFalse(open.get(0).underWay());
        assertEquals(1, open.get(0).call().attempt());
        assertEquals(LATER, open.get(0).call().due());
        assertEquals("nobody there", open.get(0).failure());
        assertEquals(null, open.get(1).failure());
        assertFalse(open.get(0).suspended());
        assertTrue(open.get(1).underWay());
        assertEquals(0, open.get(1).call().payload().length, "what it sends is not read");
        assertEquals(List.of(leased.get(2).key()), openKeys(store.openCalls(CallFilter.ALL, 1, 10)));
        assertEquals(List.of(leased.get(1).key()), openKeys(store.openCalls(CallFilter.ALL, 0, 1)));
        assertTrue(store.openCall(leased.get(2).key()).orElseThrow().underWay());
        assertEquals(Optional.empty(), store.openCall(leased.get(0).key()), "it rests");
        assertEquals(List.of(new OpenCallLine(line, 2, 1, 0, leased.get(2).due())), store.openCallLines(T0));
        assertEquals(List.of(new OpenCallLine(line, 2, 0, 0, leased.get(2).due())), store.openCallLines(LATER));

        CompositeRevision composite = line.component().composite();
        CompositeRevision other = new CompositeRevision(composite.partition(), composite.name(), "none");
        ComponentId stranger = new ComponentId(composite, "none");
        for (CallFilter matching : List.of(
                new CallFilter(composite, null, null),
                new CallFilter(other, line.component(), line.partnerLink()),
                new CallFilter(composite, null, line.partnerLink()))) {
            assertEquals(2, store.openCalls(matching, 0, 10).size(), matching.toString());
        }
        for (CallFilter without : List.of(
                new CallFilter(other, null, null),
                new CallFilter(composite, stranger, null),
                new CallFilter(null, null, "none"))) {
            assertEquals(List.of(), store.openCalls(without, 0, 10), without.toString());
        }

        store.retryCall(open.get(0).call(), T0, List.of()).join();
        assertEquals(
                "nobody there",
                store.openCall(open.get(0).call().key()).orElseThrow().failure(),
                "as it was");
        Call again = store.leaseCalls(1, T0).get(0);
        assertArrayEquals(leased.get(1).payload(), again.payload(), "a call that was listed is tried again as it was");
    }

    @Test
    void aCallThatWaitsForAnAttemptIsTriedEarlierWithoutCountingOneMore() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        store.retryCall(leased, LATER, "asked once", "nobody there", List.of()).join();
        Call waiting = store.openCalls(CallFilter.ALL, 0, 1).get(0).call();
        assertEquals(List.of(), store.leaseCalls(1, T0));

        AuditEvent event = event(work.flow(), "tried earlier", T0);
        assertTrue(store.rescheduleCall(waiting, T0, List.of(event)).join());
        Call again = store.leaseCalls(1, T0).get(0);
        assertEquals(1, again.attempt());
        assertEquals("asked once", again.recovery());
        assertTrue(store.history(work.flow()).contains(event));
        store.retryCall(again, LATER, List.of()).join();
        assertFalse(store.rescheduleCall(waiting, T0, List.of()).join(), "another attempt has failed");
        store.restCall(store.openCalls(CallFilter.ALL, 0, 1).get(0).call(), gone(), List.of())
                .join();
        assertFalse(
                store.rescheduleCall(again.retried(LATER, null), T0, List.of()).join(), "it rests");
    }

    @Test
    void aParkedCallIsLeasedAgainWhenItsCompositeIsDeployed() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, false))
                .call(call(work, 2, false))
                .call(call(work, 3, false))
                .commit(store);
        List<Call> leased = store.leaseCalls(3, T0);
        leased.forEach(each -> store.parkCall(each).join());

        assertEquals(List.of(), store.leaseCalls(9, LATER.plus(Duration.ofDays(365_000))));
        assertEquals(Optional.empty(), store.nextDue());
        List<OpenCall> open = store.openCalls(CallFilter.ALL, 0, 10);
        assertEquals(3, open.size());
        assertTrue(open.stream().allMatch(OpenCall::parked));
        assertTrue(open.stream().noneMatch(OpenCall::underWay));
        CallLine line = leased.get(0).line();
        assertEquals(List.of(new OpenCallLine(line, 3, 0, 3, null)), store.openCallLines(T0));
        assertEquals(3, store.counts().openCalls());

        store.retryCall(leased.get(2), LATER, List.of()).join();
        assertEquals(List.of(new OpenCallLine(line, 3, 1, 2, LATER)), store.openCallLines(T0));
        CompositeRevision composite = line.component().composite();
        CompositeRevision other = new CompositeRevision(composite.partition(), composite.name(), "none");
        assertEquals(0, store.unparkCalls(other, 9).join());
        assertEquals(1, store.unparkCalls(composite, 1).join());
        assertEquals(1, store.unparkCalls(composite, 9).join());
        assertEquals(0, store.unparkCalls(composite, 9).join());
        List<Call> again = store.leaseCalls(9, T0.plusSeconds(1));
        assertEquals(
                List.of(leased.get(0).key(), leased.get(1).key()),
                again.stream()
                        .map(Call::key)
                        .sorted(Comparator.comparing(CallKey::toString))
                        .toList());
        assertTrue(again.stream().allMatch(each -> each.attempt() == 0), "that was no attempt");

        store.completeCall(again.get(0), null, List.of()).join();
        store.parkCall(again.get(0)).join();
        assertEquals(2, store.openCalls(CallFilter.ALL, 0, 10).size(), "a call that is gone is not kept");
    }

    @Test
    void whatARestingCallCarriesIsReadForItAlone() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        assertEquals(Optional.empty(), store.restingPayload(leased.key()), "it does not rest");
        store.restCall(leased, gone(), List.of()).join();
        for (RestingCall listed : List.of(
                store.restingCalls(0, 1).get(0),
                store.restingCallsOf(work.flow(), 1).get(0))) {
            assertEquals(0, listed.call().payload().length);
            assertEquals(0, listed.fault().data().length);
        }
        RestingCall resting = store.restingCall(leased.key()).orElseThrow();
        assertEquals(0, resting.call().payload().length);
        assertArrayEquals(gone().data(), resting.fault().data());
        assertArrayEquals(leased.payload(), store.restingPayload(leased.key()).orElseThrow());

        assertTrue(store.wakeCall(resting.call(), null, List.of()).join());
        assertArrayEquals(leased.payload(), store.leaseCalls(1, LATER).get(0).payload());
        assertEquals(Optional.empty(), store.restingPayload(leased.key()));
    }

    @Test
    void aRestingCallMayBeCompletedAndRestsThroughARestart() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        store.restCall(leased, gone(), List.of()).join();
        reopen();
        RestingCall resting = store.restingCall(leased.key()).orElseThrow();
        assertEquals(List.of(), store.leaseCalls(10, LATER));
        store.completeCall(resting.call(), replyTo(store, leased).message(), List.of())
                .join();
        assertEquals(1, claimed(store, work.instance()).messages().size());
        assertEquals(List.of(), store.restingCalls(0, 10));
    }

    @Test
    void aRetriedCallIsLeasedAgainWhenDueWithItsAttemptRaised() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, true)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        AuditEvent event = event(work.flow(), "failed", T0);
        store.retryCall(leased, T0.plusSeconds(30), List.of(event)).join();
        assertEquals(List.of(), store.leaseCalls(10, T0.plusSeconds(29)));
        assertEquals(Optional.of(T0.plusSeconds(30)), store.nextDue());
        Call again = store.leaseCalls(10, T0.plusSeconds(30)).get(0);
        assertEquals(leased.key(), again.key());
        assertEquals(1, again.attempt());
        assertEquals(T0.plusSeconds(30), again.due());
        assertEquals(List.of(event), store.history(work.flow()));
    }

    @Test
    void anOpenLeaseIsHandedOutAgainAfterReopening() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, true)).commit(store);
        store.leaseCalls(10, T0);
        reopen();
        assertEquals(List.of(new CallKey(work.instance(), 1)), keys(store.leaseCalls(10, T0)));
    }

    @Test
    void aDroppedCallIsNotLeasedAndItsReplyChangesNothing() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, false))
                .call(call(work, 2, false))
                .commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        draft(store, work.flow()).to(work.instance()).send();
        TransitionDraft.of(claimed(store, work.instance()))
                .dropCall(leased.key())
                .dropCall(new CallKey(work.instance(), 2))
                .commit(store);
        assertEquals(List.of(), store.leaseCalls(10, LATER));
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        assertEquals(List.of(), store.claim(10, LATER));
        assertEquals(0, store.counts().openCalls());
    }

    @Test
    void aReplyToACallOfAnEndedInstanceChangesNothing() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).call(call(work, 1, false)).timer("t", T0).commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        TransitionDraft.of(claimed(store, work.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        StoreCounts counts = store.counts();
        store.completeCall(leased, replyTo(store, leased).message(), List.of(event(work.flow(), "x", T0)))
                .join();
        assertEquals(counts, store.counts());
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    @Test
    void oneWayCallsOutliveTheirInstance() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .call(call(work, 1, true))
                .call(call(work, 2, false))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(FlowState.RUNNING, store.flow(work.flow()).orElseThrow().state());
        List<Call> leased = store.leaseCalls(10, T0);
        assertEquals(List.of(new CallKey(work.instance(), 1)), keys(leased));
        store.completeCall(leased.get(0), null, List.of()).join();
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    // Durable replies

    @Test
    void aDurableReplyIsKeptUntilItsCallIsCompleted() {
        ClaimedInstance caller = instance(store);
        Call call = call(caller, 1, false);
        TransitionDraft.of(caller).call(call).commit(store);
        ClaimedInstance callee = instance(store);
        ExchangeReply reply =
                new ExchangeReply(new ExchangeId.OfCall(call.key()), "{urn:x}fault", "why", new byte[] {8});
        TransitionDraft.of(callee).reply(reply).end(FlowState.COMPLETED).commit(store);
        reopen();
        ExchangeReply kept = store.durableReply(reply.exchange()).orElseThrow();
        assertEquals(reply.fault(), kept.fault());
        assertEquals(reply.reason(), kept.reason());
        assertArrayEquals(reply.payload(), kept.payload());
        store.completeCall(call, replyTo(store, call).message(), List.of()).join();
        assertEquals(Optional.empty(), store.durableReply(reply.exchange()));
    }

    @Test
    void repliesToTheMessagesThatACallLedToGoWithTheCall() {
        ClaimedInstance caller = instance(store);
        Call call = call(caller, 1, false);
        Call neighbour = call(caller, 10, false);
        TransitionDraft.of(caller).call(call).call(neighbour).commit(store);
        ClaimedInstance callee = instance(store);
        TransitionDraft.of(callee)
                .reply(ExchangeReply.of(new ExchangeId.OfCall(call.key(), "/0"), new byte[] {8}))
                .reply(ExchangeReply.of(new ExchangeId.OfCall(neighbour.key(), "/0"), new byte[] {9}))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertTrue(store.durableReply(new ExchangeId.OfCall(call.key(), "/0")).isPresent());

        store.completeCall(call, replyTo(store, call).message(), List.of()).join();

        assertEquals(Optional.empty(), store.durableReply(new ExchangeId.OfCall(call.key(), "/0")));
        assertTrue(
                store.durableReply(new ExchangeId.OfCall(neighbour.key(), "/0")).isPresent());
    }

    @Test
    void aStoreKeepsItsNameAndSharesItWithNoOther() {
        String name = store.id();
        assertFalse(name.isEmpty());
        reopen();
        assertEquals(name, store.id());
    }

    @Test
    void aReplyToACallThatIsNotOpenIsNotKept() {
        ClaimedInstance work = instance(store);
        ExchangeId gone = new ExchangeId.OfCall(new CallKey(work.instance(), 99));
        TransitionDraft.of(work).reply(ExchangeReply.of(gone, new byte[] {8})).commit(store);
        assertEquals(Optional.empty(), store.durableReply(gone));
    }

    @Test
    void otherRepliesAreNotKept() {
        ClaimedInstance work = instance(store);
        ExchangeId request = ExchangeId.ofRequest(work.flow());
        TransitionDraft.of(work)
                .reply(ExchangeReply.of(request, new byte[] {8}))
                .commit(store);
        assertEquals(Optional.empty(), store.durableReply(request));
    }

    // Flows

    @Test
    void aFlowRunsWhileAnythingOfItLives() {
        long flow = store.newId();
        ClaimedInstance work = instance(store, flow);
        FlowSummary begun = store.flow(flow).orElseThrow();
        assertEquals(new FlowSummary(flow, StoreFixtures.COMPOSITE, FlowState.RUNNING, T0, T0), begun);
        now.set(T0.plusSeconds(1));
        TransitionDraft.of(work).end(FlowState.COMPLETED).commit(store);
        assertEquals(
                new FlowSummary(flow, StoreFixtures.COMPOSITE, FlowState.COMPLETED, T0, T0.plusSeconds(1)),
                store.flow(flow).orElseThrow());
    }

    @Test
    void aFlowEndsAsItsInstancesDid() {
        for (FlowState end : List.of(FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED)) {
            long flow = store.newId();
            ClaimedInstance first = instance(store, flow);
            ClaimedInstance second = instance(store, flow);
            TransitionDraft.of(first).end(end).commit(store);
            assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
            TransitionDraft.of(second).end(FlowState.COMPLETED).commit(store);
            assertEquals(end, store.flow(flow).orElseThrow().state());
        }
    }

    @Test
    void aFlowWhoseMessageWaitsIsRunning() {
        Message waiting = draft(store).keys("key").send();
        assertEquals(FlowState.RUNNING, store.flow(waiting.flow()).orElseThrow().state());
    }

    @Test
    void aFlowWithoutInstancesIsAsItsIntakesSay() {
        long flow = store.newId();
        store.accept(StoreFixtures.flow(flow, FlowState.RUNNING, T0)).join();
        assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
        store.accept(StoreFixtures.flow(flow, FlowState.FAULTED, LATER)).join();
        assertEquals(FlowState.FAULTED, store.flow(flow).orElseThrow().state());
        assertEquals(T0, store.flow(flow).orElseThrow().created());
        assertEquals(1, store.counts().flows());
    }

    @Test
    void anIntakeThatEndsItsFlowDoesNotEndWhatStillLives() {
        long flow = store.newId();
        ClaimedInstance work = instance(store, flow);
        store.accept(StoreFixtures.flow(flow, FlowState.COMPLETED, T0)).join();
        assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
        TransitionDraft.of(work).end(FlowState.COMPLETED).commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(flow).orElseThrow().state());
    }

    @Test
    void flowsAreListedNewestFirstByPage() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            long id = store.newId();
            store.accept(StoreFixtures.flow(id, FlowState.COMPLETED, T0.plusSeconds(i / 2)))
                    .join();
            ids.add(0, id);
        }
        assertEquals(ids, list(FlowFilter.ALL, 0, 10));
        assertEquals(ids.subList(1, 3), list(FlowFilter.ALL, 1, 2));
        assertEquals(List.of(), list(FlowFilter.ALL, 5, 2));
    }

    @Test
    void flowsAreListedPageByPageWhateverIsAddedMeanwhile() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            long id = store.newId();
            store.accept(StoreFixtures.flow(id, FlowState.COMPLETED, T0.plusSeconds(i / 3)))
                    .join();
            ids.add(0, id);
        }
        List<Long> pages = new ArrayList<>();
        FlowPlace after = null;
        do {
            FlowPage page = store.flows(FlowFilter.ALL.withCreated(T0, LATER), after, 3);
            page.flows().forEach(flow -> pages.add(flow.flow()));
            after = page.next();
            store.accept(StoreFixtures.flow(store.newId(), FlowState.COMPLETED, T0.plusSeconds(60)))
                    .join();
        } while (after != null);
        assertEquals(ids, pages);

        FlowPlace between = FlowPlace.parse(new FlowPlace(T0.plusSeconds(1), 0).toString());
        FlowPage oldest = store.flows(FlowFilter.ALL, between, 9);
        assertEquals(
                ids.subList(4, 7),
                oldest.flows().stream().map(FlowSummary::flow).toList());
        assertThrows(IllegalArgumentException.class, () -> FlowPlace.parse("here"));
    }

    private List<Long> list(FlowFilter filter, int offset, int limit) {
        return store.flows(filter, offset, limit).stream()
                .map(FlowSummary::flow)
                .toList();
    }

    @Test
    void flowsAreFilteredByStateCompositeAndTime() {
        CompositeRevision a = new CompositeRevision("default", "A", "1");
        CompositeRevision b = new CompositeRevision("default", "B", "1");
        CompositeRevision c = new CompositeRevision("default", "C", "1");
        store.accept(InboundMessage.ofFlow(1, a, T0, FlowState.COMPLETED, List.of()))
                .join();
        store.accept(InboundMessage.ofFlow(2, b, T0.plusSeconds(1), FlowState.FAULTED, List.of()))
                .join();
        store.accept(InboundMessage.ofFlow(3, a, T0.plusSeconds(2), FlowState.FAULTED, List.of()))
                .join();
        assertEquals(List.of(3L, 2L), list(new FlowFilter(FlowState.FAULTED, null, null, null), 0, 9));
        assertEquals(List.of(3L, 1L), list(new FlowFilter(null, a, null, null), 0, 9));
        assertEquals(List.of(), list(new FlowFilter(null, c, null, null), 0, 9));
        assertEquals(List.of(3L, 2L), list(new FlowFilter(null, null, T0.plusSeconds(1), null), 0, 9));
        assertEquals(List.of(1L), list(new FlowFilter(null, null, null, T0.plusSeconds(1)), 0, 9));
        assertEquals(
                List.of(3L), list(new FlowFilter(FlowState.FAULTED, a, T0.plusSeconds(1), T0.plusSeconds(3)), 0, 9));
    }

    @Test
    void anUnknownFlowHasNoViewAndNoHistory() {
        assertEquals(Optional.empty(), store.flow(4711));
        assertEquals(List.of(), store.history(4711));
    }

    // Joining

    @Test
    void aMessagesFlowJoinsThatOfTheInstanceThatTakesIt() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message message = draft(store).keys("key").send();
        assertEquals(List.of(work.flow()), list(FlowFilter.ALL, 0, 9));
        assertEquals(work.flow(), store.flow(message.flow()).orElseThrow().flow());
        ClaimedInstance next = claimed(store, work.instance());
        assertEquals(work.flow(), next.flow());
        TransitionDraft.of(next).end(FlowState.FAULTED).commit(store);
        assertEquals(FlowState.FAULTED, store.flow(message.flow()).orElseThrow().state());
        assertEquals(1, store.counts().flows());
    }

    @Test
    void aWaitingMessagesFlowJoinsWhenItIsTaken() {
        Message message = draft(store).keys("key").send();
        assertEquals(message.flow(), store.flow(message.flow()).orElseThrow().flow());
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        assertEquals(work.flow(), store.flow(message.flow()).orElseThrow().flow());
    }

    @Test
    void flowsThatJoinedOneThatJoinsAnotherGoAlong() {
        ClaimedInstance a = instance(store);
        TransitionDraft.of(a).subscribe("s", "a").commit(store);
        ClaimedInstance b = instance(store);
        TransitionDraft.of(b).subscribe("s", "b").commit(store);
        Message toB = draft(store).keys("b").send();
        draft(store, b.flow()).keys("a").send();
        assertEquals(a.flow(), store.flow(toB.flow()).orElseThrow().flow());
        assertEquals(a.flow(), store.flow(b.flow()).orElseThrow().flow());
        TransitionDraft.of(claimed(store, a.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(FlowState.RUNNING, store.flow(a.flow()).orElseThrow().state(), "b lives in it");
        TransitionDraft.of(claimed(store, b.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(a.flow()).orElseThrow().state());
    }

    @Test
    void flowsThatAnswerEachOtherStayOne() {
        ClaimedInstance a = instance(store);
        TransitionDraft.of(a).subscribe("s", "a").commit(store);
        ClaimedInstance b = instance(store);
        TransitionDraft.of(b).subscribe("s", "b").commit(store);
        draft(store, a.flow()).keys("b").send();
        draft(store, b.flow()).keys("a").send();
        assertEquals(List.of(b.flow()), list(FlowFilter.ALL, 0, 9));
        TransitionDraft.of(claimed(store, a.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        TransitionDraft.of(claimed(store, b.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(a.flow()).orElseThrow().state());
    }

    @Test
    void historyMergesJoinedFlowsByTimeThenByInsertion() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work)
                .subscribe("s", "key")
                .audit(event(work.flow(), "1", T0))
                .audit(event(work.flow(), "4", T0.plusSeconds(9)))
                .commit(store);
        Message message = draft(store).keys("key").message();
        store.accept(inbound(
                        message,
                        event(message.flow(), "2", T0),
                        event(message.flow(), "3", T0.plusSeconds(5)),
                        event(message.flow(), "5", T0.plusSeconds(9))))
                .join();
        for (long flow : new long[] {work.flow(), message.flow()}) {
            assertEquals(
                    List.of("1", "2", "3", "4", "5"),
                    store.history(flow).stream().map(AuditEvent::name).toList());
        }
        store.audit(List.of(event(work.flow(), "6", T0.plusSeconds(10)))).join();
        store.audit(List.of(event(message.flow(), "7", T0.plusSeconds(11)))).join();
        List<String> pages = new ArrayList<>();
        long next = 0;
        do {
            HistoryPage page = store.history(message.flow(), next, 1);
            page.events().forEach(event -> pages.add(event.name()));
            next = page.next();
        } while (next != 0);
        assertEquals(List.of("1", "4", "2", "3", "5", "6", "7"), pages, "as they were stored");
    }

    // Audit

    @Test
    void everyKindOfEventIsReadAsItWasWritten() {
        long flow = store.newId();
        List<AuditEvent> events = new ArrayList<>();
        for (AuditEvent.Kind kind : AuditEvent.Kind.values()) {
            if (kind.isFact()) {
                continue;
            }
            int n = events.size();
            events.add(new AuditEvent(
                    new AuditSpan(flow, n, n + 1, n + 2),
                    T0.plusMillis(n),
                    kind,
                    StoreFixtures.COMPOSITE.component("Component " + n % 3),
                    "name",
                    n % 2 == 0 ? null : "d"));
        }
        store.audit(events).join();
        assertEquals(events, store.history(flow));
        assertEquals(events.size(), store.counts().auditEvents());
        reopen();
        assertEquals(events, store.history(flow));
        store.audit(List.of(event(flow, "last", T0.plusMillis(100)))).join();
        assertEquals(events.size() + 1, store.history(flow).size());
    }

    // Purge

    @Test
    void purgeDeletesEndedFlowsCreatedBeforeATimeWithTheirHistory() {
        long old = store.newId();
        long recent = store.newId();
        long live = instance(store).flow();
        store.accept(StoreFixtures.flow(old, FlowState.FAULTED, T0.minusSeconds(1), event(old, "x", T0)))
                .join();
        store.accept(StoreFixtures.flow(recent, FlowState.COMPLETED, T0, event(recent, "y", T0)))
                .join();
        assertEquals(1, store.purge(T0, 100));
        assertEquals(Optional.empty(), store.flow(old));
        assertEquals(List.of(), store.history(old));
        assertEquals(
                List.of(live, recent),
                list(FlowFilter.ALL, 0, 9).stream()
                        .sorted((a, b) -> a == live ? -1 : 1)
                        .toList());
        assertEquals(1, store.purge(LATER, 100));
        assertEquals(List.of(live), list(FlowFilter.ALL, 0, 9));
        assertEquals(0, store.counts().auditEvents());
        assertEquals(1, store.counts().flows());
    }

    @Test
    void purgeGoesByBatches() {
        for (int i = 0; i < 25; i++) {
            long flow = store.newId();
            store.accept(StoreFixtures.flow(flow, FlowState.COMPLETED, T0, event(flow, "x", T0)))
                    .join();
        }
        assertEquals(25, store.purge(LATER, 10));
        assertEquals(0, store.purge(LATER, 10));
        assertEquals(new StoreCounts(0, 0, 0, 0, 0, 0, 0), store.counts());
        assertThrows(IllegalArgumentException.class, () -> store.purge(LATER, 0));
    }

    @Test
    void compositesAreThoseOfWhichFlowsAreThere() {
        CompositeRevision other = new CompositeRevision("shop", "Bills", "2.0");
        assertEquals(Set.of(), store.composites());
        CompositeRevision orders =
                store.flow(instance(store).flow()).orElseThrow().composite();
        for (int i = 0; i < 3; i++) {
            long bill = store.newId();
            store.accept(InboundMessage.ofFlow(bill, other, T0, FlowState.COMPLETED, List.of()))
                    .join();
        }
        assertEquals(Set.of(orders, other), store.composites());
        assertEquals(3, store.purge(LATER, 10));
        assertEquals(Set.of(orders), store.composites());
    }

    @Test
    void joinedFlowsArePurgedWithTheOneTheyJoined() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message message = draft(store).keys("key").message();
        store.accept(inbound(message, event(message.flow(), "x", T0))).join();
        assertEquals(0, store.purge(LATER, 10), "its root lives");
        TransitionDraft.of(claimed(store, work.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(1, store.purge(LATER, 10));
        assertEquals(Optional.empty(), store.flow(message.flow()));
        assertEquals(List.of(), store.history(message.flow()));
        assertEquals(new StoreCounts(0, 0, 0, 0, 0, 0, 0), store.counts());
    }

    @Test
    void titlesAndFaultsAreKeptWithTheFlowAndNotInTheHistory() {
        long flow = store.newId();
        store.accept(StoreFixtures.flow(
                        flow,
                        FlowState.FAULTED,
                        T0,
                        fact(flow, AuditEvent.Kind.FLOW_TITLE, "Order 7"),
                        fact(flow, AuditEvent.Kind.FLOW_FAULT, "first"),
                        fact(flow, AuditEvent.Kind.FLOW_FAULT, "second"),
                        fact(flow, AuditEvent.Kind.FLOW_TITLE, "Order 8")))
                .join();
        reopen();
        FlowSummary summary = store.flow(flow).orElseThrow();
        assertEquals("Order 8", summary.title());
        assertEquals("first", summary.fault());
        assertEquals(List.of(), store.history(flow));
        assertEquals(0, store.counts().auditEvents());
        assertEquals(List.of(flow), list(FlowFilter.ALL.withTitle("Order 8"), 0, 9));
        assertEquals(List.of(flow), list(FlowFilter.ALL.withTitle("Ord*"), 0, 9));
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("Order 7"), 0, 9));
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("8*"), 0, 9));
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("Ord\\*"), 0, 9));
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("Ord"), 0, 9));
        assertEquals(List.of(flow), list(FlowFilter.ALL.withTitle("*der*"), 0, 9));
        assertEquals(List.of(flow), list(FlowFilter.ALL.withTitle("*R 8*"), 0, 9), "letters of either case");
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("*9*"), 0, 9));
        assertEquals(List.of(), list(FlowFilter.ALL.withTitle("*8"), 0, 9), "a title that is so");
    }

    @Test
    void theTitleOfAFlowThatJoinsAnotherIsThatOfBoth() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message message = draft(store).keys("key").message();
        store.accept(inbound(message, fact(message.flow(), AuditEvent.Kind.FLOW_TITLE, "before")))
                .join();
        assertEquals("before", store.flow(work.flow()).orElseThrow().title());
        store.audit(List.of(fact(message.flow(), AuditEvent.Kind.FLOW_TITLE, "after")))
                .join();
        assertEquals("after", store.flow(work.flow()).orElseThrow().title());
    }

    @Test
    void flowsAreFoundByWhatSensorsFoundInThem() {
        long both = store.newId();
        long one = store.newId();
        store.accept(StoreFixtures.flow(
                        both,
                        FlowState.COMPLETED,
                        T0,
                        sensor(both, "Order", "4711"),
                        sensor(both, "Order", "0815"),
                        sensor(both, "Order", "4711"),
                        sensor(both, "Customer", "K=7*")))
                .join();
        store.accept(StoreFixtures.flow(one, FlowState.FAULTED, T0.plusSeconds(1), sensor(one, "Order", "47")))
                .join();
        reopen();
        assertEquals(
                List.of(
                        new SensorValue("Customer", "K=7*"),
                        new SensorValue("Order", "0815"),
                        new SensorValue("Order", "4711")),
                store.sensors(both, null, 99));
        assertEquals(
                List.of(new SensorValue("Order", "0815")), store.sensors(both, new SensorValue("Customer", "K=7*"), 1));
        assertEquals(List.of(), store.history(both));
        assertEquals(List.of(both), list(sensors("Order=4711"), 0, 9));
        assertEquals(List.of(both), list(sensors("Order=4711", "Order=0815", "Customer=K=*"), 0, 9));
        assertEquals(List.of(both), list(sensors("Customer=K=7\\*"), 0, 9), "the value itself, with its asterisk");
        assertEquals(List.of(), list(sensors("Customer=K=\\*"), 0, 9));
        assertEquals(List.of(one, both), list(sensors("Order=47*"), 0, 9));
        assertEquals(List.of(both), list(sensors("Order=47*"), 1, 9));
        assertEquals(List.of(one), list(sensors("Order=47*").withStates(Set.of(FlowState.FAULTED)), 0, 9));
        CompositeRevision composite = store.flow(one).orElseThrow().composite();
        assertEquals(
                List.of(one, both),
                list(
                        sensors("Order=*").withComposite(composite.partition(), composite.name(), composite.revision()),
                        0,
                        9));
        assertEquals(List.of(), list(sensors("Order=47*", "Customer=x"), 0, 9));
        assertEquals(List.of(), list(sensors("order=4711"), 0, 9));
        assertEquals(1, store.countPurge(sensors("Order=4711")).flows());
        assertEquals(1, purged(sensors("Order=4711")));
        assertEquals(List.of(), store.sensors(both, null, 99));
        assertEquals(List.of(one), list(sensors("Order=*"), 0, 9));
    }

    @Test
    void whatSensorsFoundInAFlowThatJoinsAnotherIsFoundInThatOne() {
        ClaimedInstance work = instance(store);
        TransitionDraft.of(work).subscribe("s", "key").commit(store);
        Message message = draft(store).keys("key").message();
        store.accept(inbound(message, sensor(message.flow(), "Order", "before")))
                .join();
        store.audit(List.of(sensor(message.flow(), "Order", "after"), sensor(work.flow(), "Order", "after")))
                .join();
        assertEquals(
                List.of(new SensorValue("Order", "after"), new SensorValue("Order", "before")),
                store.sensors(work.flow(), null, 99));
        assertEquals(store.sensors(work.flow(), null, 99), store.sensors(message.flow(), null, 99));
        assertEquals(List.of(work.flow()), list(sensors("Order=before"), 0, 9));
        assertEquals(List.of(work.flow()), list(sensors("Order=after", "Order=before"), 0, 9));
        TransitionDraft.of(claimed(store, work.instance()))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(1, store.purge(LATER, 10));
        assertEquals(List.of(), store.sensors(message.flow(), null, 99));
        store.audit(List.of(sensor(message.flow(), "Order", "late"))).join();
        assertEquals(List.of(), store.sensors(message.flow(), null, 99), "its flow is gone");
    }

    private static FlowFilter sensors(String... wanted) {
        return FlowFilter.ALL.withSensors(
                Arrays.stream(wanted).map(SensorValue::parse).collect(Collectors.toSet()));
    }

    private static AuditEvent sensor(long flow, String name, String value) {
        return new AuditEvent(
                new AuditSpan(flow, 0, 0, 0),
                T0,
                AuditEvent.Kind.SENSOR_VALUE,
                StoreFixtures.COMPOSITE.component("Service"),
                name,
                value);
    }

    private static AuditEvent fact(long flow, AuditEvent.Kind kind, String detail) {
        return new AuditEvent(
                new AuditSpan(flow, 0, 0, 0), T0, kind, StoreFixtures.COMPOSITE.component("Component"), "", detail);
    }

    @Test
    void purgeGoesByAllThatAFilterNames() {
        CompositeRevision other = new CompositeRevision("shop", "Bills", "2.0");
        long orders = store.newId();
        long bills = store.newId();
        long faulted = store.newId();
        long open = instance(store).flow();
        ClaimedInstance ended = instance(store);
        TransitionDraft.of(ended).end(FlowState.COMPLETED).commit(store);
        for (InboundMessage each : List.of(
                StoreFixtures.flow(orders, FlowState.COMPLETED, T0, event(orders, "x", T0)),
                InboundMessage.ofFlow(
                        bills, other, T0, FlowState.COMPLETED, List.of(fact(bills, AuditEvent.Kind.FLOW_TITLE, "t"))),
                InboundMessage.ofFlow(faulted, other, T0.plusSeconds(5), FlowState.FAULTED, List.of()))) {
            store.accept(each).join();
        }
        String component = ended.component().name();
        assertEquals(0, purged(FlowFilter.ALL.withComposite("nowhere", null, null)));
        assertEquals(0, purged(FlowFilter.ALL.withComposite("shop", null, "3.0")));
        assertEquals(0, purged(FlowFilter.ALL.withTitle("u*")));
        assertEquals(0, purged(FlowFilter.ALL.withStates(Set.of(FlowState.TERMINATED, FlowState.RUNNING))));
        assertEquals(0, purged(FlowFilter.ALL.withModified(LATER, null)));
        assertEquals(0, purged(FlowFilter.ALL.withComponent("Nobody")));
        assertEquals(4, store.countEnded(FlowFilter.ALL, 9));
        assertEquals(3, store.countEnded(FlowFilter.ALL, 3));
        assertEquals(1, store.countEnded(FlowFilter.ALL.withStates(Set.of(FlowState.FAULTED, FlowState.RUNNING)), 9));
        assertEquals(0, store.countEnded(FlowFilter.ALL.withStates(Set.of(FlowState.RUNNING)), 9));
        assertEquals(2, store.countEnded(FlowFilter.ALL.withComposite("shop", "Bills", "2.0"), 9));
        PurgeReport would = store.countPurge(FlowFilter.ALL.withComponent(component));
        assertEquals(1, would.flows());
        assertEquals(1, would.open());
        assertEquals(PurgeReport.End.DRY_RUN, would.end());
        assertEquals(1, purged(FlowFilter.ALL.withComponent(component)));
        assertEquals(1, purged(FlowFilter.ALL.withTitle("t")));
        assertEquals(
                1, purged(FlowFilter.ALL.withComposite("shop", "Bills", null).withStates(Set.of(FlowState.FAULTED))));
        assertEquals(1, purged(FlowFilter.ALL));
        assertEquals(List.of(open), list(FlowFilter.ALL, 0, 9));
    }

    private long purged(FlowFilter filter) {
        return store.purge(PurgeOrder.of(filter), report -> {}).flows();
    }

    @Test
    void purgeEndsWhenItHasDeletedAsManyAsItMay() {
        for (int i = 0; i < 30; i++) {
            long flow = store.newId();
            FlowState state = i % 2 == 0 ? FlowState.COMPLETED : FlowState.FAULTED;
            store.accept(StoreFixtures.flow(flow, state, T0, event(flow, "x", T0)))
                    .join();
        }
        PurgeReport most = store.purge(new PurgeOrder(FlowFilter.ALL, 4, 21, Duration.ofHours(1)), report -> {});
        assertEquals(21, most.flows());
        assertEquals(21, most.events());
        assertEquals(PurgeReport.End.MOST, most.end());
        PurgeReport rest = store.purge(new PurgeOrder(FlowFilter.ALL, 4, 9, Duration.ofHours(1)), report -> {});
        assertEquals(9, rest.flows());
        assertEquals(PurgeReport.End.DONE, rest.end());
        assertEquals(new StoreCounts(0, 0, 0, 0, 0, 0, 0), store.counts());
    }

    @Test
    void messagesThatNobodyTakesArePurgedByThemselves() {
        Message early = StoreFixtures.draftTo("Early", store).keys("one").message();
        Message late = StoreFixtures.draftTo("Late", store).keys("two").message();
        store.accept(inbound(early)).join();
        store.accept(inbound(late)).join();
        ClaimedInstance work = instance(store);
        MessageFilter all = new MessageFilter(null, null, null, null, null, null);
        assertEquals(2, store.countUndelivered(all));
        assertEquals(0, store.purgeUndelivered(new MessageFilter(null, null, null, "Nobody", null, null), 9));
        assertEquals(1, store.purgeUndelivered(new MessageFilter(null, null, null, "Early", null, null), 9));
        assertEquals(FlowState.COMPLETED, store.flow(early.flow()).orElseThrow().state());
        assertEquals(FlowState.RUNNING, store.flow(late.flow()).orElseThrow().state());
        assertEquals(1, store.purgeUndelivered(all, 9));
        assertEquals(0, store.purgeUndelivered(all, 9));
        assertEquals(1, store.counts().liveInstances());
        assertEquals(1, work.messages().size());
        TransitionDraft.of(work).subscribe("s", "two").commit(store);
        assertEquals(List.of(), store.claim(9, T0), "its message is gone");
    }

    @Test
    void historyIsReadByPages() {
        long flow = store.newId();
        store.accept(StoreFixtures.flow(flow, FlowState.COMPLETED, T0)).join();
        List<String> names = new ArrayList<>();
        for (int row = 0; row < 40; row++) {
            List<AuditEvent> events = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                names.add("e" + names.size());
                events.add(event(flow, names.get(names.size() - 1), T0.plusSeconds(names.size())));
            }
            store.audit(events).join();
        }
        List<String> read = new ArrayList<>();
        int pages = 0;
        long next = 0;
        do {
            HistoryPage page = store.history(flow, next, 30);
            page.events().forEach(event -> read.add(event.name()));
            next = page.next();
            pages++;
        } while (next != 0);
        assertEquals(names, read);
        assertTrue(pages > 5, "pages: " + pages);
    }

    @Test
    void settingsAreKeptWithWhoChangedThem() {
        store.changeSettings(Map.of("a", "1", "b", "2"), "anna").join();
        Map<String, String> back = new HashMap<>();
        back.put("a", null);
        back.put("b", "2");
        back.put("c", null);
        store.changeSettings(back, "ben").join();
        reopen();
        assertEquals(Map.of("b", "2"), store.settings());
        assertEquals(
                List.of("ben a 1 null", "anna b null 2", "anna a null 1"),
                store.settingChanges(9).stream()
                        .map(change ->
                                change.who() + " " + change.name() + " " + change.before() + " " + change.value())
                        .toList());
        assertEquals(1, store.settingChanges(1).size());
    }

    // Listening, counting, closing

    @Test
    void theListenerIsToldOfWorkCallsAndWhatIsGivenBack() throws Exception {
        AtomicReference<CountDownLatch> told = new AtomicReference<>(new CountDownLatch(1));
        store.onReady(() -> told.get().countDown());
        awaitTold(told);
        ClaimedInstance work = instance(store);
        awaitTold(told);
        TransitionDraft.of(work).call(call(work, 1, true)).commit(store);
        awaitTold(told);
        Call leased = store.leaseCalls(1, T0).get(0);
        store.retryCall(leased, T0, List.of()).join();
        awaitTold(told);
        draft(store, work.flow()).to(work.instance()).send();
        awaitTold(told);
        store.release(claimed(store, work.instance()), T0);
        awaitTold(told);
    }

    private static void awaitTold(AtomicReference<CountDownLatch> told) throws InterruptedException {
        assertTrue(told.get().await(1, TimeUnit.MINUTES));
        told.set(new CountDownLatch(1));
    }

    @Test
    void theListenerFindsWhatItWasToldOf() throws Exception {
        CountDownLatch found = new CountDownLatch(1);
        store.onReady(() -> {
            if (!store.claim(1, T0).isEmpty()) {
                found.countDown();
            }
        });
        draft(store).creates(store.newId()).send();
        assertTrue(found.await(1, TimeUnit.MINUTES));
    }

    @Test
    void countsTellWhatTheStoreHolds() {
        assertEquals(new StoreCounts(0, 0, 0, 0, 0, 0, 0), store.counts());
        ClaimedInstance work = instance(store);
        draft(store).keys("key").send();
        TransitionDraft.idle(work)
                .call(call(work, 1, true))
                .call(call(work, 2, false))
                .audit(event(work.flow(), "x", T0))
                .suspend()
                .commit(store);
        assertEquals(new StoreCounts(1, 1, 2, 1, 2, 2, 1), store.counts(), "of two messages the instance holds one");
        assertEquals(1, store.undeliveredMessages(0, 10).size());
        reopen();
        assertEquals(new StoreCounts(1, 1, 2, 1, 2, 2, 1), store.counts());
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();
        store.close();
        assertFails(() -> store.audit(List.of()).join());
        assertThrows(StoreException.class, () -> store.claim(1, T0));
        assertThrows(StoreException.class, () -> store.counts());
        open();
    }

    @Test
    void closingCommitsWhatWasHandedIn() {
        long flow = store.newId();
        for (int i = 0; i < 500; i++) {
            var unused = store.audit(List.of(event(flow, "e" + i, T0)));
        }
        reopen();
        assertEquals(
                500,
                store.history(flow).stream()
                        .map(AuditEvent::name)
                        .collect(Collectors.toSet())
                        .size());
    }

    // Signals

    @Test
    void aSignalOfAStepIsDeliveredWithItsCommit() {
        ClaimedInstance sender = instance(store);
        ClaimedInstance receiver = instance(store);
        TransitionDraft.of(receiver).subscribe("s", "ready").commit(store);

        TransitionDraft.of(sender).signal(store, "ready").commit(store);

        ClaimedInstance woken = claimed(store, receiver.instance());
        assertEquals(
                List.of("signal"),
                woken.messages().stream().map(Message::operation).toList());
        TransitionDraft.of(woken).end(FlowState.COMPLETED).commit(store);
    }

    @Test
    void signalsWaitInOrderAndEachIsReceivedOnce() {
        ClaimedInstance sender = instance(store);
        TransitionDraft.of(sender).signal(store, "tick").signal(store, "tick").commit(store);
        reopen();
        ClaimedInstance receiver = instance(store);
        TransitionDraft.of(receiver).subscribe("s", "tick").commit(store);
        ClaimedInstance first = claimed(store, receiver.instance());
        TransitionDraft.of(first).subscribe("s", "tick").commit(store);
        ClaimedInstance second = claimed(store, receiver.instance());
        TransitionDraft.of(second).subscribe("s", "tick").commit(store);

        assertEquals(1, first.messages().size());
        assertEquals(1, second.messages().size());
        assertTrue(first.messages().get(0).id() < second.messages().get(0).id());
        assertEquals(
                List.of(),
                store.claim(10, LATER).stream()
                        .filter(work -> work.instance() == receiver.instance())
                        .toList());
    }

    @Test
    void aStepThatCameTooLateSignalsNothing() {
        ClaimedInstance sender = instance(store);
        TransitionDraft.of(sender).commit(store);
        ClaimedInstance receiver = instance(store);
        TransitionDraft.of(receiver).subscribe("s", "late").commit(store);

        assertEquals(
                Store.CommitOutcome.STALE,
                TransitionDraft.idle(sender).signal(store, "late").commit(store));

        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aSignalThatNobodyTookEndsWithItsFlow() {
        ClaimedInstance sender = instance(store);
        TransitionDraft.of(sender).signal(store, "unheard").commit(store);
        long waiting = store.counts().openMessages();
        // The end of an instance ends its flow, whatever signals are left.
        ClaimedInstance again = again(sender);

        TransitionDraft.idle(again).end(FlowState.COMPLETED).commit(store);

        assertEquals(
                FlowState.COMPLETED, store.flow(sender.flow()).orElseThrow().state());
        assertEquals(waiting - 1, store.counts().openMessages());
    }

    // Components take turns

    /** The names of the components whose instances are claimed. */
    private List<String> claimedInTurns(int newInstances, int startedInstances) {
        return store.claim(newInstances, startedInstances, LATER).stream()
                .map(claimed -> claimed.component().name())
                .toList();
    }

    @Test
    void componentsTakeTurnsHoweverMuchOneOfThemHasToDo() {
        for (int i = 0; i < 20; i++) {
            draftTo("busy", store).creates(store.newId()).send();
        }
        for (int i = 0; i < 3; i++) {
            draftTo("calm", store).creates(store.newId()).send();
        }
        assertEquals(
                List.of("busy", "busy", "busy", "calm", "calm", "calm"),
                claimedInTurns(6, 0).stream().sorted().toList());
        draftTo("late", store).creates(store.newId()).send();
        assertEquals(List.of("late"), claimedInTurns(1, 0), "the one of which none is held");
        assertEquals(List.of("busy", "busy"), claimedInTurns(2, 0));
    }

    @Test
    void manyTimersOfOneComponentDoNotHideThoseOfOthers() {
        for (int i = 0; i < 50; i++) {
            draftTo("busy", store).creates(store.newId()).send();
        }
        draftTo("calm", store).creates(store.newId()).send();
        for (ClaimedInstance work : store.claim(100, 0, T0)) {
            Instant due = work.component().name().equals("calm") ? T0.plusSeconds(1) : T0;
            TransitionDraft.of(work).timer("t", due).commit(store);
        }
        assertEquals(
                List.of("busy", "calm"), claimedInTurns(0, 2).stream().sorted().toList());
    }

    @Test
    void ofOneComponentTheOldestComeFirst() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(draft(store).creates(store.newId()).send().creates());
        }
        List<Long> claimed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            store.claim(1, 0, T0).forEach(work -> claimed.add(work.instance()));
        }
        assertEquals(ids, claimed);
    }

    @Test
    void instancesThatBeginAndThoseThatGoOnAreCountedApart() {
        ClaimedInstance alarmed = instance(store);
        TransitionDraft.of(alarmed).timer("t", T0).commit(store);
        ClaimedInstance subscribed = instance(store);
        TransitionDraft.of(subscribed).subscribe("s", "key").commit(store);
        draft(store).keys("key").send();
        long begins = draft(store).creates(store.newId()).send().creates();

        assertEquals(List.of(), store.claim(0, 0, LATER));
        assertEquals(
                List.of(begins),
                store.claim(5, 0, LATER).stream().map(ClaimedInstance::instance).toList());
        assertEquals(
                Set.of(alarmed.instance(), subscribed.instance()),
                store.claim(5, 5, LATER).stream().map(ClaimedInstance::instance).collect(Collectors.toSet()));
    }

    @Test
    void whatIsGivenBackIsCountedNoMore() {
        for (int i = 0; i < 4; i++) {
            draftTo("a", store).creates(store.newId()).send();
            draftTo("b", store).creates(store.newId()).send();
        }
        List<ClaimedInstance> held = store.claim(4, 0, LATER);
        held.stream()
                .filter(work -> work.component().name().equals("b"))
                .forEach(work ->
                        TransitionDraft.of(work).end(FlowState.COMPLETED).commit(store));
        assertEquals(List.of("b", "b"), claimedInTurns(2, 0));
    }

    // Messages with the steps that they lead to

    private static InstanceStart beginning(Message message) {
        return new InstanceStart(
                inbound(message, event(message.flow(), "taken", T0)),
                TransitionDraft.of(ClaimedInstance.created(message, ""))
                        .put("a", "1")
                        .timer("t", T0)
                        .transition());
    }

    @Test
    void aMessageAndItsFirstStepAreOneTransaction() {
        Message message = draft(store).creates(store.newId()).message();

        assertEquals(
                Store.CommitOutcome.DONE,
                store.startInstances(List.of(beginning(message)), null).join());

        ClaimedInstance work = claimed(store, message.creates());
        assertEquals(1, work.version());
        assertEquals(List.of(), work.messages());
        assertState("1", work, "a");
        assertEquals(1, store.history(message.flow()).size());
    }

    @Test
    void aCallersStepAndThoseOfItsCalleesAreOneTransaction() {
        ClaimedInstance caller = instance(store);
        Message first = draft(store, caller.flow()).creates(store.newId()).message();
        Message second = draft(store, caller.flow()).creates(store.newId()).message();

        assertEquals(
                Store.CommitOutcome.DONE,
                store.startInstances(
                                List.of(beginning(first), beginning(second)),
                                TransitionDraft.of(caller)
                                        .put("b", "2")
                                        .timer("t", T0)
                                        .transition())
                        .join());

        assertState("2", claimed(store, caller.instance()), "b");
        assertEquals(3, store.counts().liveInstances());
    }

    @Test
    void whereOneOfThemCannotTakeEffectNoneDoes() {
        ClaimedInstance caller = instance(store);
        ClaimedInstance waiting = instance(store);
        TransitionDraft.of(waiting).subscribe("s", "key").commit(store);
        draft(store).key("known").creates(store.newId()).send();
        StoreCounts counts = store.counts();
        Message sound = draft(store, caller.flow()).creates(store.newId()).message();
        Message duplicate = draft(store).key("known").creates(store.newId()).message();
        Message elsewhere = draft(store).keys("key").creates(store.newId()).message();
        Transition step = TransitionDraft.of(caller).put("b", "2").transition();

        for (Message wrong : List.of(duplicate, elsewhere)) {
            assertEquals(
                    Store.CommitOutcome.STALE,
                    store.startInstances(List.of(beginning(sound), beginning(wrong)), step)
                            .join());
        }
        assertEquals(counts, store.counts());
        assertEquals(Store.CommitOutcome.DONE, store.commit(step).join(), "the caller still holds its claim");
        assertEquals(
                Store.CommitOutcome.STALE,
                store.startInstances(List.of(beginning(sound)), step).join(),
                "the caller has moved on");
        assertEquals(counts.liveInstances(), store.counts().liveInstances());
        draft(store).keys("key").send();
        assertEquals(1, claimed(store, waiting.instance()).messages().size(), "the subscription is still there");
    }

    private static ClaimedInstance again(ClaimedInstance work) {
        return new ClaimedInstance(work.ref(), work.version() + 1, work.state(), List.of(), List.of());
    }
}

package dev.weir.store;

import static dev.weir.store.Given.LATER;
import static dev.weir.store.Given.T0;
import static dev.weir.store.Given.call;
import static dev.weir.store.Given.claimed;
import static dev.weir.store.Given.event;
import static dev.weir.store.Given.instance;
import static dev.weir.store.Given.intake;
import static dev.weir.store.Given.letter;
import static dev.weir.store.Given.replyTo;
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
import java.util.List;
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
    void idsMayBeTakenOnTheStoresOwnThread() throws Exception {
        List<Long> ids = store.audit(List.of())
                .thenApply(done -> {
                    List<Long> taken = new ArrayList<>();
                    for (int i = 0; i < 3_500; i++) {
                        taken.add(store.newId());
                    }
                    return taken;
                })
                .get(10, TimeUnit.SECONDS);
        assertEquals(3_500, Set.copyOf(ids).size());
        assertTrue(store.newId() > ids.get(3_499));
    }

    // Messages that create

    @Test
    void aCreatingMessageMakesFreshWork() {
        long id = store.newId();
        long flow = store.newId();
        Message sent = letter(store, flow)
                .creates(id)
                .keys("a", "b\u0000\u00e4")
                .key("once")
                .replyTo("exchange-1")
                .conversation("conv")
                .callback("http://callback")
                .fault("{urn:x}f")
                .payload((byte) 9)
                .send();
        List<Work> works = store.claim(10, T0);
        assertEquals(1, works.size());
        Work work = works.get(0);
        assertEquals(id, work.instance());
        assertEquals(flow, work.flow());
        assertEquals(Given.COMPONENT, work.component());
        assertEquals(0, work.version());
        assertTrue(work.fresh());
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
        return new Message(
                message.id(),
                message.key(),
                message.flow(),
                message.span(),
                message.component(),
                message.partnerLink(),
                message.operation(),
                message.instance(),
                message.keys(),
                message.creates(),
                message.replyTo(),
                message.callback(),
                message.conversation(),
                message.fault(),
                NO_BYTES,
                message.received());
    }

    private static final byte[] NO_BYTES = {};

    @Test
    void aMessageThatCreatesAnInstanceThatIsThereIsRefusedWhole() {
        Work work = instance(store);
        Message again = letter(store).creates(work.instance()).message();
        assertFails(() ->
                store.accept(intake(again, event(again.flow(), "x", T0))).join());
        assertEquals(Optional.empty(), store.flow(again.flow()));
        assertEquals(List.of(), store.history(again.flow()));
    }

    private static StoreException assertFails(Runnable action) {
        CompletionException thrown = assertThrows(CompletionException.class, action::run);
        return (StoreException) thrown.getCause();
    }

    @Test
    void anIntakeHoldsMessagesOfItsOwnFlowOnly() {
        Message message = letter(store).keys("key").message();
        assertThrows(
                IllegalArgumentException.class,
                () -> new Intake(message.flow() + 1, Given.COMPOSITE, T0, FlowState.RUNNING, message, List.of()));
    }

    // Duplicates

    @Test
    void ofMessagesWithOneKeyOnlyTheFirstCounts() {
        Message first = letter(store).key("k").creates(store.newId()).send();
        Message second = letter(store).key("k").creates(store.newId()).message();
        AuditEvent event = event(second.flow(), "x", T0);
        assertEquals(Store.Taken.DUPLICATE, store.accept(intake(second, event)).join());
        assertEquals(Optional.empty(), store.flow(second.flow()));
        assertEquals(List.of(), store.history(second.flow()));
        List<Work> works = store.claim(10, T0);
        assertEquals(1, works.size());
        assertEquals(first.creates(), works.get(0).instance());
    }

    @Test
    void aDuplicateIsKnownAfterReopeningAndAfterItsInstanceEnded() {
        letter(store).key("k").creates(store.newId()).send();
        Step.of(store.claim(1, T0).get(0)).end(FlowState.COMPLETED).commit(store);
        reopen();
        Message again = letter(store).key("k").creates(store.newId()).message();
        assertEquals(Store.Taken.DUPLICATE, store.accept(intake(again)).join());
    }

    @Test
    void aDuplicateIsKnownForSevenDays() {
        for (int day = 0; day < 40; day++) {
            now.set(T0.plus(Duration.ofDays(day)));
            String key = "day " + day;
            assertEquals(
                    Store.Taken.NEW,
                    letter(store).sent(letter(store).key(key).keys("w").message()));
            for (int age = 0; age <= Math.min(6, day); age++) {
                Message old = letter(store).key("day " + (day - age)).keys("w").message();
                assertEquals(Store.Taken.DUPLICATE, store.accept(intake(old)).join(), "age " + age);
            }
        }
        now.set(T0.plus(Duration.ofDays(46)));
        Message old = letter(store).key("day 39").keys("w").message();
        assertEquals(Store.Taken.DUPLICATE, store.accept(intake(old)).join());
    }

    @Test
    void oldDeduplicationKeysAreForgottenAtLast() {
        letter(store).key("k").keys("w").send();
        now.set(T0.plus(Duration.ofDays(15)));
        assertEquals(
                Store.Taken.NEW,
                letter(store).sent(letter(store).key("k").keys("w").message()));
    }

    @Test
    void messagesWithoutKeyAreNeverDuplicates() {
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    Store.Taken.NEW,
                    letter(store).sent(letter(store).creates(store.newId()).message()));
        }
        assertEquals(3, store.claim(10, T0).size());
    }

    // Claims

    @Test
    void noInstanceIsHandedOutTwice() {
        letter(store).creates(store.newId()).send();
        assertEquals(1, store.claim(10, T0).size());
        assertEquals(List.of(), store.claim(10, T0));
    }

    @Test
    void claimsComeOldestFirstAndNotMoreThanAskedFor() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(letter(store).creates(store.newId()).send().creates());
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
        Work alarmed = instance(store);
        Step.of(alarmed).timer("t", T0.plusSeconds(5)).commit(store);
        long before = letter(store)
                .creates(store.newId())
                .received(T0.plusSeconds(4))
                .send()
                .creates();
        long after = letter(store)
                .creates(store.newId())
                .received(T0.plusSeconds(6))
                .send()
                .creates();
        List<Long> order = store.claim(3, LATER).stream().map(Work::instance).toList();
        assertEquals(List.of(before, alarmed.instance(), after), order);
    }

    @Test
    void manyMessagesForOneInstanceDoNotHideThoseForOthers() {
        long first = store.newId();
        long second = store.newId();
        letter(store).creates(first).send();
        letter(store).creates(second).send();
        store.claim(2, T0).forEach(work -> Step.of(work).commit(store));
        for (int i = 0; i < 5; i++) {
            letter(store).to(first).send();
        }
        letter(store).to(second).send();
        assertEquals(
                List.of(first, second),
                store.claim(2, T0).stream().map(Work::instance).toList());
    }

    @Test
    void allMessagesOfAnInstanceComeInOneClaimOldestFirst() {
        Work work = instance(store);
        Step.of(work).commit(store);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(letter(store, work.flow()).to(work.instance()).send().id());
        }
        List<Work> works = store.claim(10, T0);
        assertEquals(1, works.size());
        assertEquals(ids, works.get(0).messages().stream().map(Message::id).toList());
    }

    @Test
    void aClaimThatWasOpenIsHandedOutAgainAfterReopening() {
        Work before = instance(store);
        reopen();
        Work after = claimed(store, before.instance());
        assertEquals(before.version(), after.version());
        assertEquals(1, after.messages().size());
        assertSame(before.messages().get(0), after.messages().get(0));
    }

    @Test
    void releasedWorkIsHandedOutAgainButNotBeforeItsTime() {
        Work work = instance(store);
        store.release(work, T0.plusSeconds(10));
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(9)));
        assertEquals(Optional.of(T0.plusSeconds(10)), store.nextDue());
        Work again = store.claim(10, T0.plusSeconds(10)).get(0);
        assertEquals(work.instance(), again.instance());
        assertEquals(work.version(), again.version());
        assertEquals(Optional.empty(), store.nextDue());
    }

    @Test
    void releasingWhatSomebodyElseHoldsByNowChangesNothing() {
        Work old = instance(store);
        Step.of(old).commit(store);
        letter(store, old.flow()).to(old.instance()).send();
        claimed(store, old.instance());
        store.release(old, T0);
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aMessageThatComesDuringAClaimIsHandedOutAfterIt() {
        Work work = instance(store);
        Message late = letter(store, work.flow()).to(work.instance()).send();
        assertEquals(List.of(), store.claim(10, LATER));
        Step.of(work).commit(store);
        Work next = claimed(store, work.instance());
        assertEquals(1, next.version());
        assertEquals(
                List.of(late.id()), next.messages().stream().map(Message::id).toList());
    }

    @Test
    void whatAStepLeavesOverWaitsForNewsAndThenComesAlong() {
        Work work = instance(store);
        Step.of(work).commit(store);
        Message unwanted = letter(store, work.flow()).to(work.instance()).send();
        Step.idle(claimed(store, work.instance())).commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        Message news = letter(store, work.flow()).to(work.instance()).send();
        Work both = claimed(store, work.instance());
        assertEquals(
                List.of(unwanted.id(), news.id()),
                both.messages().stream().map(Message::id).toList());
        assertEquals(2, both.version());
        Step.idle(both).consume(news).timer("t", T0).commit(store);
        Work alarmed = claimed(store, work.instance());
        assertEquals(
                List.of(unwanted.id()),
                alarmed.messages().stream().map(Message::id).toList());
        assertEquals(List.of(new Timer("t", T0)), alarmed.timers());
    }

    // Transitions

    @Test
    void stateIsWrittenReplacedAndRemovedByRow() {
        Work work = instance(store);
        Step.of(work).put("a", "1").put("b", "2").put("c", "3").commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Work second = claimed(store, work.instance());
        assertState("1", second, "a");
        Step.of(second).put("a", "11").remove("b").remove("c").put("c", "33").commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        reopen();
        Work third = claimed(store, work.instance());
        assertEquals(2, third.version());
        assertFalse(third.fresh());
        assertState("11", third, "a");
        assertNull(third.state().get("b"));
        assertState("33", third, "c");
        assertNull(third.state().get("d"));
    }

    private static void assertState(String expected, Work work, String name) {
        byte[] row = work.state().get(name);
        assertNotNull(row);
        assertEquals(expected, new String(row, StandardCharsets.UTF_8));
    }

    @Test
    void aStaleTransitionChangesNothing() {
        Work old = instance(store);
        Step.of(old)
                .put("a", "1")
                .subscribe("s", "key")
                .call(call(old, 1, false))
                .commit(store);
        StoreCounts counts = store.counts();
        List<AuditEvent> history = store.history(old.flow());
        Transition stale = Step.of(old)
                .end(FlowState.FAULTED)
                .put("a", "2")
                .unsubscribe("s")
                .subscribe("s2", "key2")
                .timer("t", T0)
                .dropCall(call(old, 1, false).key())
                .call(call(old, 2, true))
                .audit(event(old.flow(), "x", T0))
                .transition();
        assertEquals(Store.Committed.STALE, store.commit(stale).join());
        assertEquals(counts, store.counts());
        assertEquals(history, store.history(old.flow()));
        assertEquals(Optional.of(T0), store.nextDue());
        assertEquals(
                List.of(call(old, 1, false).key()),
                store.leaseCalls(10, LATER).stream().map(Call::key).toList());
        assertEquals(List.of(), store.claim(10, LATER));
        letter(store).keys("key").send();
        assertState("1", claimed(store, old.instance()), "a");
    }

    @Test
    void aStaleTransitionDoesNotEndTheClaimOfTheNewOwner() {
        Work old = instance(store);
        Step.of(old).commit(store);
        letter(store, old.flow()).to(old.instance()).send();
        claimed(store, old.instance());
        assertEquals(Store.Committed.STALE, Step.of(old).commit(store));
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aTransitionOfAnEndedInstanceIsStale() {
        Work work = instance(store);
        assertEquals(
                Store.Committed.DONE, Step.of(work).end(FlowState.COMPLETED).commit(store));
        assertEquals(Store.Committed.STALE, Step.of(work).commit(store));
        assertEquals(0, store.counts().liveInstances());
    }

    @Test
    void aTransitionThatFailsStoresNothingAndTakesNoOtherDown() {
        Work bad = instance(store);
        Work good = instance(store);
        Call twice = call(bad, 1, true);
        StoreCounts counts = store.counts();
        var failing =
                store.commit(Step.of(bad).put("a", "1").call(twice).call(twice).transition());
        var passing = store.commit(Step.of(good).put("a", "1").transition());
        assertFails(failing::join);
        assertEquals(Store.Committed.DONE, passing.join());
        assertEquals(counts.undeliveredMessages() - 1, store.counts().undeliveredMessages());
        assertEquals(0, store.counts().openCalls());
        assertEquals(Store.Committed.DONE, Step.of(bad).put("a", "2").commit(store), "the claim is still held");
    }

    @Test
    void anInstanceThatEndsLeavesNothingBehind() {
        Work work = instance(store);
        Step.of(work)
                .put("a", "1")
                .timer("t", T0)
                .subscribe("s", "key")
                .call(call(work, 1, false))
                .commit(store);
        Step.of(claimed(store, work.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(new StoreCounts(0, 0, 0, 1, 0), store.counts());
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(List.of(), store.leaseCalls(10, LATER));
        letter(store).keys("key").send();
        assertEquals(List.of(), store.claim(10, LATER));
    }

    // Timers

    @Test
    void anAlarmMakesItsInstanceClaimableWhenItIsDue() {
        Work work = instance(store);
        Timer timer = new Timer("t", T0.plusSeconds(10));
        Step.of(work).timer(timer.name(), timer.due()).commit(store);
        assertEquals(Optional.of(timer.due()), store.nextDue());
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(9)));
        Work alarmed = store.claim(10, timer.due()).get(0);
        assertEquals(List.of(timer), alarmed.timers());
        assertEquals(List.of(), alarmed.messages());
        assertEquals(Optional.empty(), store.nextDue(), "somebody attends to it");
        Step.of(alarmed).commit(store);
        assertEquals(Optional.empty(), store.nextDue());
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void anAlarmOfAKnownNameReplacesIt() {
        Work work = instance(store);
        Step.of(work).timer("t", T0.plusSeconds(10)).commit(store);
        Step.of(claimed(store, work.instance())).timer("t", T0.plusSeconds(50)).commit(store);
        assertEquals(Optional.of(T0.plusSeconds(50)), store.nextDue());
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(49)));
        assertEquals(1, store.claim(10, T0.plusSeconds(50)).size());
    }

    @Test
    void anAlarmThatIsNoLongerWantedNeverGoesOff() {
        Work work = instance(store);
        Step.of(work)
                .timer("t", T0.plusSeconds(10))
                .timer("u", T0.plusSeconds(20))
                .commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Step.of(store.claim(1, T0).get(0)).endTimer("t").commit(store);
        assertEquals(List.of(), store.claim(10, T0.plusSeconds(19)));
        assertEquals(
                List.of(new Timer("u", T0.plusSeconds(20))),
                claimed(store, work.instance()).timers());
    }

    @Test
    void onlyAlarmsThatAreDueAreHandedOut() {
        Work work = instance(store);
        Step.of(work)
                .timer("later", T0.plusSeconds(20))
                .timer("now", T0.plusSeconds(10))
                .commit(store);
        Work alarmed = store.claim(10, T0.plusSeconds(15)).get(0);
        assertEquals(List.of(new Timer("now", T0.plusSeconds(10))), alarmed.timers());
        Step.of(alarmed).commit(store);
        assertEquals(Optional.of(T0.plusSeconds(20)), store.nextDue());
    }

    @Test
    void anAlarmThatAStepIgnoresDoesNotGoOffInALoop() {
        Work work = instance(store);
        Step.of(work).timer("t", T0).commit(store);
        Step.idle(claimed(store, work.instance())).commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        assertEquals(Optional.empty(), store.nextDue());
        letter(store, work.flow()).to(work.instance()).send();
        assertEquals(
                List.of(new Timer("t", T0)), claimed(store, work.instance()).timers());
    }

    @Test
    void anAlarmNeverGoesOffEarly() {
        Work work = instance(store);
        Instant due = T0.plusNanos(1);
        Step.of(work).timer("t", due).commit(store);
        assertEquals(List.of(), store.claim(10, T0));
        assertFalse(store.nextDue().orElseThrow().isBefore(due));
        assertEquals(1, store.claim(10, store.nextDue().orElseThrow()).size());
    }

    @Test
    void alarmsSurviveReopening() {
        Work work = instance(store);
        Step.of(work).timer("t", T0.plusSeconds(10)).commit(store);
        reopen();
        assertEquals(Optional.of(T0.plusSeconds(10)), store.nextDue());
        assertEquals(1, claimed(store, work.instance()).timers().size());
    }

    @Test
    void anAlarmInTheFarFutureIsKept() {
        Work work = instance(store);
        Step.of(work).timer("t", Instant.MAX).commit(store);
        assertEquals(List.of(), store.claim(10, Instant.parse("9999-12-31T23:59:59Z")));
        letter(store, work.flow()).to(work.instance()).send();
        assertEquals(1, store.claim(10, LATER).size());
    }

    // Correlation

    @Test
    void aMessageGoesToTheInstanceThatWaitsForItsKey() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        Message message = letter(store).keys("other", "key").send();
        assertSame(message, claimed(store, work.instance()).messages().get(0));
    }

    @Test
    void aMessageThatComesBeforeItsReceiveWaitsForIt() {
        Message message = letter(store).keys("key", "other", "key").send();
        reopen();
        assertEquals(List.of(), store.claim(10, LATER));
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        assertSame(message, claimed(store, work.instance()).messages().get(0));
        Work other = instance(store);
        Step.of(other).subscribe("s", "other").commit(store);
        assertEquals(List.of(), store.claim(10, LATER), "it went to one subscription only");
    }

    @Test
    void aSubscriptionTakesTheOldestWaitingMessage() {
        Message first = letter(store).keys("key").received(LATER).send();
        Message second = letter(store).keys("key").received(T0).send();
        Work one = instance(store);
        Step.of(one).subscribe("s", "key").commit(store);
        assertEquals(List.of(first.id()), ids(claimed(store, one.instance())));
        Work two = instance(store);
        Step.of(two).subscribe("s", "key").commit(store);
        assertEquals(List.of(second.id()), ids(claimed(store, two.instance())));
    }

    private static List<Long> ids(Work work) {
        return work.messages().stream().map(Message::id).toList();
    }

    @Test
    void aMessageGoesToTheOldestOfItsSubscriptions() {
        Work newer = instance(store);
        Work older = instance(store);
        Step.of(older).subscribe("s", "b").commit(store);
        Step.of(newer).subscribe("s", "a").commit(store);
        letter(store).keys("a", "b").send();
        assertEquals(
                List.of(older.instance()),
                store.claim(10, T0).stream().map(Work::instance).toList());
    }

    @Test
    void aSubscriptionIsUsedUpByItsMessage() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        Message first = letter(store).keys("key").send();
        letter(store).keys("key").send();
        Work claimed = claimed(store, work.instance());
        assertEquals(List.of(first.id()), ids(claimed));
        Step.of(claimed).unsubscribe("s").unsubscribe("never was").commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void whatIsNoLongerSubscribedReceivesNothing() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Step.of(claimed(store, work.instance())).unsubscribe("s").commit(store);
        letter(store).keys("key").send();
        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aSubscriptionOfAKnownNameReplacesIt() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "old").commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Step.of(claimed(store, work.instance())).subscribe("s", "new").commit(store);
        letter(store).keys("old").send();
        assertEquals(List.of(), store.claim(10, LATER));
        letter(store).keys("new").send();
        assertEquals(1, store.claim(10, LATER).size());
    }

    @Test
    void aSubscribedMessageDoesNotCreateEvenIfItCould() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        letter(store).keys("key").creates(store.newId()).send();
        assertEquals(
                List.of(work.instance()),
                store.claim(10, LATER).stream().map(Work::instance).toList());
    }

    @Test
    void aMessageForAnInstanceGoesThereWhateverItsKeysSay() {
        Work addressed = instance(store);
        Step.of(addressed).commit(store);
        Work subscribed = instance(store);
        Step.of(subscribed).subscribe("s", "key").commit(store);
        letter(store, addressed.flow()).to(addressed.instance()).keys("key").send();
        assertEquals(
                List.of(addressed.instance()),
                store.claim(10, LATER).stream().map(Work::instance).toList());
    }

    @Test
    void aMessageThatNobodyCanEverTakeIsToldInHistory() {
        Message lost = letter(store).to(4711).send();
        assertEquals(
                List.of(AuditEvent.Kind.REPLY_UNDELIVERED),
                store.history(lost.flow()).stream().map(AuditEvent::kind).toList());
        assertEquals(FlowState.COMPLETED, store.flow(lost.flow()).orElseThrow().state());
        assertEquals(0, store.counts().undeliveredMessages());
    }

    @Test
    void anInstanceThatSubscribesTakesWhatItHoldsUnderTheKeyFirst() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        Message held = letter(store).keys("key").send();
        Message waiting = letter(store).keys("key").send();
        Step.idle(claimed(store, work.instance())).commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Work again = claimed(store, work.instance());
        Step.idle(again).consume(again.messages().get(1)).subscribe("s2", "key").commit(store);
        assertEquals(List.of(held.id()), ids(claimed(store, work.instance())));
        assertEquals(2, store.counts().undeliveredMessages(), "the other one still waits: " + waiting.id());
    }

    @Test
    void aCorrelatedMessageThatAnEndedInstanceDidNotUseWaitsAgain() {
        Work first = instance(store);
        Step.of(first).subscribe("s", "a").commit(store);
        Message message = letter(store).keys("a", "b").send();
        Step.idle(claimed(store, first.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(List.of(), store.claim(10, LATER));
        Work second = instance(store);
        Step.of(second).subscribe("s", "b").commit(store);
        assertSame(message, claimed(store, second.instance()).messages().get(0));
    }

    @Test
    void aCorrelatedMessageThatAnEndedInstanceDidNotUseGoesToTheNextThatWaits() {
        Work first = instance(store);
        Step.of(first).subscribe("s", "key").commit(store);
        Message message = letter(store).keys("key").send();
        Work claimed = claimed(store, first.instance());
        Work second = instance(store);
        Step.of(second).subscribe("s", "key").commit(store);
        Step.idle(claimed).end(FlowState.COMPLETED).commit(store);
        assertEquals(List.of(message.id()), ids(claimed(store, second.instance())));
    }

    @Test
    void anAddressedMessageThatAnEndedInstanceDidNotUseIsToldInHistory() {
        Work work = instance(store);
        Step.of(work).commit(store);
        letter(store, work.flow()).to(work.instance()).send();
        Step.idle(claimed(store, work.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(
                List.of(AuditEvent.Kind.REPLY_UNDELIVERED),
                store.history(work.flow()).stream().map(AuditEvent::kind).toList());
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    @Test
    void aMessageThatComesDuringTheLastStepIsNotLost() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").timer("t", T0).commit(store);
        Work alarmed = claimed(store, work.instance());
        Message late = letter(store).keys("key").send();
        Step.of(alarmed).end(FlowState.COMPLETED).commit(store);
        Work other = instance(store);
        Step.of(other).subscribe("s", "key").commit(store);
        assertEquals(List.of(late.id()), ids(claimed(store, other.instance())));
    }

    // Definitions

    /** A new instance that began with a definition. */
    private Work begunWith(String definition) {
        long id = store.newId();
        Message message = letter(store).creates(id).message();
        store.accept(new Intake(message.flow(), Given.COMPOSITE, T0, FlowState.RUNNING, message, definition, List.of()))
                .join();
        return claimed(store, id);
    }

    @Test
    void anInstanceKeepsTheDefinitionWithWhichItBegan() {
        Work first = begunWith("1");
        long other = begunWith("2").instance();
        assertEquals("1", first.definition());
        Step.of(first).timer("t", T0).commit(store);
        reopen();

        assertEquals("1", claimed(store, first.instance()).definition());
        assertEquals("2", claimed(store, other).definition());
        assertEquals("", instance(store).definition());
    }

    @Test
    void definitionsAreToldAsLongAsAnInstanceOrAOneWayCallIsLeft() {
        assertEquals(Set.of(), store.definitions());
        Work one = begunWith("1");
        Work two = begunWith("2");
        Work alsoTwo = begunWith("2");
        instance(store);
        assertEquals(Set.of("1", "2"), store.definitions());
        reopen();
        assertEquals(Set.of("1", "2"), store.definitions());

        Step.of(claimed(store, two.instance())).end(FlowState.COMPLETED).commit(store);
        Step.of(claimed(store, one.instance()))
                .call(call(one, 1, true))
                .call(call(one, 2, false))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(Set.of("1", "2"), store.definitions());

        Call left = store.leaseCalls(10, T0).get(0);
        assertEquals("1", left.definition());
        store.completeCall(left, null, List.of()).join();
        assertEquals(Set.of("2"), store.definitions());
        Step.of(claimed(store, alsoTwo.instance())).end(FlowState.FAULTED).commit(store);
        assertEquals(Set.of(), store.definitions());
    }

    @Test
    void theLiveInstancesOfAFlowAreThoseOfFlowsThatJoinedItToo() {
        long flow = store.newId();
        Work ended = instance(store, flow);
        Work one = instance(store, flow);
        instance(store);
        Step.of(one).subscribe("s", "key").commit(store);
        Message joining = letter(store).keys("key").send();
        Step.of(ended).end(FlowState.COMPLETED).commit(store);

        List<LiveInstance> expected = List.of(new LiveInstance(one.instance(), flow, Given.COMPONENT));
        assertEquals(expected, store.live(flow));
        assertEquals(expected, store.live(joining.flow()));
        assertEquals(List.of(), store.live(999_999));
    }

    // Calls

    @Test
    void aCallIsLeasedOnceAndAsItWasGiven() {
        Work work = instance(store);
        Call call = new Call(
                "k:1",
                work.instance(),
                work.flow(),
                99,
                "other/Component",
                "definition",
                "link",
                "operation",
                true,
                "http://address",
                new byte[] {1},
                0,
                T0);
        Step.of(work).call(call).commit(store);
        List<Call> leased = store.leaseCalls(10, T0);
        assertEquals(1, leased.size());
        assertArrayEquals(call.payload(), leased.get(0).payload());
        assertEquals(withoutPayload(call), withoutPayload(leased.get(0)));
        assertEquals(List.of(), store.leaseCalls(10, LATER));
    }

    private static Call withoutPayload(Call call) {
        return new Call(
                call.key(),
                call.instance(),
                call.flow(),
                call.span(),
                call.component(),
                call.definition(),
                call.partnerLink(),
                call.operation(),
                call.oneWay(),
                call.address(),
                NO_BYTES,
                call.attempt(),
                call.due());
    }

    @Test
    void callsAreLeasedWhenDueOldestFirstAndNotMoreThanAskedFor() {
        Work work = instance(store);
        Step.of(work)
                .call(call(work, 1, true, T0.plusSeconds(2)))
                .call(call(work, 2, true, T0.plusSeconds(1)))
                .call(call(work, 3, true, T0.plusSeconds(9)))
                .commit(store);
        assertEquals(Optional.of(T0.plusSeconds(1)), store.nextDue());
        assertEquals(List.of(), store.leaseCalls(10, T0));
        assertEquals(List.of(work.instance() + ":2"), keys(store.leaseCalls(1, T0.plusSeconds(5))));
        assertEquals(List.of(work.instance() + ":1"), keys(store.leaseCalls(10, T0.plusSeconds(5))));
        assertEquals(Optional.of(T0.plusSeconds(9)), store.nextDue());
    }

    private static List<String> keys(List<Call> calls) {
        return calls.stream().map(Call::key).toList();
    }

    @Test
    void aReplyToACallReachesItsInstance() {
        Work work = instance(store);
        Step.of(work).call(call(work, 1, false)).commit(store);
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
        Work work = instance(store);
        Step.of(work).call(call(work, 1, false)).commit(store);
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
        Work work = instance(store);
        Step.of(work).call(call(work, 1, false)).commit(store);
        Call leased = store.leaseCalls(10, T0).get(0);
        replyTo(store, leased).send();
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        assertEquals(1, claimed(store, work.instance()).messages().size());
    }

    @Test
    void aRetriedCallIsLeasedAgainWhenDueWithItsAttemptRaised() {
        Work work = instance(store);
        Step.of(work).call(call(work, 1, true)).commit(store);
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
        Work work = instance(store);
        Step.of(work).call(call(work, 1, true)).commit(store);
        store.leaseCalls(10, T0);
        reopen();
        assertEquals(List.of(work.instance() + ":1"), keys(store.leaseCalls(10, T0)));
    }

    @Test
    void aDroppedCallIsNotLeasedAndItsReplyChangesNothing() {
        Work work = instance(store);
        Step.of(work).call(call(work, 1, false)).call(call(work, 2, false)).commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        letter(store, work.flow()).to(work.instance()).send();
        Step.of(claimed(store, work.instance()))
                .dropCall(leased.key())
                .dropCall(work.instance() + ":2")
                .commit(store);
        assertEquals(List.of(), store.leaseCalls(10, LATER));
        store.completeCall(leased, replyTo(store, leased).message(), List.of()).join();
        assertEquals(List.of(), store.claim(10, LATER));
        assertEquals(0, store.counts().openCalls());
    }

    @Test
    void aReplyToACallOfAnEndedInstanceChangesNothing() {
        Work work = instance(store);
        Step.of(work).call(call(work, 1, false)).timer("t", T0).commit(store);
        Call leased = store.leaseCalls(1, T0).get(0);
        Step.of(claimed(store, work.instance())).end(FlowState.COMPLETED).commit(store);
        StoreCounts counts = store.counts();
        store.completeCall(leased, replyTo(store, leased).message(), List.of(event(work.flow(), "x", T0)))
                .join();
        assertEquals(counts, store.counts());
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    @Test
    void oneWayCallsOutliveTheirInstance() {
        Work work = instance(store);
        Step.of(work)
                .call(call(work, 1, true))
                .call(call(work, 2, false))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertEquals(FlowState.RUNNING, store.flow(work.flow()).orElseThrow().state());
        List<Call> leased = store.leaseCalls(10, T0);
        assertEquals(List.of(work.instance() + ":1"), keys(leased));
        store.completeCall(leased.get(0), null, List.of()).join();
        assertEquals(FlowState.COMPLETED, store.flow(work.flow()).orElseThrow().state());
    }

    // Durable replies

    @Test
    void aDurableReplyIsKeptUntilItsCallIsCompleted() {
        Work caller = instance(store);
        Call call = call(caller, 1, false);
        Step.of(caller).call(call).commit(store);
        Work callee = instance(store);
        Reply reply = new Reply("call:" + call.key(), "{urn:x}fault", new byte[] {8});
        Step.of(callee).reply(reply).end(FlowState.COMPLETED).commit(store);
        reopen();
        Reply kept = store.reply(reply.exchange()).orElseThrow();
        assertEquals(reply.fault(), kept.fault());
        assertArrayEquals(reply.payload(), kept.payload());
        store.completeCall(call, replyTo(store, call).message(), List.of()).join();
        assertEquals(Optional.empty(), store.reply(reply.exchange()));
    }

    @Test
    void repliesToTheMessagesThatACallLedToGoWithTheCall() {
        Work caller = instance(store);
        Call call = call(caller, 1, false);
        Call neighbour = call(caller, 10, false);
        Step.of(caller).call(call).call(neighbour).commit(store);
        Work callee = instance(store);
        Step.of(callee)
                .reply(new Reply("call:" + call.key() + "/0", null, new byte[] {8}))
                .reply(new Reply("call:" + neighbour.key() + "/0", null, new byte[] {9}))
                .end(FlowState.COMPLETED)
                .commit(store);
        assertTrue(store.reply("call:" + call.key() + "/0").isPresent());

        store.completeCall(call, replyTo(store, call).message(), List.of()).join();

        assertEquals(Optional.empty(), store.reply("call:" + call.key() + "/0"));
        assertTrue(store.reply("call:" + neighbour.key() + "/0").isPresent());
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
        Work work = instance(store);
        Step.of(work).reply(new Reply("call:gone", null, new byte[] {8})).commit(store);
        assertEquals(Optional.empty(), store.reply("call:gone"));
    }

    @Test
    void otherRepliesAreNotKept() {
        Work work = instance(store);
        Step.of(work).reply(new Reply("http-1", null, new byte[] {8})).commit(store);
        assertEquals(Optional.empty(), store.reply("http-1"));
    }

    // Flows

    @Test
    void aFlowRunsWhileAnythingOfItLives() {
        long flow = store.newId();
        Work work = instance(store, flow);
        FlowView begun = store.flow(flow).orElseThrow();
        assertEquals(new FlowView(flow, Given.COMPOSITE, FlowState.RUNNING, T0, T0), begun);
        now.set(T0.plusSeconds(1));
        Step.of(work).end(FlowState.COMPLETED).commit(store);
        assertEquals(
                new FlowView(flow, Given.COMPOSITE, FlowState.COMPLETED, T0, T0.plusSeconds(1)),
                store.flow(flow).orElseThrow());
    }

    @Test
    void aFlowEndsAsItsInstancesDid() {
        for (FlowState end : List.of(FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED)) {
            long flow = store.newId();
            Work first = instance(store, flow);
            Work second = instance(store, flow);
            Step.of(first).end(end).commit(store);
            assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
            Step.of(second).end(FlowState.COMPLETED).commit(store);
            assertEquals(end, store.flow(flow).orElseThrow().state());
        }
    }

    @Test
    void aFlowWhoseMessageWaitsIsRunning() {
        Message waiting = letter(store).keys("key").send();
        assertEquals(FlowState.RUNNING, store.flow(waiting.flow()).orElseThrow().state());
    }

    @Test
    void aFlowWithoutInstancesIsAsItsIntakesSay() {
        long flow = store.newId();
        store.accept(Given.flow(flow, FlowState.RUNNING, T0)).join();
        assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
        store.accept(Given.flow(flow, FlowState.FAULTED, LATER)).join();
        assertEquals(FlowState.FAULTED, store.flow(flow).orElseThrow().state());
        assertEquals(T0, store.flow(flow).orElseThrow().created());
        assertEquals(1, store.counts().flows());
    }

    @Test
    void anIntakeThatEndsItsFlowDoesNotEndWhatStillLives() {
        long flow = store.newId();
        Work work = instance(store, flow);
        store.accept(Given.flow(flow, FlowState.COMPLETED, T0)).join();
        assertEquals(FlowState.RUNNING, store.flow(flow).orElseThrow().state());
        Step.of(work).end(FlowState.COMPLETED).commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(flow).orElseThrow().state());
    }

    @Test
    void flowsAreListedNewestFirstByPage() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            long id = store.newId();
            store.accept(Given.flow(id, FlowState.COMPLETED, T0.plusSeconds(i / 2)))
                    .join();
            ids.add(0, id);
        }
        assertEquals(ids, list(FlowFilter.ALL, 0, 10));
        assertEquals(ids.subList(1, 3), list(FlowFilter.ALL, 1, 2));
        assertEquals(List.of(), list(FlowFilter.ALL, 5, 2));
    }

    private List<Long> list(FlowFilter filter, int offset, int limit) {
        return store.flows(filter, offset, limit).stream().map(FlowView::flow).toList();
    }

    @Test
    void flowsAreFilteredByStateCompositeAndTime() {
        store.accept(new Intake(1, "a", T0, FlowState.COMPLETED, null, List.of()))
                .join();
        store.accept(new Intake(2, "b", T0.plusSeconds(1), FlowState.FAULTED, null, List.of()))
                .join();
        store.accept(new Intake(3, "a", T0.plusSeconds(2), FlowState.FAULTED, null, List.of()))
                .join();
        assertEquals(List.of(3L, 2L), list(new FlowFilter(FlowState.FAULTED, null, null, null), 0, 9));
        assertEquals(List.of(3L, 1L), list(new FlowFilter(null, "a", null, null), 0, 9));
        assertEquals(List.of(), list(new FlowFilter(null, "c", null, null), 0, 9));
        assertEquals(List.of(3L, 2L), list(new FlowFilter(null, null, T0.plusSeconds(1), null), 0, 9));
        assertEquals(List.of(1L), list(new FlowFilter(null, null, null, T0.plusSeconds(1)), 0, 9));
        assertEquals(
                List.of(3L), list(new FlowFilter(FlowState.FAULTED, "a", T0.plusSeconds(1), T0.plusSeconds(3)), 0, 9));
    }

    @Test
    void anUnknownFlowHasNoViewAndNoHistory() {
        assertEquals(Optional.empty(), store.flow(4711));
        assertEquals(List.of(), store.history(4711));
    }

    // Joining

    @Test
    void aMessagesFlowJoinsThatOfTheInstanceThatTakesIt() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        Message message = letter(store).keys("key").send();
        assertEquals(List.of(work.flow()), list(FlowFilter.ALL, 0, 9));
        assertEquals(work.flow(), store.flow(message.flow()).orElseThrow().flow());
        Work next = claimed(store, work.instance());
        assertEquals(work.flow(), next.flow());
        Step.of(next).end(FlowState.FAULTED).commit(store);
        assertEquals(FlowState.FAULTED, store.flow(message.flow()).orElseThrow().state());
        assertEquals(1, store.counts().flows());
    }

    @Test
    void aWaitingMessagesFlowJoinsWhenItIsTaken() {
        Message message = letter(store).keys("key").send();
        assertEquals(message.flow(), store.flow(message.flow()).orElseThrow().flow());
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        assertEquals(work.flow(), store.flow(message.flow()).orElseThrow().flow());
    }

    @Test
    void flowsThatJoinedOneThatJoinsAnotherGoAlong() {
        Work a = instance(store);
        Step.of(a).subscribe("s", "a").commit(store);
        Work b = instance(store);
        Step.of(b).subscribe("s", "b").commit(store);
        Message toB = letter(store).keys("b").send();
        letter(store, b.flow()).keys("a").send();
        assertEquals(a.flow(), store.flow(toB.flow()).orElseThrow().flow());
        assertEquals(a.flow(), store.flow(b.flow()).orElseThrow().flow());
        Step.of(claimed(store, a.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(FlowState.RUNNING, store.flow(a.flow()).orElseThrow().state(), "b lives in it");
        Step.of(claimed(store, b.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(a.flow()).orElseThrow().state());
    }

    @Test
    void flowsThatAnswerEachOtherStayOne() {
        Work a = instance(store);
        Step.of(a).subscribe("s", "a").commit(store);
        Work b = instance(store);
        Step.of(b).subscribe("s", "b").commit(store);
        letter(store, a.flow()).keys("b").send();
        letter(store, b.flow()).keys("a").send();
        assertEquals(List.of(b.flow()), list(FlowFilter.ALL, 0, 9));
        Step.of(claimed(store, a.instance())).end(FlowState.COMPLETED).commit(store);
        Step.of(claimed(store, b.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(FlowState.COMPLETED, store.flow(a.flow()).orElseThrow().state());
    }

    @Test
    void historyMergesJoinedFlowsByTimeThenByInsertion() {
        Work work = instance(store);
        Step.of(work)
                .subscribe("s", "key")
                .audit(event(work.flow(), "1", T0))
                .audit(event(work.flow(), "4", T0.plusSeconds(9)))
                .commit(store);
        Message message = letter(store).keys("key").message();
        store.accept(intake(
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
    }

    // Audit

    @Test
    void everyKindOfEventIsReadAsItWasWritten() {
        long flow = store.newId();
        List<AuditEvent> events = new ArrayList<>();
        for (AuditEvent.Kind kind : AuditEvent.Kind.values()) {
            int n = events.size();
            events.add(new AuditEvent(
                    flow,
                    n,
                    n + 1,
                    n + 2,
                    T0.plusMillis(n),
                    kind,
                    "component " + n % 3,
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
        store.accept(Given.flow(old, FlowState.FAULTED, T0.minusSeconds(1), event(old, "x", T0)))
                .join();
        store.accept(Given.flow(recent, FlowState.COMPLETED, T0, event(recent, "y", T0)))
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
            store.accept(Given.flow(flow, FlowState.COMPLETED, T0, event(flow, "x", T0)))
                    .join();
        }
        assertEquals(25, store.purge(LATER, 10));
        assertEquals(0, store.purge(LATER, 10));
        assertEquals(new StoreCounts(0, 0, 0, 0, 0), store.counts());
        assertThrows(IllegalArgumentException.class, () -> store.purge(LATER, 0));
    }

    @Test
    void joinedFlowsArePurgedWithTheOneTheyJoined() {
        Work work = instance(store);
        Step.of(work).subscribe("s", "key").commit(store);
        Message message = letter(store).keys("key").message();
        store.accept(intake(message, event(message.flow(), "x", T0))).join();
        assertEquals(0, store.purge(LATER, 10), "its root lives");
        Step.of(claimed(store, work.instance())).end(FlowState.COMPLETED).commit(store);
        assertEquals(1, store.purge(LATER, 10));
        assertEquals(Optional.empty(), store.flow(message.flow()));
        assertEquals(List.of(), store.history(message.flow()));
        assertEquals(new StoreCounts(0, 0, 0, 0, 0), store.counts());
    }

    // Listening, counting, closing

    @Test
    void theListenerIsToldOfWorkCallsAndWhatIsGivenBack() throws Exception {
        AtomicReference<CountDownLatch> told = new AtomicReference<>(new CountDownLatch(1));
        store.onReady(() -> told.get().countDown());
        awaitTold(told);
        Work work = instance(store);
        awaitTold(told);
        Step.of(work).call(call(work, 1, true)).commit(store);
        awaitTold(told);
        Call leased = store.leaseCalls(1, T0).get(0);
        store.retryCall(leased, T0, List.of()).join();
        awaitTold(told);
        letter(store, work.flow()).to(work.instance()).send();
        awaitTold(told);
        store.release(claimed(store, work.instance()), T0);
        awaitTold(told);
    }

    private static void awaitTold(AtomicReference<CountDownLatch> told) throws InterruptedException {
        assertTrue(told.get().await(10, TimeUnit.SECONDS));
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
        letter(store).creates(store.newId()).send();
        assertTrue(found.await(10, TimeUnit.SECONDS));
    }

    @Test
    void countsTellWhatTheStoreHolds() {
        assertEquals(new StoreCounts(0, 0, 0, 0, 0), store.counts());
        Work work = instance(store);
        letter(store).keys("key").send();
        Step.of(work)
                .call(call(work, 1, true))
                .call(call(work, 2, false))
                .audit(event(work.flow(), "x", T0))
                .commit(store);
        assertEquals(new StoreCounts(1, 1, 2, 2, 1), store.counts());
        reopen();
        assertEquals(new StoreCounts(1, 1, 2, 2, 1), store.counts());
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
        Work sender = instance(store);
        Work receiver = instance(store);
        Step.of(receiver).subscribe("s", "ready").commit(store);

        Step.of(sender).signal(store, "ready").commit(store);

        Work woken = claimed(store, receiver.instance());
        assertEquals(
                List.of("signal"),
                woken.messages().stream().map(Message::operation).toList());
        Step.of(woken).end(FlowState.COMPLETED).commit(store);
    }

    @Test
    void signalsWaitInOrderAndEachIsReceivedOnce() {
        Work sender = instance(store);
        Step.of(sender).signal(store, "tick").signal(store, "tick").commit(store);
        reopen();
        Work receiver = instance(store);
        Step.of(receiver).subscribe("s", "tick").commit(store);
        Work first = claimed(store, receiver.instance());
        Step.of(first).subscribe("s", "tick").commit(store);
        Work second = claimed(store, receiver.instance());
        Step.of(second).subscribe("s", "tick").commit(store);

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
        Work sender = instance(store);
        Step.of(sender).commit(store);
        Work receiver = instance(store);
        Step.of(receiver).subscribe("s", "late").commit(store);

        assertEquals(
                Store.Committed.STALE, Step.idle(sender).signal(store, "late").commit(store));

        assertEquals(List.of(), store.claim(10, LATER));
    }

    @Test
    void aSignalThatNobodyTookEndsWithItsFlow() {
        Work sender = instance(store);
        Step.of(sender).signal(store, "unheard").commit(store);
        long waiting = store.counts().undeliveredMessages();
        // The end of an instance ends its flow, whatever signals are left.
        Work again = again(sender);

        Step.idle(again).end(FlowState.COMPLETED).commit(store);

        assertEquals(
                FlowState.COMPLETED, store.flow(sender.flow()).orElseThrow().state());
        assertEquals(waiting - 1, store.counts().undeliveredMessages());
    }

    // Components take turns

    private List<String> claimedInTurns(int begin, int goOn) {
        return store.claim(begin, goOn, LATER).stream().map(Work::component).toList();
    }

    @Test
    void componentsTakeTurnsHoweverMuchOneOfThemHasToDo() {
        for (int i = 0; i < 20; i++) {
            letter(store).component("busy").creates(store.newId()).send();
        }
        for (int i = 0; i < 3; i++) {
            letter(store).component("calm").creates(store.newId()).send();
        }
        assertEquals(
                List.of("busy", "busy", "busy", "calm", "calm", "calm"),
                claimedInTurns(6, 0).stream().sorted().toList());
        letter(store).component("late").creates(store.newId()).send();
        assertEquals(List.of("late"), claimedInTurns(1, 0), "the one of which none is held");
        assertEquals(List.of("busy", "busy"), claimedInTurns(2, 0));
    }

    @Test
    void ofOneComponentTheOldestComeFirst() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(letter(store).creates(store.newId()).send().creates());
        }
        List<Long> claimed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            store.claim(1, 0, T0).forEach(work -> claimed.add(work.instance()));
        }
        assertEquals(ids, claimed);
    }

    @Test
    void instancesThatBeginAndThoseThatGoOnAreCountedApart() {
        Work alarmed = instance(store);
        Step.of(alarmed).timer("t", T0).commit(store);
        Work subscribed = instance(store);
        Step.of(subscribed).subscribe("s", "key").commit(store);
        letter(store).keys("key").send();
        long begins = letter(store).creates(store.newId()).send().creates();

        assertEquals(List.of(), store.claim(0, 0, LATER));
        assertEquals(
                List.of(begins),
                store.claim(5, 0, LATER).stream().map(Work::instance).toList());
        assertEquals(
                Set.of(alarmed.instance(), subscribed.instance()),
                store.claim(5, 5, LATER).stream().map(Work::instance).collect(Collectors.toSet()));
    }

    @Test
    void whatIsGivenBackIsCountedNoMore() {
        for (int i = 0; i < 4; i++) {
            letter(store).component("a").creates(store.newId()).send();
            letter(store).component("b").creates(store.newId()).send();
        }
        List<Work> held = store.claim(4, 0, LATER);
        held.stream()
                .filter(work -> work.component().equals("b"))
                .forEach(work -> Step.of(work).end(FlowState.COMPLETED).commit(store));
        assertEquals(List.of("b", "b"), claimedInTurns(2, 0));
    }

    // Messages with the steps that they lead to

    private static Beginning beginning(Message message) {
        Work work = new Work(
                message.creates(), message.flow(), message.component(), 0, StateRows.NONE, List.of(message), List.of());
        return new Beginning(
                intake(message, event(message.flow(), "taken", T0)),
                Step.of(work).put("a", "1").timer("t", T0).transition());
    }

    @Test
    void aMessageAndItsFirstStepAreOneTransaction() {
        Message message = letter(store).creates(store.newId()).message();

        assertEquals(
                Store.Committed.DONE,
                store.begin(List.of(beginning(message)), null).join());

        Work work = claimed(store, message.creates());
        assertEquals(1, work.version());
        assertEquals(List.of(), work.messages());
        assertState("1", work, "a");
        assertEquals(1, store.history(message.flow()).size());
    }

    @Test
    void aCallersStepAndThoseOfItsCalleesAreOneTransaction() {
        Work caller = instance(store);
        Message first = letter(store, caller.flow()).creates(store.newId()).message();
        Message second = letter(store, caller.flow()).creates(store.newId()).message();

        assertEquals(
                Store.Committed.DONE,
                store.begin(
                                List.of(beginning(first), beginning(second)),
                                Step.of(caller).put("b", "2").timer("t", T0).transition())
                        .join());

        assertState("2", claimed(store, caller.instance()), "b");
        assertEquals(3, store.counts().liveInstances());
    }

    @Test
    void whereOneOfThemCannotTakeEffectNoneDoes() {
        Work caller = instance(store);
        Work waiting = instance(store);
        Step.of(waiting).subscribe("s", "key").commit(store);
        letter(store).key("known").creates(store.newId()).send();
        StoreCounts counts = store.counts();
        Message sound = letter(store, caller.flow()).creates(store.newId()).message();
        Message duplicate = letter(store).key("known").creates(store.newId()).message();
        Message elsewhere = letter(store).keys("key").creates(store.newId()).message();
        Transition step = Step.of(caller).put("b", "2").transition();

        for (Message wrong : List.of(duplicate, elsewhere)) {
            assertEquals(
                    Store.Committed.STALE,
                    store.begin(List.of(beginning(sound), beginning(wrong)), step)
                            .join());
        }
        assertEquals(counts, store.counts());
        assertEquals(Store.Committed.DONE, store.commit(step).join(), "the caller still holds its claim");
        assertEquals(
                Store.Committed.STALE,
                store.begin(List.of(beginning(sound)), step).join(),
                "the caller has moved on");
        assertEquals(counts.liveInstances(), store.counts().liveInstances());
        letter(store).keys("key").send();
        assertEquals(1, claimed(store, waiting.instance()).messages().size(), "the subscription is still there");
    }

    private static Work again(Work work) {
        return new Work(
                work.instance(), work.flow(), work.component(), work.version() + 1, work.state(), List.of(), List.of());
    }
}

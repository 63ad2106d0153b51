package dev.weir.store;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Store.AcceptOutcome;
import dev.weir.store.Store.CommitOutcome;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of one transaction of which some fail: the others are run again, and must take effect exactly once. */
@Timeout(120)
class GroupCommitTest {
    @TempDir
    Path folder;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder, () -> StoreFixtures.T0);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static AuditEvent event(long flow, String name) {
        return StoreFixtures.event(flow, name, StoreFixtures.T0);
    }

    private List<String> history(long flow) {
        return store.history(flow).stream().map(AuditEvent::name).toList();
    }

    /** A request that changes flow, history and totals before it fails: its instance exists already. */
    private CompletableFuture<AcceptOutcome> failing(long existing) {
        long flow = store.newId();
        return store.accept(StoreFixtures.inbound(
                StoreFixtures.draft(store, flow).creates(existing).message(), event(flow, "not to be seen")));
    }

    private static void assertFailed(CompletableFuture<?> request) {
        assertInstanceOf(
                StoreException.class,
                assertThrows(CompletionException.class, request::join).getCause());
    }

    private void assertSound() throws Exception {
        store.close();
        assertEquals(List.of(), StoreRows.read(folder.resolve(SqliteStore.NAME)).wrong());
        open();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allButThoseThatFailAreStoredExactlyOnce(boolean deferred) throws Exception {
        store.writeAudit(new AuditWriting(deferred, 10, Duration.ofMinutes(5), 100, 50_000));
        ClaimedInstance ending = StoreFixtures.instance(store);
        ClaimedInstance calling = StoreFixtures.instance(store);
        TransitionDraft.of(calling)
                .call(StoreFixtures.call(calling, 1, false))
                .audit(event(calling.flow(), "called"))
                .commit(store);
        Call call = store.leaseCalls(1, StoreFixtures.LATER).get(0);
        Message waiting = StoreFixtures.draft(store).keys("nobody's").send();
        Message created = StoreFixtures.draftTo("FirstOfItsName", store)
                .key("once")
                .creates(store.newId())
                .message();
        Message again =
                StoreFixtures.draft(store).key("once").creates(store.newId()).message();
        Transition stale =
                TransitionDraft.of(ClaimedInstance.created(again, "")).transition();
        Message reply = StoreFixtures.replyTo(store, call).message();

        CountDownLatch go = BusyStore.block(store);
        var accepted = store.accept(StoreFixtures.inbound(created, event(created.flow(), "accepted")));
        var ended = store.commit(TransitionDraft.of(ending)
                .audit(event(ending.flow(), "ended"))
                .end(FlowState.COMPLETED)
                .transition());
        var failed = failing(calling.instance());
        var completed = store.completeCall(call, reply, List.of(event(call.flow(), "answered")));
        var dropped = store.dropMessage(waiting.id(), null, List.of(event(waiting.flow(), "dropped")));
        var duplicate = store.accept(StoreFixtures.inbound(again));
        var notStarted = store.startInstances(List.of(new InstanceStart(StoreFixtures.inbound(again), stale)), null);
        var settings = store.changeSettings(Map.of("a", "1"), "anna");
        var last = store.audit(List.of(event(calling.flow(), "last")));
        go.countDown();

        assertEquals(AcceptOutcome.NEW, accepted.join());
        assertEquals(CommitOutcome.DONE, ended.join());
        assertFailed(failed);
        completed.join();
        assertTrue(dropped.join());
        assertEquals(AcceptOutcome.DUPLICATE, duplicate.join());
        assertEquals(CommitOutcome.STALE, notStarted.join());
        settings.join();
        last.join();

        assertEquals(List.of("accepted"), history(created.flow()));
        assertEquals(List.of("ended"), history(ending.flow()));
        assertEquals(List.of("called", "answered", "last"), history(calling.flow()));
        assertEquals(List.of("dropped"), history(waiting.flow()));
        StoreCounts expected = new StoreCounts(2, 0, 2, 0, 0, 4, 6);
        assertEquals(expected, store.counts());
        assertEquals(1, store.settingChanges(10).size());
        assertEquals(
                FlowState.COMPLETED, store.flow(ending.flow()).orElseThrow().state());
        assertEquals(
                FlowState.TERMINATED, store.flow(waiting.flow()).orElseThrow().state());
        assertEquals(
                created.component(),
                StoreFixtures.claimed(store, created.creates()).component());
        assertEquals(
                reply.id(),
                StoreFixtures.claimed(store, calling.instance())
                        .messages()
                        .get(0)
                        .id());
        assertSound();
        assertEquals(expected, store.counts());
    }

    /** The events that waited are taken by a transaction that is undone: they are neither lost nor written twice. */
    @Test
    void eventsThatWaitedToBeWrittenAreWrittenOnceByATransactionThatIsRunAgain() throws Exception {
        store.writeAudit(new AuditWriting(true, 10, Duration.ofMinutes(5), 100, 50_000));
        ClaimedInstance instance = StoreFixtures.instance(store);
        store.audit(List.of(event(instance.flow(), "waits"))).join();
        store.writeAudit(new AuditWriting(false, 10, Duration.ofMinutes(5), 100, 50_000));
        CountDownLatch go = BusyStore.block(store);
        var written = store.audit(List.of(event(instance.flow(), "first")));
        var failed = failing(instance.instance());
        var last = store.audit(List.of(event(instance.flow(), "last")));
        go.countDown();
        written.join();
        last.join();
        assertFailed(failed);
        assertEquals(List.of("waits", "first", "last"), history(instance.flow()));
        assertSound();
        assertEquals(3, store.counts().auditEvents());
    }

    @Test
    void whatAFailedStepHasCountedInItsFlowIsForgotten() throws Exception {
        ClaimedInstance begun = StoreFixtures.instance(store);
        Call call = StoreFixtures.call(begun, 1, false);
        TransitionDraft.idle(begun).call(call).commit(store);
        StoreFixtures.draft(store, begun.flow()).to(begun.instance()).send();
        ClaimedInstance instance = StoreFixtures.claimed(store, begun.instance());
        Message other = StoreFixtures.draft(store).creates(store.newId()).message();
        Transition callsAgain = TransitionDraft.of(instance).call(call).transition();

        CountDownLatch go = BusyStore.block(store);
        var accepted = store.accept(StoreFixtures.inbound(other));
        var failed = store.commit(callsAgain);
        go.countDown();
        assertEquals(AcceptOutcome.NEW, accepted.join());
        assertFailed(failed);

        assertEquals(CommitOutcome.DONE, TransitionDraft.of(instance).commit(store));
        assertEquals(FlowState.RUNNING, store.flow(begun.flow()).orElseThrow().state(), "its instance and call live");
        assertSound();
    }

    @Test
    void aPurgeInATransactionThatIsRunAgainCountsWhatItDeletedOnce() throws Exception {
        ClaimedInstance instance = StoreFixtures.instance(store);
        for (int i = 0; i < 3; i++) {
            long flow = store.newId();
            store.accept(StoreFixtures.flow(flow, FlowState.COMPLETED, StoreFixtures.T0, event(flow, "old")))
                    .join();
        }
        CountDownLatch go = BusyStore.block(store);
        CompletableFuture<PurgeReport> report = new CompletableFuture<>();
        Thread purge = new Thread(() -> report.complete(store.purge(PurgeOrder.of(FlowFilter.ALL), progress -> {})));
        purge.start();
        eventually("the purge waits for the store", purge::getState, state -> state == Thread.State.WAITING);
        // As long as it lets others go first.
        Thread.sleep(50);
        var failed = failing(instance.instance());
        go.countDown();
        assertFailed(failed);
        assertEquals(3, report.join().flows());
        assertEquals(3, report.join().events());
        assertEquals(1, store.counts().flows());
        assertSound();
        assertEquals(0, store.counts().auditEvents());
    }

    /** Statements that answer with what they changed count as changes, without which a transaction leaves the totals alone. */
    @Test
    void aStepThatOnlyUsesUpItsMessageIsCounted() {
        TransitionDraft.of(StoreFixtures.instance(store)).commit(store);
        assertEquals(0, store.counts().openMessages());
        close();
        open();
        assertEquals(0, store.counts().openMessages());
    }
}

package dev.weir.store;

import static dev.weir.store.StoreFixtures.LATER;
import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.event;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.testing.TestSeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The algebra of transitions. */
class TransitionTest {
    private static final String[] NAMES = {"a", "b", "c"};

    private final long seed = TestSeed.of(TransitionTest.class);
    private final Random random = new Random(seed);

    private static ClaimedInstance claimed(StateRows rows, List<Message> messages, List<Timer> timers) {
        return new ClaimedInstance(
                new InstanceRef(7, 3, StoreFixtures.COMPONENT, "definition"), 4, rows, messages, timers);
    }

    private static Message message(long id) {
        return Message.to(StoreFixtures.COMPONENT, "client", "order")
                .id(id)
                .flow(3)
                .build();
    }

    private static Call call(int number) {
        return Call.of(
                        new CallKey(7, number),
                        claimed(StateRows.NONE, List.of(), List.of()).ref(),
                        "link",
                        "operation")
                .build();
    }

    @Test
    void aStepThatChangesNothingIsNeutral() {
        ClaimedInstance claimed = claimed(StateRows.NONE, List.of(message(1)), List.of());
        Transition step = Transition.of(claimed)
                .rowsPut(Map.of("a", new byte[] {1}))
                .messagesConsumed(List.of(1L))
                .calls(List.of(call(1)))
                .audit(List.of(event(3, "x", T0)))
                .build();
        Transition nothing = Transition.of(claimed).build();
        assertEquals(step, step.then(nothing));
        assertEquals(step, nothing.then(step));
    }

    @Test
    void aCallThatTheNextStepDropsIsNotMade() {
        ClaimedInstance claimed = claimed(StateRows.NONE, List.of(), List.of());
        Transition one = Transition.of(claimed).calls(List.of(call(1), call(2))).build();
        Transition two = Transition.of(claimed.after(one, List.of()))
                .callsDropped(Set.of(new CallKey(7, 0), new CallKey(7, 1)))
                .calls(List.of(call(3)))
                .build();
        Transition both = one.then(two);
        assertEquals(
                List.of(call(2).key(), call(3).key()),
                both.calls().stream().map(Call::key).toList());
        assertEquals(Set.of(new CallKey(7, 0)), both.callsDropped());
    }

    @Test
    void messagesThatWereNeverStoredAreNotConsumed() {
        ClaimedInstance claimed = claimed(StateRows.NONE, List.of(message(1), message(2)), List.of());
        Transition one = Transition.of(claimed).messagesConsumed(List.of(1L)).build();
        ClaimedInstance after = claimed.after(one, List.of(message(9)));
        assertEquals(List.of(2L, 9L), after.messages().stream().map(Message::id).toList());
        assertEquals(5, after.version());
        Transition two = Transition.of(after).messagesConsumed(List.of(9L, 2L)).build();
        assertEquals(List.of(1L, 2L), one.then(two).messagesConsumed());
        assertEquals(claimed, one.then(two).claimed());
    }

    @Test
    void theNextStepSeesTheRowsAndTimersOfTheOneBefore() {
        ClaimedInstance claimed = claimed(
                name -> name.equals("new") ? null : new byte[] {1},
                List.of(),
                List.of(new Timer("t", T0), new Timer("u", T0)));
        Transition one = Transition.of(claimed)
                .rowsPut(Map.of("new", new byte[] {2}))
                .rowsRemoved(Set.of("old"))
                .timersEnded(Set.of("t"))
                .build();
        ClaimedInstance after = claimed.after(one, List.of());
        assertArrayEquals(new byte[] {2}, after.state().get("new"));
        assertArrayEquals(new byte[] {1}, after.state().get("other"));
        assertNull(after.state().get("old"));
        assertEquals(List.of(new Timer("u", T0)), after.timers());
    }

    @Test
    void withoutAndWithAuditLeaveTheRestAsItWas() {
        Transition step = Transition.of(claimed(StateRows.NONE, List.of(), List.of()))
                .state(FlowState.FAULTED)
                .suspended(true)
                .calls(List.of(call(1), call(2)))
                .signals(List.of(message(5)))
                .audit(List.of(event(3, "x", T0)))
                .build();
        assertEquals(
                List.of(call(2).key()),
                step.without(call(1).key()).calls().stream().map(Call::key).toList());
        assertEquals(step.signals(), step.without(call(1).key()).signals());
        assertEquals(step.toBuilder().calls(List.of()).signals(List.of()).build(), step.withoutEffects());
        Transition told = step.withAudit(List.of(event(3, "y", T0)));
        assertEquals(
                List.of("x", "y"), told.audit().stream().map(AuditEvent::name).toList());
        assertEquals(step, told.toBuilder().audit(step.audit()).build());
    }

    /** Committing two steps one after the other, or both as one, leaves the same behind. */
    @Test
    void twoStepsAsOneComeToTheSame() {
        for (int round = 0; round < 300; round++) {
            Store apart = MemoryStore.open(Path.of("apart" + round), () -> T0);
            Store together = MemoryStore.open(Path.of("together" + round), () -> T0);
            ClaimedInstance claimed = StoreFixtures.instance(apart);
            ClaimedInstance same = StoreFixtures.instance(together);
            assertEquals(claimed.ref(), same.ref());
            Transition one = step(claimed, 1, Set.of());
            ClaimedInstance next = claimed.after(one, List.of());
            Transition two = step(next, 11, one.calls().stream().map(Call::key).collect(Collectors.toSet()));
            apart.commit(one).join();
            apart.commit(two).join();
            Transition both = one.then(two);
            together.commit(both.toBuilder(same).build()).join();
            int number = round;
            assertEquals(
                    contents(apart, claimed), contents(together, same), () -> "seed " + seed + ", round " + number);
        }
    }

    private Transition step(ClaimedInstance claimed, int firstCall, Set<CallKey> open) {
        Map<String, byte[]> put = new LinkedHashMap<>();
        Set<String> removed = new HashSet<>();
        List<Timer> timers = new ArrayList<>();
        Set<String> timersEnded = new HashSet<>();
        List<Subscription> subscriptions = new ArrayList<>();
        Set<String> subscriptionsEnded = new HashSet<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                put.put(name, new byte[] {(byte) random.nextInt()});
            }
            if (random.nextInt(3) == 0) {
                removed.add(name);
            }
            if (random.nextBoolean()) {
                timers.add(new Timer(name, T0.plusSeconds(random.nextInt(100))));
            }
            if (random.nextInt(3) == 0) {
                timersEnded.add(name);
            }
            if (random.nextBoolean()) {
                subscriptions.add(new Subscription(name, "key " + random.nextInt(100)));
            }
            if (random.nextInt(3) == 0) {
                subscriptionsEnded.add(name);
            }
        }
        List<Call> calls = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            calls.add(StoreFixtures.call(claimed, firstCall + i, random.nextBoolean()));
        }
        return Transition.of(claimed)
                .suspended(random.nextBoolean())
                .rowsPut(put)
                .rowsRemoved(removed)
                .messagesConsumed(claimed.messages().stream()
                        .filter(message -> random.nextBoolean())
                        .map(Message::id)
                        .toList())
                .timersSet(timers)
                .timersEnded(timersEnded)
                .subscriptionsAdded(subscriptions)
                .subscriptionsEnded(subscriptionsEnded)
                .calls(calls)
                .callsDropped(open.stream().filter(key -> random.nextBoolean()).collect(Collectors.toSet()))
                .audit(List.of(event(claimed.flow(), "step " + firstCall, T0)))
                .build();
    }

    /** What there is to see of an instance: its timers make it claimable, keys show who is subscribed. */
    private static List<Object> contents(Store store, ClaimedInstance instance) {
        List<Object> contents = new ArrayList<>();
        for (int key = 0; key < 100; key++) {
            StoreFixtures.draft(store, instance.flow()).keys("key " + key).send();
        }
        for (ClaimedInstance claimed : store.claim(10, LATER)) {
            contents.add(claimed.timers());
            contents.add(claimed.messages().stream().map(Message::keys).toList());
            for (String name : NAMES) {
                byte[] row = claimed.state().get(name);
                contents.add(name + (row == null ? "" : row[0]));
            }
        }
        contents.add(store.leaseCalls(100, LATER).stream().map(Call::key).collect(Collectors.toSet()));
        contents.add(store.history(instance.flow()));
        contents.add(store.counts());
        return contents;
    }
}

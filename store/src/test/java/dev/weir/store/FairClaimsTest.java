package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.FairClaims.Candidates;
import dev.weir.testing.TestSeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FairClaimsTest {
    private static final ComponentId A = ComponentId.parse("default/Shop!1.0/A");
    private static final ComponentId B = ComponentId.parse("default/Shop!1.0/B");
    private static final ComponentId C = ComponentId.parse("default/Shop!1.0/C");

    private final FairClaims policy = new FairClaims();

    private static Candidates of(ComponentId component, Long... instances) {
        return new Candidates(component, List.of(instances));
    }

    @Test
    void componentsTakeTurns() {
        Set<Long> chosen = policy.choose(List.of(of(A, 1L, 2L, 3L, 4L), of(B, 11L, 12L)), 4);
        assertEquals(Set.of(1L, 2L, 11L, 12L), chosen);
    }

    @Test
    void withinAComponentTheGivenOrderCounts() {
        assertEquals(List.of(3L, 1L, 2L), List.copyOf(policy.choose(List.of(of(A, 3L, 1L, 2L)), 5)));
    }

    @Test
    void aComponentThatHoldsMuchWaits() {
        policy.claimed(A);
        policy.claimed(A);
        assertEquals(Set.of(11L, 12L), policy.choose(List.of(of(A, 1L, 2L), of(B, 11L, 12L)), 2));
        assertEquals(Set.of(11L, 12L, 1L), policy.choose(List.of(of(A, 1L, 2L), of(B, 11L, 12L)), 3));
    }

    @Test
    void roomThatOneComponentDoesNotNeedGoesToOthers() {
        assertEquals(
                5, policy.choose(List.of(of(A, 1L, 2L, 3L, 4L), of(B, 11L)), 10).size());
    }

    @Test
    void amongEqualsTheComponentThatWaitedLongestIsNext() {
        List<Candidates> all = List.of(of(A, 1L), of(B, 11L), of(C, 21L));
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            order.addAll(policy.choose(all, 1));
        }
        assertEquals(Set.of(1L, 11L, 21L), Set.copyOf(order.subList(0, 3)));
        assertEquals(order.subList(0, 3), order.subList(3, 6));
    }

    @Test
    void anInstanceThatIsListedTwiceCountsOnce() {
        assertEquals(Set.of(1L, 2L, 11L), policy.choose(List.of(of(A, 1L, 1L, 2L), of(B, 11L)), 3));
    }

    @Test
    void whatHasEndedIsNotHeld() {
        policy.claimed(A);
        policy.claimed(A);
        policy.ended(A);
        assertEquals(1, policy.held(A));
        policy.ended(A);
        policy.ended(A);
        assertEquals(0, policy.held(A));
    }

    @Test
    void nothingIsChosenWhereThereIsNoRoomOrNobodyWaits() {
        assertEquals(Set.of(), policy.choose(List.of(of(A, 1L)), 0));
        assertEquals(Set.of(), policy.choose(List.of(of(A)), 3));
    }

    /** As far as both have candidates, no component ever has two more than another. */
    @Test
    void sharesDifferByOneAtMost() {
        Random random = new Random(TestSeed.of(FairClaimsTest.class));
        for (int round = 0; round < 200; round++) {
            FairClaims fresh = new FairClaims();
            List<Candidates> all = new ArrayList<>();
            long id = 1;
            for (ComponentId component : List.of(A, B, C)) {
                for (int held = random.nextInt(5); held > 0; held--) {
                    fresh.claimed(component);
                }
                List<Long> instances = new ArrayList<>();
                for (int i = random.nextInt(8); i > 0; i--) {
                    instances.add(id++);
                }
                all.add(new Candidates(component, instances));
            }
            int max = random.nextInt(20);
            Set<Long> chosen = fresh.choose(all, max);
            int waiting = all.stream().mapToInt(each -> each.instances().size()).sum();
            assertEquals(Math.min(max, waiting), chosen.size());
            Map<ComponentId, Integer> shares = new HashMap<>();
            for (Candidates each : all) {
                int own =
                        (int) each.instances().stream().filter(chosen::contains).count();
                shares.put(each.component(), fresh.held(each.component()) + own);
            }
            for (Candidates poor : all) {
                boolean wantsMore = !chosen.containsAll(poor.instances());
                for (Candidates rich : all) {
                    boolean gotSome = rich.instances().stream().anyMatch(chosen::contains);
                    if (wantsMore && gotSome) {
                        assertTrue(
                                shares.get(rich.component()) <= shares.get(poor.component()) + 1, all + " " + chosen);
                    }
                }
            }
        }
    }
}

package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CallShares.Candidates;
import dev.weir.testing.TestSeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallSharesTest {
    private static final CallLine A = line("a");
    private static final CallLine B = line("b");
    private static final CallLine C = line("c");

    private static CallLine line(String partnerLink) {
        return new CallLine(ComponentId.parse("default/Shop!1.0/P"), partnerLink);
    }

    private static Candidates of(CallLine line, long first, int count) {
        return new Candidates(
                line, LongStream.range(first, first + count).boxed().toList());
    }

    @Test
    void aLineAloneGetsAFifthOfThePlaces() {
        CallShares shares = new CallShares(100);
        assertEquals(20, shares.take(List.of(of(A, 1, 100))).size());
        assertEquals(List.of(), shares.take(List.of(of(A, 21, 100))));
        assertEquals(80, shares.free());
    }

    @Test
    void linesTakeTurns() {
        CallShares shares = new CallShares(18);
        assertEquals(List.of(1L, 11L, 2L, 12L, 3L, 13L), shares.take(List.of(of(A, 1, 9), of(B, 11, 9))));
    }

    @Test
    void aLineAfterOthersWhoseReceiversHangStillGetsPlaces() {
        CallShares shares = new CallShares(1_000);
        for (int i = 0; i < 20; i++) {
            shares.take(List.of(of(line("hanging" + i), 1, 2_500)));
        }
        assertTrue(shares.free() > 10);
        assertEquals(List.of(1L, 2L), shares.take(List.of(of(B, 1, 2))));
    }

    @Test
    void whereThereAreFewPlacesEachLineGetsOneAsLongAsOneIsFree() {
        CallShares shares = new CallShares(2);
        assertEquals(
                2, shares.take(List.of(of(A, 1, 5), of(B, 11, 5), of(C, 21, 5))).size());
        assertTrue(shares.held().values().stream().allMatch(held -> held == 1));
    }

    @Test
    void ofEqualsTheLineThatWaitedLongestIsNext() {
        CallShares shares = new CallShares(1);
        List<Candidates> all = List.of(of(A, 1, 1), of(B, 11, 1), of(C, 21, 1));
        Map<Long, CallLine> lines = Map.of(1L, A, 11L, B, 21L, C);
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            order.addAll(shares.take(all));
            shares.leave(lines.get(order.get(i)));
        }
        assertEquals(3, order.subList(0, 3).stream().distinct().count());
        assertEquals(order.subList(0, 3), order.subList(3, 6));
    }

    @Test
    void aLineAloneIsGivenAsManyPlacesAsItHasRoomFor() {
        CallShares shares = new CallShares(100);
        for (CallLine line : List.of(A, B, A, C, B)) {
            int room = shares.room(line);
            assertEquals(room, shares.take(List.of(of(line, 1, 100))).size());
            assertEquals(0, shares.room(line));
        }
    }

    @Test
    void aPlaceThatNobodyHoldsCannotBeLeft() {
        assertThrows(IllegalStateException.class, () -> new CallShares(4).leave(A));
    }

    @Test
    void whoeverComesAndGoesNoLineIsEverShutOut() {
        Random random = new Random(TestSeed.of(CallSharesTest.class));
        int places = 2 + random.nextInt(50);
        CallShares shares = new CallShares(places);
        Map<CallLine, Integer> held = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            CallLine line = line("line" + random.nextInt(20));
            if (random.nextBoolean()) {
                int taken = shares.take(List.of(of(line, 1, random.nextInt(places))))
                        .size();
                held.merge(line, taken, Integer::sum);
            } else if (held.getOrDefault(line, 0) > 0) {
                shares.leave(line);
                held.merge(line, -1, Integer::sum);
            }
            int total = held.values().stream().mapToInt(Integer::intValue).sum();
            assertEquals(places - total, shares.free());
            assertEquals(held.getOrDefault(line, 0), shares.held(line));
            assertTrue(places == total
                    || shares.take(List.of(of(line("new"), 1, 1))).size() == 1);
            if (places != total) {
                shares.leave(line("new"));
            }
        }
    }
}

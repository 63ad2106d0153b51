package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ClaimedInstance;
import dev.weir.store.Transition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class PersistenceTest {
    private static final String WAIT = "<wait><for>'PT1S'</for></wait>";

    @Test
    void aStepReadsAndWritesOnlyWhatItTouches() {
        ProcessDefinition process = Shop.buying(
                Shop.copy("1", "$count"),
                Shop.copy("'t'", "$text"),
                WAIT,
                Shop.copy("2", "$count"),
                WAIT,
                Shop.answer("$count"));
        World world = new World(process);
        world.send("shop", "buy", Shop.order("A1", "1"));
        Transition first = world.transitions.get(0);
        assertEquals(3, variables(first.rowsPut().keySet()).size(), "in, count and text");

        Set<String> read = new TreeSet<>();
        ClaimedInstance work = new ClaimedInstance(
                World.ref(first.claimed().instance(), 1),
                1,
                name -> {
                    read.add(name);
                    return world.rows().get(name);
                },
                List.of(),
                first.timersSet());
        Transition second = new ProcessEngine(world::id, () -> world.now.plusSeconds(1)).advance(process, work);

        assertEquals(Set.of(), variables(read), "a constant is copied, nothing is read");
        assertEquals(1, variables(second.rowsPut().keySet()).size(), "count");
        assertEquals(2, second.rowsPut().size(), "count and control");
        assertEquals(Set.of(), second.rowsRemoved());
    }

    @Test
    void aTurnOfALoopReadsAndWritesNoMoreAfterTenThousandTurnsThanAfterTen() {
        int turns = 10_000;
        ProcessDefinition process = Shop.buying(
                Shop.copy("'" + "untouched ".repeat(1_000) + "'", "$text"),
                "<forEach counterName='i' parallel='no'><startCounterValue>1</startCounterValue><finalCounterValue>"
                        + turns + "</finalCounterValue><scope><sequence>" + Shop.copy("$i", "$count") + WAIT
                        + "</sequence></scope></forEach>",
                Shop.answer("$count"));
        World world = new World(process);
        world.send("shop", "buy", Shop.order("A1", "1"));
        Map<String, byte[]> rows = new HashMap<>(world.rows());
        Transition step = world.transitions.get(0);
        Map<Integer, List<Integer>> costs = new HashMap<>();
        for (int turn = 1; turn < turns; turn++) {
            List<Integer> read = new ArrayList<>();
            ClaimedInstance work = new ClaimedInstance(
                    World.ref(step.claimed().instance(), 1),
                    turn,
                    name -> {
                        byte[] row = rows.get(name);
                        read.add(row == null ? 0 : row.length);
                        return row;
                    },
                    List.of(),
                    step.timersSet());
            int seconds = turn;
            step = new ProcessEngine(world::id, () -> world.now.plusSeconds(seconds)).advance(process, work);
            rows.putAll(step.rowsPut());
            step.rowsRemoved().forEach(rows::remove);
            int written =
                    step.rowsPut().values().stream().mapToInt(row -> row.length).sum();
            costs.put(
                    turn,
                    List.of(
                            read.size(),
                            read.stream().mapToInt(bytes -> bytes).sum(),
                            step.rowsPut().size(),
                            written,
                            rows.size(),
                            step.audit().size()));
        }

        List<Integer> early = costs.get(10);
        List<Integer> late = costs.get(turns - 1);
        for (int i = 0; i < early.size(); i++) {
            assertTrue(late.get(i) <= 1.5 * early.get(i), "rows and bytes read, written, kept: " + early + ", " + late);
        }
        assertTrue(late.get(1) + late.get(3) < 1_000, "not the text of 10,000 characters: " + late);
    }

    @Test
    void anInstanceIsNotContinuedByAProcessOfAnotherShape() {
        World world = new World(Shop.buying(WAIT, Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "1"));
        Transition first = world.transitions.get(0);
        ClaimedInstance work = new ClaimedInstance(
                World.ref(first.claimed().instance(), 1), 1, world.rows()::get, List.of(), first.timersSet());
        ProcessEngine engine = new ProcessEngine(world::id, () -> world.now.plusSeconds(1));

        StateException refused = assertThrows(
                StateException.class, () -> engine.advance(Shop.buying("<empty/>", WAIT, Shop.answer("1")), work));

        assertTrue(String.valueOf(refused.getMessage()).contains("new revision"), refused.getMessage());
        assertEquals(
                1,
                engine.advance(Shop.buying(WAIT, Shop.answer("2")), work)
                        .replies()
                        .size(),
                "only a value");
    }

    private static Set<String> variables(Set<String> rows) {
        Set<String> variables = new TreeSet<>(rows);
        variables.removeIf(row -> !row.startsWith("v"));
        return variables;
    }

    @Test
    void aScopesRowsGoWithIt() {
        World world = new World(Shop.buying(
                "<scope><variables><variable name='local' type='xsd:string'/></variables><sequence>"
                        + Shop.copy("'x'", "$local") + WAIT + "</sequence></scope>",
                WAIT,
                Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "1"));
        int before = world.rows().size();

        world.pass(Duration.ofSeconds(1));

        assertEquals(before - 1, world.rows().size());
    }

    @Test
    void aSmallWaitingInstanceIsSmall() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
                + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>"
                + "<receive partnerLink='shop' operation='cancel' variable='number'>"
                + "<correlations><correlation set='byNumber'/></correlations></receive></sequence>"));
        world.send("shop", "submit", Shop.order("A1", "1"));

        int bytes = world.rows().values().stream().mapToInt(row -> row.length).sum();

        assertTrue(bytes < 1024, () -> bytes + " bytes");
    }

    @Test
    void damagedRowsAreRefused() {
        World world = new World(Shop.buying(WAIT, Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "1"));
        Transition first = world.transitions.get(0);
        byte[] control = world.rows().get("c");
        long seed = 42;
        Random random = new Random(seed);
        ProcessDefinition process = Shop.buying(WAIT, Shop.answer("1"));
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = control.clone();
            if (i % 2 == 0) {
                damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
            } else {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            byte[] row = damaged;
            ClaimedInstance work = new ClaimedInstance(
                    World.ref(first.claimed().instance(), 1),
                    1,
                    name -> name.equals("c") ? row : world.rows().get(name),
                    List.of(),
                    first.timersSet());
            try {
                new ProcessEngine(world::id, () -> world.now.plusSeconds(1)).advance(process, work);
            } catch (RuntimeException e) {
                assertTrue(e.getMessage().contains("the state row c is damaged"), () -> "seed " + seed + ": " + e);
                refused++;
            }
        }
        // One byte in 256 is replaced by itself.
        assertTrue(refused > 1_950, "seed " + seed + ": refused " + refused);
    }

    @Test
    void aRowOfALaterVersionIsRefused() {
        World world = new World(Shop.buying(WAIT, Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "1"));
        byte[] row = world.rows().get("c");
        row[0] = 99;
        CRC32 crc = new CRC32();
        crc.update(row, 0, row.length - 4);
        ByteBuffer.wrap(row).putInt(row.length - 4, (int) crc.getValue());

        RuntimeException refusal = assertThrows(RuntimeException.class, () -> world.pass(Duration.ofSeconds(1)));

        assertTrue(refusal.getMessage().contains("version 99"), refusal.getMessage());
    }
}

package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.FlowState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The core under random circumstances: instances go on in any order, steps are lost before their commit and done again,
 * messages come late, twice, and in another order than they were sent. Every step is computed twice and must change the
 * same. The number of steps is {@code -Dweir.steps}; a run is repeated by {@code -Dweir.seed}.
 */
class SimulationTest {
    private static final int STEPS = Integer.getInteger("weir.steps", 20_000);

    private final long seed = Long.getLong("weir.seed", System.nanoTime());

    @Test
    void mastersAndDetailsComeToTheirEndWhateverHappensOnTheWay() {
        System.out.println("SimulationTest: repeat with -Dweir.seed=" + seed);
        Random random = new Random(seed);
        for (int steps = 0; steps < STEPS; ) {
            steps += handshake(new Random(random.nextLong()));
        }
    }

    /** A master and its details that clear each other for some phases; gives the steps that it took. */
    private int handshake(Random random) {
        int details = 1 + random.nextInt(6);
        int phases = 1 + random.nextInt(5);
        World world = new World(Shop.process("<pick createInstance='yes'>"
                + "<onMessage partnerLink='shop' operation='buy' variable='in'><sequence>"
                + repeat(
                        details,
                        "<invoke partnerLink='bank' operation='book' inputVariable='in'"
                                + " bpelx:invokeAsDetail='true'/>" + pause(random))
                + repeat(
                        phases,
                        "<sequence>" + signal("cleared", "details") + pause(random) + receive("reached", "details")
                                + "</sequence>")
                + Shop.answer("'done'") + Shop.REPLY + "</sequence></onMessage>"
                + "<onMessage partnerLink='shop' operation='submit' variable='in'>"
                + repeat(
                        phases,
                        "<sequence>" + receive("cleared", "master") + pause(random) + signal("reached", "master")
                                + "</sequence>")
                + "</onMessage></pick>"));
        world.disorder = random;
        String exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        List<Call> made = new ArrayList<>();
        for (int turn = 0; world.live() > 0 && turn < 1_000; turn++) {
            made.addAll(world.calls);
            Collections.shuffle(made, random);
            for (Call call : List.copyOf(made)) {
                if (random.nextBoolean()) {
                    world.carryOut(call, "shop", "submit");
                }
            }
            world.settle();
            world.pass(Duration.ofSeconds(random.nextInt(3)));
        }

        String circumstances = "seed " + seed + ", " + details + " details, " + phases + " phases";
        assertEquals("done", Shop.receipt(world.reply(exchange)), circumstances);
        assertEquals(0, world.live(), circumstances);
        assertEquals(1 + details, world.ended.size(), circumstances);
        assertEquals(
                1 + details,
                world.ended.values().stream()
                        .filter(state -> state == FlowState.COMPLETED)
                        .count(),
                circumstances);
        assertEquals(0, world.waitingMessages(), circumstances);
        assertEquals(
                phases + 2 * phases * details + phases,
                world.audit.stream()
                        .filter(event -> event.kind() == Kind.ACTIVITY_COMPLETED
                                && event.name().equals("signalling"))
                        .count(),
                circumstances);
        return world.transitions.size();
    }

    private static String repeat(int times, String activity) {
        return "<forEach counterName='i' parallel='no'><startCounterValue>1</startCounterValue><finalCounterValue>"
                + times + "</finalCounterValue><scope><sequence>" + activity + "</sequence></scope></forEach>";
    }

    private static String pause(Random random) {
        return random.nextBoolean() ? "<empty/>" : "<wait><for>'PT1S'</for></wait>";
    }

    private static String signal(String label, String to) {
        return "<extensionActivity><bpelx:signal name='signalling' label='" + label + "' to='" + to
                + "'/></extensionActivity>";
    }

    private static String receive(String label, String from) {
        return "<extensionActivity><bpelx:receiveSignal name='signalling' label='" + label + "' from='" + from
                + "'/></extensionActivity>";
    }
}

package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The core under random circumstances: instances go on in any order, steps are lost before their commit and done again,
 * messages come early, late, twice, and in another order than they were sent. Every step is computed twice and must
 * change the same; and its events, applied to the rows as they were, must give the rows as they are after it. The number
 * of steps is {@code -Dweir.steps}; a run is repeated by {@code -Dweir.seed}.
 */
@Tag("slow")
@Tag("sized")
class SimulationTest {
    private static final int STEPS = TestSize.of("weir.steps", 100_000, 2_000_000);
    /** Processes of each kind, made by chance. */
    private static final int PROCESSES = 24;

    private final long seed = TestSeed.of(SimulationTest.class);

    /** A process, and how it is brought from its beginning to its end. */
    private interface Scenario {
        /** Gives the steps that it took. */
        int play(Random random);
    }

    @Test
    void everyInstanceComesToItsEndWhateverHappensOnTheWay() {
        Random random = new Random(seed);
        List<Scenario> scenarios = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            scenarios.add(new Handshake(random));
            scenarios.add(new Errand(random));
        }
        long steps = 0;
        while (steps < STEPS) {
            long each = random.nextLong();
            Scenario scenario = scenarios.get(random.nextInt(scenarios.size()));
            try {
                steps += scenario.play(new Random(each));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", after " + steps + " steps: " + scenario, e);
            }
        }
    }

    /** A master and its details that clear each other for some phases. */
    private static final class Handshake implements Scenario {
        private final int details;
        private final int phases;
        private final ProcessDefinition process;

        Handshake(Random random) {
            details = 1 + random.nextInt(6);
            phases = 1 + random.nextInt(5);
            process = Shop.process("<pick createInstance='yes'>"
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
                    + "</onMessage></pick>");
        }

        @Override
        public int play(Random random) {
            World world = new World(process);
            world.disorder = random;
            ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
            List<Call> made = new ArrayList<>();
            for (int turn = 0; world.live() > 0 && turn < 1_000; turn++) {
                made.addAll(world.calls);
                Collections.shuffle(made, random);
                for (Call call : List.copyOf(made)) {
                    if (random.nextBoolean()) {
                        world.carryOut(call, "shop", "submit");
                    }
                }
                if (made.size() > 2 * details) {
                    made.subList(details, made.size()).clear();
                }
                made.addAll(world.calls);
                world.settle();
                world.pass(Duration.ofSeconds(random.nextInt(3)));
            }

            assertEquals("done", Shop.receipt(world.reply(exchange)));
            checkEnd(world, 1 + details);
            assertEquals(phases + 2 * phases * details + phases, world.completions.get("signalling"));
            return world.steps;
        }

        @Override
        public String toString() {
            return details + " details, " + phases + " phases";
        }
    }

    /** Sequences, flows, loops and scopes with faults and compensation, and waits of all kinds among them. */
    private static final class Errand implements Scenario {
        private final String text;
        private final int leaves;
        private final int cancels;
        private final ProcessDefinition process;

        Errand(Random random) {
            StringBuilder activities = new StringBuilder();
            int receives = 1 + random.nextInt(4);
            for (int i = 0; i < receives; i++) {
                activities
                        .append(activity(random, 3))
                        .append("<receive name='leaf' partnerLink='shop' operation='cancel' variable='number'>"
                                + "<correlations><correlation set='byNumber'/></correlations></receive>");
            }
            activities.append(activity(random, 3));
            text = activities.toString();
            cancels = receives;
            leaves = text.split("name='leaf'", -1).length - 1;
            process = Shop.process("<sequence>"
                    + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
                    + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>"
                    + "<assign><copy><from>$in.order/t:number</from><to>$number.number</to></copy></assign>" + text
                    + "</sequence>");
        }

        /** One activity; each leaf is completed once. */
        private static String activity(Random random, int depth) {
            int kind = random.nextInt(depth == 0 ? 4 : 8);
            return switch (kind) {
                case 0 -> "<empty name='leaf'/>";
                case 1 -> "<wait name='leaf'><for>'PT" + random.nextInt(4) + "S'</for></wait>";
                case 2 ->
                    "<assign name='leaf'><copy><from>concat($number.number, '')</from><to>$text</to></copy></assign>";
                case 3 ->
                    "<scope><variables><variable name='reply' messageType='t:creditMessage'/></variables>"
                            + "<invoke name='leaf' partnerLink='bank' operation='check' inputVariable='number'"
                            + " outputVariable='reply'/></scope>";
                case 4 ->
                    "<sequence>" + activity(random, depth - 1) + activity(random, depth - 1)
                            + activity(random, depth - 1) + "</sequence>";
                case 5 -> "<flow>" + activity(random, depth - 1) + activity(random, depth - 1) + "</flow>";
                case 6 ->
                    "<scope><faultHandlers><catchAll><compensate/></catchAll></faultHandlers><sequence>"
                            + "<scope><compensationHandler>" + activity(random, depth - 1) + "</compensationHandler>"
                            + activity(random, depth - 1) + "</scope><throw faultName='t:off'/></sequence></scope>";
                default ->
                    "<scope><variables><variable name='own' type='xsd:int'/></variables><sequence>"
                            + "<assign><copy><from>1</from><to>$own</to></copy></assign>"
                            + activity(random, depth - 1) + "</sequence></scope>";
            };
        }

        @Override
        public int play(Random random) {
            World world = new World(process);
            world.disorder = random;
            int walkers = 1 + random.nextInt(3);
            List<Runnable> messages = new ArrayList<>();
            for (int i = 0; i < walkers; i++) {
                String number = "A" + i;
                for (int copy = 0; copy < 2; copy++) {
                    messages.add(() ->
                            world.send("submit " + number, "shop", "submit", Shop.order(number, "1"), null, null));
                    for (int j = 0; j < cancels; j++) {
                        String key = "cancel " + j + " " + number;
                        messages.add(() -> world.send(key, "shop", "cancel", Shop.number(number), null, null));
                    }
                }
            }
            Collections.shuffle(messages, random);
            List<Call> made = new ArrayList<>();
            int sent = 0;
            for (int turn = 0; (sent < messages.size() || world.live() > 0) && turn < 2_000; turn++) {
                for (int i = random.nextInt(4); i > 0 && sent < messages.size(); i--) {
                    messages.get(sent++).run();
                }
                made.addAll(world.calls);
                Collections.shuffle(made, random);
                for (Call call : List.copyOf(made)) {
                    if (random.nextBoolean()) {
                        world.answerOnce(call, null, Shop.credit(true, "1"));
                        if (random.nextBoolean()) {
                            made.remove(call);
                        }
                    }
                }
                world.settle();
                world.pass(Duration.ofMillis(random.nextInt(3_000)));
            }
            checkEnd(world, walkers);
            assertEquals(leaves * walkers, world.completions.get("leaf"));
            return world.steps;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static void checkEnd(World world, int instances) {
        assertEquals(0, world.live());
        assertEquals(instances, world.ended.size());
        assertEquals(
                Map.of(FlowState.COMPLETED, (long) instances),
                world.ended.values().stream()
                        .collect(java.util.stream.Collectors.groupingBy(
                                state -> state, java.util.stream.Collectors.counting())));
        assertEquals(0, world.waitingMessages());
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

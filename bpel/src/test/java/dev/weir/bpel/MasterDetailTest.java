package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Oracle's masters and details. One process is both: it is a master when it starts by buy, a detail by submit. */
class MasterDetailTest {
    private static World world(String master, String detail) {
        return new World(Shop.process("<pick createInstance='yes'>"
                + "<onMessage partnerLink='shop' operation='buy' variable='in'><sequence>" + master
                + Shop.answer("'done'") + Shop.REPLY + "</sequence></onMessage>"
                + "<onMessage partnerLink='shop' operation='submit' variable='in'><sequence>" + detail
                + "</sequence></onMessage></pick>"));
    }

    private static String detail(String label) {
        return "<invoke name='make' partnerLink='bank' operation='book' inputVariable='in' bpelx:invokeAsDetail='true'"
                + (label.isEmpty() ? "" : " bpelx:detailLabel='" + label + "'") + "/>";
    }

    private static String signal(String label, String to) {
        return "<extensionActivity><bpelx:signal name='signal' label='" + label + "' to='" + to
                + "'/></extensionActivity>";
    }

    private static String receive(String label, String from) {
        return "<extensionActivity><bpelx:receiveSignal name='receive' label='" + label + "' from='" + from
                + "'/></extensionActivity>";
    }

    private static ExchangeId buy(World world) {
        return world.send("shop", "buy", Shop.order("A1", "1"));
    }

    /** Carries the master's calls out: each makes a detail. */
    private static void makeDetails(World world) {
        for (Call call : List.copyOf(world.calls)) {
            world.calls.remove(call);
            world.send(
                    "shop",
                    "submit",
                    MessageValue.fromBytes(call.payload()),
                    call.key().toString(),
                    null);
        }
    }

    private static long completed(World world) {
        return world.ended.values().stream()
                .filter(state -> state == FlowState.COMPLETED)
                .count();
    }

    @Test
    void aMasterGoesOnWhenItsDetailSignals() {
        World world = world(
                detail("") + receive("ready", "details"), "<wait><for>'PT1H'</for></wait>" + signal("ready", "master"));
        ExchangeId exchange = buy(world);
        makeDetails(world);
        assertEquals(2, world.live());
        assertTrue(world.replies.isEmpty());

        world.pass(java.time.Duration.ofHours(1));

        assertEquals("done", Shop.receipt(world.reply(exchange)));
        assertEquals(2, completed(world));
    }

    @Test
    void aMasterWaitsForAllDetailsOfALabel() {
        World world = world(
                detail("quote") + detail("quote") + detail("other") + receive("quote", "details"),
                receive("go", "master") + signal("quote", "master"));
        ExchangeId exchange = buy(world);
        List<Call> calls = List.copyOf(world.calls);
        assertEquals(3, calls.size());

        assertEquals(2, world.subscriptions().size());
        assertTrue(world.replies.isEmpty());
        assertEquals(1, world.live());
        assertFalse(world.replies.containsKey(exchange));
    }

    @Test
    void aSignalMayComeBeforeTheDetail() {
        World world = world(
                signal("go", "details") + detail("") + detail("") + receive("done", "details"),
                receive("go", "master") + signal("done", "master"));
        ExchangeId exchange = buy(world);

        makeDetails(world);

        assertEquals("done", Shop.receipt(world.reply(exchange)));
        assertEquals(3, completed(world));
        assertEquals(0, world.waitingMessages());
    }

    @Test
    void aSignalThatFoundItsDetailIsNotForThoseThatCome() {
        World world = world(
                detail("") + signal("go", "details") + detail("") + receive("done", "details"),
                receive("go", "master") + signal("done", "master"));
        buy(world);

        makeDetails(world);

        assertEquals(1, completed(world));
        assertEquals(2, world.live());
    }

    @Test
    void aPairSpeaksInThreePhases() {
        World world = world(
                detail("")
                        + signal("one", "details")
                        + receive("one done", "details")
                        + signal("two", "details")
                        + receive("two done", "details")
                        + signal("three", "details")
                        + receive("three done", "details"),
                receive("one", "master")
                        + signal("one done", "master")
                        + receive("two", "master")
                        + signal("two done", "master")
                        + receive("three", "master")
                        + signal("three done", "master"));
        ExchangeId exchange = buy(world);

        makeDetails(world);

        assertEquals("done", Shop.receipt(world.reply(exchange)));
        assertEquals(2, completed(world));
    }

    @Test
    void signalsOfOneLabelAreReceivedOnceEachAndInOrder() {
        World world = world(
                detail("") + detail("")
                        + "<forEach counterName='i' parallel='no'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>3</finalCounterValue><scope>" + receive("tick", "details")
                        + "</scope></forEach>",
                signal("tick", "master") + "<wait><for>'PT1H'</for></wait>" + signal("tick", "master")
                        + signal("tick", "master"));
        ExchangeId exchange = buy(world);
        makeDetails(world);
        assertTrue(world.replies.isEmpty());

        world.pass(java.time.Duration.ofHours(1));

        assertEquals("done", Shop.receipt(world.reply(exchange)));
        assertEquals(0, world.waitingMessages());
    }

    @Test
    void whoHasNoMasterFaults() {
        World world = world(signal("x", "master"), "<empty/>");
        ExchangeId exchange = buy(world);

        assertTrue(world.reply(exchange).fault().endsWith("noMaster"));
    }

    @Test
    void aMasterOfHundredDetailsWritesNoMoreThanWhatChanged() {
        World world = world(
                "<forEach counterName='i' parallel='no'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>100</finalCounterValue><scope>" + detail("") + "</scope></forEach>"
                        + receive("done", "details"),
                signal("done", "master"));
        ExchangeId exchange = buy(world);
        int before = world.transitions.size();

        makeDetails(world);

        assertEquals("done", Shop.receipt(world.reply(exchange)));
        assertTrue(world.transitions.subList(before, world.transitions.size()).stream()
                .allMatch(step -> step.subscriptionsAdded().isEmpty()));
    }
}

package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventHandlerTest {
    private static final String BY_NUMBER = "<correlations><correlation set='byNumber'/></correlations>";

    private static final String START =
            "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
                    + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>";

    /** Answers status requests while it waits an hour. */
    private static String scope(String inEvent) {
        return "<scope name='guarded'><eventHandlers><onEvent partnerLink='shop' operation='status' variable='asked'"
                + " messageType='t:numberMessage'>" + BY_NUMBER
                + "<scope><variables><variable name='said' messageType='t:receiptMessage'/></variables><sequence>"
                + inEvent + Shop.copy("concat('waiting for ', $asked.number)", "$said.receipt")
                + "<reply partnerLink='shop' operation='status' variable='said'/></sequence></scope></onEvent>"
                + "</eventHandlers><wait><for>'PT1H'</for></wait></scope>";
    }

    private static World started(String scope) {
        World world = new World(Shop.process("<sequence>" + START + scope + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "1"));
        return world;
    }

    @Test
    void eventsAreAnsweredAsOftenAsTheyComeWhileTheScopeIsActive() {
        World world = started(scope(""));

        for (int i = 0; i < 3; i++) {
            assertEquals("waiting for A1", Shop.receipt(world.reply(world.send("shop", "status", Shop.number("A1")))));
        }
        world.pass(Duration.ofHours(1));

        assertEquals(FlowState.COMPLETED, world.end());
        assertTrue(world.subscriptions().isEmpty());
        world.send("shop", "status", Shop.number("A1"));
        assertEquals(1, world.waitingMessages());
    }

    @Test
    void severalEventsRunBesideEachOther() {
        World world = started(scope("<wait><for>'PT10S'</for></wait>"));

        ExchangeId first = world.send("shop", "status", Shop.number("A1"));
        ExchangeId second = world.send("shop", "status", Shop.number("A1"));
        assertEquals(3, world.timers().size());
        world.pass(Duration.ofSeconds(10));

        assertEquals("waiting for A1", Shop.receipt(world.reply(first)));
        assertEquals("waiting for A1", Shop.receipt(world.reply(second)));
    }

    @Test
    void theScopeWaitsForEventsThatItHasTaken() {
        World world = started(scope("<wait><for>'PT2H'</for></wait>"));
        ExchangeId exchange = world.send("shop", "status", Shop.number("A1"));

        world.pass(Duration.ofHours(1));
        assertEquals(1, world.live());
        assertTrue(world.subscriptions().isEmpty());
        world.pass(Duration.ofHours(1));

        assertEquals("waiting for A1", Shop.receipt(world.reply(exchange)));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aFaultInAnEventIsTheScopes() {
        World world = started("<scope><faultHandlers><catchAll><empty name='mended'/></catchAll></faultHandlers>"
                + scope("<throw faultName='t:x'/>") + "</scope>");

        ExchangeId exchange = world.send("shop", "status", Shop.number("A1"));

        assertEquals(FlowState.FAULTED, world.end());
        assertEquals(
                "{" + BpelFault.STANDARD + "}missingReply",
                world.reply(exchange).fault());
        assertTrue(world.story().contains("COMPLETED mended | empty"), world.story()::toString);
    }

    @Test
    void anAlarmRepeats() {
        World world = new World(Shop.process("<sequence>" + START + Shop.copy("0", "$count")
                + "<scope><eventHandlers><onAlarm><for>'PT5S'</for><repeatEvery>'PT10S'</repeatEvery><scope>"
                + "<invoke partnerLink='bank' operation='book' inputVariable='in'/></scope></onAlarm></eventHandlers>"
                + "<wait><for>'PT30S'</for></wait></scope></sequence>"));
        world.send("shop", "submit", Shop.order("A1", "1"));

        for (int second = 0; second < 40; second++) {
            world.pass(Duration.ofSeconds(1));
        }

        assertEquals(3, world.calls.size(), "after 5, 15 and 25 seconds");
        assertEquals(FlowState.COMPLETED, world.end());
    }
}

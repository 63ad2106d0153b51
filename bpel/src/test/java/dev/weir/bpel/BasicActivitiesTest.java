package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BasicActivitiesTest {
    @Test
    void aRequestIsAnsweredInOneStep() {
        World world = new World(Shop.buying(Shop.answer("concat('thanks for ', $in.order/t:number)")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals("thanks for A1", Shop.receipt(world.reply(exchange)));
        assertEquals(FlowState.COMPLETED, world.end());
        assertEquals(1, world.transitions.size());
        assertEquals(0, world.live());
    }

    @Test
    void aTwoWayInvokeWaitsForItsReply() {
        World world = new World(Shop.buying(
                Shop.copy("$in.order/t:number", "$number.number"),
                "<invoke name='check' partnerLink='bank' operation='check' inputVariable='number'"
                        + " outputVariable='credit'/>",
                Shop.answer("concat($credit.granted, ' up to ', $credit.limit)")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        Call call = world.onlyCall();

        assertEquals("check", call.operation());
        assertEquals("bank", call.partnerLink());
        assertEquals(new CallKey(call.instance(), 1), call.key());
        assertEquals("A1", MessageValue.fromBytes(call.payload()).part("number").stringValue());
        assertTrue(world.replies.isEmpty());
        world.answer(call, Shop.credit(true, "99.50"));
        assertEquals("true up to 99.5", Shop.receipt(world.reply(exchange)));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aOneWayInvokeGoesOnAtOnce() {
        World world = new World(Shop.buying(
                "<invoke partnerLink='bank' operation='book' inputVariable='in'/>", Shop.answer("'booked'")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals("booked", Shop.receipt(world.reply(exchange)));
        assertTrue(world.onlyCall().oneWay());
        assertArrayEquals(Shop.order("A1", "10").toBytes(), world.onlyCall().payload());
    }

    @Test
    void aFaultReplyCarriesItsNameAndData() {
        World world = new World(Shop.process("<sequence>" + Shop.BUY
                + "<scope><variables><variable name='refusal' messageType='t:refusalMessage'/></variables><sequence>"
                + Shop.copy("'too late'", "$refusal.refusal")
                + "<reply partnerLink='shop' operation='buy' variable='refusal' faultName='t:refused'/>"
                + "</sequence></scope></sequence>"));

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "10")));

        assertEquals("{urn:shop}refused", reply.fault());
        assertEquals(
                "too late",
                MessageValue.fromBytes(reply.payload()).part("refusal").stringValue());
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aProcessThatEndsWithoutReplyTellsTheRequester() {
        World world = new World(Shop.process("<sequence>" + Shop.BUY + "<empty/></sequence>"));

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "10")));

        assertEquals("{" + BpelFault.STANDARD + "}missingReply", reply.fault());
        assertEquals(FlowState.FAULTED, world.end());
    }

    @Test
    void aReplyWithoutRequestIsAFault() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'/>"
                + Shop.answer("1") + Shop.REPLY + "</sequence>"));

        world.send("shop", "submit", Shop.order("A1", "10"));

        assertEquals(FlowState.FAULTED, world.end());
        assertTrue(world.audit.get(world.audit.size() - 1).detail().contains("missingRequest"));
    }

    @Test
    void exitStopsEverythingAtOnce() {
        World world = new World(Shop.process("<sequence>" + Shop.BUY + Shop.copy("1", "$number.number") + "<flow>"
                + "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>"
                + "<sequence><wait><for>'PT1S'</for></wait><exit/></sequence></flow></sequence>"));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        world.pass(Duration.ofSeconds(1));

        assertEquals(
                "{" + BpelFault.STANDARD + "}missingReply",
                world.reply(exchange).fault());
        assertEquals(FlowState.TERMINATED, world.end());
        assertEquals(1, world.droppedCalls.size());
    }

    @Test
    void partsGoToVariablesAndComeFromThem() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='buy' createInstance='yes'>"
                + "<fromParts><fromPart part='order' toVariable='order'/></fromParts></receive>"
                + Shop.copy("$order/t:number", "$text")
                + "<invoke partnerLink='bank' operation='check'>"
                + "<toParts><toPart part='number' fromVariable='text'/></toParts>"
                + "<fromParts><fromPart part='granted' toVariable='flag'/></fromParts></invoke>"
                + "<if><condition>$flag</condition>" + Shop.answer("'yes'") + "<else>" + Shop.answer("'no'")
                + "</else></if>" + Shop.REPLY + "</sequence>"));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        assertEquals(
                "A1",
                MessageValue.fromBytes(world.onlyCall().payload())
                        .part("number")
                        .stringValue());
        world.answer(world.onlyCall(), Shop.credit(false, "0"));

        assertEquals("no", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void aVariableWithoutValueCannotBeSent() {
        World world = new World(Shop.buying(
                "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>"));

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "10")));

        assertEquals("{" + BpelFault.STANDARD + "}uninitializedVariable", reply.fault());
        assertEquals(0, world.calls.size());
    }

    @Test
    void aReplyOnACallThatIsGoneDoesNoHarm() {
        World world = new World(Shop.buying(
                Shop.copy("1", "$number.number"),
                "<scope><faultHandlers><catchAll><empty/></catchAll></faultHandlers><flow>"
                        + "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>"
                        + "<sequence><wait><for>'PT1S'</for></wait><throw faultName='t:x'/></sequence></flow></scope>",
                "<wait><for>'PT1H'</for></wait>",
                Shop.answer("1")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        Call call = world.onlyCall();
        world.pass(Duration.ofSeconds(1));
        assertEquals(List.of(call.key()), world.droppedCalls);
        world.calls.add(call);
        world.answer(call, Shop.credit(true, "1"));
        world.pass(Duration.ofHours(1));

        assertEquals("1", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void aCallbackFindsTheInstanceByItsConversation() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'/>"
                + Shop.copy("$in.order/t:number", "$number.number")
                + "<invoke partnerLink='courier' operation='ship' inputVariable='number'/>"
                + "<receive partnerLink='courier' operation='shipped' variable='number'/></sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "submit", Shop.order("A2", "10"));
        assertEquals(2, world.live());
        Call second = world.calls.get(1);

        world.send("courier", "shipped", Shop.number("any"), second.key().toString(), null);

        assertEquals(List.of(second.instance()), List.copyOf(world.ended.keySet()));
        world.send("courier", "shipped", Shop.number("any"), "unknown:1", null);
        assertEquals(1, world.live());
        assertEquals(1, world.waitingMessages());
    }

    @Test
    void whoGivesACallbackAddressIsCalledThere() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='courier' operation='shipped' variable='number' createInstance='yes'/>"
                + "<invoke partnerLink='courier' operation='ship' inputVariable='number'/></sequence>"));

        world.send("courier", "shipped", Shop.number("1"), null, "http://there/back");

        assertEquals("http://there/back", world.onlyCall().address());
    }
}

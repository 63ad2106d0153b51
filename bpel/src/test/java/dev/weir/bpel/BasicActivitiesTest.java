package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Call;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import org.junit.jupiter.api.Test;

class BasicActivitiesTest {
    @Test
    void aRequestIsAnsweredInOneStep() {
        World world = new World(Shop.buying(Shop.answer("concat('thanks for ', $in.order/t:number)")));

        String exchange = world.send("shop", "buy", Shop.order("A1", "10"));

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

        String exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        Call call = world.onlyCall();

        assertEquals("check", call.operation());
        assertEquals("bank", call.partnerLink());
        assertEquals(call.instance() + ":1", call.key());
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

        String exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals("booked", Shop.receipt(world.reply(exchange)));
        assertTrue(world.onlyCall().oneWay());
        assertArrayEquals(Shop.order("A1", "10").toBytes(), world.onlyCall().payload());
    }
}

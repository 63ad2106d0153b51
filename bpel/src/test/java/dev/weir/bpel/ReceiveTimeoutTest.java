package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.store.ExchangeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle's timeouts of receives: a message that does not come in time is the fault bpelx:timeout. It is ten o'clock. */
class ReceiveTimeoutTest {
    private static final String SHIP = "<invoke partnerLink='courier' operation='ship' inputVariable='number'/>";

    private static World world(String timeout) {
        return new World(Shop.buying(
                Shop.copy("'A1'", "$number.number"),
                SHIP,
                "<scope><faultHandlers><catch faultName='bpelx:timeout'>" + Shop.answer("'late'")
                        + "</catch></faultHandlers><sequence>"
                        + "<receive partnerLink='courier' operation='shipped' variable='number'>" + timeout
                        + "</receive>" + Shop.answer("'shipped'") + "</sequence></scope>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<bpelx:for>concat('PT', $in.order/t:total, 'M')</bpelx:for>",
                "<bpelx:until>'2026-01-31T10:12:00Z'</bpelx:until>"
            })
    void aMessageThatDoesNotComeInTimeIsAFault(String timeout) {
        World world = world(timeout);
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));

        world.pass(Duration.ofMinutes(11));
        assertEquals(1, world.subscriptions().size(), "it waits until then");
        world.pass(Duration.ofMinutes(1));

        assertEquals("late", Shop.receipt(world.reply(exchange)));
        assertEquals(List.of(), world.subscriptions());
    }

    @Test
    void aMessageInTimeIsTaken() {
        World world = world("<bpelx:for>'PT12M'</bpelx:for>");
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));

        world.send(
                "courier", "shipped", Shop.number("A1"), world.onlyCall().key().toString(), null);

        assertEquals("shipped", Shop.receipt(world.reply(exchange)));
        assertEquals(Map.of(), world.timers());
    }

    @Test
    void timeoutsOfBpel4wsAreAttributes() {
        World world = new World(Shop.compile(
                Map.of(
                        "order.bpel",
                        Bpel4wsTest.text("<sequence>" + Shop.BUY
                                + "<assign><copy><from expression=\"'A1'\"/><to variable='number' part='number'/></copy></assign>"
                                + SHIP
                                + "<receive partnerLink='courier' operation='shipped' variable='number'"
                                + " bpelx:for=\"'PT10S'\"/>" + Shop.REPLY + "</sequence>"),
                        "shop.wsdl",
                        Shop.WSDL),
                Dialect.ORACLE,
                "shop.wsdl"));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));
        world.pass(Duration.ofSeconds(10));

        assertEquals(
                "{http://schemas.oracle.com/bpel/extension}timeout",
                world.reply(exchange).fault());
        assertEquals(
                "no message of shipped came for 'PT10S'", world.reply(exchange).reason());
    }

    @Test
    void aTimeoutWhereNothingIsWaitedForIsReported() {
        ProcessDefinition process =
                Shop.process("<sequence>" + Shop.BUY.replace("/>", "><bpelx:for>'PT1S'</bpelx:for></receive>")
                        + Shop.answer("1") + Shop.REPLY + "</sequence>");
        assertEquals(
                List.of("bpel-timeout-start"),
                process.warnings().stream().map(problem -> problem.rule()).toList());

        BpelException refusal = assertThrows(
                BpelException.class,
                () -> world("<bpelx:for>'PT1S'</bpelx:for><bpelx:until>'2026-01-31'</bpelx:until>"));
        assertTrue(refusal.getMessage().contains("both bpelx:for and bpelx:until"), refusal.getMessage());
    }
}

package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.xml.Problem;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules that Oracle's server does not hold a process to: warnings in its dialect, refusals in plain WS-BPEL. */
class ToleratedViolationsTest {
    private static final String UNALIASED = "<reply partnerLink='shop' operation='buy' variable='out'>"
            + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></reply>";
    private static final String HANDLERLESS =
            "<scope><eventHandlers/>" + Shop.answer("'done'") + "</scope>" + Shop.REPLY;

    private static ProcessDefinition compile(String activities, Dialect dialect) {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + activities + "</sequence>");
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                List.of(),
                Map.of(),
                dialect);
    }

    private static List<String> rules(List<Problem> problems) {
        return problems.stream().map(Problem::rule).toList();
    }

    private static List<String> refusals(String activities) {
        return rules(assertThrows(BpelException.class, () -> compile(activities, Dialect.STANDARD))
                .problems());
    }

    @Test
    void aMessageWithoutAnAliasViolatesItsCorrelationWhenItIsSent() {
        assertEquals(List.of("SA00021"), refusals(Shop.answer("'done'") + UNALIASED));

        ProcessDefinition process = compile(Shop.answer("'done'") + UNALIASED, Dialect.ORACLE);
        assertEquals(List.of("SA00021"), rules(process.warnings()));
        World world = new World(process);
        String fault =
                world.reply(world.send("shop", "buy", Shop.order("A1", "10"))).fault();
        assertEquals("{http://docs.oasis-open.org/wsbpel/2.0/process/executable}correlationViolation", fault);
    }

    @Test
    void eventHandlersWithoutAHandlerDoNothing() {
        assertEquals(List.of("SA00083"), refusals(HANDLERLESS));

        ProcessDefinition process = compile(HANDLERLESS, Dialect.ORACLE);
        assertEquals(List.of("SA00083"), rules(process.warnings()));
        World world = new World(process);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }
}

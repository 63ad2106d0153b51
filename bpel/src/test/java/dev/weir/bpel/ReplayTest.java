package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Oracle's replay: a scope around the activity begins again. */
class ReplayTest {
    private static final String COUNT = Shop.copy("0", "$count");
    private static final String ONE_MORE = Shop.copy("$count + 1", "$count");
    private static final String WAIT = "<wait><for>'PT1S'</for></wait>";

    private static String replay(String scope) {
        return "<extensionActivity><bpelx:replay name='again' scope='" + scope + "'/></extensionActivity>";
    }

    private static String scope(String name, String handlers, String... body) {
        return "<scope name='" + name + "'><variables><variable name='own' type='xsd:string'><from>'new'</from>"
                + "</variable></variables>" + handlers + "<sequence>" + String.join("", body) + "</sequence></scope>";
    }

    private static String until(String condition, String... activities) {
        return "<if><condition>not(" + condition + ")</condition><sequence>" + String.join("", activities)
                + "</sequence></if>";
    }

    private static String catchAll(String... activities) {
        return "<faultHandlers><catchAll><sequence>" + String.join("", activities)
                + "</sequence></catchAll></faultHandlers>";
    }

    private static ExchangeReply reply(String... activities) {
        World world = new World(Shop.buying(activities));
        return world.reply(world.send("shop", "buy", Shop.order("A1", "12")));
    }

    /** The process itself cannot begin again, and its handlers are outside of what a scope does. */
    @Test
    void aCallCanBeReplayedWhereAScopeIsAroundIt() {
        String check = "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>";
        String answer = Shop.answer("'done'");
        assertFalse(Shop.buying(check, answer).replays("bank", "check"));
        assertTrue(Shop.buying(scope("Tried", "", check), answer).replays("bank", "check"));
        assertFalse(
                Shop.buying(scope("Tried", catchAll(check), "<empty/>"), answer).replays("bank", "check"));
        assertTrue(Shop.buying(scope("Outer", "", scope("Tried", catchAll(check), "<empty/>")), answer)
                .replays("bank", "check"));
        assertTrue(Shop.buying(answer).replays("bank", "check"), "a call of another version");
    }

    @Test
    void theScopeBeginsAgainWithVariablesAsAtItsStart() {
        assertEquals(
                "3 seen new new new",
                Shop.receipt(reply(
                        COUNT,
                        Shop.copy("'seen'", "$text"),
                        scope(
                                "Tried",
                                "",
                                ONE_MORE,
                                Shop.copy("concat($text, ' ', $own)", "$text"),
                                Shop.copy("'used'", "$own"),
                                until("$count = 3", replay("Tried"))),
                        Shop.answer("concat($count, ' ', $text)"))));
    }

    @Test
    void ofScopesInOneAnotherTheNamedOneBeginsAgainAndNoHandlerOnTheWayCatchesIt() {
        assertEquals(
                "3 outer inner outer inner outer inner",
                Shop.receipt(reply(
                        COUNT,
                        Shop.copy("''", "$text"),
                        scope(
                                "Outer",
                                catchAll(Shop.copy("'caught'", "$text")),
                                Shop.copy("concat($text, ' outer')", "$text"),
                                scope(
                                        "Inner",
                                        catchAll(Shop.copy("'caught'", "$text")),
                                        ONE_MORE,
                                        Shop.copy("concat($text, ' inner')", "$text"),
                                        until("$count = 3", replay("Outer")))),
                        Shop.answer("concat($count, $text)"))));
    }

    /** As a handler uses it that has mended what was wrong. */
    @Test
    void aFaultHandlerReplaysItsOwnScope() {
        assertEquals(
                "2",
                Shop.receipt(reply(
                        COUNT,
                        scope(
                                "Tried",
                                catchAll(ONE_MORE, replay("Tried")),
                                until("$count = 2", "<throw faultName='t:broken'/>")),
                        Shop.answer("$count"))));
    }

    @Test
    void aFaultHandlerReplaysAScopeAround() {
        assertEquals(
                "2 new",
                Shop.receipt(reply(
                        COUNT,
                        scope(
                                "Outer",
                                "",
                                Shop.copy("$own", "$text"),
                                Shop.copy("'used'", "$own"),
                                scope(
                                        "Inner",
                                        catchAll(ONE_MORE, replay("Outer")),
                                        until("$count = 2", "<throw faultName='t:broken'/>"))),
                        Shop.answer("concat($count, ' ', $text)"))));
    }

    /** Each step lives in its rows alone, and each is computed twice. */
    @Test
    void waitsInAndBesideTheScopeEndWithIt() {
        World world = new World(Shop.buying(
                COUNT,
                scope(
                        "Tried",
                        catchAll(ONE_MORE, WAIT, replay("Tried")),
                        "<flow><sequence>" + WAIT + until("$count = 2", "<throw faultName='t:broken'/>")
                                + "</sequence><wait><for>'PT1H'</for></wait></flow>"),
                Shop.answer("$count")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));
        for (int second = 0; second < 5; second++) {
            world.pass(Duration.ofSeconds(1));
        }
        assertEquals(1, world.timers().size(), "the hour of the third try");

        world.pass(Duration.ofHours(1));

        assertEquals("2", Shop.receipt(world.reply(exchange)));
    }

    /** While the replay waits for a termination handler, its scope is a row. */
    @Test
    void aTerminationHandlerThatWaitsRunsBeforeTheScopeBeginsAgain() {
        World world = new World(Shop.buying(
                COUNT,
                Shop.copy("''", "$text"),
                scope(
                        "Tried",
                        "",
                        ONE_MORE,
                        Shop.copy("concat($text, ' tried')", "$text"),
                        "<flow><scope><terminationHandler><sequence>" + WAIT
                                + Shop.copy("concat($text, ' cleared')", "$text")
                                + "</sequence></terminationHandler><if><condition>$count = 1</condition>"
                                + "<wait><for>'PT1H'</for></wait></if></scope><sequence>" + WAIT
                                + until("$count = 2", replay("Tried")) + "</sequence></flow>"),
                Shop.answer("$text")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));

        for (int second = 0; second < 3; second++) {
            world.pass(Duration.ofSeconds(1));
        }

        assertEquals(" tried cleared tried", Shop.receipt(world.reply(exchange)));
    }

    @ParameterizedTest
    @CsvSource({"no", "yes"})
    void theBodyOfAForEachKeepsItsCounter(String parallel) {
        assertEquals(
                "2:3",
                Shop.receipt(reply(
                        COUNT,
                        Shop.copy("0", "$text"),
                        "<forEach counterName='i' parallel='" + parallel
                                + "'><startCounterValue>1</startCounterValue><finalCounterValue>2</finalCounterValue>"
                                + scope(
                                        "Turn",
                                        "",
                                        until("$count > 0", ONE_MORE, replay("Turn")),
                                        Shop.copy("$text + $i", "$text"),
                                        until("$i = 1", ONE_MORE))
                                + "</forEach>",
                        Shop.answer("concat($count, ':', $text)"))));
    }

    /** The request of the event is still open, and its message and correlation are there. */
    @Test
    void theBodyOfAnEventHandlerKeepsItsMessage() {
        String correlations = "<correlations><correlation set='byNumber'/></correlations>";
        World world = new World(Shop.process("<sequence>"
                + Shop.BUY.replace(
                        "/>", "><correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>")
                + COUNT
                + "<scope><eventHandlers><onEvent partnerLink='shop' operation='status' variable='asked'"
                + " messageType='t:numberMessage' messageExchange='ask'>" + correlations
                + "<scope name='Event'><messageExchanges><messageExchange name='ask'/></messageExchanges>"
                + "<variables><variable name='answer' messageType='t:receiptMessage'/></variables><sequence>"
                + until("$count > 0", ONE_MORE, replay("Event"))
                + Shop.copy("concat($asked.number, ' again ', $count)", "$answer.receipt")
                + "<reply partnerLink='shop' operation='status' variable='answer' messageExchange='ask'/>"
                + "</sequence></scope></onEvent></eventHandlers>" + WAIT + "</scope>" + Shop.answer("$count")
                + Shop.REPLY + "</sequence>"));
        world.send("shop", "buy", Shop.order("A1", "12"));

        ExchangeId asked = world.send("shop", "status", Shop.number("A1"));

        assertEquals("A1 again 1", Shop.receipt(world.reply(asked)));
    }

    @Test
    void aScopeThatIsBeingCompensatedDoesNotBeginAgain() {
        World world = new World(Shop.buying(
                "<scope><faultHandlers><catchAll><compensate/></catchAll></faultHandlers><sequence>"
                        + "<scope name='Outer'><compensationHandler><compensate/></compensationHandler>"
                        + "<scope name='Inner'><compensationHandler>" + replay("Outer")
                        + "</compensationHandler><empty/></scope></scope><throw faultName='t:broken'/></sequence></scope>",
                Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "12"));

        assertEquals(List.of(FlowState.FAULTED), List.copyOf(world.ended.values()));
        assertTrue(
                world.audit.stream()
                        .anyMatch(event -> String.valueOf(event.detail()).contains("the scope Outer has completed")),
                () -> world.audit.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <scope name='S'><empty/></scope>REPLAY                                                   | no scope S is around the <replay>
            <scope name='T'>REPLAY</scope>                                                           | no scope S is around the <replay>
            <scope name='S'><compensationHandler>REPLAY</compensationHandler><empty/></scope>        | where its compensation handler runs
            <scope name='S'><scope><terminationHandler>REPLAY</terminationHandler><empty/></scope></scope> | where its termination handler runs
            <flow><links><link name='l'/></links><scope name='S'><sequence><empty><sources><source linkName='l'/></sources></empty>REPLAY</sequence></scope><empty><targets><target linkName='l'/></targets></empty></flow> | the link l leaves the scope S from inside
            """)
    void aReplayThatCannotBeIsRefusedWithItsLine(String activity, String reason) {
        BpelException refused = assertThrows(
                BpelException.class,
                () -> Shop.buying("<sequence>\n" + activity.replace("REPLAY", replay("S")) + "</sequence>"));

        assertEquals(1, refused.problems().size(), refused.getMessage());
        assertEquals("bpel-replay", refused.problems().get(0).rule());
        assertTrue(refused.problems().get(0).line() > 20, refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void theProcessItselfDoesNotBeginAgain() {
        BpelException refused = assertThrows(BpelException.class, () -> Shop.buying(replay("Order")));

        assertTrue(refused.getMessage().contains("the process itself"), refused.getMessage());
    }

    @Test
    void aProcessOfVersionOneOneReplaysAsWell() {
        String text = "<process name='Order' targetNamespace='urn:order' xmlns:t='urn:shop'"
                + " xmlns='http://schemas.xmlsoap.org/ws/2003/03/business-process/'"
                + " xmlns:bpelx='http://schemas.oracle.com/bpel/extension'"
                + " xmlns:xsd='http://www.w3.org/2001/XMLSchema'>" + Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                + assign("0") + "<scope name='Tried'><faultHandlers><catchAll><sequence>" + assign("$count + 1")
                + "<bpelx:replay name='again' scope='Tried'/></sequence></catchAll></faultHandlers>"
                + "<switch><case condition='$count &lt; 2'><throw faultName='t:broken'/></case></switch></scope>"
                + "<assign><copy><from expression='$count'/><to variable='out' part='receipt'/></copy></assign>"
                + Shop.REPLY + "</sequence></process>";
        World world = new World(ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", text, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                List.of(URI.create("file:/shop/shop.wsdl"))));

        assertEquals("2", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
    }

    private static String assign(String expression) {
        return "<assign><copy><from expression='" + expression + "'/><to variable='count'/></copy></assign>";
    }
}

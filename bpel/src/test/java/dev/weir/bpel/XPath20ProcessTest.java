package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes whose expressionLanguage is XPath 2.0. The order A1 has the total 12 and two lines, a and b. */
class XPath20ProcessTest {
    private static final String LANGUAGE = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0";

    private static String text(String content) {
        return Shop.text(content)
                .replace(
                        "<process ",
                        "<process expressionLanguage='" + LANGUAGE + "' queryLanguage='" + LANGUAGE + "' xmlns:xp20='"
                                + OracleFunctions.XPATH20 + "' xmlns:ora='" + OracleFunctions.XPATH + "' ");
    }

    private static World world(String... activities) {
        return new World(Shop.compile(
                text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + String.join("", activities) + Shop.REPLY
                        + "</sequence>"),
                OracleFunctions.SYSTEM));
    }

    private static ExchangeReply reply(String... activities) {
        World world = world(activities);
        return world.reply(world.send("shop", "buy", Shop.order("A1", "12")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            string-join($in.order/t:line, ', ')                                | a, b
            string-join(for $l in $in.order/t:line return upper-case($l), '')  | AB
            if ($in.order/t:total > 10) then 'much' else 'little'              | much
            if (some $l in $in.order/t:line satisfies $l = 'b') then 1 else 0  | 1
            $in.order/t:total + 1                                              | 13
            $in.order/t:total idiv 5                                           | 2
            0.1 + 0.2                                                          | 0.3
            12345678901234567890 + 1                                           | 12345678901234567891
            sum($in.order/t:total) div 8                                       | 1.5
            $text = 7                                                          | true
            $text + 1                                                          | 8
            $flag                                                              | true
            xs:date('2026-03-01') - xs:dayTimeDuration('P1D')                  | 2026-02-28
            $in.order/t:line[last()]                                           | b
            ($in.order/t:line)[position() = (2 to 3)]                          | b
            $in.order/@state                                                   | new
            count($in.order/(t:number union t:total))                          | 2
            replace($in.order/t:number, '[0-9]', '-')                          | A-
            bpel:getVariableProperty('in', 't:number')                         | A1
            xp20:upper-case($in.order/t:number)                                | A1
            ora:countNodes('in', 'order', '/t:order/t:line')                   | 2
            count($order/t:line/following-sibling::*)                          | 1
            """)
    void expressionsAreXPath20(String expression, String expected) {
        assertEquals(
                expected,
                Shop.receipt(reply(
                        Shop.copy("$in.order", "$order"),
                        Shop.copy("'7'", "$text"),
                        Shop.copy("true()", "$flag"),
                        Shop.answer(expression.replace("<", "&lt;")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            $order/t:line[. = ('a', 'x')]              | z b
            $order/t:line[position() = (2 to 9)]       | a z
            $order/(t:line)[2]                         | a z
            $order/t:line[last()]                      | a z
            $order/t:line[2]/text()                    | a b
            """)
    void whatATargetSelectsIsWrittenTo(String target, String expected) {
        World world = world(
                Shop.copy("$in.order", "$order"),
                Shop.copy("'z'", target),
                Shop.answer("string-join($order/t:line, ' ')"));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));

        assertEquals(target.endsWith("text()") ? "a z" : expected, Shop.receipt(world.reply(exchange)));
    }

    @Test
    void anAttributeIsWrittenTo() {
        assertEquals(
                "sent",
                Shop.receipt(reply(
                        Shop.copy("$in.order", "$order"),
                        Shop.copy("'sent'", "$order/@*[name() = ('state', 'x')]"),
                        Shop.answer("$order/@state"))));
    }

    @Test
    void conditionsAndCountersAndQueriesAreXPath20() {
        assertEquals(
                "2 b",
                Shop.receipt(reply(
                        Shop.copy("0", "$count"),
                        "<while><condition>every $n in (1, 2) satisfies $count lt $n * 2</condition>"
                                + Shop.copy("$count + 1", "$count") + "</while>",
                        "<if><condition>exists($in.order/t:line[. = ('b', 'c')])</condition>"
                                + "<assign><copy><from variable='in' part='order'><query>(t:line[. = ('b', 'c')])[1]"
                                + "</query></from><to>$text</to></copy></assign></if>",
                        Shop.answer("concat($count, ' ', $text)"))));
    }

    @Test
    void joinConditionsAreXPath20() {
        assertEquals(
                "joined",
                Shop.receipt(reply("<flow><links><link name='l'/></links><empty><sources><source linkName='l'>"
                        + "<transitionCondition>1 = (1, 2)</transitionCondition></source></sources></empty>"
                        + Shop.answer("'joined'")
                                .replace(
                                        "<copy>",
                                        "<targets><joinCondition>if ($l) then true() else false()</joinCondition>"
                                                + "<target linkName='l'/></targets><copy>")
                        + "</flow>")));
    }

    /** An element says its language itself; the others of the process are XPath 1.0. */
    @Test
    void oneExpressionMayBeXPath20() {
        World world = new World(Shop.buying("<assign><copy><from expressionLanguage='" + LANGUAGE
                + "'>string-join($in.order/t:line, '+')</from><to>$out.receipt</to></copy></assign>"));

        assertEquals("a+b", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            if (1) then 2                  | not a valid XPath 2.0 expression: 'if (1) then 2'
            nosuch()                       | nosuch
            bpel:unknown()                 | unknown
            $nothing/a                     | the variable nothing is not declared
            string-join($nothing, '')      | the variable nothing is not declared
            bpel:getVariableProperty($text, 't:number') | SA00030
            q:a + 1                        | q
            """)
    void anExpressionWithAnErrorIsRefusedWithItsLine(String expression, String reason) {
        BpelException refused = assertThrows(BpelException.class, () -> world("\n\n", Shop.answer(expression)));

        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
        assertTrue(refused.problems().get(0).line() > 20, refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"(1, 2)", "($in.order, 1)", "$in.order/t:number + 1", "doc('/etc/hostname')/a + 1"})
    void whatCannotBeEvaluatedIsAFault(String expression) {
        assertEquals(
                "{http://docs.oasis-open.org/wsbpel/2.0/process/executable}subLanguageExecutionFault",
                reply(Shop.answer(expression)).fault());
    }

    @Test
    void aNodeThatIsInNoVariableIsNotWrittenTo() {
        assertEquals(
                "{http://docs.oasis-open.org/wsbpel/2.0/process/executable}selectionFailure",
                reply(
                                Shop.copy("$in.order", "$order"),
                                Shop.copy("'z'", "$order/ora:getNodes('in', 'order', '/t:order/t:line[1]')"),
                                Shop.answer("1"))
                        .fault());
    }

    @Test
    void anAliasMayBeXPath20() {
        String wsdl = Shop.WSDL.replace(
                "<vprop:query>t:number</vprop:query>",
                "<vprop:query queryLanguage='" + LANGUAGE + "'>t:number[matches(., '^A')]</vprop:query>");
        World world = new World(Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                        + Shop.answer("bpel:getVariableProperty('in', 't:number')") + Shop.REPLY + "</sequence>"),
                "shop.wsdl",
                wsdl));

        assertEquals("A1", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.w3.org/TR/1999/REC-xpath-19991116, ''",
        LANGUAGE + ", ''",
        "urn:some:javascript, the language urn:some:javascript is not supported"
    })
    void aProcessOfVersionOneOneSaysItsLanguageToo(String language, String refusal) {
        String expression = language.equals(LANGUAGE) ? "string-join($in.order/t:line, '')" : "'ab'";
        String process = "<process name='Order' targetNamespace='urn:order' xmlns:t='urn:shop' expressionLanguage='"
                + language + "' xmlns='http://schemas.xmlsoap.org/ws/2003/03/business-process/'"
                + " xmlns:xsd='http://www.w3.org/2001/XMLSchema'>" + Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                + "<assign><copy><from expression=\"" + expression + "\"/><to variable='out' part='receipt'/></copy>"
                + "</assign>" + Shop.REPLY + "</sequence></process>";
        try {
            World world = new World(ProcessDefinition.compile(
                    URI.create("file:/shop/order.bpel"),
                    Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                    OracleFunctions.SYSTEM,
                    List.of(URI.create("file:/shop/shop.wsdl"))));

            assertEquals("ab", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
            assertEquals("", refusal);
        } catch (BpelException e) {
            assertTrue(!refusal.isEmpty() && e.getMessage().contains(refusal), e.getMessage());
        }
    }
}

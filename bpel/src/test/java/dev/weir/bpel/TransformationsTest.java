package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeReply;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stylesheets and queries that processes call by Oracle's functions. */
class TransformationsTest {
    private static final String STYLESHEET = """
            <xsl:stylesheet version="%s" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:t="urn:shop"
                xmlns:xp20="http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.Xpath20">
              <xsl:param name="greeting" select="'none'"/>
              <xsl:template match="/t:order">
                <receipt><xsl:value-of select="%s"/></receipt>
              </xsl:template>
            </xsl:stylesheet>
            """;

    private static final String QUERY = """
            xquery version "1.0";
            declare namespace t = "urn:shop";
            declare variable $order as element() external;
            <receipt>{ string-join($order/t:line, '+') }</receipt>
            """;

    private static final String BY_NUMBER = "ora:processXSLT(string($in.order/t:number), $in.order)";

    private static ProcessDefinition process(String expression, String... furtherFiles) {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i < furtherFiles.length; i += 2) {
            files.put(furtherFiles[i], furtherFiles[i + 1]);
        }
        return process(expression, files);
    }

    private static ProcessDefinition process(String expression, Map<String, String> files) {
        files.putAll(Map.of(
                "order.bpel",
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer(expression) + Shop.REPLY
                                + "</sequence>")
                        .replace("xmlns:t=", "xmlns:ora='" + OracleFunctions.XPATH + "' xmlns:t="),
                "shop.wsdl",
                Shop.WSDL,
                "plain.xsl",
                STYLESHEET.formatted("1.0", "concat($greeting, t:number)"),
                "ours.xsl",
                STYLESHEET.formatted("1.0", "xp20:lower-case(concat($greeting, t:number))"),
                "two.xsl",
                STYLESHEET.formatted("2.0", "$greeting, (1 to 2), t:number"),
                "lines.xqy",
                QUERY));
        return ProcessDefinition.compile(URI.create("file:/shop/order.bpel"), Shop.in(files), OracleFunctions.SYSTEM);
    }

    private static String answer(String expression) {
        World world = new World(process(expression));
        return Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ora:processXSLT("plain.xsl", $in.order)                              | noneA1
            ora:doXSLTransformForDoc("plain.xsl", $in.order, "greeting", "for ") | for A1
            ora:doXSLTransformForDoc("ours.xsl", $in.order, "greeting", "FOR ")  | for a1
            ora:processXSLT("two.xsl", $in.order, "greeting", $in.order/t:line)  | a 1 2 A1
            ora:processXQuery10("lines.xqy", "order", $in.order)                 | a+b
            ora:processXSLT(concat("pla", "in.xsl"), $in.order)                  | noneA1
            ora:doXSLTransformForDoc(concat("ours", ".xsl"), $in.order, "greeting", "FOR ") | for a1
            ora:processXQuery10(concat("./", "lines.xqy"), "order", $in.order)   | a+b
            string(ora:getElement("in", "order", "/t:order/t:line", 2))          | b
            count(ora:getElement("in", "order", "/t:order/t:line", 3))           | 0
            count(ora:getElement("in", "order", "/t:order/t:line", 0))           | 0
            ora:getAttachmentContent("in", "order", "/t:order/t:line")           | a
            """)
    void whatTheyMakeIsAValue(String expression, String expected) {
        assertEquals(expected, answer(expression));
    }

    @Test
    void parametersMayComeAsAnElementWithItems() {
        assertEquals(
                "hiA1",
                answer("ora:processXSLT(\"plain.xsl\", $in.order, ora:parseXML(\"&lt;parameters>&lt;item>&lt;name>"
                        + "greeting&lt;/name>&lt;value>hi&lt;/value>&lt;/item>&lt;/parameters>\"))"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ora:processXSLT("wrong.xsl", $in.order)            | wrong.xsl | 5
            ora:doXSLTransformForDoc("ours2.xsl", $in.order)   | ours2.xsl | 5
            ora:processXQuery10("wrong.xqy")                   | wrong.xqy | 3
            """)
    void oneThatIsWrongIsAProblemOfDeploymentInItsFile(String expression, String file, int line) {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> process(
                        expression,
                        "wrong.xsl",
                        STYLESHEET.formatted("1.0", "t:number +"),
                        "ours2.xsl",
                        STYLESHEET.formatted("1.0", "xp20:nonsense(t:number)"),
                        "wrong.xqy",
                        "1 +\n\n)"));

        assertEquals(1, refusal.problems().size(), refusal.getMessage());
        assertEquals("file:/shop/" + file, refusal.problems().get(0).file().replace("file:///", "file:/"));
        assertEquals(line, refusal.problems().get(0).line());
    }

    /** The answer to an order whose number is the name of a file. */
    private static ExchangeReply naming(String file, ProcessDefinition process) {
        World world = new World(process);
        return world.reply(world.send("shop", "buy", Shop.order(file, "12")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing.xsl",
                "../plain.xsl",
                "..\\..\\plain.xsl",
                "%2e%2e/plain.xsl",
                "/etc/plain.xsl",
                "file:/etc/plain.xsl",
                "file:///shop/../etc/plain.xsl",
                "http://example.org/plain.xsl",
                "//example.org/plain.xsl",
                "oramds:/apps/plain.xsl",
                "jar:file:/x.jar!/plain.xsl",
                "://"
            })
    void aNameInTheDataLeadsToFilesOfTheCompositeOnly(String name) {
        ExchangeReply stylesheet = naming(name, process(BY_NUMBER));
        assertTrue(String.valueOf(stylesheet.fault()).endsWith("xsltStylesheetNotFound"), stylesheet.fault());
        assertTrue(String.valueOf(stylesheet.reason()).startsWith("the stylesheet " + name + " is not there"));

        ExchangeReply query = naming(name, process("ora:processXQuery(string($in.order/t:number), $in.order)"));
        assertTrue(String.valueOf(query.fault()).endsWith("subLanguageExecutionFault"), query.fault());
        assertTrue(String.valueOf(query.reason()).startsWith("the query " + name + " is not there"));
    }

    @Test
    void oneThatIsNamedByDataIsCompiledOnceAndKeptWhileOthersAreNotManyMore() {
        Map<String, String> files = new HashMap<>(Map.of("of-data.xsl", STYLESHEET.formatted("1.0", "'first'")));
        for (int i = 0; i < 100; i++) {
            files.put("other" + i + ".xsl", "no stylesheet");
        }
        ProcessDefinition process = process(BY_NUMBER, files);
        assertEquals("first", Shop.receipt(naming("of-data.xsl", process)));
        files.put("of-data.xsl", STYLESHEET.formatted("1.0", "'second'"));
        assertEquals("first", Shop.receipt(naming("of-data.xsl", process)));

        for (int i = 0; i < 100; i++) {
            ExchangeReply reply = naming("other" + i + ".xsl", process);
            assertTrue(String.valueOf(reply.fault()).endsWith("subLanguageExecutionFault"), reply.fault());
        }
        assertEquals("second", Shop.receipt(naming("of-data.xsl", process)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ora:processXSLT("deep1.xsl", $in.order)                              | deep1.xsl
            ora:doXSLTransformForDoc("deep1.xsl", $in.order, "greeting", "")     | deep1.xsl
            bpel:doXslTransform("deep1.xsl", $in.order)                          | deep1.xsl
            ora:processXSLT("deep2.xsl", $in.order)                              | deep2.xsl
            ora:processXQuery10("deep.xqy", "order", $in.order)                  | deep.xqy
            """)
    void oneThatCallsItselfWithoutEndIsAFault(String expression, String file) {
        String deep = """
                <xsl:stylesheet version="%s" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
                  <xsl:template match="/"><receipt><xsl:call-template name="again"/></receipt></xsl:template>
                  <xsl:template name="again"><xsl:call-template name="again"/>, again</xsl:template>
                </xsl:stylesheet>
                """;
        String query = """
                xquery version "1.0";
                declare variable $order as element() external;
                declare function local:again($of as xs:integer) as xs:integer { 1 + local:again($of + 1) };
                <receipt>{ local:again(1) }</receipt>
                """;

        ExchangeReply reply = naming(
                "A1",
                process(
                        expression,
                        "deep1.xsl",
                        deep.formatted("1.0"),
                        "deep2.xsl",
                        deep.formatted("2.0"),
                        "deep.xqy",
                        query));

        assertTrue(String.valueOf(reply.fault()).endsWith("subLanguageExecutionFault"), reply.fault());
        String reason = String.valueOf(reply.reason());
        assertTrue(reason.contains(file), reason);
        assertTrue(reason.contains("too deeply") || reason.contains("Too many nested"), reason);
    }
}

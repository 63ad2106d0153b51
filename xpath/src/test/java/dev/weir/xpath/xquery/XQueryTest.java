package dev.weir.xpath.xquery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XQueryTest {
    private static final URI MAIN = URI.create("composite:/xq/main.xqy");

    private static final XPathScope NOTHING = new XPathScope() {
        @Override
        public XmlNode contextNode() {
            return null;
        }

        @Override
        public Object variable(String name) {
            throw new XPathException(name);
        }
    };

    private final Map<String, String> files = new HashMap<>();
    private final Resources resources = uri -> {
        String file = files.get(uri.toString());
        if (file == null) {
            throw new WsdlException("there is no " + uri);
        }
        return file.getBytes(StandardCharsets.UTF_8);
    };

    private Object evaluate(String query, Map<String, Object> variables) {
        files.put(MAIN.toString(), query);
        return XQuery.compile(MAIN, resources, OracleFunctions.SYSTEM).evaluate(null, variables, NOTHING);
    }

    private static XmlElement parse(String xml) {
        return XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aQueryMakesAnElementOfItsVariablesByItsModules() {
        files.put("composite:/xq/lib.xqy", """
                xquery version "1.0";
                module namespace c = "urn:checks";
                declare function c:late($order as element()) as element() {
                  <late>{ if ($order/due lt '2026-06-01') then <order>{string($order/id)}</order> else '' }</late>
                };
                """);
        Object made = evaluate("""
                xquery version "1.0";
                (:: OracleAnnotationVersion "1.0" ::)
                import module namespace c = "urn:checks" at "lib.xqy";
                declare variable $order as element() (:: schema-element(order) ::) external;
                <checked n="{count($order/*)}">{ c:late($order)/order }</checked>
                """, Map.of("order", List.of(parse("<order><id>A1</id><due>2026-05-01</due></order>"))));

        assertEquals(
                "<checked n=\"2\"><order>A1</order></checked>",
                ((List<?>) made).get(0).toString());
    }

    @Test
    void itCallsFunctionsOfOurs() {
        assertEquals(
                "A", evaluate("declare namespace x = '" + OracleFunctions.XPATH20 + "'; x:upper-case('a')", Map.of()));
    }

    @Test
    void aFunctionMayBeDeclaredAfterItsCall() {
        assertEquals(
                6.0,
                evaluate(
                        "declare function local:a($n) { local:b($n) * 2 }; declare function local:b($n) { $n + 1 };"
                                + " local:a(2)",
                        Map.of()));
    }

    @Test
    void aNumberStaysANumber() {
        assertEquals(3.0, evaluate("declare variable $n external; $n + 1", Map.of("n", 2.0)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('file:///etc/passwd')",
                "unparsed-text('file:///etc/passwd')",
                "collection('file:///etc')",
                "import module namespace m = 'urn:m' at 'file:///etc/passwd'; 1",
                "import module namespace m = 'urn:m'; 1",
                "declare namespace r = 'java:java.lang.Runtime'; r:getRuntime()",
                "declare function local:f() { 1 + local:f() }; local:f()",
                "declare variable $missing external; $missing"
            })
    void nothingOfTheMachineIsReachedAndWhatIsWrongIsSaid(String query) {
        XPathException error = assertThrows(XPathException.class, () -> evaluate(query, Map.of()), query);
        assertTrue(error.getMessage().startsWith("the query xq/main.xqy cannot be "), error.getMessage());
    }

    @Test
    void mistakesHaveFileAndLine() {
        XQueryException error = assertThrows(XQueryException.class, () -> evaluate("1 +\n\n )", Map.of()));
        assertEquals(3, error.problems().get(0).line());
        assertEquals("xq/main.xqy", error.problems().get(0).file());
    }
}

package dev.weir.xpath;

import static dev.weir.xpath.XPathDocuments.compile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import dev.weir.xpath.XPathDocuments.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XPathExpressionTest {
    private static final String ORDER = """
            <p:order xmlns:p="urn:p" xmlns="urn:q" id="7" p:kind="big" xml:lang="en-GB">\
            <p:line n="1"><price>10.50</price><!--cheap--></p:line>\
            <p:line n="2"><price>20</price><?print now?></p:line>\
            <p:line n="3"><price/>some <b>bold</b> text</p:line>\
            <note xmlns="">  two   words </note></p:order>""";

    private final XmlDocument order = XPathDocuments.tree(ORDER);
    private final Scope scope = new Scope(order);

    private String evaluate(String expression) {
        return XPathDocuments.told(compile(expression).evaluate(scope));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', textBlock = """
            count(/p:order/p:line)                      ; 3.0
            /p:order/p:line[2]/@n                       ; [/1/2/@n]
            string(/p:order/p:line[last()]/@n)          ; '3'
            /p:order/p:line[@n='2']/q:price             ; [/1/2/1]
            sum(//q:price[. != ''])                     ; 30.5
            sum(//q:price)                              ; NaN
            //@n                                        ; [/1/1/@n /1/2/@n /1/3/@n]
            //comment()                                 ; [/1/1/2]
            //processing-instruction()                  ; [/1/2/2]
            //processing-instruction('print')           ; [/1/2/2]
            //processing-instruction('other')           ; []
            normalize-space(/p:order/note)              ; 'two words'
            name(/*)                                    ; 'p:order'
            local-name(/*/*[1]/*)                       ; 'price'
            namespace-uri(/*/*[1]/*)                    ; 'urn:q'
            name(//@p:*)                                ; 'p:kind'
            string(/p:order/@p:kind)                    ; 'big'
            /p:order/p:line[3]/text()                   ; [/1/3/2 /1/3/4]
            string(/p:order/p:line[3])                  ; 'some bold text'
            //q:b/ancestor::*                           ; [/1 /1/3]
            //q:b/ancestor::*[1]                        ; [/1/3]
            //p:line[3]/preceding-sibling::p:line       ; [/1/1 /1/2]
            //p:line[3]/preceding-sibling::p:line[1]    ; [/1/2]
            //p:line[1]/following-sibling::*[2]         ; [/1/3]
            //p:line[2]/following::q:*                  ; [/1/3/1 /1/3/3]
            //q:b/preceding::q:price                    ; [/1/1/1 /1/2/1 /1/3/1]
            //q:b/preceding::q:price[1]                 ; [/1/3/1]
            (//q:b | //p:line[1] | //@n)                ; [/1/1 /1/1/@n /1/2/@n /1/3/@n /1/3/3]
            (//p:line)[2]                               ; [/1/2]
            //p:line[1]                                 ; [/1/1]
            //p:line/@n[. > 1]                          ; [/1/2/@n /1/3/@n]
            boolean(//missing)                          ; false
            boolean(//p:line)                           ; true
            //q:price > 15                              ; true
            //q:price < 5                               ; false
            //q:price = '20'                            ; true
            //q:price != '20'                           ; true
            not(//q:price = '21')                       ; true
            //p:line/@n = //q:price                     ; false
            //p:line/@n < //q:price                     ; true
            //p:line/@n > //q:price                     ; false
            //p:line[lang('en')]/@n                     ; [/1/1/@n /1/2/@n /1/3/@n]
            boolean(//p:line[lang('de')])               ; false
            1 div 0                                     ; Infinity
            string(-1 div 0)                            ; '-Infinity'
            string(0 div 0)                             ; 'NaN'
            string(1 div 3)                             ; '0.3333333333333333'
            string(100000000000000000000)               ; '100000000000000000000'
            string(0.00001)                             ; '0.00001'
            string(-0)                                  ; '0'
            string(1.50)                                ; '1.5'
            5 mod -2                                    ; 1.0
            -5 mod 2                                    ; -1.0
            5 mod 2.5                                   ; 0.0
            - - 3                                       ; 3.0
            2 + 3 * 4 - 1                               ; 13.0
            (2 + 3) * 4                                 ; 20.0
            7 div 2                                     ; 3.5
            round(2.5)                                  ; 3.0
            round(-2.5)                                 ; -2.0
            string(1 div round(-0.2))                   ; '-Infinity'
            floor(-1.5)                                 ; -2.0
            ceiling(1.2)                                ; 2.0
            number(' 12 ')                              ; 12.0
            number('1e3')                               ; NaN
            number('+1')                                ; NaN
            number('.5')                                ; 0.5
            number('')                                  ; NaN
            number('12345678901234567890')              ; 1.2345678901234567E19
            number(true())                              ; 1.0
            concat('a', 1, true())                      ; 'a1true'
            substring('12345', 2, 3)                    ; '234'
            substring('12345', 1.5, 2.6)                ; '234'
            substring('12345', 0, 3)                    ; '12'
            substring('12345', 0 div 0, 3)              ; ''
            substring('12345', -42, 1 div 0)            ; '12345'
            substring('12345', 2)                       ; '2345'
            substring-before('1999/04/01', '/')         ; '1999'
            substring-after('1999/04/01', '/')          ; '04/01'
            substring-after('abc', 'x')                 ; ''
            starts-with('abc', 'ab')                    ; true
            contains('abc', '')                         ; true
            translate('bar', 'abc', 'AB')               ; 'BAr'
            translate('--aaa--', 'abc-', 'ABC')         ; 'AAA'
            string-length('abc')                        ; 3.0
            true() = 'x'                                ; true
            false() = //missing                         ; true
            1 < 2 and 2 < 3                             ; true
            'a' = 'b' or not(1 = 2)                     ; true
            1 = 1 = 1                                   ; true
            3 > 2 > 1                                   ; false
            id('x')                                     ; []
            /p:order/namespace::p                       ; [/@{http://www.w3.org/2000/xmlns/}p]
            name(/p:order/namespace::p)                 ; 'p'
            string(/p:order/namespace::p)               ; 'urn:p'
            count(/p:order/note/namespace::*)           ; 2.0
            """)
    void anExpressionMeansWhatXPathSays(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }

    @Test
    void charactersAreCodePoints() {
        assertEquals("2.0", evaluate("string-length('\uD83D\uDE00a')"));
        assertEquals("'a'", evaluate("substring('\uD83D\uDE00a', 2)"));
        assertEquals("'x'", evaluate("translate('\uD83D\uDE00', '\uD83D\uDE00', 'x')"));
    }

    @Test
    void aVariableIsNamedByAllThatFollowsTheDollarSign() {
        XPathExpression expression = compile("$order.payload/p:line[1]/@n + $more.x.y + $p:z");

        assertEquals(List.of("order.payload", "more.x.y", "p:z"), expression.variables());
        scope.with("order.payload", order.documentElement())
                .with("more.x.y", 40.0)
                .with("p:z", "2");
        assertEquals(43.0, expression.evaluateNumber(scope));
    }

    @Test
    void aVariableMayHoldAnyKindOfValue() {
        XmlElement line = order.documentElement().elements().get(1);
        scope.with("node", line)
                .with("nodes", List.of(line, order.documentElement().elements().get(0)))
                .with("text", "abc")
                .with("yes", true)
                .with("two", 2.0);

        assertEquals("[/1/2/1]", evaluate("$node/q:price"));
        assertEquals("[/1/1 /1/2]", evaluate("$nodes/self::*"), "a node-set that came out of order");
        assertEquals("[/1/2]", evaluate("$nodes[2]"));
        assertEquals("[/1/2]", evaluate("$nodes[$two]"), "a number in a variable is a position");
        assertEquals("'b'", evaluate("substring($text, $two, 1)"));
        assertEquals("true", evaluate("$yes and $text = 'abc'"));
    }

    @Test
    void anUnknownVariableIsTheScopesError() {
        XPathException error = assertThrows(XPathException.class, () -> evaluate("$nobody + 1"));
        assertEquals("there is no variable $nobody", error.getMessage());
    }

    @Test
    void whatIsNoValueIsRefusedByItsVariable() {
        scope.with("wrong", new StringBuilder());
        XPathException error = assertThrows(XPathException.class, () -> evaluate("$wrong"));
        assertEquals(
                "$wrong must be a node-set, string, number or boolean, but is java.lang.StringBuilder",
                error.getMessage());
    }

    @Test
    void aDetachedTreeIsSeenAsIfADocumentHeldIt() {
        XmlElement root = order.documentElement();
        root.detach();
        Scope detached = new Scope(root.elements().get(0));

        assertEquals(List.of(root), compile("/p:order").evaluateNodes(detached));
        assertEquals(List.of(root), compile("/").evaluateNodes(detached));
        assertEquals(List.of(root), compile("//p:order").evaluateNodes(detached));
        assertEquals(3, compile("/p:order/p:line").evaluateNodes(detached).size());
        assertEquals(3, compile("//p:line").evaluateNodes(detached).size());
        assertEquals(1, compile("//p:line[1]").evaluateNodes(detached).size());
        assertEquals(1, compile("//*[1][self::p:order]").evaluateNodes(detached).size());
        assertEquals(List.of(), compile("/p:order/..").evaluateNodes(detached));
        assertEquals(List.of(), compile("/p:order/following::node()").evaluateNodes(detached));
        assertEquals(List.of(root), compile("/node()").evaluateNodes(detached));
        assertEquals(
                compile("count(//node())").evaluateNumber(new Scope(XPathDocuments.tree(ORDER))),
                compile("count(//node())").evaluateNumber(detached));
    }

    @Test
    void anEmptyContextIsAnErrorOnlyWhereAContextIsNeeded() {
        Scope empty = new Scope(null);
        empty.with("order", order.documentElement());

        assertEquals(3.0, compile("1 + 2").evaluateNumber(empty));
        assertEquals("7", compile("$order/@id").evaluateString(empty));
        assertEquals(
                1,
                compile("$order/p:line[position() = last()]")
                        .evaluateNodes(empty)
                        .size());
        for (String expression : List.of("p:line", "/p:order", "string()", "position()", "last()", ".", "name()")) {
            XPathException error =
                    assertThrows(XPathException.class, () -> compile(expression).evaluate(empty), expression);
            assertTrue(error.getMessage().startsWith("'" + expression + "' needs a context node"), error.getMessage());
        }
    }

    @Test
    void extensionFunctionsAreFoundByExpandedNameWhenCompiling() {
        XPathFunctions twice = name ->
                name.equals(XmlName.of("urn:p", "twice")) ? (scope, arguments) -> 2 * (double) arguments.get(0) : null;
        XPathFunctions first = name -> name.equals(XmlName.of("urn:p", "first"))
                ? (scope, arguments) -> ((List<?>) arguments.get(0)).get(0)
                : null;
        XPathFunctions both = twice.or(first);

        assertEquals(
                14.0,
                XPathExpression.compile("p:twice(7)", XPathDocuments::prefixes, both)
                        .evaluateNumber(scope));
        assertEquals(
                "1",
                XPathExpression.compile("p:first(//p:line)/@n", XPathDocuments::prefixes, both)
                        .evaluateString(scope));
        XPathException error = assertThrows(XPathException.class, () -> compile("1 + p:thrice(7)"));
        assertEquals(
                "not a valid XPath 1.0 expression: '1 + p:thrice(7)': there is no function {urn:p}thrice",
                error.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            //                ; Location path cannot end with //
            x:order           ; the prefix 'x' is not bound to a namespace
            x:f()             ; the prefix 'x' is not bound to a namespace
            nothing()         ; there is no function nothing
            count()           ; count() takes 1 arguments, and is given 0
            substring('a')    ; substring() takes 2 or 3 arguments, and is given 1
            concat('a')       ; concat() takes 2 or more arguments, and is given 1
            true(1)           ; true() takes 0 arguments, and is given 1
            count('a')        ; count() takes a node-set
            'a' | //b         ; both sides of | must be node-sets
            'a'/b             ; Node-set expected
            ('a')/b           ; steps can follow a node-set only
            ('a')[1]          ; predicates can follow a node-set only
            a b               ; Unexpected 'b'
            """)
    void whatIsWrongWithAnExpressionIsSaid(String expression, String reason) {
        XPathException error = assertThrows(XPathException.class, () -> compile(expression));
        assertTrue(
                error.getMessage().startsWith("not a valid XPath 1.0 expression: '" + expression + "': " + reason),
                error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 +", "/p:order/", "//", "foo(", "'open", "$", "a b", "wrong::a", "@@a", "a[", "a]", ""})
    void whatDoesNotFollowTheGrammarIsRefusedWithTheExpressionQuoted(String expression) {
        XPathException error = assertThrows(XPathException.class, () -> compile(expression));
        assertTrue(
                error.getMessage().startsWith("not a valid XPath 1.0 expression: '" + expression + "': "),
                error.getMessage());
    }

    @Test
    void compiledExpressionsServeManyThreads() throws Exception {
        XPathExpression expression = compile("sum(//q:price[. != '']) + count(//p:line[@n > 1])");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Double>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(threads.submit(() -> {
                    Scope mine = new Scope(XPathDocuments.tree(ORDER));
                    double sum = 0;
                    for (int n = 0; n < 1000; n++) {
                        sum += expression.evaluateNumber(mine);
                    }
                    return sum;
                }));
            }
            for (Future<Double> result : results) {
                assertEquals(32_500.0, result.get());
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void manySiblingsAreSortedInLinearTime() {
        XmlElement root = new XmlElement(XmlName.of("root"));
        for (int i = 0; i < 50_000; i++) {
            XmlElement line = root.appendElement(XmlName.of("line"));
            line.attribute(XmlName.of("n"), Integer.toString(i));
            line.append(new XmlText("x"));
        }
        Scope large = new Scope(root);
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertEquals(50_000, compile("line/@n").evaluateNodes(large).size());
            assertEquals(50_000, compile("//line/..//line").evaluateNodes(large).size());
            assertEquals(
                    100_001,
                    compile("//text() | //line | /root").evaluateNodes(large).size());
            List<XmlNode> reversed = new ArrayList<>(compile("line").evaluateNodes(large));
            Collections.reverse(reversed);
            large.with("reversed", reversed);
            assertSame(
                    root.firstChild(),
                    compile("$reversed[1]").evaluateNodes(large).get(0));
            assertFalse(compile("//line = //missing").evaluateBoolean(large));
            assertTrue(compile("line/@n = line[last()]/@n").evaluateBoolean(large));
            assertTrue(compile("line/@n > line/@n").evaluateBoolean(large));
        });
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', textBlock = """
            -1.25e3                  ; -1250.0
            1E-2 + .5e1              ; 5.01
            concat('1e2', "2e3")     ; '1e22e3'
            count(//e1 | //b2e3)     ; 0.0
            """)
    void numbersMayHaveAnExponent(String expression, String result) {
        assertEquals(result, evaluate(expression));
    }

    @Test
    void whatStandsInForAnInvalidExpressionFailsWheneverItIsEvaluated() {
        XPathExpression failing = XPathExpression.failing("1 +", "no expression");
        assertEquals("1 +", failing.text());
        assertEquals(List.of(), failing.variables());
        for (org.junit.jupiter.api.function.Executable evaluation : List.<org.junit.jupiter.api.function.Executable>of(
                () -> failing.evaluate(scope),
                () -> failing.evaluateBoolean(scope),
                () -> failing.evaluateNodes(scope))) {
            assertEquals(
                    "no expression",
                    assertThrows(XPathException.class, evaluation).getMessage());
        }
    }
}

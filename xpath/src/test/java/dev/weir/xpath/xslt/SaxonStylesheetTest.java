package dev.weir.xpath.xslt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.functions.ComponentPlace;
import dev.weir.xpath.functions.FunctionContext;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stylesheets that call functions of ours, and those of XSLT 2.0 and later. */
class SaxonStylesheetTest {
    private static final URI MAIN = URI.create("composite:/xsl/main.xsl");

    private final Map<String, String> files = new HashMap<>();
    private final List<URI> asked = new ArrayList<>();
    private final Resources resources = uri -> {
        asked.add(uri);
        String file = files.get(uri.toString());
        if (file == null) {
            throw new WsdlException("there is no " + uri);
        }
        return file.getBytes(StandardCharsets.UTF_8);
    };

    private static final class Instance implements XPathScope, FunctionContext {
        @Override
        public XmlNode contextNode() {
            return null;
        }

        @Override
        public Object variable(String name) {
            throw new XPathException(name);
        }

        @Override
        public String instanceId() {
            return "17";
        }

        @Override
        public String flowId() {
            return "4";
        }
    }

    private static String stylesheet(String version, String body) {
        return "<xsl:stylesheet version='" + version + "' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:xp20='" + OracleFunctions.XPATH20 + "' xmlns:oraext='" + OracleFunctions.EXTENSION
                + "' xmlns:ora='" + OracleFunctions.XPATH + "' xmlns:mhdr='" + OracleFunctions.MEDIATOR_HEADERS
                + "' xmlns:exsl='http://exslt.org/common' xmlns:xs='http://www.w3.org/2001/XMLSchema'"
                + " exclude-result-prefixes='xp20 oraext ora mhdr exsl xs'>\n" + body + "\n</xsl:stylesheet>";
    }

    private XsltStylesheet compile(String version, String body) {
        files.put(MAIN.toString(), stylesheet(version, body));
        return XsltStylesheet.compile(
                MAIN, resources, OracleFunctions.SYSTEM.at(new ComponentPlace("default", "Orders", "1.0", "Router")));
    }

    private XmlElement transform(String version, String body, String source) {
        return compile(version, body).transform(parse(source), Map.of(), new Instance());
    }

    private static XmlElement parse(String xml) {
        return XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
    }

    private static String template(String expression) {
        return "<xsl:template match='/'><out><xsl:value-of select=\"" + expression + "\"/></out></xsl:template>";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            xp20:upper-case(/order/customer)                                   | ANN
            concat('[', xp20:upper-case(/order/none), ']')                     | []
            xp20:upper-case(3)                                                 | 3
            xp20:upper-case(2 > 1)                                             | TRUE
            xp20:format-dateTime(/order/date, '[D01].[M01].[Y0001]')           | 24.12.2026
            xp20:year-from-dateTime(/order/date) + 1                           | 2027
            xp20:add-dayTimeDuration-to-dateTime(/order/date, '-P1D')          | 2026-12-23T00:00:00
            oraext:create-delimited-string(/order/line, '+')                   | 1+20+3
            oraext:max-value-among-nodeset(/order/line)                        | 20
            count(oraext:create-nodeset-from-delimited-string('xs:a', 'x,y', ',')) | 2
            ora:getContentAsString(/order/customer)                            | <customer>ann</customer>
            oraext:index-within-string('abc', 'c') + 1                         | 3
            mhdr:getComponentName()                                            | Router
            mhdr:getCompositeInstanceID()                                      | 4
            sum(/order/line[. > 2])                                            | 23
            string-length(oraext:generate-guid())                              | 32
            1000000 * oraext:square-root(4)                                    | 2000000
            concat('a', 1500000 * 2, xp20:lower-case('B'))                     | a3000000b
            concat(string(1 div 0), xp20:lower-case('B'))                      | Infinityb
            string-length(string(12345678 * xp20:abs(-1)))                     | 8
            concat(substring('string(1', 1, 6), xp20:lower-case('B'))          | stringb
            translate(substring(concat('x', 7000000 + oraext:square-root(0)), 2), '7', '8') | 8000000
            """)
    void functionsAreThoseOfExpressions(String expression, String expected) {
        String order =
                "<order><customer>ann</customer><date>2026-12-24</date><line>1</line><line>20</line><line>3</line></order>";
        assertEquals(expected, transform("1.0", template(expression), order).stringValue());
    }

    @Test
    void eachCallIsACallOfItsOwn() {
        XmlElement out = transform(
                "1.0",
                "<xsl:template match='/'><out><xsl:for-each select='/a/b'><id><xsl:value-of"
                        + " select='oraext:generate-guid()'/></id></xsl:for-each></out></xsl:template>",
                "<a><b/><b/></a>");

        assertNotEquals(
                out.elements().get(0).stringValue(), out.elements().get(1).stringValue());
    }

    @Test
    void versionOneMeansWhatItMeantInVersionOne() {
        String body = "<xsl:template match='/'><out><xsl:if test=\"xp20:lower-case('A') = 'a'\"><xsl:value-of"
                + " select='/a/b'/>;<xsl:value-of select=\"/a/b + '1'\"/>;<xsl:value-of select=\"substring('12345',"
                + " /a/c)\"/></xsl:if></out></xsl:template>";
        // The first node of several, a text as a number, no node as not a number.
        assertEquals("1;2;", transform("1.0", body, "<a><b>1</b><b>2</b></a>").stringValue());
    }

    @Test
    void numbersInAttributesHaveNoExponentInVersionOne() {
        String body = "<xsl:template match='/'><out n='{/a * 10}-{{}}-{concat(\"}\", /a)}'><xsl:attribute"
                + " name='m'><xsl:value-of select='/a + xp20:abs(0)'/></xsl:attribute></out></xsl:template>";
        assertEquals(
                "<out n=\"20000000-{}-}2000000\" m=\"2000000\"/>",
                transform("1.0", body, "<a>2000000</a>").toString());
    }

    @Test
    void aTreeThatAVariableHoldsIsANodeSet() {
        String body = "<xsl:template match='/'><xsl:variable name='v'><x>1</x><x>2</x></xsl:variable><out><xsl:value-of"
                + " select=\"concat(count(exsl:node-set($v)/x), xp20:lower-case('A'))\"/></out></xsl:template>";
        assertEquals("2a", transform("1.0", body, "<a/>").stringValue());
    }

    @Test
    void laterVersionsRun() {
        XmlElement out = transform(
                "2.0",
                "<xsl:template match='/'><out><xsl:for-each-group select='/a/b' group-by='@k'><g"
                        + " k='{current-grouping-key()}'><xsl:value-of select='current-group()'"
                        + " separator=','/></g></xsl:for-each-group><xsl:value-of select=\"format-date(xs:date('2026-01-02'),"
                        + " '[Y]/[M]')\"/></out></xsl:template>",
                "<a><b k='x'>1</b><b k='y'>2</b><b k='x'>3</b></a>");

        assertEquals("<out><g k=\"x\">1,3</g><g k=\"y\">2</g>2026/1</out>", out.toString());
    }

    @Test
    void parametersMayBeElements() {
        for (String version : List.of("1.0", "2.0")) {
            XsltStylesheet stylesheet = compile(
                    version,
                    "<xsl:param name='more'/><xsl:param name='n'/><xsl:template match='/'><out><xsl:value-of"
                            + " select='$more/b'/><xsl:value-of select='$n + 1'/></out></xsl:template>");

            assertEquals(
                    "x3",
                    stylesheet
                            .transform(parse("<a/>"), Map.of("more", parse("<m><b>x</b></m>"), "n", 2.0))
                            .stringValue());
        }
    }

    @Test
    void importedModulesAndDocumentsComeFromTheResources() {
        files.put(
                "composite:/lib/base.xsl", stylesheet("2.0", template("doc('../rates.xml')/r, xp20:upper-case('a')")));
        files.put("composite:/rates.xml", "<r>1.5</r>");

        assertEquals(
                "1.5 A",
                transform("1.0", "<xsl:import href='../lib/base.xsl'/>", "<a/>").stringValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "document('file:///etc/passwd')",
                "doc('file:///etc/passwd')",
                "doc('http://127.0.0.1:9/x')",
                "unparsed-text('file:///etc/passwd')",
                "unparsed-text-lines('file:///etc/passwd')[1]",
                "collection('file:///etc')",
                "uri-collection('file:///etc')[1]",
                "json-doc('file:///etc/passwd')"
            })
    void nothingOfTheMachineIsRead(String expression) {
        XPathException error =
                assertThrows(XPathException.class, () -> transform("3.0", template(expression), "<a/>"), expression);
        assertTrue(error.getMessage().startsWith("the stylesheet xsl/main.xsl cannot "), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"environment-variable('PATH')", "system-property('user.home')"})
    void theMachineIsNotAskedFor(String expression) {
        assertEquals("", transform("3.0", template(expression), "<a/>").stringValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://xml.apache.org/xalan/java/java.lang.Runtime",
                "java:java.lang.Runtime",
                "java.lang.Runtime",
                "http://www.oracle.com/XSL/Transform/java/java.lang.Runtime",
                "http://saxon.sf.net/"
            })
    void javaIsOutOfReach(String namespace) {
        XPathException error = assertThrows(
                XPathException.class,
                () -> transform(
                        "2.0",
                        "<xsl:template match='/'><out><xsl:value-of select='r:getRuntime()' xmlns:r='" + namespace
                                + "'/></out></xsl:template>",
                        "<a/>"));
        assertTrue(error.getMessage().contains("main.xsl"), error.getMessage());
    }

    @Test
    void noDocumentIsWritten() {
        XPathException error = assertThrows(
                XPathException.class,
                () -> transform(
                        "2.0",
                        "<xsl:template match='/'><out/><xsl:result-document"
                                + " href='file:///tmp/weir-must-not-be'><x/></xsl:result-document></xsl:template>",
                        "<a/>"));
        assertTrue(error.getMessage().contains("result-document"), error.getMessage());
    }

    @Test
    void endlessRecursionEnds() {
        XPathException error = assertThrows(
                XPathException.class,
                () -> transform(
                        "2.0",
                        "<xsl:template match='/' name='t'><out><xsl:call-template name='t'/><x/></out></xsl:template>",
                        "<a/>"));
        assertTrue(error.getMessage().contains("cannot transform"), error.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.0 | xp20:nonsense()                       | main.xsl:2: | there is no function {http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.Xpath20}nonsense
            2.0 | xp20:nonsense()                       | main.xsl:2: | function named Q{http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.Xpath20}nonsense
            1.0 | oraext:query-database('a', 1, 1, 'b') | main.xsl:2: | needs a data source
            2.0 | $unknown                              | main.xsl:2: | unknown
            2.0 | 1 +                                   | main.xsl:2: | <eof>
            """)
    void mistakesHaveFileAndLineWhenTheStylesheetIsCompiled(
            String version, String expression, String place, String what) {
        XsltException error = assertThrows(XsltException.class, () -> compile(version, template(expression)));

        assertTrue(error.getMessage().contains(place), error.getMessage());
        assertTrue(error.getMessage().contains(what), error.getMessage());
        assertEquals("xsl/main.xsl", error.problems().get(0).file());
        assertEquals(2, error.problems().get(0).line());
    }

    @Test
    void afailureOfAFunctionSaysWhy() {
        XPathException error = assertThrows(
                XPathException.class, () -> transform("1.0", template("xp20:year-from-dateTime('soon')"), "<a/>"));
        assertTrue(error.getMessage().contains("needs an xs:dateTime, and is given 'soon'"), error.getMessage());
    }

    @Test
    void aMessageThatTerminatesIsTold() {
        XPathException error = assertThrows(
                XPathException.class,
                () -> transform(
                        "2.0",
                        "<xsl:template match='/'><xsl:message terminate='yes'>no order</xsl:message></xsl:template>",
                        "<a/>"));
        assertTrue(error.getMessage().contains("no order"), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "2.0"})
    void anAbsolutePathWhereTheContextIsANumberStartsFromTheSource(String version) {
        XmlElement made = transform(version, """
                <xsl:template match='/'>
                  <out>
                    <xsl:for-each select='1 to count(/a/b)'>
                      <xsl:variable name='at' select='.'/>
                      <i v='{/a/b[position() = $at]}' all='{count(//b) + count(/)}'>
                        <xsl:for-each select='/a/b[$at]'><xsl:value-of select="concat('x', /a/@id, '/')"/></xsl:for-each>
                      </i>
                    </xsl:for-each>
                  </out>
                </xsl:template>""", "<a id='7'><b>p</b><b>q</b></a>");
        assertEquals(
                List.of("p 3 x7/", "q 3 x7/"),
                made.elements().stream()
                        .map(each ->
                                each.attributeValue("v") + " " + each.attributeValue("all") + " " + each.stringValue())
                        .toList());
    }

    /** A named template has the context item of its caller, which shows when it runs. */
    @ParameterizedTest
    @ValueSource(strings = {"1 to count(/a/b)", "1 to 2", "for $i in (1 to 2) return $i", "distinct-values((1, 2, 1))"})
    void anAbsolutePathOfATemplateThatIsCalledWithANumberStartsFromTheSource(String numbers) {
        XmlElement made = transform("2.0", """
                <xsl:template match='/'>
                  <out><xsl:for-each select='%s'><xsl:call-template name='item'/></xsl:for-each></out>
                </xsl:template>
                <xsl:template name='item'><i><xsl:value-of select='/a/b[position() = current()]'/></i></xsl:template>
                """.formatted(numbers), "<a><b>p</b><b>q</b></a>");
        assertEquals(
                List.of("p", "q"),
                made.elements().stream().map(XmlElement::stringValue).toList());
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', textBlock = """
            /a/b            ; ROOT/a/b
            a/b             ; a/b
            ../b//c         ; ../b//c
            //b | /         ; ROOT//b | ROOT
            a * /b          ; a * ROOT/b
            */b             ; */b
            p:*/b           ; p:*/b
            f(/a, '/b')     ; f(ROOT/a, '/b')
            $v/a[/b = 1.5]  ; $v/a[ROOT/b = 1.5]
            (a)/b           ; (a)/b
            a div /b        ; a div ROOT/b
            child::div/b    ; child::div/b
            Q{u}f(/*)/b     ; Q{u}f(ROOT/*)/b
            @x/.. = /@y     ; @x/.. = ROOT/@y
            """)
    void onlyAbsolutePathsAreRewritten(String written, String rewritten) {
        assertEquals(
                rewritten.replace("ROOT", "(if (. instance of node()) then root(.) else $Q{urn:weir:xslt}source)"),
                AbsolutePaths.expression(written));
    }

    @Test
    void aStylesheetThatSaysOneAndIsTwoIsUnderstood() {
        assertEquals(
                "ab 2",
                transform("1.0", template("concat(lower-case('AB'), ' ', count(//b[.[c]]))"), """
                <a><b><c/></b><b/><b><c/></b></a>""")
                        .stringValue());
    }

    @Test
    void whatNoProcessorTakesIsAProblemWithItsLine() {
        XPathException wrong = assertThrows(XPathException.class, () -> compile("1.0", template("1 +")));
        assertTrue(wrong.getMessage().contains("main.xsl"), wrong.getMessage());
    }

    @Test
    void prefixesThatAreExcludedAndNeverDeclaredArePassedOver() {
        files.put(
                MAIN.toString(),
                "<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                        + " xmlns:s='urn:s' exclude-result-prefixes='ns7 s #default'>" + template("'done'")
                        + "</xsl:stylesheet>");
        assertEquals(
                "done",
                XsltStylesheet.compile(MAIN, resources)
                        .transform(parse("<a/>"), Map.of())
                        .stringValue());
    }
}

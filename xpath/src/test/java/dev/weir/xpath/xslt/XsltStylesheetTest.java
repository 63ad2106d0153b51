package dev.weir.xpath.xslt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class XsltStylesheetTest {
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

    private XsltStylesheet compile(String body) {
        files.put(
                "composite:/xsl/main.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\n" + body
                        + "\n</xsl:stylesheet>");
        return XsltStylesheet.compile(URI.create("composite:/xsl/main.xsl"), resources);
    }

    private static XmlElement parse(String xml) {
        return XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
    }

    private String failure(String body) {
        return assertThrows(XPathException.class, () -> compile(body)).getMessage();
    }

    @Test
    void aTreeBecomesAnother() {
        XsltStylesheet stylesheet = compile("""
                <xsl:param name='greeting' select="'none'"/>
                <xsl:template match='/o:order' xmlns:o='urn:o'>
                  <n:out xmlns:n='urn:n' total='{sum(o:line/@price)}'><xsl:value-of select='$greeting'/>
                    <xsl:for-each select='o:line'><xsl:copy-of select='.'/></xsl:for-each>
                  </n:out>
                </xsl:template>""");
        XmlElement order =
                parse("<o:order xmlns:o='urn:o'><o:line price='1.5'>a</o:line><o:line price='2'/></o:order>");

        XmlElement out = stylesheet.transform(order, Map.of("greeting", "hello"));

        assertEquals("{urn:n}out", out.name().toString());
        assertEquals("3.5", out.attributeValue("total"));
        assertEquals(2, out.elements().size());
        assertEquals("{urn:o}line", out.elements().get(0).name().toString());
        assertTrue(out.stringValue().startsWith("hello"));
        assertNull(out.parent(), "the result is detached");
    }

    @Test
    void anElementInTheMidstOfATreeIsSeenAsADocument() {
        XsltStylesheet stylesheet = compile(
                "<xsl:template match='/'><out name='{name(*)}' above='{count(*/ancestor::*)}'/></xsl:template>");
        XmlElement inner = parse("<a><b><c/></b></a>").elements().get(0);

        XmlElement out = stylesheet.transform(inner, Map.of());

        assertEquals("b", out.attributeValue("name"));
        assertEquals("0", out.attributeValue("above"));
    }

    @Test
    void importsAndDocumentsComeFromTheResources() {
        files.put(
                "composite:/xsl/lib/base.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:include href='../other.xsl'/>"
                        + "<xsl:template match='/'><out><xsl:call-template name='rate'/></out></xsl:template>"
                        + "</xsl:stylesheet>");
        files.put(
                "composite:/xsl/other.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:template name='rate'><xsl:value-of select=\"document('rates.xml')/rates/eur\"/></xsl:template>"
                        + "</xsl:stylesheet>");
        files.put("composite:/xsl/rates.xml", "<rates><eur>1.25</eur></rates>");

        XmlElement out = compile("<xsl:import href='lib/base.xsl'/>").transform(parse("<a/>"), Map.of());

        assertEquals("1.25", out.stringValue());
    }

    @Test
    void aDocumentThatTheResourcesDoNotKnowIsRefused() {
        for (String uri : List.of("file:///etc/passwd", "http://127.0.0.1:9/x.xml", "../../../etc/passwd")) {
            XsltStylesheet stylesheet = compile("<xsl:template match='/'><out><xsl:copy-of select=\"document('" + uri
                    + "')\"/></out></xsl:template>");
            asked.clear();
            XPathException error =
                    assertThrows(XPathException.class, () -> stylesheet.transform(parse("<a/>"), Map.of()), uri);
            assertTrue(
                    error.getMessage()
                            .startsWith("the stylesheet xsl/main.xsl cannot transform the message: there is no "),
                    error.getMessage());
            assertEquals(1, asked.size(), "it was asked of the resources and of nothing else");
        }
    }

    @Test
    void anImportThatTheResourcesDoNotKnowIsRefused() {
        String message = failure("<xsl:import href='file:///etc/hostname'/>");
        assertTrue(
                message.startsWith("the stylesheet xsl/main.xsl cannot be compiled: there is no file:///etc/hostname"),
                message);
    }

    @Test
    void aDoctypeIsRefused() {
        files.put(
                "composite:/xsl/main.xsl",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x xsl:version='1.0'"
                        + " xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>&e;</x>");
        XPathException error = assertThrows(
                XPathException.class, () -> XsltStylesheet.compile(URI.create("composite:/xsl/main.xsl"), resources));
        assertTrue(
                error.getMessage().startsWith("the stylesheet xsl/main.xsl cannot be read: xsl/main.xsl:1:"),
                error.getMessage());
    }

    @Test
    void whatIsNoXmlIsAProblemOfTheStylesheet() {
        files.put(
                "composite:/xsl/main.xsl",
                "<x xsl:version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>&nbsp;</x>");
        XsltException error = assertThrows(
                XsltException.class, () -> XsltStylesheet.compile(URI.create("composite:/xsl/main.xsl"), resources));
        assertEquals(
                List.of("xslt"), error.problems().stream().map(Problem::rule).toList());
        assertTrue(error.problems().get(0).what().contains("nbsp"), error.getMessage());
        assertTrue(error.problems().get(0).remedy().contains("--lenient"), error.getMessage());
    }

    @Test
    void javaIsOutOfReach() {
        String message = assertThrows(XPathException.class, () -> compile("""
                        <xsl:template match='/'>
                          <out><xsl:value-of select="r:getRuntime()" xmlns:r='http://xml.apache.org/xalan/java/java.lang.Runtime'/></out>
                        </xsl:template>""").transform(parse("<a/>"), Map.of()))
                .getMessage();
        assertTrue(message.contains("xsl/main.xsl"), message);
        assertTrue(message.contains("getRuntime"), message);
    }

    @Test
    void mistakesAreToldWithFileAndLine() {
        String in = "<xsl:template match='/'>\n";
        String end = "\n</xsl:template>";
        for (Map.Entry<String, String> mistake : Map.of(
                        in + "<xsl:value-of select='$x +'/>" + end,
                        "3: Syntax error in '$x +'.",
                        in + "<xsl:value-of select='$unknown'/>" + end,
                        "3: Variable or parameter 'unknown'",
                        in + "<xsl:value-of select='nonsense()'/>" + end,
                        "3: ",
                        in + "<xsl:call-template name='nobody'/>" + end,
                        "",
                        in + "<xsl:nonsense/>" + end,
                        "",
                        in,
                        "4: ")
                .entrySet()) {
            XsltException failure = assertThrows(XsltException.class, () -> compile(mistake.getKey()));
            assertTrue(
                    failure.problems().stream()
                            .map(problem -> problem.file() + ":" + problem.line() + ": " + problem.what())
                            .anyMatch(line -> line.startsWith("xsl/main.xsl:" + mistake.getValue())),
                    failure.getMessage());
        }
    }

    @Test
    void aMessageThatTerminatesIsQuoted() {
        XsltStylesheet stylesheet = compile("<xsl:template match='/'><out/>"
                + "<xsl:message terminate='yes'>no order number</xsl:message></xsl:template>");
        XPathException error = assertThrows(XPathException.class, () -> stylesheet.transform(parse("<a/>"), Map.of()));
        assertTrue(error.getMessage().contains("no order number"), error.getMessage());
    }

    @Test
    void templatesThatCallThemselvesWithoutEndAreAFailure() {
        XsltStylesheet named =
                compile("<xsl:template match='/'><out><xsl:call-template name='further'/></out></xsl:template>"
                        + "<xsl:template name='further'><xsl:call-template name='further'/><xsl:text> </xsl:text>"
                        + "</xsl:template>");
        XsltStylesheet matching = compile("<xsl:template match='/'><out><xsl:apply-templates/></out></xsl:template>"
                + "<xsl:template match='*'><xsl:apply-templates select='.'/><xsl:text> </xsl:text></xsl:template>");

        for (XsltStylesheet stylesheet : List.of(named, matching)) {
            XsltException error =
                    assertThrows(XsltException.class, () -> stylesheet.transform(parse("<a>1</a>"), Map.of()));
            assertEquals(
                    "the stylesheet xsl/main.xsl cannot transform the message: its templates call one another too deeply",
                    error.getMessage());
        }
    }

    @Test
    void aResultWithoutAnElementIsRefused() {
        XPathException error = assertThrows(
                XPathException.class, () -> compile("<xsl:template match='/'/>").transform(parse("<a/>"), Map.of()));
        assertEquals("the stylesheet xsl/main.xsl made no element", error.getMessage());
        assertThrows(
                XPathException.class,
                () -> compile("<xsl:template match='/'><a/><b/></xsl:template>").transform(parse("<a/>"), Map.of()));
        assertEquals(
                "the stylesheet xsl/main.xsl cannot transform the message: text is not allowed outside the document's"
                        + " element",
                assertThrows(
                                XPathException.class,
                                () -> compile("<xsl:template match='/'>text</xsl:template>")
                                        .transform(parse("<a/>"), Map.of()))
                        .getMessage());
        assertEquals(
                "out",
                compile("<xsl:template match='/'><xsl:text>\n</xsl:text><out/><xsl:text> </xsl:text></xsl:template>")
                        .transform(parse("<a/>"), Map.of())
                        .name()
                        .local(),
                "white space around the element is no harm");
    }

    @Test
    void aParameterThatIsNoValueIsRefused() {
        XsltStylesheet stylesheet = compile("<xsl:template match='/'><a/></xsl:template>");
        XPathException error = assertThrows(
                XPathException.class, () -> stylesheet.transform(parse("<a/>"), Map.of("p", Path.of("x"))));
        assertTrue(error.getMessage().startsWith("the parameter p of the stylesheet xsl/main.xsl must be"));
    }

    @Test
    void oneStylesheetServesManyThreads() throws Exception {
        XsltStylesheet stylesheet = compile("<xsl:template match='/'><out n='{count(//*)}'/></xsl:template>");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                String xml = "<a>" + "<b/>".repeat(i) + "</a>";
                String expected = Integer.toString(i + 1);
                results.add(threads.submit(() -> {
                    for (int n = 0; n < 100; n++) {
                        if (!expected.equals(
                                stylesheet.transform(parse(xml), Map.of()).attributeValue("n"))) {
                            return false;
                        }
                    }
                    return true;
                }));
            }
            for (Future<Boolean> result : results) {
                assertTrue(result.get());
            }
        } finally {
            threads.shutdown();
        }
    }
}

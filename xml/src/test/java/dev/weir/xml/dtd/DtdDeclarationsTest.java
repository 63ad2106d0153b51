package dev.weir.xml.dtd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a DTD keeps of what it declares. */
class DtdDeclarationsTest {
    private static final String HERE = "http://example.org/doc/r.xml";

    private static ExternalEntities files(Map<String, String> files) {
        return (publicId, uri) -> {
            String text = files.get(uri);
            return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        };
    }

    private static Dtd parse(String declaration, Edition edition, boolean namespaces, ExternalEntities external) {
        return Dtd.parse(
                declaration,
                new DtdRules(edition, namespaces, false, DtdPolicy.resolving(HERE, external), XmlLimits.DEFAULT));
    }

    private static Dtd internal(String subset) {
        return parse(" r [" + subset + "]", Edition.FIFTH, true, files(Map.of()));
    }

    /** Each declaration in the words of SAX's DeclHandler, DTDHandler and LexicalHandler. */
    private static List<String> told(Dtd dtd) {
        return dtd.declarations().stream().map(DtdDeclarationsTest::told).collect(Collectors.toList());
    }

    private static String told(Declaration item) {
        if (item instanceof ElementDeclaration element) {
            return "element " + element.name() + " " + element.content().text();
        } else if (item instanceof AttributeDeclaration attribute) {
            return "attribute " + attribute.element() + " " + attribute.name() + " " + attribute.typeText() + " "
                    + attribute.presence() + " " + attribute.value();
        } else if (item instanceof EntityDeclaration entity) {
            return "entity " + (entity.parameter() ? "%" : "") + entity.name() + " "
                    + (entity.isExternal()
                            ? entity.publicId() + " " + entity.uri() + " " + entity.notation()
                            : "= " + entity.text());
        } else if (item instanceof NotationDeclaration notation) {
            return "notation " + notation.name() + " " + notation.publicId() + " " + notation.uri();
        } else if (item instanceof Declaration.Comment comment) {
            return "comment" + comment.text();
        } else if (item instanceof Declaration.Instruction instruction) {
            return "pi " + instruction.target() + " " + instruction.data();
        } else if (item instanceof Declaration.EntityStart start) {
            return "start " + start.name();
        } else if (item instanceof Declaration.EntityEnd end) {
            return "end " + end.name();
        } else {
            return "skipped " + ((Declaration.EntitySkipped) item).name();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "<!ELEMENT r EMPTY>                          ~ element r EMPTY",
                "<!ELEMENT r ANY >                           ~ element r ANY",
                "<!ELEMENT r ( #PCDATA )>                    ~ element r (#PCDATA)",
                "<!ELEMENT r ( #PCDATA | a | p:b )*>         ~ element r (#PCDATA|a|p:b)*",
                "<!ELEMENT r ( a? , ( b | c )+ , ((d))* )* > ~ element r (a?,(b|c)+,((d))*)*",
                "<!ATTLIST r a CDATA #IMPLIED>               ~ attribute r a CDATA IMPLIED null",
                "<!ATTLIST r a ID #REQUIRED>                 ~ attribute r a ID REQUIRED null",
                "<!ATTLIST r a NMTOKENS #FIXED ' x  y '>     ~ attribute r a NMTOKENS FIXED x y",
                "<!ATTLIST r a ( x | 1.y ) 'x'>              ~ attribute r a (x|1.y) DEFAULTED x",
                "<!ATTLIST r a NOTATION ( m|n ) #IMPLIED>    ~ attribute r a NOTATION (m|n) IMPLIED null",
                "<!ENTITY e '&#65;&f;'>                      ~ entity e = A&f;",
                "<!ENTITY % e 'x'>                           ~ entity %e = x",
                "<!ENTITY e PUBLIC ' a  b ' '../e.xml'>      ~ entity e a b http://example.org/e.xml null",
                "<!ENTITY e SYSTEM 'e.gif' NDATA gif>        ~ entity e null http://example.org/doc/e.gif gif",
                "<!NOTATION n SYSTEM 'n'>                    ~ notation n null http://example.org/doc/n",
                "<!NOTATION n PUBLIC 'p'>                    ~ notation n p null",
                "<!NOTATION n PUBLIC 'p' 'n'>                ~ notation n p http://example.org/doc/n",
                "<!-- ]> -->                                 ~ comment ]> ",
                "<?p  a > b?>                                ~ pi p a > b",
                "<?p?>                                       ~ pi p ",
            })
    void eachDeclarationIsKeptWithAllItSays(String subset, String expected) {
        List<String> told = told(internal(subset));
        assertEquals(1, told.size());
        assertEquals(expected.strip(), told.get(0).strip());
    }

    @Test
    void anEntityIsNotDeclaredBeforeTheEndOfItsDeclaration() {
        Dtd dtd = parse(
                " r SYSTEM 'ext'",
                Edition.FIFTH,
                true,
                files(Map.of("http://example.org/doc/ext", "<!ENTITY % p '<!ELEMENT q ANY>'%p;><!ELEMENT r ANY>")));
        assertEquals(
                List.of(
                        "the parameter entity %p; is not declared (in the external subset http://example.org/doc/ext, line 1)"),
                dtd.takeNotes());
        assertTrue(
                told(dtd).contains("entity %p = <!ELEMENT q ANY>"),
                () -> told(dtd).toString());
        assertFalse(told(dtd).contains("element q ANY"), "what it stands for is not read");
    }

    @Test
    void declarationsComeInTheOrderOfTheDocumentAndTheFirstOfEachNameHolds() {
        Dtd dtd = parse(
                " r PUBLIC '-//x//y' 'r.dtd' [<!ENTITY % p '<!ELEMENT r (a)><?q?>'>%p;"
                        + "<!ENTITY e '1'><!ATTLIST r x CDATA '1'>]",
                Edition.FIFTH,
                true,
                files(
                        Map.of(
                                "http://example.org/doc/r.dtd",
                                "<!ENTITY e '2'><!ATTLIST r x CDATA '2' y CDATA '2'><!NOTATION n PUBLIC '2'><!ELEMENT a EMPTY>")));
        assertEquals(
                List.of(
                        "entity %p = <!ELEMENT r (a)><?q?>",
                        "start %p",
                        "element r (a)",
                        "pi q ",
                        "end %p",
                        "entity e = 1",
                        "attribute r x CDATA DEFAULTED 1",
                        "start [dtd]",
                        "attribute r y CDATA DEFAULTED 2",
                        "notation n 2 null",
                        "element a EMPTY",
                        "end [dtd]"),
                told(dtd));
        assertEquals("-//x//y", dtd.doctype().publicId());
        assertEquals("r.dtd", dtd.doctype().systemId());
        assertTrue(dtd.hasElementContent("r"));
        assertTrue(Objects.requireNonNull(dtd.element("r")).declaredOutside());
        assertEquals(2, dtd.attributes("r").size());
        assertNull(dtd.element("b"));
    }

    @Test
    void whatIsLeftOutIsTold() {
        assertEquals(
                List.of("entity %p null http://example.org/doc/p null", "skipped %p", "skipped %q", "skipped [dtd]"),
                told(parse(
                        " r SYSTEM 'r.dtd' [<!ENTITY % p SYSTEM 'p'>%p;%q;<!ENTITY e ''>]",
                        Edition.FIFTH, true, files(Map.of()))));
    }

    @Test
    void theDoctypeIsToldAsWritten() {
        assertEquals(
                new XmlDoctype("r", null, null, null),
                parse(" r", Edition.FIFTH, true, files(Map.of())).doctype());
        assertEquals(
                new XmlDoctype("p:r", null, null, "\n<!---->\n"),
                parse(" p:r [\r\n<!---->\r]", Edition.FIFTH, true, files(Map.of()))
                        .doctype());
    }

    @ParameterizedTest
    @CsvSource({
        "http://a/b/c, d, http://a/b/d",
        "http://a/b/c, ../d, http://a/d",
        "http://a/b/c, http:/d, http:/d",
        "http://a/b/c#d, '', http://a/b/c",
        "http://a/b/c, ' not a uri', ' not a uri'",
        "file:///a/b, c, file:///a/c",
        "file:/a/b, c, file:/a/c",
        "file:///a/b, file:/c, file:/c",
        ", ../c, ../c"
    })
    void systemIdentifiersAreResolved(String base, String systemId, String uri) {
        assertEquals(uri, Dtd.resolve(base, systemId));
    }

    @Test
    void tooManyDeclarationsAreRefused() {
        String comments = "<!---->".repeat(60_000);
        String subset = IntStream.range(0, 10)
                .mapToObj(i -> "%c;")
                .collect(Collectors.joining("", "<!ENTITY % c '" + comments + "'>", ""));
        DtdException refused = assertThrows(DtdException.class, () -> internal(subset));
        assertTrue(String.valueOf(refused.getMessage()).contains("500000"), refused::toString);
    }

    // Editions, namespaces, encodings

    @Test
    void colonsAreLettersWithoutNamespaces() {
        String subset = "<!ENTITY a:b ':'><!NOTATION :n SYSTEM 'x'><!ELEMENT a:b:c (:d)><!ATTLIST r a: NOTATION (:n)"
                + " #IMPLIED><?p:i x?>";
        Dtd dtd = parse(" : [" + subset + "]", Edition.FIFTH, false, files(Map.of()));
        assertEquals(5, dtd.declarations().size());
        for (String part : subset.split("(?<=>)(?=<)")) {
            assertThrows(DtdException.class, () -> internal(part), part);
        }
    }

    @Test
    void namesAreThoseOfTheEdition() {
        String subset = "<!ELEMENT \u0132 EMPTY><!ATTLIST r \u0132 (\u0346) #IMPLIED><!ENTITY \u0132 ''>";
        parse(" r [<!ELEMENT \u0131 EMPTY>]", Edition.FOURTH, true, files(Map.of()));
        for (String part : subset.split("(?<=>)(?=<)")) {
            parse(" r [" + part + "]", Edition.XML_1_1, true, files(Map.of()));
            internal(part);
            assertThrows(
                    DtdException.class, () -> parse(" r [" + part + "]", Edition.FOURTH, true, files(Map.of())), part);
        }
    }

    @Test
    void controlsComeByReferenceInXml11() {
        Dtd dtd = parse(" r [<!ENTITY e '&#1;\u0085'>]", Edition.XML_1_1, true, files(Map.of()));
        assertEquals("\u0001\n", Objects.requireNonNull(dtd.entity("e")).text());
        assertThrows(DtdException.class, () -> internal("<!ENTITY e '&#1;'>"));
        assertThrows(
                DtdException.class, () -> parse(" r [<!ENTITY e '\u0080'>]", Edition.XML_1_1, true, files(Map.of())));
        internal("<!ENTITY e '\u0080'>");
    }

    @ParameterizedTest
    @CsvSource({
        "FOURTH, 1.0, true", "FOURTH, 1.1, false", "FOURTH, 1.2, false",
        "FIFTH, 1.0, true", "FIFTH, 1.1, false", "FIFTH, 1.2, true",
        "XML_1_1, 1.0, true", "XML_1_1, 1.1, true", "XML_1_1, 1.2, false",
        "FIFTH, 2.0, false"
    })
    void anEntityMustNotBeOfALaterVersionThanTheDocument(Edition edition, String version, boolean read) {
        ExternalEntities external =
                files(Map.of("http://example.org/doc/d", "<?xml version='" + version + "' encoding='UTF-8'?>"));
        if (read) {
            assertEquals(
                    2,
                    parse(" r SYSTEM 'd'", edition, true, external)
                            .declarations()
                            .size());
        } else {
            assertThrows(DtdException.class, () -> parse(" r SYSTEM 'd'", edition, true, external));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTF-8",
                "UTF-16",
                "UTF-16BE",
                "UTF-16LE",
                "UTF-32BE",
                "UTF-32LE",
                "ISO-8859-1",
                "windows-1252",
                "IBM037",
                "Shift_JIS"
            })
    void entitiesMayBeInAnyEncodingThatJavaKnows(String encoding) {
        byte[] bytes = ("<?xml encoding='" + encoding + "'?><!ENTITY e 'x\\'>").getBytes(Charset.forName(encoding));
        Dtd dtd = parse(" r SYSTEM 'd'", Edition.FIFTH, true, (publicId, uri) -> new ByteArrayInputStream(bytes));
        assertEquals(
                1,
                Objects.requireNonNull(Objects.requireNonNull(dtd.entity("e")).text())
                        .indexOf('\\'));
    }

    @Test
    void theFunctionIsToldWhichEntityItIsAbout() {
        List<String> asked = new ArrayList<>();
        ExternalEntities external = new ExternalEntities() {
            @Override
            public java.io.@org.jspecify.annotations.Nullable InputStream open(
                    @org.jspecify.annotations.Nullable String publicId, String systemId) {
                throw new AssertionError("the longer method is there");
            }

            @Override
            public java.io.InputStream open(
                    String name,
                    @org.jspecify.annotations.Nullable String publicId,
                    String systemId,
                    @org.jspecify.annotations.Nullable String base) {
                asked.add(name + " " + systemId + " " + base);
                return new ByteArrayInputStream("<!ENTITY e ''>".getBytes(StandardCharsets.UTF_8));
            }
        };
        parse(" r SYSTEM 'x/d' [<!ENTITY % p SYSTEM 'p'>%p;]", Edition.FIFTH, true, new DtdCache(1).around(external));
        assertEquals(List.of("%p http://example.org/doc/p " + HERE, "[dtd] http://example.org/doc/x/d " + HERE), asked);
    }

    // The cache

    private static final String VOCABULARY =
            "<!ENTITY % t 'CDATA'><!ELEMENT r ANY><!ATTLIST r a %t; 'd'><!ENTITY e '&f;'><!NOTATION n PUBLIC 'n'>";

    private static final class Counting implements ExternalEntities {
        final List<String> asked = new ArrayList<>();
        final String text;

        Counting(String text) {
            this.text = text;
        }

        @Override
        public java.io.InputStream open(@org.jspecify.annotations.Nullable String publicId, String systemId) {
            asked.add(systemId);
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void anExternalSubsetIsParsedOnceForManyDocuments() {
        Counting external = new Counting(VOCABULARY);
        ExternalEntities cached = new DtdCache(2).around(external);
        List<String> first = told(parse(" r SYSTEM 'd'", Edition.FIFTH, true, cached));
        assertEquals(first, told(parse(" r SYSTEM 'd'", Edition.FIFTH, true, cached)));
        assertEquals(
                first,
                told(parse(
                        " r SYSTEM 'd'", Edition.FIFTH, true, files(Map.of("http://example.org/doc/d", VOCABULARY)))));
        assertEquals(1, external.asked.size());
        Dtd other = parse(" r SYSTEM 'd' [<!ATTLIST r a CDATA 'own'><!ENTITY f 'x'>]", Edition.FIFTH, true, cached);
        assertEquals("own", Objects.requireNonNull(other.attribute("r", "a")).value());
        assertEquals(1, external.asked.size());
        parse(" r SYSTEM 'd'", Edition.XML_1_1, true, cached);
        assertEquals(2, external.asked.size(), "another edition may read it otherwise");
    }

    @Test
    void aDocumentThatCouldChangeTheExternalSubsetReadsItItself() {
        Counting external = new Counting(VOCABULARY);
        ExternalEntities cached = new DtdCache(2).around(external);
        parse(" r SYSTEM 'd'", Edition.FIFTH, true, cached);
        Dtd changed = parse(" r SYSTEM 'd' [<!ENTITY % t 'NMTOKEN'>]", Edition.FIFTH, true, cached);
        assertEquals(
                "NMTOKEN", Objects.requireNonNull(changed.attribute("r", "a")).type());
        assertEquals(2, external.asked.size());

        Counting defaults = new Counting("<!ENTITY e 'out'><!ATTLIST r a CDATA '&e;'>");
        ExternalEntities own = new DtdCache(2).around(defaults);
        for (String value : List.of("out", "in", "out")) {
            String subset = value.equals("in") ? " [<!ENTITY e 'in'>]" : "";
            Dtd dtd = parse(" r SYSTEM 'd'" + subset, Edition.FIFTH, true, own);
            assertEquals(value, Objects.requireNonNull(dtd.attribute("r", "a")).value());
        }
        assertEquals(2, defaults.asked.size());
    }

    @Test
    void theCacheForgetsWhatWasUsedLeastRecently() {
        Counting external = new Counting(VOCABULARY);
        ExternalEntities cached = new DtdCache(2).around(external);
        for (String name : List.of("a", "b", "a", "c", "a", "b")) {
            parse(" r SYSTEM '" + name + "'", Edition.FIFTH, true, cached);
        }
        assertEquals(
                List.of("a", "b", "c", "b"),
                external.asked.stream()
                        .map(uri -> uri.substring(uri.length() - 1))
                        .toList());
    }

    @Test
    void whatACachedSubsetCostsIsChargedToEachDocument() {
        ExternalEntities cached = new DtdCache(2).around(new Counting("<!ENTITY % p ''>" + "%p;".repeat(10)));
        parse(" r SYSTEM 'd'", Edition.FIFTH, true, cached);
        XmlLimits nine = XmlLimits.DEFAULT.withDtdLimits(1_000, 9, 1_000);
        for (int i = 0; i < 2; i++) {
            assertThrows(
                    DtdException.class,
                    () -> Dtd.parse(
                            " r SYSTEM 'd'",
                            new DtdRules(Edition.FIFTH, true, false, DtdPolicy.resolving(HERE, cached), nine)));
        }
        Dtd dtd = parse(" r SYSTEM 'd'", Edition.FIFTH, true, cached);
        assertEquals(10, dtd.amplification.total().expansions());
    }
}

package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Documents with a DOCTYPE, read by a reader that accepts them. */
class DtdTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String canonical(String document, DtdPolicy policy) {
        String whole = CanonicalForm.of(Feeding.WHOLE.open(utf8(document), XmlLimits.DEFAULT, policy));
        for (Feeding feeding : Feeding.values()) {
            assertEquals(
                    whole,
                    CanonicalForm.of(feeding.open(utf8(document), XmlLimits.DEFAULT, policy)),
                    feeding::toString);
        }
        return whole;
    }

    private static String internal(String subset, String root) {
        return canonical("<!DOCTYPE r [" + subset + "]>" + root, DtdPolicy.INTERNAL);
    }

    /** A reader's world: system identifiers and what is found there. */
    private static DtdPolicy world(Map<String, String> files) {
        return DtdPolicy.resolving("http://example.org/doc/r.xml", (publicId, uri) -> {
            String text = files.get(uri);
            return text == null ? null : new ByteArrayInputStream(utf8(text));
        });
    }

    private static XmlException refused(String document, DtdPolicy policy) {
        XmlException refusal = null;
        for (Feeding feeding : Feeding.values()) {
            refusal = assertThrows(
                    XmlException.class,
                    () -> Recording.of(feeding.open(utf8(document), XmlLimits.DEFAULT, policy)),
                    () -> feeding + ": " + document);
        }
        assert refusal != null;
        return refusal;
    }

    // What stands for what

    @Test
    void aDoctypeIsRefusedUnlessThePolicyAcceptsIt() {
        String document = "<!DOCTYPE r><r/>";
        assertTrue(refused(document, DtdPolicy.REFUSE).getMessage().contains("a DOCTYPE is not accepted"));
        assertThrows(XmlException.class, () -> Recording.of(XmlReaders.open(utf8(document))));
        assertEquals("<r></r>", canonical(document, DtdPolicy.INTERNAL));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "<!ENTITY e 'x'>                              ~ <r>&e;</r>           ~ <r>x</r>",
                "<!ENTITY e 'x'><!ENTITY e 'y'>               ~ <r>&e;</r>           ~ <r>x</r>",
                "<!ENTITY e ''>                               ~ <r>&e;</r>           ~ <r></r>",
                "<!ENTITY e 'b'>                              ~ <r>a&e;c&e;</r>      ~ <r>abcb</r>",
                "<!ENTITY e '<b>1</b>2'>                      ~ <r>0&e;3</r>         ~ <r>0<b>1</b>23</r>",
                "<!ENTITY e '<![CDATA[&#38;]]>'>                  ~ <r>&e;</r>           ~ <r>&amp;</r>",
                "<!ENTITY e '&#38;#60;'>                      ~ <r a='&e;'>&e;</r>   ~ <r a=\"&lt;\">&lt;</r>",
                "<!ENTITY e '&#60;b/>'>                       ~ <r>&e;</r>           ~ <r><b></b></r>",
                "<!ENTITY e '&f;!'><!ENTITY f '<b/>'>         ~ <r>&e;</r>           ~ <r><b></b>!</r>",
                "<!ENTITY e '&#13;&#38;#13;'>                 ~ <r>&e;</r>           ~ <r>&#13;&#13;</r>",
                "<!ENTITY e '&#13;&#10;'>                     ~ <r a='&e;'/>         ~ <r a=\"  \"></r>",
                "<!ENTITY e '&#38;#13;'>                      ~ <r a='&e;'/>         ~ <r a=\"&#13;\"></r>",
                "<!ENTITY e '&#13;x'>                         ~ <r a='1&#9;&e;'/>    ~ <r a=\"1&#9; x\"></r>",
                "<!ENTITY e '<b a=\"&#13;&#10;&lt;\"/>'>      ~ <r>&e;</r>           ~ <r><b a=\"  &lt;\"></b></r>",
                "<!ENTITY q '\"'>                             ~ <r a=\"&q;'\"/>      ~ <r a=\"&quot;'\"></r>",
                "<!ENTITY % p '<!ENTITY e \"x\">'>%p;         ~ <r>&e;</r>           ~ <r>x</r>",
                "<!ENTITY % p '<!ENTITY e \"x\">'>%p;%p;      ~ <r>&e;</r>           ~ <r>x</r>",
                "<!ENTITY lt '&#38;#60;'>                     ~ <r>&lt;</r>          ~ <r>&lt;</r>",
                "<!ENTITY \u00e9 '\u6f22'>                    ~ <r a='&\u00e9;'>&\u00e9;</r> ~ <r a=\"\u6f22\">\u6f22</r>",
                "<!ATTLIST r a CDATA 'd'>                     ~ <r/>                 ~ <r a=\"d\"></r>",
                "<!ATTLIST r a CDATA 'd'>                     ~ <r a='s'/>           ~ <r a=\"s\"></r>",
                "<!ATTLIST r a CDATA 'd'><!ATTLIST r a CDATA 'e' b CDATA 'f'> ~ <r/> ~ <r a=\"d\" b=\"f\"></r>",
                "<!ATTLIST r a NMTOKENS #IMPLIED>             ~ <r a='  x   y '/>    ~ <r a=\"x y\"></r>",
                "<!ATTLIST r a NMTOKENS #IMPLIED>             ~ <r a=' &#9;x '/>     ~ <r a=\"&#9;x\"></r>",
                "<!ATTLIST r a CDATA #IMPLIED>                ~ <r a='  x   y '/>    ~ <r a=\"  x   y \"></r>",
                "<!ATTLIST r a (x|y) ' y '>                   ~ <r/>                 ~ <r a=\"y\"></r>",
                "<!ATTLIST r a CDATA #FIXED 'd'>              ~ <r/>                 ~ <r a=\"d\"></r>",
                "<!ENTITY e 'x'><!ATTLIST r a CDATA '&e;&e;'> ~ <r/>                 ~ <r a=\"xx\"></r>",
                "<!ATTLIST r xmlns CDATA 'u'>                 ~ <r><b/></r>          ~ <r xmlns=\"u\"><b></b></r>",
                "<!ATTLIST r xmlns CDATA 'u'>                 ~ <r xmlns=''/>        ~ <r xmlns=\"\"></r>",
                "<!ATTLIST r xmlns:p CDATA 'u' p:a CDATA 'd'> ~ <r/>                 ~ <r p:a=\"d\" xmlns:p=\"u\"></r>",
                "<!ATTLIST p:r xmlns:p CDATA 'u'>             ~ <p:r/>               ~ <p:r xmlns:p=\"u\"></p:r>",
                "<!ENTITY u 'urn:u'>                          ~ <r xmlns='&u;'/>     ~ <r xmlns=\"urn:u\"></r>",
                "<!ELEMENT r (a?,(b|c)*,((d)))+><!NOTATION n PUBLIC 'p'> ~ <r/>      ~ <r></r>",
                "<!-- ]> --><?p ]> ?><!ENTITY e ']>'>         ~ <r>&e;</r>           ~ <r>]&gt;</r>"
            })
    void theDocumentSaysWhatItsInternalSubsetMakesOfIt(String subset, String root, String expected) {
        assertEquals(expected, internal(subset, root));
    }

    @Test
    void aDefaultedAttributeIsTold() {
        XmlReader reader = Feeding.WHOLE.open(
                utf8("<!DOCTYPE r [<!ATTLIST r a CDATA 'd' xmlns:p CDATA 'urn:p' p:n NMTOKEN ' 12 '>]><r b='s'/>"),
                XmlLimits.DEFAULT,
                DtdPolicy.INTERNAL);
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        int specified = reader.attributeIndex(XmlName.of("b"));
        int supplied = reader.attributeIndex(XmlName.of("urn:p", "n"));
        assertEquals(3, reader.attributeCount());
        assertFalse(reader.isAttributeDefaulted(specified));
        assertTrue(reader.isAttributeDefaulted(supplied));
        assertEquals(12, reader.attributeInt(supplied));
        assertEquals("urn:p", reader.lookupNamespace("p"));
    }

    @Test
    void typedElementsAndTextsReadThroughEntities() {
        String document =
                "<!DOCTYPE r [<!ENTITY e '2'><!ENTITY n ''>]><r><i>1&e;3</i><i>&e;</i><i>4&n;</i><s>&n;</s></r>";
        for (Feeding feeding : Feeding.values()) {
            XmlReader reader = feeding.open(utf8(document), XmlLimits.DEFAULT, DtdPolicy.INTERNAL);
            reader.next();
            reader.next();
            assertEquals(123, reader.elementInt());
            reader.next();
            assertEquals(2, reader.elementInt());
            reader.next();
            assertEquals(4, reader.elementInt());
            reader.next();
            assertEquals("", reader.elementText());
            assertEquals(XmlEvent.END_ELEMENT, reader.next());
            assertEquals(XmlEvent.END_DOCUMENT, reader.next());
        }
    }

    @Test
    void insideAnEntityTheCursorIsAtItsReference() {
        XmlReader reader = Feeding.WHOLE.open(
                utf8("<!DOCTYPE r [<!ENTITY e '<b/>'>]>\n<r>&e;<c/></r>"), XmlLimits.DEFAULT, DtdPolicy.INTERNAL);
        reader.next();
        reader.next();
        assertEquals("b", reader.name().local());
        assertEquals(2, reader.location().line());
        assertEquals(4, reader.location().column());
        reader.next();
        reader.next();
        assertEquals("c", reader.name().local());
        assertEquals(7, reader.location().column());
    }

    // What is refused

    private record Fault(String subset, String root, String message) {}

    static final List<Fault> FAULTS = List.of(
            new Fault("", "<r>&e;</r>", "&e; is not declared"),
            new Fault("<!ENTITY e '&f;'>", "<r>&e;</r>", "&f; is not declared"),
            new Fault("<!ENTITY e '&e;'>", "<r>&e;</r>", "refers to itself"),
            new Fault("<!ENTITY e '&f;'><!ENTITY f '&e;'>", "<r>&e;</r>", "refers to itself"),
            new Fault("<!ENTITY e '&f;'><!ENTITY f '&e;'>", "<r a='&e;'/>", "refers to itself"),
            new Fault("<!ENTITY e '<b>'>", "<r>&e;</b></r>", "must end in the entity"),
            new Fault("<!ENTITY e '</r>'>", "<r>&e;", "must begin in the same entity"),
            new Fault("<!ENTITY e '</r><r>'>", "<r>&e;</r>", "must begin in the same entity"),
            new Fault("<!ENTITY e '<!--'>", "<r>&e;--></r>", "ends inside a comment (in the entity &e;)"),
            new Fault("<!ENTITY e '&#60;b'>", "<r>&e;/></r>", "in the entity &e;"),
            new Fault("<!ENTITY e '&#38;'>", "<r>&e;amp;</r>", "in the entity &e;"),
            new Fault("<!ENTITY e '<?xml version=\"1.0\"?>'>", "<r>&e;</r>", "XML declaration"),
            new Fault("<!ENTITY e '<'>", "<r a='&e;'/>", "\"<\" is not allowed in an attribute value"),
            new Fault("<!ENTITY e '&#60;'>", "<r a='&e;'/>", "\"<\" is not allowed in an attribute value"),
            new Fault("<!NOTATION n SYSTEM 'n'><!ENTITY e SYSTEM 'u' NDATA n>", "<r>&e;</r>", "is unparsed"),
            new Fault("<!ENTITY e SYSTEM 'u'>", "<r>&e;</r>", "is not read"),
            new Fault("<!ENTITY e SYSTEM 'u'>", "<r a='&e;'/>", "is external"),
            new Fault("<!ENTITY % p SYSTEM 'u'>%p;", "<r/>", "is not read"),
            new Fault("<!ATTLIST r a CDATA '&e;'><!ENTITY e 'x'>", "<r/>", "&e; is not declared"),
            new Fault("<!ENTITY % p 'x'><!ENTITY e '%p;'>", "<r/>", "\"%\" is not allowed"),
            new Fault("<!ENTITY % p 'EMPTY'><!ELEMENT r %p;>", "<r/>", "EMPTY, ANY or \"(\""),
            new Fault("<!ENTITY % p '<!ELEMENT r '>%p; EMPTY>", "<r/>", "inside a declaration"),
            new Fault("<!ENTITY % p '&#37;p;'>%p;", "<r/>", "refers to itself"),
            new Fault("<![INCLUDE[]]>", "<r/>", "a declaration, a comment"),
            new Fault("<!ELEMENT r (a,b|c)>", "<r/>", "\",\" or \")\""),
            new Fault("<!ELEMENT r (#PCDATA|a)>", "<r/>", "\"*\" after mixed content"),
            new Fault("<!ELEMENT r ()>", "<r/>", "a name"),
            new Fault("<!ATTLIST r a CDATA'x'>", "<r/>", "white space after the type"),
            new Fault("<!ATTLIST r a cdata 'x'>", "<r/>", "the type of an attribute"),
            new Fault("<!ATTLIST r a CDATA '<'>", "<r/>", "\"<\" is not allowed"),
            new Fault("<!ENTITY a:b 'x'>", "<r/>", "must not hold a colon"),
            new Fault("<!ENTITY e 'a & b'>", "<r/>", "must start a reference"),
            new Fault("<!ENTITY e '&#0;'>", "<r/>", "U+0000"),
            new Fault("<!ENTITY e PUBLIC '{}' 'u'>", "<r/>", "public identifier"),
            new Fault("<!-- a -- b -->", "<r/>", "\"--\" is not allowed in a comment"),
            new Fault("<?xml version='1.0'?>", "<r/>", "reserved"),
            new Fault("<!ENTITY e 'x\u0001'>", "<r/>", "U+0001"),
            new Fault("<!ATTLIST r p:a CDATA 'x'>", "<r/>", "not bound"),
            new Fault("<!ATTLIST r q:a CDATA 'x'>", "<r xmlns:p='u' xmlns:q='u' p:a=''/>", "comes twice"));

    @ParameterizedTest
    @FieldSource("FAULTS")
    void aFaultIsRefusedWithItsReason(Fault fault) {
        XmlException refusal = refused("<!DOCTYPE r [" + fault.subset + "]>" + fault.root, DtdPolicy.INTERNAL);
        assertTrue(String.valueOf(refusal.getMessage()).contains(fault.message), refusal::toString);
    }

    @Test
    void aFaultInTheInternalSubsetIsPlaced() {
        XmlException refusal =
                refused("<!DOCTYPE r [\r\n<!ENTITY \u00e9 'x'>\r\n  <!ELEMENT r >\r\n]><r/>", DtdPolicy.INTERNAL);
        assertEquals(3, refusal.location().line(), refusal::toString);
        assertEquals(15, refusal.location().column(), refusal::toString);
    }

    @Test
    void aDoctypeStandsOnceBeforeTheElementAndEnds() {
        for (String document : List.of(
                "<!DOCTYPE r><!DOCTYPE r><r/>",
                "<r/><!DOCTYPE r>",
                "<r><!DOCTYPE r></r>",
                "<!DOCTYPE r",
                "<!DOCTYPE r [",
                "<!DOCTYPE r [<!--",
                "<!DOCTYPE r []",
                "<!DOCTYPE r 'x",
                "<!DOCTYPE>",
                "<!DOCTYPE r x><r/>",
                "<!DOCTYPE r []x><r/>",
                "<!DOCTYPEr><r/>")) {
            refused(document, DtdPolicy.INTERNAL);
        }
    }

    // Outside the document

    @Test
    void externalEntitiesAreFoundByTheFunctionOnly() {
        DtdPolicy policy = world(Map.of(
                "http://example.org/dtd/r.dtd",
                "<?xml encoding='UTF-8'?><!ENTITY % p 'INCLUDE'><![%p;[<!ENTITY e SYSTEM 'e.xml'>]]><![IGNORE[<![x]]>]]>"
                        + "<!ENTITY % type 'NMTOKEN'><!ATTLIST r a %type; ' d '><!ENTITY f '[%type;]'>",
                "http://example.org/dtd/e.xml",
                "<?xml version='1.0' encoding='ISO-8859-1'?>1\r\n<b/>&f;"));
        assertEquals(
                "<r a=\"d\">1&#10;<b></b>[NMTOKEN]</r>",
                canonical("<!DOCTYPE r PUBLIC '-//x' '../dtd/r.dtd'><r>&e;</r>", policy));
    }

    @Test
    void theInternalSubsetComesBeforeTheExternal() {
        DtdPolicy policy = world(Map.of("http://example.org/doc/r.dtd", "<!ENTITY e 'out'><!ATTLIST r a CDATA 'out'>"));
        assertEquals(
                "<r a=\"in\">in</r>",
                canonical("<!DOCTYPE r SYSTEM 'r.dtd' [<!ENTITY e 'in'><!ATTLIST r a CDATA 'in'>]><r>&e;</r>", policy));
    }

    @Test
    void anEntityIsReadOnceAndItsPublicIdentifierIsNormalised() {
        List<String> asked = new ArrayList<>();
        DtdPolicy policy = DtdPolicy.resolving(null, (publicId, uri) -> {
            asked.add(publicId + " " + uri);
            return new ByteArrayInputStream(utf8("x"));
        });
        String document = "<!DOCTYPE r [<!ENTITY e PUBLIC ' a\n b ' 'u v'>]><r>&e;&e;</r>";
        assertEquals("<r>xx</r>", CanonicalForm.of(Feeding.WHOLE.open(utf8(document), XmlLimits.DEFAULT, policy)));
        assertEquals(List.of("a b u v"), asked);
    }

    @Test
    void whatIsNotFoundIsLeftOutUnlessTheDocumentStandsAlone() {
        DtdPolicy nothing = world(Map.of());
        String rest = "<!DOCTYPE r SYSTEM 'r.dtd' [<!ENTITY s SYSTEM 's'>]><r>a&e;b&s;c</r>";
        assertEquals("<r>abc</r>", canonical(rest, nothing));
        assertTrue(refused("<?xml version='1.0' standalone='yes'?>" + rest, nothing)
                .getMessage()
                .contains("&e; is not declared"));
        assertEquals(
                "<r>ac</r>",
                canonical("<!DOCTYPE r [<!ENTITY % p SYSTEM 'p'>%p;<!ENTITY e 'b'>]><r>a&e;c</r>", nothing),
                "a declaration after an entity that was left out might not be the first");
    }

    @Test
    void aDocumentThatStandsAloneMustNotRelyOnDeclarationsOutside() {
        DtdPolicy policy = world(Map.of("http://example.org/doc/r.dtd", "<!ENTITY e 'out'>"));
        String document = "<!DOCTYPE r SYSTEM 'r.dtd'><r>&e;</r>";
        assertEquals("<r>out</r>", canonical(document, policy));
        assertTrue(refused("<?xml version='1.0' standalone='yes'?>" + document, policy)
                .getMessage()
                .contains("declares standalone"));
    }

    @Test
    void aSourceThatFailsIsTold() {
        DtdPolicy failing = DtdPolicy.resolving(null, (publicId, uri) -> {
            throw new IOException("gone");
        });
        XmlReader reader = Feeding.WHOLE.open(utf8("<!DOCTYPE r SYSTEM 'x'><r/>"), XmlLimits.DEFAULT, failing);
        assertThrows(UncheckedIOException.class, reader::next);
    }

    @ParameterizedTest
    @CsvSource({"UTF-16, UTF-16", "UTF-16LE, UTF-16", "UTF-16BE, UTF-16", "ISO-8859-1, latin1", "UTF-8, utf-8"})
    void externalEntitiesMayBeInOtherEncodings(String charset, String declared) {
        DtdPolicy policy = DtdPolicy.resolving(
                null,
                (publicId, uri) -> new ByteArrayInputStream(
                        ("<?xml encoding='" + declared + "'?>gr\u00fc\u00df").getBytes(Charset.forName(charset))));
        assertEquals("<r>gr\u00fc\u00df</r>", canonical("<!DOCTYPE r [<!ENTITY e SYSTEM 'e'>]><r>&e;</r>", policy));
    }

    @Test
    void anExternalEntityThatIsNotInItsEncodingIsRefused() {
        for (byte[] bytes : List.of(
                new byte[] {(byte) 0xC0, (byte) 0xBC},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                utf8("<?xml encoding='UTF-16'?>x"),
                utf8("<?xml encoding='no-such'?>x"),
                utf8("<?xml version='1.0'?>x"),
                utf8("\u0001"))) {
            DtdPolicy policy = DtdPolicy.resolving(null, (publicId, uri) -> new ByteArrayInputStream(bytes));
            refused("<!DOCTYPE r [<!ENTITY e SYSTEM 'e'>]><r>&e;</r>", policy);
        }
    }

    @Test
    void everySplitOfADocumentReadsTheSame() {
        byte[] document =
                utf8("<!DOCTYPE r [<!-- > --><!ENTITY \u00e9 '<b a=\"&f;\">\u6f22</b>'><!ENTITY f \"]>\"><?p ?>]>"
                        + "<r x='&f;'>1&\u00e9;2&f;</r>");
        List<String> whole = Recording.of(Feeding.WHOLE.open(document, XmlLimits.DEFAULT, DtdPolicy.INTERNAL));
        for (int boundary = 0; boundary <= document.length; boundary++) {
            assertEquals(
                    whole,
                    Recording.of(new XmlTextReader(
                            Feeding.splitAt(document, boundary),
                            ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL),
                            16)),
                    "split at " + boundary);
        }
    }
}

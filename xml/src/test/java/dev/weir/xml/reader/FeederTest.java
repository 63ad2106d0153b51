package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading what comes in pieces without ever waiting for the next. */
class FeederTest {
    private static final String DOCUMENT = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e '<i>in</i>]'><!-- > -->]>\n"
            + "<!-- before --><r xmlns='u' xmlns:p='v' a='1>2' p:b=\"'&lt;&#x6f22;\">text &amp; more &e;\r\n"
            + "<![CDATA[<raw>]]]><p:c/><?pi data ?><d>\u00e9\u6f22\ud83d\ude00</d></r ><!-- after -->\n";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ReadOptions withDtd() {
        return ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL);
    }

    @Test
    void aDocumentFedInPiecesOfAnySizeReadsTheSame() {
        byte[] document = utf8(DOCUMENT);
        for (ReadOptions options : List.of(
                withDtd(),
                withDtd().withCoalescing(true),
                withDtd().withEntityBoundaries(false),
                withDtd().withNamespaces(false))) {
            List<String> whole = Recording.of(XmlReaders.open(document, 0, document.length, options));
            for (int size = 1; size <= document.length; size++) {
                int piece = size;
                assertEquals(whole, Recording.of(Stepping.reader(document, () -> piece, options)), "pieces of " + size);
            }
        }
    }

    @Test
    void whatIsCompleteIsGivenAtOnce() {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feed(feeder, "<stream><presence/><mess");
        assertEquals(XmlEvent.START_ELEMENT, feeder.next());
        assertEquals(XmlEvent.START_ELEMENT, feeder.next());
        assertEquals(XmlEvent.END_ELEMENT, feeder.next());
        assertEquals("presence", feeder.name().local());
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feed(feeder, "age to='a>b'");
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feed(feeder, ">");
        assertEquals(XmlEvent.START_ELEMENT, feeder.next());
        assertEquals("a>b", feeder.attributeValue(0));
        feed(feeder, "hello");
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feed(feeder, "</");
        assertEquals(XmlEvent.TEXT, feeder.next());
        assertEquals("hello", feeder.text());
        feed(feeder, "message></stream>");
        assertEquals(XmlEvent.END_ELEMENT, feeder.next());
        assertEquals(XmlEvent.END_ELEMENT, feeder.next());
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feeder.endOfInput();
        assertEquals(XmlEvent.END_DOCUMENT, feeder.next());
    }

    private static void feed(XmlFeeder feeder, String text) {
        assertTrue(feeder.needsInput());
        byte[] bytes = utf8(text);
        feeder.feed(bytes, 0, bytes.length);
    }

    @Test
    void whiteSpaceFedAfterTheRootIsNoText() {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
        feed(feeder, "<doc>x</doc>");
        assertEquals(XmlEvent.START_ELEMENT, feeder.next());
        assertEquals(XmlEvent.TEXT, feeder.next());
        assertEquals(XmlEvent.END_ELEMENT, feeder.next());
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feed(feeder, "\n                    <!-- c -->");
        assertEquals(XmlEvent.COMMENT, feeder.next());
    }

    @Test
    void inputThatEndsTooEarlyIsAnError() {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
        feed(feeder, "<a>te");
        assertEquals(XmlEvent.START_ELEMENT, feeder.next());
        assertEquals(XmlEvent.INCOMPLETE, feeder.next());
        feeder.endOfInput();
        assertEquals(XmlEvent.TEXT, feeder.next());
        XmlException refused = assertThrows(XmlException.class, feeder::next);
        assertEquals(5, refused.location().byteOffset());
    }

    @Test
    void bytesMayBeFedOnlyWhereTheOnesBeforeAreTakenUp() {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
        feed(feeder, "<a>");
        assertFalse(feeder.needsInput());
        assertThrows(IllegalStateException.class, () -> feeder.feed(new byte[1], 0, 1));
        feeder.next();
        feeder.endOfInput();
        assertThrows(IllegalStateException.class, () -> feeder.feed(new byte[1], 0, 1));
    }

    @Test
    void anElementThatIsNotCompleteHasNoTextYet() {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
        feed(feeder, "<a>te");
        feeder.next();
        assertThrows(IllegalStateException.class, feeder::elementText);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>%s</a>",
                "<a><!--%s--></a>",
                "<a><?p %s?></a>",
                "<a><![CDATA[%s]]></a>",
                "<a b='%s'/>",
            })
    void aLongItemFedByteByByteCostsTimeInProportionToItsLength(String around) {
        byte[] document = utf8(around.replace("%s", "> -]?x".repeat(80_000)));
        HangGuard.run(() -> Recording.of(Stepping.reader(document, () -> 1, ReadOptions.DEFAULT)));
    }

    @ParameterizedTest
    @FieldSource("dev.weir.xml.reader.WellFormed#DOCUMENTS")
    void everyCornerOfTheGrammarReadsTheSameByteByByte(String text) {
        byte[] document = utf8(text);
        assertEquals(
                Recording.of(XmlReaders.open(document)),
                Recording.of(Stepping.reader(document, () -> 1, ReadOptions.DEFAULT)));
    }
}

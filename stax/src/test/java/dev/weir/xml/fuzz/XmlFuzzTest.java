package dev.weir.xml.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.Feeding;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlFeeder;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.sax.WeirSaxReader;
import dev.weir.xml.stax.WeirInputFactory;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/**
 * Whatever bytes come: Weir reads them as its peers do, reads them the same in every way it has, and writes what it has
 * read so that it is read again. A test run looks at the inputs that are kept; scripts/fuzz.sh looks for new ones.
 */
class XmlFuzzTest {
    private static final XmlLimits LIMITS = ParserComparison.LIMITS;
    private static final ReadOptions OPTIONS = ParserComparison.OPTIONS;

    @FuzzTest(maxDuration = "10m")
    void bytesAreReadAsPeersReadThem(byte[] document) {
        asPeers(document);
    }

    @FuzzTest(maxDuration = "10m")
    void bytesAreReadTheSameHoweverTheyCome(byte[] document) {
        inEveryWay(document);
    }

    @FuzzTest(maxDuration = "10m")
    void whatIsReadIsWrittenAndReadAgain(byte[] document) {
        roundTrips(document);
    }

    @FuzzTest(maxDuration = "10m")
    void generatedDocumentsAreReadAsPeersReadThemAndWrittenAgain(FuzzedDataProvider choices) {
        byte[] document = new DocumentGenerator(choices).document();
        asPeers(document);
        roundTrips(document);
    }

    @Test
    void everyKnownDifferenceIsShownByAnInput() throws Exception {
        EnumSet<KnownDifference> shown = EnumSet.noneOf(KnownDifference.class);
        Path inputs = Path.of(XmlFuzzTest.class.getResource("XmlFuzzTestInputs").toURI());
        try (Stream<Path> files = Files.list(inputs)) {
            for (Path file : files.toList()) {
                byte[] document = Files.readAllBytes(file);
                for (Peer peer : Peer.values()) {
                    shown.addAll(Objects.requireNonNullElse(
                            ParserComparison.of(peer, document).explanation(), Set.of()));
                }
            }
        }
        assertEquals(EnumSet.noneOf(KnownDifference.class), EnumSet.complementOf(shown));
    }

    static void asPeers(byte[] document) {
        for (Peer peer : Peer.values()) {
            ParserComparison seen = ParserComparison.of(peer, document);
            if (seen.explanation() == null) {
                peer.renew();
                seen = ParserComparison.of(peer, document);
            }
            if (seen.explanation() == null) {
                assertEquals(told(seen.read()), told(seen.weir()), peer + " reads otherwise: " + quoted(document));
                fail(peer + " reads otherwise: " + quoted(document));
            }
        }
    }

    private static String told(ReadOutcome reading) {
        return (reading.accepted() ? "" : "refused: " + reading.refusal() + "\n") + String.join("\n", reading.items());
    }

    private static String quoted(byte[] document) {
        StringBuilder quoted = new StringBuilder();
        for (char c : new String(document, StandardCharsets.ISO_8859_1).toCharArray()) {
            quoted.append(c >= ' ' && c < 0x7F || c == '\n' ? String.valueOf(c) : String.format("\\x%02X", (int) c));
        }
        return quoted.toString();
    }

    static void inEveryWay(byte[] document) {
        ReadOutcome whole = ParserComparison.read(document);
        same(document, whole, "coalescing", ReadOutcome.of(open(document, OPTIONS.withCoalescing(true))));
        for (Feeding feeding : List.of(Feeding.STREAM, Feeding.ONE_BYTE, Feeding.RANDOM_PIECES)) {
            same(document, whole, feeding.name(), ReadOutcome.of(feeding.open(document, LIMITS, DtdPolicy.INTERNAL)));
        }
        same(document, whole, "fed", fed(document, 1));
        same(document, whole, "fed in pieces", fed(document, 7));
        ReadOptions telling = OPTIONS.withEntityBoundaries(true).withDoctypeEvents(true);
        same(document, whole, "entities told", ReadOutcome.of(open(document, telling)));
        if (ParserComparison.isBeyondComparison(whole)) {
            return;
        }
        same(document, whole, "StAX", byStax(document));
        same(document, whole, "SAX", bySax(document));
        String characters = characters(document, whole);
        if (characters != null) {
            same(document, whole, "characters", ReadOutcome.of(XmlReaders.open(new StringReader(characters), OPTIONS)));
        }
    }

    private static XmlReader open(byte[] document, ReadOptions options) {
        return XmlReaders.open(document, 0, document.length, options);
    }

    private static ReadOutcome fed(byte[] document, int bytes) {
        XmlFeeder feeder = XmlReaders.feeder(OPTIONS);
        int[] at = {0};
        return ReadOutcome.of(feeder, hungry -> {
            if (at[0] >= document.length) {
                hungry.endOfInput();
                return;
            }
            int length = Math.min(bytes, document.length - at[0]);
            hungry.feed(document, at[0], length);
            at[0] += length;
        });
    }

    private static ReadOutcome byStax(byte[] document) {
        WeirInputFactory factory = new WeirInputFactory();
        try {
            return ReadOutcome.of(factory.createXMLStreamReader(new ByteArrayInputStream(document)));
        } catch (XMLStreamException refused) {
            return new ReadOutcome(List.of(), refused.getMessage());
        }
    }

    private static ReadOutcome bySax(byte[] document) {
        return ReadOutcome.of(new WeirSaxReader(), new InputSource(new ByteArrayInputStream(document)));
    }

    /** Null where it cannot be told what they are. */
    private static String characters(byte[] document, ReadOutcome whole) {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(document))
                    .toString();
            boolean isUtf8 = open(document, OPTIONS).encoding().equals("UTF-8");
            return isUtf8 ? decoded : null;
        } catch (CharacterCodingException | XmlException unknown) {
            return null;
        }
    }

    /** Of a document that is refused, the items before may be more or fewer: a decoder looks ahead. */
    private static void same(byte[] document, ReadOutcome whole, String way, ReadOutcome read) {
        boolean same = whole.agrees(read);
        if (same && !whole.accepted()) {
            int common = Math.min(whole.items().size(), read.items().size());
            same = whole.items().subList(0, common).equals(read.items().subList(0, common));
        }
        if (!same) {
            assertEquals(told(whole), told(read), way + ": " + quoted(document));
        }
    }

    static void roundTrips(byte[] document) {
        ReadOutcome whole = ParserComparison.read(document);
        if (!whole.accepted()) {
            return;
        }
        XmlDeclaration declaration = open(document, OPTIONS).declaration();
        boolean xml11 = declaration != null && declaration.version().equals("1.1");
        for (RoundTrip trip : RoundTrip.ALL) {
            List<String> expected = trip.infoset(document);
            byte[] written;
            try {
                written = trip.write(document, xml11);
            } catch (XmlException refused) {
                if (!isUnwritable(whole.items(), trip.encoding())
                        && !(trip.way() == RoundTrip.Way.WRITER && xml11 && unbinds(refused))) {
                    throw new AssertionError(trip + " refuses " + quoted(document), refused);
                }
                continue;
            }
            List<String> seen;
            try {
                seen = trip.infoset(written);
            } catch (XmlException wrong) {
                throw new AssertionError(trip + ": " + quoted(document) + " is written as " + quoted(written), wrong);
            }
            assertEquals(
                    String.join("\n", expected),
                    String.join("\n", seen),
                    () -> trip + ": " + quoted(document) + " is written as " + quoted(written));
        }
    }

    /** The writer does not undeclare prefixes (Namespaces in XML 1.1, section 5); it says so. */
    private static boolean unbinds(XmlException refused) {
        return String.valueOf(refused.getMessage()).contains("a prefix cannot be bound to no namespace");
    }

    /**
     * There are no references in comments, processing instructions and names: what an encoding has no place for, and line
     * ends that came by way of an entity, cannot be told there.
     */
    private static boolean isUnwritable(List<String> items, String encoding) {
        return items.stream()
                .anyMatch(item -> (item.startsWith("comment ") || item.startsWith("pi "))
                                && item.chars().anyMatch(c -> c == '\r' || c == 0x85 || c == 0x2028)
                        || encoding.equals("US-ASCII")
                                && !item.startsWith("text ")
                                && item.chars().anyMatch(c -> c > 0x7F));
    }
}

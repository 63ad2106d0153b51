package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.stax.WeirInputFactory;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every document of the W3C suite in pieces: one byte at a time, split at byte boundaries, through small buffers, pulled
 * and fed. None of it may make a difference. Small documents are split at every boundary, larger ones at some, chosen by
 * a seed that is printed; -Dweir.split=16384 splits all of up to so many bytes everywhere.
 */
@Tag("sized")
class SplitDocumentsTest {
    private static final int SMALL = TestSize.of("weir.split", 48, 16 * 1024);
    private static final int SAMPLES = 8;
    private static final int LARGE = 4 * 1024;

    private static InputStream split(byte[] document, int boundary) {
        return Feeding.splitAt(document, boundary);
    }

    private static InputStream inPieces(byte[] document, Random random, int longest) {
        return Feeding.inPieces(document, () -> longest == 1 ? 1 : 1 + random.nextInt(longest - 1));
    }

    /** How long the next piece is, after so many bytes. */
    private interface Piece {
        int after(int bytes);
    }

    /** A feeder that is given pieces whenever it asks. */
    private static List<String> fed(byte[] document, ReadOptions options, Piece piece) {
        XmlFeeder feeder = XmlReaders.feeder(options);
        int[] at = {0};
        return Recording.untilRefused(feeder, () -> {
            if (at[0] == document.length) {
                feeder.endOfInput();
                return;
            }
            int length = Math.min(piece.after(at[0]), document.length - at[0]);
            feeder.feed(Arrays.copyOfRange(document, at[0], at[0] + length), 0, length);
            at[0] += length;
        });
    }

    private static List<String> pulled(XmlReader reader) {
        return Recording.untilRefused(reader, () -> {
            throw new AssertionError("a reader that pulls is never incomplete");
        });
    }

    @Test
    void aDocumentInPiecesReadsAsInOne() throws Exception {
        long seed = TestSeed.of(SplitDocumentsTest.class);
        Random random = new Random(seed);
        List<String> differences = new ArrayList<>();
        int readings = 0;
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            byte[] document = test.document();
            ReadOptions options = test.options(false);
            List<String> whole = pulled(XmlReaders.open(document, 0, document.length, options));
            int[] boundaries = document.length <= SMALL
                    ? IntStream.range(1, document.length).toArray()
                    : random.ints(SAMPLES, 1, document.length).toArray();
            for (int boundary : boundaries) {
                XmlReader reader = new XmlTextReader(split(document, boundary), options, 1 + random.nextInt(64));
                compare(test, "split at " + boundary, whole, pulled(reader), differences);
                List<String> fed = fed(document, options, at -> at < boundary ? boundary - at : document.length - at);
                compare(test, "fed in two pieces, cut at " + boundary, whole, fed, differences);
            }
            if (document.length <= LARGE) {
                XmlReader single = new XmlTextReader(Feeding.inPieces(document, () -> 1), options, 1);
                compare(test, "one byte at a time", whole, pulled(single), differences);
                compare(test, "fed one byte at a time", whole, fed(document, options, at -> 1), differences);
            }
            int bytes = 1 + random.nextInt(64);
            XmlReader small = new XmlTextReader(inPieces(document, random, 20), options, bytes);
            compare(test, "a buffer of " + bytes, whole, pulled(small), differences);
            XmlReader usual = XmlReaders.open(new ByteArrayInputStream(document), options);
            compare(test, "a stream", whole, pulled(usual), differences);
            compare(test, "fed in pieces", whole, fed(document, options, at -> 1 + random.nextInt(64)), differences);
            readings += 2 * boundaries.length + 5;
        }
        System.out.println("SplitDocumentsTest: " + readings + " readings");
        assertEquals("", String.join("\n", differences));
    }

    @Test
    void theStaxCursorSaysTheSameHoweverTheBytesCome() throws Exception {
        long seed = TestSeed.of(SplitDocumentsTest.class);
        Random random = new Random(seed);
        List<String> differences = new ArrayList<>();
        for (boolean namespaces : new boolean[] {true, false}) {
            WeirInputFactory factory = new WeirInputFactory();
            factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, namespaces);
            factory.setXMLResolver((publicId, systemId, base, name) -> ConformanceSuite.open(systemId));
            for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
                byte[] document = test.document();
                if (test.namespaces() != namespaces) {
                    continue;
                }
                // The face has the default limits, for names as well.
                ReadOptions options = test.options(false).withLimits(XmlLimits.DEFAULT);
                List<String> whole = pulled(XmlReaders.open(document, 0, document.length, options));
                String uri = test.file().toUri().toString();
                for (int longest : new int[] {1, 20}) {
                    if (longest > 1 || document.length <= LARGE) {
                        InputStream in = inPieces(document, random, longest);
                        List<String> seen;
                        try {
                            seen = Recording.untilRefused(factory.createXMLStreamReader(uri, in));
                        } catch (XMLStreamException refused) {
                            seen = List.of("refused");
                        }
                        compare(test, "pieces of up to " + longest, whole, seen, differences);
                    }
                }
            }
        }
        assertEquals("", String.join("\n", differences));
    }

    /** Of a document that is refused, the items before may be more or fewer: a decoder looks ahead. */
    private static void compare(
            ConformanceSuite.Case test, String how, List<String> whole, List<String> seen, List<String> differences) {
        boolean refused = Recording.isRefused(whole);
        int common = Math.min(whole.size(), seen.size()) - 1;
        boolean same = refused == Recording.isRefused(seen)
                && (refused ? whole.subList(0, common).equals(seen.subList(0, common)) : whole.equals(seen));
        if (!same && differences.size() < 20) {
            differences.add(test.id() + ", " + how + ": " + seen + " instead of " + whole);
        }
    }
}

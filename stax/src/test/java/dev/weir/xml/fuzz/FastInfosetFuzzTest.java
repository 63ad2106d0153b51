package dev.weir.xml.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.FastInfosetReadOptions;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.stax.WeirInputFactory;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/**
 * Whatever octets come as a fast infoset: they are read the same in every way, within bounds, and what they say is
 * something that XML text can say. A test run looks at the inputs that are kept; scripts/fuzz.sh looks for new ones.
 */
class FastInfosetFuzzTest {
    private static final XmlLimits LIMITS = XmlLimits.DEFAULT.withDtdLimits(1 << 20, 1_000, 1 << 20);

    private static final FastInfosetReadOptions OPTIONS =
            FastInfosetReadOptions.DEFAULT.withLimits(LIMITS).withDtdPolicy(DtdPolicy.INTERNAL);

    @FuzzTest(maxDuration = "10m")
    void octetsAreReadTheSameHoweverTheyCome(byte[] document) {
        ReadOutcome whole = whole(document);
        same(document, whole, "a stream", ReadOutcome.of(FastInfoset.reader(slowly(document, 1), OPTIONS)));
        same(document, whole, "pieces", ReadOutcome.of(FastInfoset.reader(slowly(document, 7), OPTIONS)));
        FastInfosetReadOptions coalescing = OPTIONS.withCoalescing(true);
        same(
                document,
                whole,
                "coalescing",
                ReadOutcome.of(FastInfoset.reader(document, 0, document.length, coalescing)));
        if (FastInfoset.isFastInfoset(document, 0, document.length)) {
            same(document, whole, "StAX", byStax(document));
        }
        typed(document);
    }

    @FuzzTest(maxDuration = "10m")
    void whatIsReadIsWrittenAsTextAndReadAgain(byte[] document) {
        ReadOutcome whole = whole(document);
        if (!whole.accepted() || isUnwritable(whole.items())) {
            return;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (XmlReader reader = open(document);
                XmlWriter writer = XmlWriters.open(text, WriteOptions.DEFAULT.withXml11(true))) {
            writer.startDocument();
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
            writer.endDocument();
        } catch (XmlException refused) {
            throw new AssertionError("not writable: " + HexFormat.of().formatHex(document), refused);
        }
        byte[] written = text.toByteArray();
        List<String> back;
        try {
            back = RoundTrip.infoset(XmlReaders.open(written, 0, written.length, ReadOptions.DEFAULT), true);
        } catch (XmlException refused) {
            throw new AssertionError("not readable: " + HexFormat.of().formatHex(document), refused);
        }
        assertEquals(
                String.join("\n", RoundTrip.infoset(open(document), true)),
                String.join("\n", back),
                () -> HexFormat.of().formatHex(document));
    }

    private static XmlReader open(byte[] document) {
        return FastInfoset.reader(document, 0, document.length, OPTIONS);
    }

    private static ReadOutcome whole(byte[] document) {
        return ReadOutcome.of(open(document));
    }

    private static InputStream slowly(byte[] document, int octets) {
        return new ByteArrayInputStream(document) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, octets));
            }
        };
    }

    private static ReadOutcome byStax(byte[] document) {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(WeirInputFactory.FAST_INFOSET, OPTIONS);
        try {
            return ReadOutcome.of(factory.createXMLStreamReader(new ByteArrayInputStream(document)));
        } catch (XMLStreamException refused) {
            return new ReadOutcome(List.of(), refused.getMessage());
        }
    }

    /** What follows a document in a stream is not asked for. */
    private static void same(byte[] document, ReadOutcome whole, String way, ReadOutcome read) {
        boolean followed = whole.refusal() != null && whole.refusal().contains("octets more");
        if (followed && read.accepted()) {
            return;
        }
        boolean same = whole.agrees(read);
        if (same && !whole.accepted()) {
            int common = Math.min(whole.items().size(), read.items().size());
            same = whole.items().subList(0, common).equals(read.items().subList(0, common));
        }
        if (!same) {
            assertEquals(
                    whole.refusal() + "\n" + String.join("\n", whole.items()),
                    read.refusal() + "\n" + String.join("\n", read.items()),
                    way + ": " + HexFormat.of().formatHex(document));
        }
    }

    /** Every way to ask for a value gives one or an XmlException. */
    private static void typed(byte[] document) {
        for (int way = 0; way < 7; way++) {
            try (XmlReader reader = open(document)) {
                while (reader.next() != XmlEvent.END_DOCUMENT) {
                    if (reader.event() == XmlEvent.START_ELEMENT) {
                        for (int i = 0; i < reader.attributeCount(); i++) {
                            attribute(reader, i, way);
                        }
                        if (reader.depth() > 1) {
                            element(reader, way);
                        }
                    }
                }
            } catch (XmlException refused) {
                // a value of another type, or a document that is none
            }
        }
    }

    private static void attribute(XmlReader reader, int index, int way) {
        switch (way) {
            case 0 -> reader.attributeInt(index);
            case 1 -> reader.attributeLong(index);
            case 2 -> reader.attributeDouble(index);
            case 3 -> reader.attributeBoolean(index);
            default -> reader.attributeValue(index);
        }
    }

    private static void element(XmlReader reader, int way) {
        switch (way) {
            case 0 -> reader.elementInt();
            case 1 -> reader.elementLong();
            case 2 -> reader.elementDouble();
            case 3 -> reader.elementBoolean();
            case 4 -> reader.elementBase64();
            case 5 -> reader.elementDecimal();
            default -> reader.elementText();
        }
    }

    /** There are no references in comments and instructions, and a writer does not undeclare prefixes. */
    private static boolean isUnwritable(List<String> items) {
        return items.stream()
                .anyMatch(item -> (item.startsWith("comment ") || item.startsWith("pi "))
                        && item.chars().anyMatch(c -> c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028));
    }
}

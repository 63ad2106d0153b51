package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of numbers, and single ones, come back as they were written: as data, as digits, and in XML text. */
final class NumbersTest {
    private static final long SEED = TestSeed.of(NumbersTest.class);

    /** In which form the numbers are. */
    enum Form {
        TEXT(out -> XmlWriters.open(out)),
        DIGITS(out ->
                FastInfoset.writer(out, FastInfosetWriteOptions.DEFAULT.withTyped(FastInfosetWriteOptions.Typed.TEXT))),
        DATA(out ->
                FastInfoset.writer(out, FastInfosetWriteOptions.DEFAULT.withTyped(FastInfosetWriteOptions.Typed.ALL)));

        private final Function<ByteArrayOutputStream, XmlWriter> writer;

        Form(Function<ByteArrayOutputStream, XmlWriter> writer) {
            this.writer = writer;
        }

        /** Readers of a document of this form: of octets, and of a stream that gives one octet at a time. */
        List<XmlReader> readers(ByteArrayOutputStream document) {
            byte[] octets = document.toByteArray();
            ByteArrayInputStream slowly = new ByteArrayInputStream(octets) {
                @Override
                public int read(byte[] to, int offset, int length) {
                    return super.read(to, offset, Math.min(length, 1));
                }
            };
            return this == TEXT
                    ? List.of(XmlReaders.open(octets), XmlReaders.open(slowly, dev.weir.xml.reader.ReadOptions.DEFAULT))
                    : List.of(FastInfoset.reader(octets), FastInfoset.reader(slowly, FastInfosetReadOptions.DEFAULT));
        }
    }

    private static void next(XmlReader reader) {
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
    }

    @ParameterizedTest
    @EnumSource
    void listsOfNumbersComeBackAsArrays(Form form) {
        Random random = new Random(SEED);
        int count = 1 + random.nextInt(3_000);
        int[] ints = random.ints(count).toArray();
        long[] longs = random.longs(count).toArray();
        double[] doubles =
                random.longs(count).mapToDouble(Double::longBitsToDouble).toArray();
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = Float.intBitsToFloat(random.nextInt());
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        try (XmlWriter out = form.writer.apply(document)) {
            out.startDocument();
            out.startElement(XmlName.of("all"));
            out.startElement(XmlName.of("ints"));
            out.list(ints, 0, count);
            out.endElement();
            out.startElement(XmlName.of("longs"));
            out.list(longs, 0, count);
            out.endElement();
            out.startElement(XmlName.of("floats"));
            out.list(floats, 0, count);
            out.endElement();
            out.startElement(XmlName.of("doubles"));
            out.list(doubles, 0, count);
            out.endElement();
            out.startElement(XmlName.of("none"));
            out.endElement();
            out.endElement();
            out.endDocument();
        }
        for (XmlReader reader : form.readers(document)) {
            try (reader) {
                next(reader);
                next(reader);
                assertArrayEquals(ints, reader.elementInts(), "seed " + SEED);
                assertEquals(XmlEvent.END_ELEMENT, reader.event());
                assertEquals("ints", reader.localName());
                next(reader);
                assertArrayEquals(longs, reader.elementLongs(), "seed " + SEED);
                next(reader);
                assertArrayEquals(floats, reader.elementFloats(), "seed " + SEED);
                next(reader);
                assertArrayEquals(doubles, reader.elementDoubles(), "seed " + SEED);
                next(reader);
                assertEquals(0, reader.elementDoubles().length);
                assertEquals(2, reader.depth());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void singleNumbersComeBack(Form form) {
        double[] doubles = new Random(SEED).doubles(500).toArray();
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        try (XmlWriter out = form.writer.apply(document)) {
            out.startDocument();
            out.startElement(XmlName.of("all"));
            for (double value : doubles) {
                out.startElement(XmlName.of("item"));
                out.text(value);
                out.endElement();
            }
            out.endElement();
            out.endDocument();
        }
        for (XmlReader reader : form.readers(document)) {
            try (reader) {
                next(reader);
                for (double value : doubles) {
                    next(reader);
                    assertEquals(value, reader.elementDouble(), "seed " + SEED);
                }
                assertEquals(XmlEvent.END_ELEMENT, reader.next());
                assertEquals(XmlEvent.END_DOCUMENT, reader.next());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2 x", "1,2", "1 2 0x3", "2147483648"})
    void whatIsNoNumberIsAnErrorThatNamesTheElement(String list) {
        byte[] text = ("<a>" + list + "</a>").getBytes(StandardCharsets.UTF_8);
        try (XmlReader reader = XmlReaders.open(text)) {
            next(reader);
            XmlException wrong = assertThrows(XmlException.class, reader::elementInts);
            assertEquals(true, String.valueOf(wrong.getMessage()).contains("element a"));
        }
    }
}

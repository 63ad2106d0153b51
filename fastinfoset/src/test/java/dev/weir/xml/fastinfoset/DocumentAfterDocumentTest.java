package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers hand their tables, scopes and buffers on to each other: nothing of one document may come into the next. */
class DocumentAfterDocumentTest {
    private static final XmlName ROOT = XmlName.of("urn:r", "r");
    private static final XmlName ITEM = XmlName.of("urn:i", "i");
    private static final XmlName KEY = XmlName.of("urn:k", "k");

    enum Before {
        NOTHING(writer -> {}),
        ANOTHER_DOCUMENT(DocumentAfterDocumentTest::document),
        ONE_WITH_MANY_VALUES(writer -> {
            writer.startElement(ROOT);
            for (int i = 0; i < 1_000; i++) {
                writer.text("\n" + " ".repeat(i % 100));
                writer.element(ITEM, "v" + i % 300);
            }
            writer.endElement();
            writer.endDocument();
        }),
        ONE_THAT_IS_ABANDONED(writer -> {
            writer.startElement("ns1", ROOT);
            writer.namespace("a", "urn:i");
            writer.startElement("b", ITEM);
            writer.attribute(KEY, "1");
        }),
        ONE_THAT_IS_WRONG(writer -> {
            writer.startElement("ns1", ROOT);
            assertThrows(RuntimeException.class, () -> writer.text("\u0001"));
        });

        private final Consumer<XmlWriter> items;

        Before(Consumer<XmlWriter> items) {
            this.items = items;
        }
    }

    private static void document(XmlWriter writer) {
        writer.startElement(ROOT);
        for (int i = 0; i < 6; i++) {
            writer.text("\n" + " ".repeat(2 + i % 2));
            writer.startElement("", ITEM);
            writer.attribute(KEY, "value " + i % 3);
            writer.text("text " + i % 4);
            writer.endElement();
        }
        writer.text("\n");
        writer.endElement();
        writer.endDocument();
    }

    private static byte[] written(Consumer<XmlWriter> items) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = FastInfoset.writer(out)) {
            items.accept(writer);
        }
        return out.toByteArray();
    }

    /** As it is without anything before it: a vocabulary of its own has tables of its own. */
    private static byte[] alone() {
        FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT.withVocabulary(Vocabulary.EMPTY);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = FastInfoset.writer(out, options)) {
            document(writer);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentIsTheSameWhateverCameBeforeIt(Before before) {
        written(before.items);
        assertArrayEquals(alone(), written(DocumentAfterDocumentTest::document));
    }

    @Test
    void documentsThatAreWrittenAtOnceHaveNothingInCommon() {
        written(DocumentAfterDocumentTest::document);
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        byte[] first = written(writer -> {
            writer.startElement("p", ROOT);
            try (XmlWriter second = FastInfoset.writer(other)) {
                document(second);
            }
            writer.text("first");
            writer.endElement();
            writer.endDocument();
        });
        assertArrayEquals(alone(), other.toByteArray());
        assertArrayEquals(
                written(writer -> {
                    writer.startElement("p", ROOT);
                    writer.text("first");
                    writer.endElement();
                    writer.endDocument();
                }),
                first);
    }

    @Test
    void aTargetThatFailsWhenTheDocumentIsHandedOverLeavesNothingToTheNext() {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("full");
            }
        };
        XmlWriter writer = FastInfoset.writer(failing);
        writer.startElement("ns1", ROOT);
        assertThrows(UncheckedIOException.class, writer::close);
        assertThrows(UncheckedIOException.class, writer::close);
        assertArrayEquals(alone(), written(DocumentAfterDocumentTest::document));
    }
}

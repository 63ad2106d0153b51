package dev.weir.bind.event;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.XmlWriterContract;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Nested;
import org.w3c.dom.Document;

/** The writer that passes items on to others: SAX handlers, StAX writers, DOM nodes, markup. */
class TargetWriterContractTest {
    /** It escapes what would be lost, unlike the JDK's. */
    private static XMLOutputFactory woodstox() {
        try {
            return (XMLOutputFactory) Class.forName("com.ctc.wstx.stax.WstxOutputFactory")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError(missing);
        }
    }

    abstract static class ToOthers extends XmlWriterContract {
        ToOthers() {
            super(Feature.RAW_MARKUP, Feature.ENTITY_REFERENCES, Feature.DOCTYPE);
        }

        static XmlReader text(String document) {
            return XmlReaders.open(new StringReader(document), ReadOptions.DEFAULT);
        }
    }

    @Nested
    class ToSaxHandlers extends ToOthers {
        @Override
        protected Output open() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            XmlWriter text = XmlWriters.open(out);
            XmlSaxResult result = new XmlSaxResult(text);
            return new Output(
                    new TargetWriter(new SaxHandlerTarget(result.getHandler(), result.getLexicalHandler())), () -> {
                        text.flush();
                        return XmlReaders.open(out.toByteArray());
                    });
        }
    }

    @Nested
    class ToAStreamWriter extends ToOthers {
        @Override
        protected Output open() {
            StringWriter out = new StringWriter();
            try {
                return new Output(
                        new TargetWriter(new StaxStreamTarget(woodstox().createXMLStreamWriter(out))),
                        () -> text(out.toString()));
            } catch (XMLStreamException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    class ToAnEventWriter extends ToOthers {
        @Override
        protected Output open() {
            StringWriter out = new StringWriter();
            try {
                return new Output(
                        new TargetWriter(new StaxEventTarget(woodstox().createXMLEventWriter(out))),
                        () -> text(out.toString()));
            } catch (XMLStreamException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    class ToNodes extends ToOthers {
        @Override
        protected Output open() {
            try {
                Document document = DocumentBuilderFactory.newDefaultNSInstance()
                        .newDocumentBuilder()
                        .newDocument();
                return new Output(new TargetWriter(new DomTarget(document)), () -> NodeReader.over(document));
            } catch (ParserConfigurationException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    @Nested
    class ToMarkup extends ToOthers {
        @Override
        protected Output open() {
            StringWriter out = new StringWriter();
            MarkupTarget.Escape references = (characters, start, length, isAttribute, to) -> {
                for (int i = start; i < start + length; i++) {
                    char c = characters[i];
                    to.write(c < ' ' || "<>&\"".indexOf(c) >= 0 ? "&#" + (int) c + ";" : String.valueOf(c));
                }
            };
            return new Output(new TargetWriter(new MarkupTarget(out, references, null)), () -> text(out.toString()));
        }
    }

    @Nested
    class ToTwoWriters extends ToOthers {
        @Override
        protected Output open() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            XmlWriter first = new XmlTreeWriter();
            XmlWriter second = XmlWriters.open(out);
            return new Output(new TeeWriter(first, second), () -> XmlReaders.open(out.toByteArray()));
        }
    }
}

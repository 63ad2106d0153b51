package dev.weir.bind.jaxb;

import dev.weir.bind.item.DomCopy;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.dom.DomBuilder;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Writes a generated schema, held as a tree, to the Result supplied by the caller. */
final class SchemaResultWriter {
    private static final WriteOptions INDENTED = WriteOptions.DEFAULT.withIndent("  ");

    private SchemaResultWriter() {}

    static void write(XmlTreeWriter tree, Result result) throws IOException {
        if (result instanceof DOMResult dom) {
            Node node = dom.getNode();
            if (node == null) {
                node = DomCopy.newDocument();
                dom.setNode(node);
            }
            DomBuilder.DEFAULT.build(reader(tree), node);
        } else if (result instanceof SAXResult sax && sax.getHandler() != null) {
            try {
                XmlSaxSource source = new XmlSaxSource(reader(tree));
                source.getXMLReader().setContentHandler(sax.getHandler());
                source.getXMLReader().parse(new InputSource());
            } catch (SAXException failed) {
                throw new IOException(failed);
            }
        } else if (result instanceof StreamResult stream) {
            toStream(tree, stream);
        } else {
            throw new IOException("a result of this type cannot be written: " + result);
        }
    }

    private static void toStream(XmlTreeWriter tree, StreamResult stream) throws IOException {
        if (stream.getWriter() != null) {
            write(tree, XmlWriters.open(stream.getWriter(), INDENTED));
        } else if (stream.getOutputStream() != null) {
            write(tree, XmlWriters.open(stream.getOutputStream(), INDENTED));
        } else if (stream.getSystemId() != null) {
            URI uri = URI.create(stream.getSystemId());
            Path file = uri.isAbsolute() ? Path.of(uri) : Path.of(stream.getSystemId());
            try (OutputStream out = Files.newOutputStream(file)) {
                write(tree, XmlWriters.open(out, INDENTED));
            }
        } else {
            throw new IOException("a result must have a stream, a writer or a system id");
        }
    }

    private static void write(XmlTreeWriter tree, XmlWriter writer) {
        try (writer) {
            writer.startDocument();
            writer.copy(reader(tree));
            writer.endDocument();
        }
    }

    private static XmlReader reader(XmlTreeWriter tree) {
        return UnmarshalInput.onRoot(Objects.requireNonNull(tree.document().firstElement(), "an element")
                .reader());
    }
}

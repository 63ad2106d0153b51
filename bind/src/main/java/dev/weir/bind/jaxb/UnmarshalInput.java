package dev.weir.bind.jaxb;

import dev.weir.bind.event.CollectedItems;
import dev.weir.bind.event.EventItems;
import dev.weir.bind.event.StreamItems;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.transform.CursorAccess;
import dev.weir.xml.transform.ReaderSettings;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.util.Objects;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** An opened source: its cursor, and the work to be done once its element has been read. */
class UnmarshalInput implements Closeable {
    /** Documents may declare a DTD, as JAXB users expect; nothing outside the document is fetched for it. */
    private static final ReadOptions OPTIONS = ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL);

    private final XmlReader reader;

    /** An element; the content that follows it is not checked. */
    UnmarshalInput(XmlReader reader) {
        this.reader = reader;
    }

    final XmlReader reader() {
        return reader;
    }

    /** Advances to the root element. */
    static XmlReader onRoot(XmlReader reader) {
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        return reader;
    }

    /** Called once the element has been read. */
    void end() throws XMLStreamException {}

    @Override
    public void close() throws IOException {}

    // ---------------------------------------------------------------- documents

    /** A document, which must be well-formed to its end. */
    private static final class Document extends UnmarshalInput {
        private final @Nullable Closeable stream;

        /** @param stream closed with the document; null for none */
        Document(XmlReader reader, @Nullable Closeable stream) {
            super(reader);
            this.stream = stream;
        }

        @Override
        void end() {
            while (reader().event() != XmlEvent.END_DOCUMENT) {
                reader().next();
            }
        }

        @Override
        public void close() throws IOException {
            reader().close();
            if (stream != null) {
                stream.close();
            }
        }
    }

    static UnmarshalInput of(InputStream in) {
        return new Document(XmlReaders.open(in, OPTIONS), null);
    }

    static UnmarshalInput of(Reader reader) {
        return new Document(XmlReaders.open(reader, OPTIONS), null);
    }

    static UnmarshalInput of(InputSource source) throws IOException {
        return of(source, OPTIONS.withEncoding(source.getEncoding()), false);
    }

    /** @param closing whether to close the streams that the source holds */
    private static UnmarshalInput of(InputSource source, ReadOptions options, boolean closing) throws IOException {
        Reader characters = source.getCharacterStream();
        if (characters != null) {
            return new Document(XmlReaders.open(characters, options.withEncoding(null)), closing ? characters : null);
        }
        InputStream stream = source.getByteStream();
        return stream != null
                ? new Document(XmlReaders.open(stream, options), closing ? stream : null)
                : of(source.getSystemId(), options);
    }

    /** Opens a system id, which must be a URI or a file name. */
    private static UnmarshalInput of(@Nullable String systemId, ReadOptions options) throws IOException {
        if (systemId == null) {
            throw new IOException("a source must have a stream, a reader, a node or a system id");
        }
        URI uri = URI.create(systemId);
        InputStream stream =
                uri.isAbsolute() ? uri.toURL().openStream() : Files.newInputStream(new File(systemId).toPath());
        return new Document(XmlReaders.open(stream, options), stream);
    }

    static UnmarshalInput of(Node node) {
        return new UnmarshalInput(NodeReader.over(element(node)));
    }

    /** The node itself if it is an element, else the first element of a document or fragment. */
    static Element element(Node node) {
        Node first = node instanceof Element ? node : node.getFirstChild();
        while (first != null && !(first instanceof Element)) {
            first = first.getNextSibling();
        }
        if (first == null) {
            throw new IllegalArgumentException("the node must be or hold an element: " + node);
        }
        return (Element) first;
    }

    static UnmarshalInput of(Source source) throws IOException, XMLStreamException, SAXException {
        if (source instanceof StreamSource stream) {
            if (stream.getReader() != null) {
                return of(stream.getReader());
            }
            InputStream in = stream.getInputStream();
            return in != null ? of(in) : of(stream.getSystemId(), OPTIONS);
        } else if (source instanceof DOMSource dom) {
            return of(Objects.requireNonNull(dom.getNode(), "the source's node"));
        } else if (source instanceof StAXSource stax) {
            return stax.getXMLStreamReader() != null ? of(stax.getXMLStreamReader()) : of(stax.getXMLEventReader());
        } else if (source instanceof SAXSource sax) {
            return of(sax);
        }
        throw new IllegalArgumentException(
                "a source of type " + source.getClass().getName() + " cannot be read");
    }

    // ---------------------------------------------------------------- SAX

    /** Uses the settings of Weir's own parser; events of another parser are collected before they are read. */
    private static UnmarshalInput of(SAXSource source) throws IOException, SAXException {
        XMLReader parser = source.getXMLReader();
        InputSource input = source.getInputSource();
        if (parser == null) {
            return of(Objects.requireNonNull(input, "the source's input"));
        }
        ReadOptions options =
                parser instanceof ReaderSettings settings && input != null ? settings.readOptions(input) : null;
        if (options != null) {
            return of(input, options, true);
        }
        CollectedItems items = new CollectedItems();
        parser.setContentHandler(items.handler());
        parser.parse(input);
        return new UnmarshalInput(items);
    }

    // ---------------------------------------------------------------- StAX

    /** The current element, or the document's; afterwards the StAX reader is positioned after its end. */
    static UnmarshalInput of(XMLStreamReader from) throws XMLStreamException {
        int event = from.getEventType();
        if (event == XMLStreamConstants.START_DOCUMENT) {
            while (event != XMLStreamConstants.START_ELEMENT) {
                event = from.next();
            }
        } else if (event != XMLStreamConstants.START_ELEMENT) {
            throw new IllegalStateException("the reader must stand on START_DOCUMENT or START_ELEMENT: event=" + event);
        }
        XmlReader cursor = from instanceof CursorAccess access ? access.cursor() : null;
        return new StreamInput(cursor == null ? new StreamItems(from) : cursor, from);
    }

    private static final class StreamInput extends UnmarshalInput {
        private final XMLStreamReader from;

        StreamInput(XmlReader cursor, XMLStreamReader from) {
            super(cursor);
            this.from = from;
        }

        @Override
        void end() throws XMLStreamException {
            close();
            if (from.hasNext()) {
                from.next();
            }
        }

        /** The StAX reader belongs to the caller, and must be left at the correct position. */
        @Override
        public void close() {
            if (from instanceof CursorAccess access && !(reader() instanceof StreamItems)) {
                access.cursorMoved();
            }
        }
    }

    static UnmarshalInput of(XMLEventReader from) throws XMLStreamException {
        XMLEvent next = from.peek();
        if (next == null || !next.isStartDocument() && !next.isStartElement()) {
            throw new IllegalStateException("the reader must stand on START_DOCUMENT or START_ELEMENT: " + next);
        }
        return new UnmarshalInput(new EventItems(from));
    }
}

package dev.weir.xml.stax;

import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.codehaus.stax2.io.Stax2Source;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/**
 * A document that was passed to a factory and has been opened.
 *
 * @param source the stream or reader to close with the XML reader, if it is to be closed
 * @param owned true when the factory opened the source itself, so that it is always closed
 */
record OpenedDocument(
        XmlReader reader,
        @Nullable Closeable source,
        boolean owned,
        @Nullable String publicId,
        @Nullable String systemId) {

    OpenedDocument with(XmlReader other) {
        return new OpenedDocument(other, source, owned, publicId, systemId);
    }

    static OpenedDocument of(
            InputStream in,
            boolean owned,
            @Nullable String publicId,
            @Nullable String systemId,
            @Nullable String encoding,
            InputSettings settings)
            throws XMLStreamException {
        ReadOptions options = settings.options(systemId, encoding);
        try {
            XmlReader reader = settings.fastInfoset == null
                    ? XmlReaders.open(in, options)
                    : settings.fastInfoset.openEither(in, options);
            return new OpenedDocument(reader, in, owned, publicId, systemId);
        } catch (RuntimeException wrong) {
            throw refused(wrong, in, owned);
        }
    }

    static OpenedDocument of(
            Reader in, boolean owned, @Nullable String publicId, @Nullable String systemId, InputSettings settings)
            throws XMLStreamException {
        try {
            return new OpenedDocument(
                    XmlReaders.open(in, settings.options(systemId, null)), in, owned, publicId, systemId);
        } catch (RuntimeException wrong) {
            throw refused(wrong, in, owned);
        }
    }

    /** Reads the byte array in place, without a copy. */
    static OpenedDocument of(Stax2ByteArraySource bytes, InputSettings settings) {
        ReadOptions options = settings.options(bytes.getSystemId(), bytes.getEncoding());
        byte[] buffer = bytes.getBuffer();
        int start = bytes.getBufferStart();
        int length = bytes.getBufferLength();
        XmlReader reader = settings.fastInfoset == null
                ? XmlReaders.open(buffer, start, length, options)
                : settings.fastInfoset.openEither(buffer, start, length, options);
        return new OpenedDocument(reader, null, false, bytes.getPublicId(), bytes.getSystemId());
    }

    static OpenedDocument of(URL url, InputSettings settings) throws XMLStreamException {
        try {
            return of(url.openStream(), true, null, url.toExternalForm(), null, settings);
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    static OpenedDocument of(Source source, InputSettings settings) throws XMLStreamException {
        if (source instanceof Stax2ByteArraySource bytes) {
            return of(bytes, settings);
        }
        if (source instanceof Stax2Source stax2) {
            return of(stax2, settings);
        }
        if (source instanceof StreamSource stream) {
            return of(
                    stream.getInputStream(),
                    stream.getReader(),
                    stream.getPublicId(),
                    stream.getSystemId(),
                    null,
                    settings);
        }
        if (source instanceof SAXSource sax) {
            InputSource input = sax.getInputSource();
            if (input == null) {
                throw new XMLStreamException(
                        "a SAXSource must have an InputSource: events are pulled, so its XMLReader "
                                + "cannot be used");
            }
            return of(
                    input.getByteStream(),
                    input.getCharacterStream(),
                    input.getPublicId(),
                    input.getSystemId(),
                    input.getEncoding(),
                    settings);
        }
        if (source instanceof DOMSource dom) {
            if (dom.getNode() == null) {
                throw new XMLStreamException("a DOMSource must have a node");
            }
            XmlReader nodes = NodeReader.over(dom.getNode(), settings.coalescing, true);
            return new OpenedDocument(nodes, null, false, null, dom.getSystemId());
        }
        throw new XMLStreamException("a document cannot be read from a source of the type "
                + (source == null ? "null" : source.getClass().getName()));
    }

    private static OpenedDocument of(Stax2Source source, InputSettings settings) throws XMLStreamException {
        URL reference = source.getReference();
        String systemId =
                source.getSystemId() == null && reference != null ? reference.toExternalForm() : source.getSystemId();
        try {
            // By its URL if it has one: constructInputStream() takes the escapes in the path of a file literally.
            InputStream in = reference != null ? reference.openStream() : source.constructInputStream();
            if (in != null) {
                return of(in, true, source.getPublicId(), systemId, source.getEncoding(), settings);
            }
            Reader characters = source.constructReader();
            if (characters != null) {
                return of(characters, true, source.getPublicId(), systemId, settings);
            }
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
        throw new XMLStreamException("the source gives neither bytes nor characters: " + source);
    }

    /**
     * A character stream takes precedence over a byte stream, as in SAX, and a byte stream over a system identifier.
     */
    private static OpenedDocument of(
            @Nullable InputStream in,
            @Nullable Reader characters,
            @Nullable String publicId,
            @Nullable String systemId,
            @Nullable String encoding,
            InputSettings settings)
            throws XMLStreamException {
        if (characters != null) {
            return of(characters, false, publicId, systemId, settings);
        }
        if (in != null) {
            return of(in, false, publicId, systemId, encoding, settings);
        }
        if (systemId == null) {
            throw new XMLStreamException("a source must have a stream, a Reader or a system identifier");
        }
        try {
            return of(StaxExternalEntities.url(systemId).openStream(), true, publicId, systemId, encoding, settings);
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    /** The exception for a reader that could not be created: an unknown encoding, an unreadable stream. */
    private static XMLStreamException refused(RuntimeException wrong, Closeable source, boolean owned) {
        XMLStreamException refusal = new XMLStreamException(wrong.getMessage(), wrong);
        if (owned) {
            try {
                source.close();
            } catch (IOException failed) {
                refusal.addSuppressed(failed);
            }
        }
        return refusal;
    }
}

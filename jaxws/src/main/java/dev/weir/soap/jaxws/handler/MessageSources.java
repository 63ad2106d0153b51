package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.http.CountedOutput;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.step.MessageBudget;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.transform.SourceCopy;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.writer.XmlWriters;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/** Messages, or payloads of them, that a program gives as a {@link Source}. */
public final class MessageSources {
    private MessageSources() {}

    /** True for a source that was made without content. */
    public static boolean isEmpty(Source source) {
        if (source.getSystemId() != null) {
            return false;
        }
        if (source instanceof StreamSource stream) {
            return stream.getInputStream() == null && stream.getReader() == null;
        } else if (source instanceof DOMSource dom) {
            return dom.getNode() == null;
        }
        return source instanceof SAXSource sax && sax.getInputSource() == null && sax.getXMLReader() == null;
    }

    /**
     * Writes what a source has, as {@link SourceCopy} does.
     *
     * @throws WebServiceException where it cannot be read
     */
    public static void copy(Source source, XmlWriter to) {
        try {
            SourceCopy.copy(source, to);
        } catch (XmlException e) {
            throw new WebServiceException("a message cannot be read from its source: " + e.getMessage(), e);
        }
    }

    /**
     * Writes the element of a source alone, as {@link SourceCopy#copyElement} does.
     *
     * @throws WebServiceException where it cannot be read, or has none
     */
    public static void copyElement(Source source, XmlWriter to) {
        try {
            SourceCopy.copyElement(source, to);
        } catch (XmlException e) {
            throw new WebServiceException("a message cannot be read from its source: " + e.getMessage(), e);
        }
    }

    /** A whole message, in UTF-8. */
    public static byte[] toBytes(Source source) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        XmlWriter writer = XmlWriters.open(out);
        copy(source, writer);
        writer.endDocument();
        writer.flush();
        return out.toByteArray();
    }

    /**
     * An envelope in text from its body's first child on.
     *
     * @param charset of the Content-Type; null for none
     * @param memory is taken for the header blocks
     */
    public static EnvelopeReader reader(byte[] envelope, @Nullable String charset, RequestMemory memory) {
        return EnvelopeReader.over(
                EnvelopeReader.reader(envelope, charset, null, XmlLimits.DEFAULT), MessageBudget.ofHeaders(memory));
    }

    /**
     * The body's first child, which an envelope's reader is at, as a document in UTF-8.
     *
     * @param memory is taken for it
     */
    public static byte[] payload(EnvelopeReader envelope, RequestMemory memory) {
        CountedOutput out = new CountedOutput(memory);
        try (XmlWriter writer = XmlWriters.open(out)) {
            writer.copy(envelope.body());
            writer.endDocument();
        }
        return out.bytes();
    }

    /**
     * A received envelope for a program, whose parser has it in the characters that an endpoint or a client reads.
     *
     * @param charset of the Content-Type, which counts before what the document declares; null for none. One that has been read by
     */
    public static Source envelope(byte[] envelope, @Nullable String charset) {
        if (!beginsWithTag(envelope)) {
            try (XmlReader reader = EnvelopeReader.reader(envelope, charset, null, XmlLimits.DEFAULT)) {
                return new StreamSource(new ByteArrayInputStream(toBytes(new XmlSaxSource(reader))));
            }
        }
        InputStream bytes = new ByteArrayInputStream(envelope);
        // US-ASCII is what text/xml means without a charset (RFC 3023), whatever is sent.
        return charset == null || charset.isBlank() || charset.strip().equalsIgnoreCase("US-ASCII")
                ? new StreamSource(bytes)
                : new StreamSource(new InputStreamReader(bytes, Charset.forName(charset.strip())));
    }

    /** False for a byte order mark, and for encodings that not every parser knows. */
    private static boolean beginsWithTag(byte[] bytes) {
        return bytes.length > 1 && bytes[0] == '<' && bytes[1] != 0;
    }
}

package dev.weir.soap.jaxws.handler;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.transform.SourceCopy;
import dev.weir.xml.writer.XmlWriters;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;

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

    /** A whole message, in UTF-8. */
    public static byte[] toBytes(Source source) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        XmlWriter writer = XmlWriters.open(out);
        copy(source, writer);
        writer.endDocument();
        writer.flush();
        return out.toByteArray();
    }
}

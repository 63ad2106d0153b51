package dev.weir.metro;

import com.oracle.webservices.impl.encoding.StreamDecoderImpl;
import com.oracle.webservices.impl.internalspi.encoding.StreamDecoder;
import com.sun.xml.ws.api.SOAPVersion;
import com.sun.xml.ws.api.message.AttachmentSet;
import com.sun.xml.ws.api.message.Message;
import com.sun.xml.ws.encoding.StreamSOAPCodec;
import com.sun.xml.ws.streaming.TidyXMLStreamReader;
import dev.weir.xml.XmlReader;
import dev.weir.xml.transform.CursorAccess;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens SOAP envelopes with Weir's scanner. Metro's own decoder puts a Reader between the bytes and the parser where the
 * message names its character set, which all do; here the parser gets the bytes and the name. Where Metro does not read
 * by Weir, its own decoder is used. Thread-safe.
 */
public final class WeirStreamDecoder implements StreamDecoder {
    private final StreamDecoder metros = new StreamDecoderImpl();

    /** Called by Metro. */
    public WeirStreamDecoder() {}

    /** Metro's reader, which closes the stream with the message; a codec reads the payload by the cursor beneath it. */
    private static final class PayloadReader extends TidyXMLStreamReader implements CursorAccess {
        PayloadReader(XMLStreamReader reader, InputStream source) {
            super(reader, source);
        }

        @Override
        public @Nullable XmlReader cursor() {
            return ((CursorAccess) reader).cursor();
        }

        @Override
        public void cursorMoved() {
            ((CursorAccess) reader).cursorMoved();
        }
    }

    @Override
    public Message decode(InputStream in, @Nullable String charset, AttachmentSet attachments, SOAPVersion soapVersion)
            throws IOException {
        if (!WeirStreams.areUsed()) {
            return metros.decode(in, charset, attachments, soapVersion);
        }
        return StreamSOAPCodec.decode(soapVersion, new PayloadReader(WeirStreams.read(in, charset), in), attachments);
    }
}

package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An envelope that is to be sent.
 *
 * @param packing the message that its binary values are parts of; null for one without parts
 * @param encoding that it is in; null for text in UTF-8
 */
record SentEnvelope(
        byte[] envelope,
        @Nullable XopPackage packing,
        @Nullable InfosetEncoding encoding) {
    /** In text. */
    SentEnvelope(byte[] envelope, @Nullable XopPackage packing) {
        this(envelope, packing, null);
    }

    /** @param body writes the children of the Body */
    static SentEnvelope write(
            EnvelopeFormat format, List<XmlElement> headers, Consumer<XmlWriter> body, InfosetEncoding encoding) {
        byte[] envelope = EnvelopeWriter.write(format, headers, body, encoding.defaultEncoding()::openWriter);
        return new SentEnvelope(envelope, null, encoding);
    }

    /** @param body writes the children of the Body */
    static SentEnvelope write(
            EnvelopeFormat format, List<XmlElement> headers, Consumer<XmlWriter> body, @Nullable XopPackage packing) {
        if (packing == null) {
            return new SentEnvelope(EnvelopeWriter.write(format, headers, body), null);
        }
        byte[] envelope = EnvelopeWriter.write(format, headers, body, out -> packing.writer(XmlWriters.open(out)));
        boolean plain = packing.isEmpty() && !packing.isXop();
        return new SentEnvelope(envelope, plain ? null : packing);
    }
}

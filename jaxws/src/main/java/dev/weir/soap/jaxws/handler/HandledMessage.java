package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.mtom.MimePart;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.ProtocolException;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * A message that handlers look at and change: an envelope, or a message of SAAJ once a handler has asked for it. For one
 * thread at a time.
 */
public final class HandledMessage {
    private final EnvelopeFormat format;
    private byte[] envelope;
    private @Nullable String charset;
    private List<MimePart> attachments;

    /** Made when a handler asks for it; counts instead of the envelope from then on, as the handler may change it. */
    private @Nullable SOAPMessage message;

    /**
     * A message as it has come, or is to go out.
     *
     * @param charset of the Content-Type; null for none
     * @param attachments to be read as long as the exchange goes on
     */
    public HandledMessage(
            EnvelopeFormat format, byte[] envelope, @Nullable String charset, List<MimePart> attachments) {
        this.format = format;
        this.envelope = envelope;
        this.charset = charset;
        this.attachments = attachments;
    }

    /** No message, for handlers that are closed without one. */
    public static HandledMessage none(EnvelopeFormat format) {
        return new HandledMessage(format, new byte[0], null, List.of());
    }

    public EnvelopeFormat format() {
        return format;
    }

    /** The envelope as handlers have left it; the same bytes where none has asked for more. */
    public byte[] envelope() {
        SOAPMessage made = message;
        if (made != null) {
            attachments = SoapMessages.attachments(made);
            envelope(SoapMessages.write(made));
        }
        return envelope;
    }

    /** The attachments as handlers have left them. */
    public List<MimePart> attachments() {
        SOAPMessage made = message;
        return made == null ? attachments : SoapMessages.attachments(made);
    }

    private void envelope(byte[] changed) {
        envelope = changed;
        charset = null;
        message = null;
    }

    /** The charset that the envelope is in, where that is said outside of it. */
    public @Nullable String charset() {
        return message == null ? charset : null;
    }

    SOAPMessage soapMessage() {
        SOAPMessage made = message;
        if (made == null) {
            made = SoapMessages.read(format, envelope, charset, attachments);
            message = made;
        }
        return made;
    }

    void soapMessage(SOAPMessage other) {
        message = other;
    }

    /** The body's first child; null for an empty body. */
    @Nullable XmlElement payload() {
        byte[] current = envelope();
        try (EnvelopeReader reader = EnvelopeReader.open(current, charset, XmlLimits.DEFAULT)) {
            return reader.bodyIsEmpty() ? null : XmlElement.read(reader.body());
        }
    }

    @Nullable Source payloadSource() {
        XmlElement payload = payload();
        return payload == null ? null : new StreamSource(new ByteArrayInputStream(payload.toBytes()));
    }

    /** Replaces the content of the body; the header stays. */
    void payload(@Nullable Source payload) {
        XmlElement element = payload == null ? null : element(payload);
        byte[] current = envelope();
        try (EnvelopeReader reader = EnvelopeReader.open(current, charset, XmlLimits.DEFAULT)) {
            envelope(EnvelopeWriter.write(format, reader.headers(), writer -> {
                if (element != null) {
                    element.write(writer);
                }
            }));
        }
    }

    private static XmlElement element(Source source) {
        XmlTreeWriter tree = new XmlTreeWriter();
        MessageSources.copy(source, tree);
        return tree.document().documentElement();
    }

    boolean isFault() {
        XmlElement payload = payload();
        return payload != null && payload.name().equals(format.fault);
    }

    void fault(ProtocolException failure) {
        envelope(SoapMessages.envelope(format, failure));
        attachments = List.of();
    }
}

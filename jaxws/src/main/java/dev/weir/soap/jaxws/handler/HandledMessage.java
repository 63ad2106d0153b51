package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.mtom.MimePart;
import dev.weir.xml.tree.TreeMemory;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
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

    /** Taken before something is made of the envelope. */
    private final RequestMemory memory;

    /** Made when a handler asks for it; counts instead of the envelope from then on, as the handler may change it. */
    private @Nullable SOAPMessage message;

    /**
     * A message as it has come, or is to go out.
     *
     * @param charset of the Content-Type; null for none
     * @param attachments to be read as long as the exchange goes on
     * @param memory taken for the trees that handlers ask for
     */
    public HandledMessage(
            EnvelopeFormat format,
            byte[] envelope,
            @Nullable String charset,
            List<MimePart> attachments,
            RequestMemory memory) {
        this.format = format;
        this.envelope = envelope;
        this.charset = charset;
        this.attachments = attachments;
        this.memory = memory;
    }

    /** No message, for handlers that are closed without one. */
    public static HandledMessage none(EnvelopeFormat format) {
        return new HandledMessage(format, new byte[0], null, List.of(), RequestMemory.UNCOUNTED);
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
            made = SoapMessages.read(format, envelope, charset, attachments, memory);
            message = made;
        }
        return made;
    }

    void soapMessage(SOAPMessage other) {
        message = other;
    }

    private EnvelopeReader reader() {
        byte[] current = envelope(); // which may clear the charset
        return MessageSources.reader(current, charset, memory);
    }

    /** The body's first child; null for an empty body. */
    @Nullable Source payload() {
        try (EnvelopeReader reader = reader()) {
            return reader.bodyIsEmpty()
                    ? null
                    : new StreamSource(new ByteArrayInputStream(MessageSources.payload(reader, memory)));
        }
    }

    /** The body's first child as an object; null for an empty body. */
    @Nullable Object payload(JAXBContext context) throws JAXBException {
        byte[] payload;
        try (EnvelopeReader reader = reader()) {
            if (reader.bodyIsEmpty()) {
                return null;
            }
            payload = MessageSources.payload(reader, memory);
        }
        memory.take(TreeMemory.ofXml(payload));
        return context.createUnmarshaller().unmarshal(new StreamSource(new ByteArrayInputStream(payload)));
    }

    /** Replaces the content of the body; the header stays. */
    void payload(@Nullable Source payload) {
        XmlElement element = payload == null ? null : element(payload);
        try (EnvelopeReader reader = reader()) {
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
        try (EnvelopeReader reader = reader()) {
            return !reader.bodyIsEmpty() && reader.body().name().equals(format.fault);
        }
    }

    void fault(ProtocolException failure) {
        envelope(SoapMessages.envelope(format, failure));
        attachments = List.of();
    }
}

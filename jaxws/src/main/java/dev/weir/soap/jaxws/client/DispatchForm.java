package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.jaxws.body.Attachments;
import dev.weir.soap.jaxws.handler.MessageSources;
import dev.weir.soap.jaxws.handler.ReceivedData;
import dev.weir.soap.jaxws.handler.SoapMessages;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlElement;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/** What the messages of a Dispatch are for the program, and how they become envelopes. Thread-safe. */
interface DispatchForm<T> {
    /** @param action what the message itself says about SOAPAction; empty for nothing */
    record Outgoing(SentEnvelope sent, String action) {}

    /**
     * @param headers added to those that the message has
     * @param packing the message with parts that it is sent as; null for the envelope alone
     */
    Outgoing write(EnvelopeFormat format, List<XmlElement> headers, @Nullable T message, @Nullable XopPackage packing);

    /** @throws Exception a SOAPFaultException for a fault */
    @Nullable T read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception;

    /** @throws WebServiceException for a type that messages cannot have in this mode */
    @SuppressWarnings("unchecked") // T is the type that was asked for
    static <T> DispatchForm<T> of(Class<T> type, Service.Mode mode) {
        if (type == Source.class) {
            return (DispatchForm<T>) (mode == Service.Mode.PAYLOAD ? new Payloads() : new Envelopes());
        } else if (type == SOAPMessage.class && mode == Service.Mode.MESSAGE) {
            return (DispatchForm<T>) new Messages();
        } else if (type == DataSource.class && mode == Service.Mode.MESSAGE) {
            return (DispatchForm<T>) new Data();
        }
        throw new WebServiceException(
                "a Dispatch of " + type.getName() + " in mode " + mode
                        + " is not supported; those that are: Source in both modes, SOAPMessage and DataSource in mode MESSAGE");
    }

    static DispatchForm<Object> of(JAXBContext context, Service.Mode mode) {
        return mode == Service.Mode.PAYLOAD ? new Objects(context) : new EnvelopeObjects(context);
    }

    // ---------------------------------------------------------------- XML

    /** An envelope with further header blocks; the same bytes where there are none. */
    private static byte[] with(EnvelopeFormat format, List<XmlElement> headers, byte[] envelope) {
        if (headers.isEmpty()) {
            return envelope;
        }
        try (EnvelopeReader reader = EnvelopeReader.open(envelope, null, XmlLimits.DEFAULT)) {
            reader.headers().addAll(headers);
            XmlElement payload = reader.bodyIsEmpty() ? null : XmlElement.read(reader.body());
            return EnvelopeWriter.write(format, reader.headers(), writer -> {
                if (payload != null) {
                    payload.write(writer);
                }
            });
        } catch (XmlException e) {
            throw new WebServiceException("a message to be sent is no XML: " + e.getMessage(), e);
        }
    }

    /** The child of the body. */
    final class Payloads implements DispatchForm<Source> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable Source message,
                @Nullable XopPackage packing) {
            return new Outgoing(
                    SentEnvelope.write(
                            format,
                            headers,
                            writer -> {
                                if (message != null) {
                                    MessageSources.copy(message, writer);
                                }
                            },
                            packing),
                    "");
        }

        @Override
        public @Nullable Source read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            byte[] payload = received.<byte[]>read(
                    envelope -> envelope.bodyIsEmpty()
                            ? null
                            : XmlElement.read(envelope.body()).toBytes(),
                    fault -> null);
            return payload == null ? null : new StreamSource(new ByteArrayInputStream(payload));
        }
    }

    /** The whole envelope. */
    final class Envelopes implements DispatchForm<Source> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable Source message,
                @Nullable XopPackage packing) {
            byte[] envelope = MessageSources.toBytes(required(message));
            return new Outgoing(new SentEnvelope(with(format, headers, envelope), packing), "");
        }

        @Override
        public Source read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            ReceivedEnvelope plain = checked(received);
            return MessageSources.envelope(plain.envelope(), plain.charset());
        }
    }

    private static <T> T required(@Nullable T message) {
        if (message == null) {
            throw new WebServiceException("a message in mode MESSAGE must not be null");
        }
        return message;
    }

    /** The envelope, if it has no fault; with base64 in the place of each xop:Include. */
    private static ReceivedEnvelope checked(ReceivedEnvelope received) throws Exception {
        ReceivedEnvelope plain = received.inlined();
        var unused = plain.check();
        return plain;
    }

    // ---------------------------------------------------------------- SAAJ and data

    /** Messages of SAAJ. */
    final class Messages implements DispatchForm<SOAPMessage> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable SOAPMessage message,
                @Nullable XopPackage packing) {
            SOAPMessage given = required(message);
            if (SoapMessages.format(given) != format) {
                throw new WebServiceException(
                        "the message is of another version of SOAP than the port, which has " + format.namespace);
            }
            byte[] envelope = with(format, headers, SoapMessages.write(given));
            String[] action = given.getMimeHeaders().getHeader("SOAPAction");
            return new Outgoing(
                    new SentEnvelope(envelope, packed(SoapMessages.attachments(given), packing)),
                    action == null ? "" : unquoted(action[0]));
        }

        /** The message with parts that has the attachments; null for none. */
        private static @Nullable XopPackage packed(List<MimePart> attachments, @Nullable XopPackage packing) {
            if (attachments.isEmpty()) {
                return packing;
            }
            XopPackage whole = packing == null ? XopPackage.ofReferences() : packing;
            attachments.forEach(whole::attach);
            return whole;
        }

        private static String unquoted(String action) {
            boolean quoted = action.length() >= 2 && action.startsWith("\"") && action.endsWith("\"");
            return quoted ? action.substring(1, action.length() - 1) : action;
        }

        @Override
        public SOAPMessage read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            ReceivedEnvelope plain = received.inlined();
            List<MimePart> attachments = plain.check();
            return SoapMessages.read(format, plain.envelope(), plain.charset(), attachments, RequestMemory.UNCOUNTED);
        }
    }

    /** Envelopes as bytes. */
    final class Data implements DispatchForm<DataSource> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable DataSource message,
                @Nullable XopPackage packing) {
            try (InputStream in = required(message).getInputStream()) {
                return new Outgoing(new SentEnvelope(with(format, headers, in.readAllBytes()), packing), "");
            } catch (IOException e) {
                throw new WebServiceException("a message cannot be read from its DataSource: " + e.getMessage(), e);
            }
        }

        @Override
        public DataSource read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            ReceivedEnvelope plain = checked(received);
            return ReceivedData.envelope(plain.envelope(), format, plain.charset());
        }
    }

    // ---------------------------------------------------------------- objects

    /** Objects of a JAXBContext, each the child of a body. */
    record Objects(JAXBContext context) implements DispatchForm<Object> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable Object message,
                @Nullable XopPackage packing) {
            return new Outgoing(
                    SentEnvelope.write(
                            format,
                            headers,
                            writer -> {
                                if (message != null) {
                                    marshal(message, writer, packing);
                                }
                            },
                            packing),
                    "");
        }

        private void marshal(Object message, XmlWriter writer, @Nullable XopPackage packing) {
            try {
                Marshaller marshaller = context.createMarshaller();
                marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
                if (packing != null) {
                    marshaller.setAttachmentMarshaller(Attachments.of(packing));
                }
                marshaller.marshal(message, new XmlSaxResult(writer));
            } catch (JAXBException e) {
                throw new WebServiceException("a message cannot be marshalled: " + e, e);
            }
        }

        @Override
        public @Nullable Object read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            return received.<Object>read(
                    envelope -> {
                        if (envelope.bodyIsEmpty()) {
                            return null;
                        }
                        try {
                            Unmarshaller unmarshaller = context.createUnmarshaller();
                            unmarshaller.setAttachmentUnmarshaller(Attachments.of(envelope.body()));
                            return unmarshaller.unmarshal(new XmlSaxSource(envelope.body()));
                        } catch (JAXBException e) {
                            throw new WebServiceException("an answer cannot be unmarshalled: " + e, e);
                        }
                    },
                    fault -> null);
        }
    }

    /** Objects of a JAXBContext, each a whole envelope. */
    record EnvelopeObjects(JAXBContext context) implements DispatchForm<Object> {
        @Override
        public Outgoing write(
                EnvelopeFormat format,
                List<XmlElement> headers,
                @Nullable Object message,
                @Nullable XopPackage packing) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
            try {
                context.createMarshaller().marshal(required(message), out);
            } catch (JAXBException e) {
                throw new WebServiceException("a message cannot be marshalled: " + e, e);
            }
            return new Outgoing(new SentEnvelope(with(format, headers, out.toByteArray()), packing), "");
        }

        @Override
        public Object read(EnvelopeFormat format, ReceivedEnvelope received) throws Exception {
            ReceivedEnvelope plain = checked(received);
            try {
                return context.createUnmarshaller()
                        .unmarshal(MessageSources.envelope(plain.envelope(), plain.charset()));
            } catch (JAXBException e) {
                throw new WebServiceException("an answer cannot be unmarshalled: " + e, e);
            }
        }
    }
}

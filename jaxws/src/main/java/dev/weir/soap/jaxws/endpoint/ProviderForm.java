package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.jaxws.handler.MessageSources;
import dev.weir.soap.jaxws.handler.ReceivedData;
import dev.weir.soap.jaxws.handler.SoapMessages;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.mtom.MimePart;
import jakarta.activation.DataSource;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * What messages are for a {@link Provider}: the payload of the body, or the whole envelope as XML, as a message of SAAJ, or
 * as bytes (section 5.1 of the specification). Thread-safe.
 *
 * @param <T> what the provider takes and gives
 */
interface ProviderForm<T> {
    /**
     * A request: read to its end already, so that it is well-formed and has no document type.
     *
     * @param charset of the Content-Type; null for none
     * @param payload the body's child as a document in UTF-8, where the form shows no more than that; null for an empty body
     * @param attachments parts to which no xop:Include refers, to be read until the reply has been sent. Forms that have no place
     *     for them leave them to the message context
     * @param memory taken for what is made of the envelope
     */
    record Received(
            EnvelopeFormat format,
            byte[] envelope,
            @Nullable String charset,
            byte @Nullable [] payload,
            List<MimePart> attachments,
            RequestMemory memory) {}

    /** The attachments that a reply has beside its envelope. */
    default List<MimePart> attachments(T reply) {
        return List.of();
    }

    /** Null for the payload of a body that is empty. */
    @Nullable T request(Received received);

    /**
     * The envelope of a reply.
     *
     * @throws WebServiceException where the reply cannot be sent
     */
    byte[] reply(EnvelopeFormat format, T reply);

    /** True where the program sees header blocks itself. */
    default boolean showsHeaders() {
        return true;
    }

    /**
     * The form that an implementation asks for.
     *
     * @throws InterfaceException where there is no such form; names type and mode
     */
    static ProviderForm<?> of(Object implementor, ImplementationMarks marks) {
        Class<?> type = marks.type();
        if (!(implementor instanceof Provider<?>)) {
            throw new InterfaceException(type.getName()
                    + " is annotated with WebServiceProvider and must implement jakarta.xml.ws.Provider");
        }
        ServiceMode mark = marks.get(ServiceMode.class);
        Service.Mode mode = mark == null ? Service.Mode.PAYLOAD : mark.value();
        Class<?> message = messageType(type);
        if (message == Source.class) {
            return mode == Service.Mode.PAYLOAD ? new Payloads() : new Envelopes();
        } else if (message == SOAPMessage.class && mode == Service.Mode.MESSAGE) {
            return new Messages();
        } else if (message == DataSource.class && mode == Service.Mode.MESSAGE) {
            return new Data();
        }
        throw new InterfaceException(type.getName() + ": a Provider of " + message.getName() + " in mode " + mode
                + " is not supported for endpoints; those that are: Source in both modes, SOAPMessage and DataSource with"
                + " ServiceMode MESSAGE");
    }

    /** The type of the message, by the method invoke that is no bridge. */
    private static Class<?> messageType(Class<?> type) {
        Class<?> found = Object.class;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals("invoke")
                        && method.getParameterCount() == 1
                        && !method.isBridge()
                        && method.getReturnType() == method.getParameterTypes()[0]) {
                    Class<?> taken = method.getParameterTypes()[0];
                    if (taken == Source.class || taken == SOAPMessage.class || taken == DataSource.class) {
                        return taken;
                    }
                    found = found == Object.class ? taken : found;
                }
            }
        }
        return found;
    }

    /** The child of the body; a source without content in a reply is an empty body. */
    final class Payloads implements ProviderForm<Source> {
        @Override
        public boolean showsHeaders() {
            return false;
        }

        @Override
        public @Nullable Source request(Received received) {
            byte[] payload = received.payload();
            return payload == null ? null : new StreamSource(new ByteArrayInputStream(payload));
        }

        @Override
        public byte[] reply(EnvelopeFormat format, Source reply) {
            if (MessageSources.isEmpty(reply)) {
                return EnvelopeWriter.write(format, List.of(), writer -> {});
            }
            return EnvelopeWriter.write(format, List.of(), writer -> MessageSources.copyElement(reply, writer));
        }
    }

    /** The whole envelope as XML. */
    final class Envelopes implements ProviderForm<Source> {
        @Override
        public Source request(Received received) {
            return MessageSources.envelope(received.envelope(), received.charset());
        }

        @Override
        public byte[] reply(EnvelopeFormat format, Source reply) {
            return MessageSources.toBytes(reply);
        }
    }

    /** Messages of SAAJ. */
    final class Messages implements ProviderForm<SOAPMessage> {
        @Override
        public SOAPMessage request(Received received) {
            return SoapMessages.read(
                    received.format(),
                    received.envelope(),
                    received.charset(),
                    received.attachments(),
                    received.memory());
        }

        @Override
        public List<MimePart> attachments(SOAPMessage reply) {
            return SoapMessages.attachments(reply);
        }

        @Override
        public byte[] reply(EnvelopeFormat format, SOAPMessage reply) {
            return SoapMessages.write(reply);
        }
    }

    /** Envelopes as bytes, with their Content-Type. */
    final class Data implements ProviderForm<DataSource> {
        @Override
        public DataSource request(Received received) {
            return ReceivedData.envelope(received.envelope(), received.format(), received.charset());
        }

        @Override
        public byte[] reply(EnvelopeFormat format, DataSource reply) {
            ContentType type = ContentType.parse(reply.getContentType());
            String charset = type.parameter("charset");
            if (!type.mediaType().equals(format.mediaType)) {
                throw new WebServiceException("the reply's DataSource must have the content type " + format.mediaType
                        + ", as the request has, not " + reply.getContentType());
            }
            if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
                throw new WebServiceException("the reply's DataSource must be in UTF-8, not in " + charset);
            }
            try (InputStream in = reply.getInputStream()) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new WebServiceException("the reply cannot be read from its DataSource: " + e.getMessage(), e);
            }
        }
    }
}

package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.endpoint.EndpointPages;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.MemoryRefusedException;
import dev.weir.soap.jaxws.endpoint.ProviderForm.Received;
import dev.weir.soap.jaxws.handler.MessageSources;
import dev.weir.soap.jaxws.handler.ReplyForm;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.step.LoggedFailure;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.Provider;
import java.lang.System.Logger;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A service that takes messages as they are: its implementation is a {@link Provider}. Requests are read to their end
 * before it sees them, so that it gets no document that is not well-formed, that has a document type, or that is no
 * envelope. Thread-safe.
 */
final class ProviderService<T> implements HttpHandler {
    private static final Logger LOG = System.getLogger(ProviderService.class.getName());

    private final Provider<T> provider;
    private final ProviderForm<T> form;
    private final EnvelopeFormat format;
    private final Set<XmlName> understood;
    private final @Nullable EndpointPages pages;
    private final @Nullable ReplyForm replies;

    /**
     * @param pages null where no WSDL is given
     * @param handled the header blocks that handlers understand
     * @param replies null where handlers look at them before they are sent, and settle their form
     */
    @SuppressWarnings("unchecked") // the form is of the type that the provider's method takes
    ProviderService(
            Object implementor,
            ProviderForm<?> form,
            SoapVersion version,
            @Nullable EndpointPages pages,
            Collection<QName> handled,
            @Nullable ReplyForm replies) {
        this.provider = (Provider<T>) implementor;
        this.form = (ProviderForm<T>) form;
        this.format = EnvelopeFormat.of(version);
        this.understood = handled.stream()
                .map(name -> XmlName.of(name.getNamespaceURI(), name.getLocalPart()))
                .collect(Collectors.toUnmodifiableSet());
        this.pages = pages;
        this.replies = replies;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return handle(request, (MimeMessage) null);
    }

    /**
     * As {@link #handle(HttpRequest)}.
     *
     * @param request with the envelope in text
     * @param parts the message that it came in; null for an envelope alone. There until the reply has been sent
     */
    CompletionStage<HttpReply> handle(HttpRequest request, @Nullable MimeMessage parts) {
        return CompletableFuture.completedFuture(
                switch (request.method()) {
                    case "POST" -> post(request, parts);
                    case "GET", "HEAD" ->
                        pages == null
                                ? HttpReply.text(404, "This address takes SOAP messages by POST; it has no WSDL.\n")
                                : pages.get(request);
                    default ->
                        HttpReply.text(405, "This address takes SOAP messages by POST.\n")
                                .with("Allow", "GET, HEAD, POST");
                });
    }

    @Override
    public HttpReply refuse(HttpRequest request, int status, String reason) {
        if (!request.method().equals("POST")) {
            return HttpReply.text(status, reason + "\n");
        }
        return fault(status, status < 500 ? SoapFault.sender(reason) : SoapFault.receiver(reason));
    }

    /** What a request is answered with that cannot be read; null for one that can. The program does not see it. */
    @Nullable CompletionStage<HttpReply> refusal(HttpRequest request) {
        try {
            var unused = received(request, null, false);
            return null;
        } catch (SoapFaultException | XmlException e) {
            return CompletableFuture.completedFuture(unreadable(e));
        }
    }

    private HttpReply unreadable(RuntimeException failure) {
        return failure instanceof SoapFaultException e
                ? fault(e.httpStatus(), e.fault())
                : fault(0, SoapFault.sender("The request cannot be read as XML: " + failure.getMessage()));
    }

    private HttpReply post(HttpRequest request, @Nullable MimeMessage parts) {
        Received received;
        try {
            received = received(request, parts, !form.showsHeaders());
        } catch (SoapFaultException | XmlException e) {
            return unreadable(e);
        }
        try {
            T reply = provider.invoke(form.request(received));
            return reply == null
                    ? HttpReply.of(202)
                    : reply(form.reply(format, reply), withOthers(form.attachments(reply)));
        } catch (jakarta.xml.ws.soap.SOAPFaultException e) {
            if (e.getFault() == null) {
                return failed(request, e);
            }
            return fault(0, SaajFaults.read(e.getFault()));
        } catch (MemoryRefusedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return failed(request, e);
        }
    }

    /** @param payload whether the payload is to be had by itself */
    private Received received(HttpRequest request, @Nullable MimeMessage parts, boolean payload) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        if (!type.mediaType().equals(format.mediaType)) {
            throw new SoapFaultException(
                    SoapFault.sender("The content type must be " + format.mediaType + ", "
                            + (type.mediaType().isEmpty() ? "but there is none." : "not " + type.mediaType() + ".")),
                    415);
        }
        String charset = type.parameter("charset");
        if (charset != null && !charset.isBlank() && !isSupported(charset.strip())) {
            throw new SoapFaultException(SoapFault.sender("The charset is not known; send UTF-8."), 415);
        }
        byte[] body = request.body();
        if (body.length == 0) {
            throw new SoapFaultException(SoapFault.sender("The request has no body; it must be a SOAP envelope."));
        }
        byte[] child = null;
        try (EnvelopeReader reader = MessageSources.reader(body, charset, request.memory())) {
            if (reader.format() != format) {
                throw new SoapFaultException(new SoapFault(
                        Code.VERSION_MISMATCH,
                        SoapFault.NO_SUBCODE,
                        "This endpoint does not take envelopes of namespace " + reader.format().namespace
                                + "; it takes " + format.namespace + ".",
                        List.of()));
            }
            understand(reader.headers());
            if (!reader.bodyIsEmpty()) {
                if (payload) {
                    child = MessageSources.payload(reader, request.memory());
                } else {
                    reader.body().skipElement();
                }
                if (reader.nextTag("The Body") == XmlEvent.START_ELEMENT) {
                    throw new SoapFaultException(SoapFault.sender("The Body must have one child at most, but "
                            + reader.body().name() + " is another one at "
                            + EnvelopeReader.place(reader.body().location()) + "."));
                }
            }
            reader.finish();
        }
        return new Received(format, body, charset, child, attachments(parts), request.memory());
    }

    private static List<MimePart> attachments(@Nullable MimeMessage parts) {
        return parts == null ? List.of() : parts.unreferredParts();
    }

    /** With those that the program has put into its context. */
    private static List<MimePart> withOthers(List<MimePart> attachments) {
        ServerCall call = ServerCall.current();
        List<MimePart> others = call == null ? List.of() : call.attachments();
        return others.isEmpty()
                ? attachments
                : Stream.concat(attachments.stream(), others.stream()).toList();
    }

    private static boolean isSupported(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalCharsetNameException e) {
            return false;
        }
    }

    /** A program that sees payloads only cannot understand a header block. */
    private void understand(List<XmlElement> headers) {
        if (form.showsHeaders()) {
            return;
        }
        for (XmlElement block : headers) {
            if (format.mustUnderstand(block) && !understood.contains(block.name())) {
                throw new SoapFaultException(new SoapFault(
                        Code.MUST_UNDERSTAND,
                        SoapFault.NO_SUBCODE,
                        "The header block " + block.name() + " must be understood, but this endpoint does not know it.",
                        List.of()));
            }
        }
    }

    /** The reply, where it is an envelope that the caller can read. */
    private HttpReply reply(byte[] envelope, List<MimePart> attachments) {
        try (EnvelopeReader reader = EnvelopeReader.open(envelope, "UTF-8", XmlLimits.DEFAULT)) {
            if (reader.format() != format) {
                throw new IllegalStateException("the reply's envelope is of namespace " + reader.format().namespace
                        + ", but the endpoint's binding is of " + format.namespace);
            }
            int status = 200;
            if (!reader.bodyIsEmpty() && reader.body().name().equals(format.fault)) {
                status = format.status(
                        FaultReader.read(format, XmlElement.read(reader.body())).code());
            }
            return replies == null
                    ? ReplyForm.separate(status, format, envelope, attachments)
                    : replies.reply(status, HttpReply.of(status), format, envelope, attachments);
        } catch (SoapFaultException | XmlException e) {
            throw new IllegalStateException("the reply is no envelope: " + e.getMessage(), e);
        }
    }

    /** A fault without internals; the log has the cause under the same number. */
    private HttpReply failed(HttpRequest request, Throwable cause) {
        return fault(
                0,
                SoapFault.receiver(LoggedFailure.reason(LOG, provider.getClass().getName(), request.path(), cause)));
    }

    /** @param status 0 for the one of the fault's code */
    private HttpReply fault(int status, SoapFault fault) {
        return HttpReply.of(
                status > 0 ? status : format.status(fault.code()),
                format.contentType(),
                EnvelopeWriter.writeFault(format, List.of(), fault));
    }
}

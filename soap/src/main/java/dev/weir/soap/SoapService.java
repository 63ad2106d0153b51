package dev.weir.soap;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The business end of an endpoint. */
@FunctionalInterface
public interface SoapService {
    /**
     * Handles a request, on a worker thread. A stage that fails with {@link SoapFaultException} is answered with that
     * fault; any other failure is logged and answered with a fault that carries no internals.
     */
    CompletionStage<SoapReply> invoke(SoapRequest request);

    /**
     * A request, bound.
     *
     * @param headers header blocks as they came
     * @param version of its envelope, and of the answer's
     */
    record SoapRequest(
            Operation operation,
            MessageValue input,
            Addressing addressing,
            List<XmlElement> headers,
            SoapVersion version) {}

    /** The reply to a request. */
    sealed interface SoapReply {
        /** A normal reply. */
        record Output(MessageValue message) implements SoapReply {}

        /** A one-way message that is stored: HTTP 202, no body. */
        record Accepted() implements SoapReply {}

        /** A fault that the operation declares, or that a process threw. */
        record Faulted(SoapFault fault) implements SoapReply {}
    }

    /**
     * WS-Addressing 1.0 (or 2004/08) properties of a message; null where it has none.
     *
     * @param relatesTo the first of the messages that this one is a reply to; null also where it has other relations only
     * @param replyTo the address for replies and callbacks; null also where it is anonymous or none
     */
    record Addressing(
            @Nullable String messageId,
            @Nullable String relatesTo,
            @Nullable String to,
            @Nullable String action,
            @Nullable String replyTo) {
        public static final Addressing NONE = new Addressing(null, null, null, null, null);
    }
}

package dev.weir.soap.step;

import dev.weir.soap.envelope.BodyCodec;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.xml.XmlName;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation of an endpoint: how its messages are bound, and what it does. Everything that does not depend on a request
 * is computed before the first one. Thread-safe.
 *
 * @param <V> the values that messages are bound to
 */
public interface ServedOperation<V> {
    String name();

    /** The SOAPAction (SOAP 1.1) or action parameter (SOAP 1.2); empty for none. */
    String soapAction();

    /** WS-Addressing actions; null where there are none. */
    @Nullable Actions actions();

    /** The header blocks that the operation understands. */
    Set<XmlName> headers();

    BodyCodec<V> input();

    /** Null for a one-way operation. */
    @Nullable BodyCodec<V> output();

    /** True where requests may have parts to which nothing in their envelopes refers; such requests are refused otherwise. */
    default boolean takesOtherParts() {
        return false;
    }

    /**
     * Does what the operation does, on the thread that processes the request, and gives the invocation its outcome.
     *
     * @return completes when the outcome is there; null where it is there at once. One that fails with {@link
     *     dev.weir.soap.SoapFaultException}, as this method may, is answered with that fault, any other failure with one
     *     that carries no internals
     */
    @Nullable CompletionStage<?> invoke(Invocation<V> invocation);
}

package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.envelope.WsAddressing.Destination;
import dev.weir.soap.step.AddressingRules.Extent;
import dev.weir.wsdl.Wsdl.Actions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Holds the WS-Addressing header blocks against the endpoint's rules and the operation, and settles where the answer goes,
 * before the operation does anything.
 */
final class CheckAddressing<V> implements ExchangeStep<V> {
    private static final Destination ON_THE_CONNECTION =
            new Destination(WsAddressing.VERSION_10 + "/anonymous", List.of());

    private final AddressingRules rules;

    CheckAddressing(AddressingRules rules) {
        this.rules = rules;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        WsAddressing addressing = exchange.addressing();
        String namespace = addressing.namespace();
        if (namespace == null) {
            if (rules.are(Extent.REQUIRING)) {
                throw new SoapFaultException(WsAddressing.headerRequired(
                        "Action",
                        "This endpoint takes messages with WS-Addressing only; the header Action is missing."));
            }
            return null;
        }
        ServedOperation<V> operation = exchange.operation();
        boolean answered = operation.output() != null;
        if (rules.are(Extent.CHECKING) && namespace.equals(WsAddressing.VERSION_10)) {
            requireBlocks(addressing, answered);
            requireAction(exchange, operation);
        }
        if (rules.are(Extent.HEEDING) && answered) {
            Destination replyTo = checked("ReplyTo", addressing.replyTo(), namespace);
            Destination faultTo =
                    addressing.faultTo() == null ? replyTo : checked("FaultTo", addressing.faultTo(), namespace);
            exchange.answerTo(replyTo, faultTo);
            if (Exchange.isElsewhere(replyTo) || Exchange.isElsewhere(faultTo)) {
                // Others than the sender have not said that they read Fast Infoset.
                exchange.replyEncoding(null);
            }
        }
        return null;
    }

    private static void requireBlocks(WsAddressing addressing, boolean answered) {
        if (addressing.properties().action() == null) {
            throw new SoapFaultException(
                    WsAddressing.headerRequired("Action", "The header Action of WS-Addressing is missing."));
        }
        if (answered && addressing.properties().messageId() == null) {
            throw new SoapFaultException(WsAddressing.headerRequired(
                    "MessageID", "The header MessageID of WS-Addressing is missing, to which the reply would relate."));
        }
    }

    private static void requireAction(Exchange<?> exchange, ServedOperation<?> operation) {
        String action = String.valueOf(exchange.addressing().properties().action());
        Actions known = operation.actions();
        boolean named = action.equals(operation.soapAction());
        if (known != null && !named && !action.equals(known.input()) && !isOfOneWay(action, operation, known)) {
            throw new SoapFaultException(WsAddressing.actionNotSupported(
                    action,
                    "The action " + action + " is not that of operation " + operation.name() + ", to which the Body"
                            + " belongs; that is " + known.input() + "."));
        }
        String field = exchange.format() == EnvelopeFormat.SOAP_12
                ? null
                : exchange.request().header("SOAPAction");
        String said = field == null ? "" : field.strip().replaceFirst("^\"(.*)\"$", "$1");
        // The SOAPAction of the binding is no contradiction, whatever action the operation has beside it.
        if (!said.isEmpty() && !said.equals(action) && !said.equals(operation.soapAction())) {
            throw new SoapFaultException(WsAddressing.actionMismatch(
                    action, said, "The action " + action + " and the SOAPAction " + said + " are not the same."));
        }
    }

    /** CXF's clients give one-way operations the default action of others, for which {@code Request} is added to the name. */
    private static boolean isOfOneWay(String action, ServedOperation<?> operation, Actions known) {
        return operation.output() == null && action.equals(known.input() + "Request");
    }

    private Destination checked(String header, @Nullable Destination given, String namespace) {
        Destination to = given == null ? ON_THE_CONNECTION : given;
        if (to.isNone()) {
            return to;
        }
        if (to.address().isEmpty()) {
            throw refused(namespace, "MissingAddressInEPR", header, "has no Address.");
        }
        ReplyRoute route = rules.route();
        if (to.isAnonymous()) {
            if (!rules.anonymous()) {
                throw refused(
                        namespace,
                        "OnlyNonAnonymousAddressSupported",
                        header,
                        "must have an address of its own: this endpoint does not answer on the connection of the request.");
            }
            return to;
        }
        if (route == null) {
            throw refused(
                    namespace,
                    "OnlyAnonymousAddressSupported",
                    header,
                    "must be anonymous, or missing: this endpoint answers on the connection of the request.");
        }
        String refusal;
        try {
            refusal = route.refusal(new URI(to.address()));
        } catch (URISyntaxException e) {
            refusal = "it is no URI";
        }
        if (refusal != null) {
            throw refused(
                    namespace,
                    "InvalidAddress",
                    header,
                    "has an address that is refused: " + to.address() + ": " + refusal + ".");
        }
        return to;
    }

    private static SoapFaultException refused(String namespace, String why, String header, String what) {
        SoapFault fault = WsAddressing.invalidHeader(namespace, why, header, "The header " + header + " " + what);
        return new SoapFaultException(fault);
    }
}

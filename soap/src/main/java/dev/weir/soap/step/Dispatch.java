package dev.weir.soap.step;

import static dev.weir.soap.envelope.EnvelopeReader.place;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation: by the name of the body's first element, which counts always (WS-I Basic Profile R1127: SOAPAction
 * is a hint), and by the action where several operations begin with the same element.
 */
final class Dispatch<V> implements ExchangeStep<V> {
    /** The name of the first element of a body that is empty. */
    private static final XmlName EMPTY = XmlName.of("");

    private final Map<SoapVersion, Map<XmlName, List<ServedOperation<V>>>> tables = new EnumMap<>(SoapVersion.class);
    private final boolean inAnyNamespace;

    /**
     * @param inAnyNamespace true where an element that begins no message is taken for the one of its local name, if there is one
     *     only
     */
    Dispatch(Map<SoapVersion, ? extends List<ServedOperation<V>>> operations, boolean inAnyNamespace) {
        operations.forEach((version, served) -> tables.put(version, byElement(served)));
        this.inAnyNamespace = inAnyNamespace;
    }

    private static <V> Map<XmlName, List<ServedOperation<V>>> byElement(List<ServedOperation<V>> operations) {
        Map<XmlName, List<ServedOperation<V>>> table = new LinkedHashMap<>();
        for (ServedOperation<V> operation : operations) {
            XmlName first = operation.input().firstElement();
            table.computeIfAbsent(first == null ? EMPTY : first, name -> new ArrayList<>(1))
                    .add(operation);
        }
        return table;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        Map<XmlName, List<ServedOperation<V>>> table = tables.get(exchange.format().version);
        if (table == null) {
            throw new IllegalStateException("no binding for " + exchange.format().version);
        }
        EnvelopeReader envelope = exchange.envelope();
        List<ServedOperation<V>> candidates =
                table.get(envelope.bodyIsEmpty() ? EMPTY : envelope.body().name());
        if (candidates == null && inAnyNamespace && !envelope.bodyIsEmpty()) {
            candidates = byLocalName(envelope.body().name(), table);
        }
        if (candidates == null) {
            throw unknownElement(envelope, table.keySet());
        }
        exchange.operation(candidates.size() == 1 ? candidates.get(0) : byAction(exchange, candidates));
        return null;
    }

    private static <V> @Nullable List<ServedOperation<V>> byLocalName(
            XmlName given, Map<XmlName, List<ServedOperation<V>>> table) {
        List<XmlName> meant = table.keySet().stream()
                .filter(known -> known.local().equals(given.local()))
                .toList();
        return meant.size() == 1 ? table.get(meant.get(0)) : null;
    }

    private static SoapFaultException unknownElement(EnvelopeReader envelope, Set<XmlName> known) {
        List<XmlName> expected = new ArrayList<>(known);
        expected.remove(EMPTY);
        String where = " at " + place(envelope.body().location());
        String found = envelope.bodyIsEmpty()
                ? "The Body is empty" + where
                : "Element " + envelope.body().name() + where + " begins no message of this service";
        return new SoapFaultException(
                SoapFault.sender(found + "; expected one of: " + MessageBodyCodec.listOf(expected) + "."));
    }

    private static <V> ServedOperation<V> byAction(Exchange<V> exchange, List<ServedOperation<V>> candidates) {
        String action = action(exchange);
        List<ServedOperation<V>> meant =
                candidates.stream().filter(one -> isOf(one, action)).toList();
        if (meant.size() == 1) {
            return meant.get(0);
        }
        List<String> known =
                candidates.stream().map(one -> "\"" + nameOf(one) + "\"").toList();
        throw new SoapFaultException(SoapFault.sender("Several operations take this message; the action must be one of "
                + known + ", but is \"" + action + "\"."));
    }

    private static boolean isOf(ServedOperation<?> operation, String action) {
        Actions known = operation.actions();
        return action.equals(operation.soapAction()) || known != null && action.equals(known.input());
    }

    /** The action by which an operation is told from others: that of WS-Addressing where SOAPAction is empty. */
    private static String nameOf(ServedOperation<?> operation) {
        Actions known = operation.actions();
        return known != null && operation.soapAction().isEmpty() ? known.input() : operation.soapAction();
    }

    /** wsa:Action, else the action parameter (SOAP 1.2), else SOAPAction (SOAP 1.1), without its quotes. */
    private static String action(Exchange<?> exchange) {
        String action = exchange.addressing().properties().action();
        if (action == null) {
            action = exchange.format() == EnvelopeFormat.SOAP_12
                    ? ContentType.parse(exchange.request().header("Content-Type"))
                            .parameter("action")
                    : exchange.request().header("SOAPAction");
        }
        if (action == null) {
            return "";
        }
        String bare = action.strip();
        return bare.length() >= 2 && bare.startsWith("\"") && bare.endsWith("\"")
                ? bare.substring(1, bare.length() - 1)
                : bare;
    }
}

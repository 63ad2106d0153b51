package dev.weir.soap.step;

import static dev.weir.soap.envelope.EnvelopeReader.place;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation: by the name of the body's first element, which counts always (WS-I Basic Profile R1127: SOAPAction
 * is a hint), and by the action where several operations begin with the same element.
 */
final class Dispatch implements ExchangeStep {
    private final Map<SoapVersion, Table> tables = new EnumMap<>(SoapVersion.class);

    /** @param actions WS-Addressing actions, by operation name */
    Dispatch(Map<SoapVersion, Binding> bindings, Map<String, Actions> actions) {
        bindings.forEach((version, binding) -> tables.put(version, new Table(binding, actions)));
    }

    /** Operations by their body's first element; those with an empty body by the name {@link #EMPTY}. */
    private static final class Table {
        static final XmlName EMPTY = XmlName.of("");
        final Map<XmlName, List<BindingOperation>> byElement = new LinkedHashMap<>();
        final Map<String, Actions> actions;

        Table(Binding binding, Map<String, Actions> actions) {
            this.actions = actions;
            for (BindingOperation operation : binding.operations().values()) {
                MessageBodyCodec input = MessageBodyCodec.input(operation);
                if (input != null) {
                    XmlName first = input.firstElement();
                    byElement
                            .computeIfAbsent(first == null ? EMPTY : first, name -> new ArrayList<>(1))
                            .add(operation);
                }
            }
        }

        boolean hasAction(BindingOperation operation, String action) {
            Actions known = actions.get(operation.operation().name());
            return action.equals(operation.soapAction()) || known != null && action.equals(known.input());
        }
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange exchange) {
        Table table = tables.get(exchange.format().version);
        if (table == null) {
            throw new IllegalStateException("no binding for " + exchange.format().version);
        }
        EnvelopeReader envelope = exchange.envelope();
        List<BindingOperation> candidates = table.byElement.get(
                envelope.bodyIsEmpty() ? Table.EMPTY : envelope.body().name());
        if (candidates == null) {
            throw unknownElement(envelope, table);
        }
        exchange.operation(candidates.size() == 1 ? candidates.get(0) : byAction(exchange, candidates, table));
        return null;
    }

    private static SoapFaultException unknownElement(EnvelopeReader envelope, Table table) {
        List<XmlName> expected = new ArrayList<>(table.byElement.keySet());
        expected.remove(Table.EMPTY);
        String where = " at " + place(envelope.body().location());
        String found = envelope.bodyIsEmpty()
                ? "The Body is empty" + where
                : "Element " + envelope.body().name() + where + " begins no message of this service";
        return new SoapFaultException(
                SoapFault.sender(found + "; expected one of: " + MessageBodyCodec.listOf(expected) + "."));
    }

    private static BindingOperation byAction(Exchange exchange, List<BindingOperation> candidates, Table table) {
        String action = action(exchange);
        for (BindingOperation candidate : candidates) {
            if (table.hasAction(candidate, action)) {
                return candidate;
            }
        }
        List<String> known = candidates.stream()
                .map(candidate -> "\"" + candidate.soapAction() + "\"")
                .toList();
        throw new SoapFaultException(SoapFault.sender("Several operations take this message; the action must be one of "
                + known + ", but is \"" + action + "\"."));
    }

    /** wsa:Action, else the action parameter (SOAP 1.2), else SOAPAction (SOAP 1.1), without its quotes. */
    private static String action(Exchange exchange) {
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

package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Operations of a service whose requests have the same first element and the same SOAPAction: nothing but a WS-Addressing action
 * says which of them a message is for (WS-I Basic Profile R2710). Such a composite is deployed nevertheless; a message without
 * one is refused.
 */
public final class AlikeOperations {
    /** The rule of these problems. */
    public static final String RULE = "composite-operations-alike";

    private AlikeOperations() {}

    /** One for each set of such operations. */
    static List<Problem> of(Composite composite, String name, int line, ServiceDescription served) {
        SortedSet<String> alike = new TreeSet<>();
        for (Binding binding : served.bindings().values()) {
            Map<List<String>, SortedSet<String>> byMessage = new LinkedHashMap<>();
            for (BindingOperation operation : binding.operations().values()) {
                if (operation.operation().input() != null && !operation.rpc()) {
                    byMessage
                            .computeIfAbsent(
                                    List.of(element(operation), operation.soapAction()), key -> new TreeSet<>())
                            .add(operation.operation().name());
                }
            }
            byMessage.values().stream()
                    .filter(operations -> operations.size() > 1)
                    .forEach(operations -> alike.add(String.join(", ", operations)));
        }
        List<Problem> problems = new ArrayList<>();
        for (String operations : alike) {
            problems.add(new Problem(
                    Archive.shown(composite.location()),
                    line,
                    0,
                    RULE,
                    "the operations " + operations + " of '" + name
                            + "' take the same element and have the same SOAPAction:"
                            + " messages without a WS-Addressing action are refused",
                    "give them different soapAction values in the WSDL's binding"));
        }
        return problems;
    }

    private static String element(BindingOperation operation) {
        List<Part> parts = operation.input().bodyParts();
        return parts.isEmpty() ? "" : String.valueOf(parts.get(0).element());
    }
}

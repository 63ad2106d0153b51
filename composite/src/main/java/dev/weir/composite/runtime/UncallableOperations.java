package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.WsBinding;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.soap.wsdl.BindingRequirements;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations of references whose binding is one by which they cannot be called, such as use="encoded". Such a composite is
 * deployed nevertheless: who calls them gets a fault.
 */
public final class UncallableOperations {
    /** The rule of these problems. */
    public static final String RULE = "composite-reference-uncallable";

    private UncallableOperations() {}

    /** One for each operation, or one for a reference that has no binding at all. */
    static List<Problem> of(Composite composite) {
        List<Problem> problems = new ArrayList<>();
        for (CompositeReference reference : composite.references().values()) {
            // Calls go by the first; of one whose document is missing that is said already.
            if (reference.bindings().isEmpty() || reference.bindings().get(0).missing() != null) {
                continue;
            }
            WsBinding port = reference.bindings().get(0);
            try {
                Binding binding = SoapLinks.called(reference, port);
                for (BindingOperation operation : binding.operations().values()) {
                    try {
                        BindingRequirements.check(binding, operation);
                    } catch (WsdlException e) {
                        problems.add(problem(composite, reference, e));
                    }
                }
            } catch (WsdlException e) {
                problems.add(problem(composite, reference, e));
            }
        }
        return problems;
    }

    private static Problem problem(Composite composite, CompositeReference reference, WsdlException why) {
        return new Problem(
                Archive.shown(composite.location()),
                reference.line(),
                0,
                RULE,
                "reference '" + reference.name() + "' cannot be called by its binding: " + why.getMessage()
                        + ": such calls fail",
                "correct the binding in the WSDL, or call another port");
    }
}

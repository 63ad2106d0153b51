package dev.weir.bpel.activity;

import dev.weir.bpel.data.Evaluation;
import dev.weir.bpel.data.ValueSource;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.Node.Assertion;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import java.util.List;

/** Checks assertions. */
final class Assertions {
    private Assertions() {}

    /**
     * Throws the fault of the first that does not hold, with its message as the reason.
     *
     * @throws FaultException that fault, or the one of an expression that cannot be evaluated
     */
    static void check(List<Assertion> asserted, ValueSource values) {
        for (Assertion assertion : asserted) {
            if (!Evaluation.condition(assertion.condition(), values)) {
                throw new FaultException(new Fault(assertion.fault(), message(assertion, values), null, null));
            }
        }
    }

    /** What does not hold has its own fault, whatever is wrong with its message: then it is shown as it is written. */
    private static String message(Assertion assertion, ValueSource values) {
        Expression message = assertion.message();
        if (message == null) {
            return assertion.text();
        }
        try {
            return Evaluation.text(message, values);
        } catch (FaultException e) {
            return message.text() + " (" + e.fault().reason() + ")";
        }
    }
}

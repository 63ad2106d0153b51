package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.language.Construct;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.List;

/** Compiles assertions; a component may leave all of them out. */
final class AssertionCompiler {
    private final ExpressionCompiler expressions;
    private final Dialect dialect;
    private final Problems problems;

    AssertionCompiler(ExpressionCompiler expressions, Dialect dialect, Problems problems) {
        this.expressions = expressions;
        this.dialect = dialect;
        this.problems = problems;
    }

    /** Those that are checked, in their order. */
    List<Node.Assertion> checked(List<Construct.Assertion> assertions, ScopeNames names) {
        List<Node.Assertion> compiled = new ArrayList<>();
        for (Construct.Assertion assertion : assertions) {
            Expression condition = expressions.expression(assertion.condition(), names);
            Construct.Expression message = assertion.message();
            Node.Assertion checked = condition == null
                    ? null
                    : message != null && expressions.parses(message, names)
                            ? new Node.Assertion(
                                    condition,
                                    assertion.fault(),
                                    expressions.expression(message, names),
                                    assertion.name())
                            : new Node.Assertion(condition, assertion.fault(), null, text(assertion));
            if (checked != null && dialect.checksAssertions()) {
                compiled.add(checked);
            }
        }
        return List.copyOf(compiled);
    }

    /** People write plain text where an expression is meant. */
    private String text(Construct.Assertion assertion) {
        Construct.Expression message = assertion.message();
        if (message == null) {
            return assertion.name();
        }
        problems.warn(
                message.element(),
                "bpel-assertion-message",
                "the message of the assertion is no expression: " + message.text() + " is used as it is",
                "put a text into quotation marks of its own");
        return message.text();
    }
}

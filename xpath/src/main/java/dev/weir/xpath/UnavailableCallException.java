package dev.weir.xpath;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/**
 * A call of a function that is known and will fail whenever it is evaluated: Weir has no support for the function, or
 * something that the call names is not there or not understood. An expression with such a call is sound all the same; {@link StandIns}
 * compile it.
 */
public final class UnavailableCallException extends XPathException {
    /** Weir has not what the function needs. */
    public static final String UNSUPPORTED = "function-unavailable";

    /** A document that the call names is missing. */
    public static final String DOCUMENT = "function-document-missing";

    /** An argument that is written in the call is not one that the function understands. */
    public static final String ARGUMENT = "function-argument-wrong";

    private final String rule;

    /** @param rule {@link #UNSUPPORTED}, {@link #DOCUMENT} or {@link #ARGUMENT} */
    public UnavailableCallException(String rule, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.rule = rule;
    }

    /** What people should know before the call is evaluated. */
    public Problem problem(String file, int line, int column) {
        return new Problem(file, line, column, rule, String.valueOf(getMessage()), remedy(rule));
    }

    /** The same, at the element that holds the expression. */
    public Problem problem(String file, XmlElement at) {
        return problem(file, at.line(), at.column());
    }

    /** What to do about a problem of such a rule. */
    public static String remedy(String rule) {
        return switch (rule) {
            case UNSUPPORTED -> "replace it, or deploy with --lenient: to evaluate it is a fault then";
            case DOCUMENT -> "add the document, or correct its name: until then to evaluate it is a fault";
            default -> "correct it: until then to evaluate it is a fault";
        };
    }

    /** Records what a call lacks: what Weir does not support as tolerable, the rest as a warning, as Oracle's server takes it. */
    public static void report(Problem problem, Problems to) {
        if (problem.rule().equals(UNSUPPORTED)) {
            to.tolerable(problem);
        } else {
            to.warn(problem);
        }
    }

    /** True for a problem of some call in an expression, a stylesheet or a query that is sound otherwise. */
    public static boolean isOfCall(Problem problem) {
        return problem.rule().equals(UNSUPPORTED)
                || problem.rule().equals(DOCUMENT)
                || problem.rule().equals(ARGUMENT);
    }
}

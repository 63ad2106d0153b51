package dev.weir.xpath.xquery;

import dev.weir.xml.Problem;
import dev.weir.xpath.XPathException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query that cannot be read or compiled, or whose evaluation failed. */
public final class XQueryException extends XPathException {
    private final transient List<Problem> problems;

    XQueryException(String message, List<Problem> problems, @Nullable Throwable cause) {
        super(message, cause);
        this.problems = List.copyOf(problems);
    }

    /** What the processor reported, each in its module. */
    public List<Problem> problems() {
        return problems;
    }
}

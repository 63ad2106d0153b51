package dev.weir.xpath.xslt;

import dev.weir.xml.Problem;
import dev.weir.xpath.XPathException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stylesheet that cannot be read or compiled, or whose transformation failed. */
public final class XsltException extends XPathException {
    private final transient List<Problem> problems;

    XsltException(String message, List<Problem> problems, @Nullable Throwable cause) {
        super(message, cause);
        this.problems = List.copyOf(problems);
    }

    /** What the processor reported, each in its stylesheet. */
    public List<Problem> problems() {
        return problems;
    }
}

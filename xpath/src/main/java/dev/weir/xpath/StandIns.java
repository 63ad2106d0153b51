package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions of others, and in place of calls that are {@link UnavailableCallException unavailable} stand-ins, which fail
 * when they are evaluated. Used by one thread while expressions are compiled; the stand-ins themselves are thread-safe.
 */
public final class StandIns implements XPathFunctions {
    private final XPathFunctions functions;
    private final List<UnavailableCallException> found = new ArrayList<>();

    public StandIns(XPathFunctions functions) {
        this.functions = functions;
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        try {
            return functions.function(name);
        } catch (UnavailableCallException e) {
            return standIn(e);
        }
    }

    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        try {
            return functions.function(name, call);
        } catch (UnavailableCallException e) {
            return standIn(e);
        }
    }

    private XPathFunction standIn(UnavailableCallException why) {
        found.add(why);
        String message = String.valueOf(why.getMessage());
        return (scope, arguments) -> {
            throw new XPathException(message);
        };
    }

    /** Reports the calls that have stand-ins: what Weir does not support unless that is tolerated, the rest as warnings. */
    public void report(Problems problems, XmlElement at) {
        found.forEach(why -> UnavailableCallException.report(why.problem(problems.file(), at), problems));
    }
}

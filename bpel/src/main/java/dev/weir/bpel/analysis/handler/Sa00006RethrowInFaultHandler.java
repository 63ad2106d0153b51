package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.above;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** A rethrow must be inside a fault handler. */
public final class Sa00006RethrowInFaultHandler implements Rule {
    @Override
    public String id() {
        return "SA00006";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement rethrow : process.all("rethrow")) {
            XmlElement handler =
                    above(rethrow, List.of("catch", "catchAll", "compensationHandler", "terminationHandler"));
            if (handler == null || !is(handler, List.of("catch", "catchAll"))) {
                findings.add(rethrow, "<rethrow> is outside of a fault handler", "move it into one, or use <throw>");
            }
        }
    }
}

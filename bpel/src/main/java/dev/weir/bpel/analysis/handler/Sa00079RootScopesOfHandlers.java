package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.above;
import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;
import static dev.weir.bpel.analysis.rule.ProcessSource.isHandler;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** A scope that is the outermost in a handler has no compensation handler: nothing could call it. */
public final class Sa00079RootScopesOfHandlers implements Rule {
    @Override
    public String id() {
        return "SA00079";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement scope : process.all("scope")) {
            XmlElement around = above(
                    scope,
                    List.of("scope", "process", "catch", "catchAll", "compensationHandler", "terminationHandler"));
            XmlElement handler = scope.element(bpel("compensationHandler"));
            if (handler != null && around != null && isHandler(around)) {
                findings.add(
                        handler,
                        "this compensation handler cannot be called: its scope is itself the outermost in a handler",
                        "remove it, or put the scope into another one");
            }
        }
    }
}

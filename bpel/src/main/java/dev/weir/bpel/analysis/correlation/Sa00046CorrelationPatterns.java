package dev.weir.bpel.analysis.correlation;

import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** A correlation of a request-response invoke says for which message it is; one of a one-way invoke does not. */
public final class Sa00046CorrelationPatterns implements Rule {
    @Override
    public String id() {
        return "SA00046";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement invoke : process.all("invoke")) {
            Operation operation = Messaging.of(process, invoke).operation();
            if (operation == null) {
                continue;
            }
            boolean oneWay = operation.output() == null;
            for (XmlElement correlation : items(invoke, "correlations", "correlation")) {
                boolean given = correlation.attributeValue("pattern") != null;
                if (given == oneWay) {
                    String set = correlation.attributeValue("set");
                    findings.add(
                            correlation,
                            oneWay
                                    ? "the correlation " + set + " has a pattern, but the operation has one message"
                                    : "the correlation " + set + " does not say for which message it is",
                            oneWay ? "remove it" : "add pattern=\"request\", \"response\" or \"request-response\"");
                }
            }
        }
    }
}

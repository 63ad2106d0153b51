package dev.weir.bpel.analysis.handler;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** Fault handlers hold a handler. */
public final class Sa00080EmptyFaultHandlers implements Rule {
    @Override
    public String id() {
        return "SA00080";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement handlers : process.all("faultHandlers")) {
            if (handlers.element(bpel("catch")) == null && handlers.element(bpel("catchAll")) == null) {
                findings.add(handlers, "<faultHandlers> holds no handler", "add a <catch> or <catchAll>, or remove it");
            }
        }
    }
}

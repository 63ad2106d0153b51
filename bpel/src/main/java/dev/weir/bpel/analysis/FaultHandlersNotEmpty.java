package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.bpel;

import dev.weir.xml.tree.XmlElement;

/** Fault handlers hold a handler. */
final class FaultHandlersNotEmpty implements Rule {
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

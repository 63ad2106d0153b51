package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** Event handlers hold a handler. */
public final class Sa00083EmptyEventHandlers implements Rule {
    @Override
    public String id() {
        return "SA00083";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement handlers : process.all("eventHandlers")) {
            if (handlers.element(bpel("onEvent")) == null && handlers.element(bpel("onAlarm")) == null) {
                findings.addTolerable(
                        handlers, "<eventHandlers> holds no handler", "add an <onEvent> or <onAlarm>, or remove it");
            }
        }
    }
}

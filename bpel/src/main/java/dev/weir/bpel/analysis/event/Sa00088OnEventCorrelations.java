package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.correlationSet;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.correlation.Sa00021MissingAliases;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The correlation sets of an onEvent, looked for in its scope first, have their properties in its message. */
public final class Sa00088OnEventCorrelations implements Rule {
    @Override
    public String id() {
        return "SA00088";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            Message message = Messaging.of(process, event).received();
            for (XmlElement correlation : items(event, "correlations", "correlation")) {
                XmlElement set = correlationSet(correlation.attributeValue("set"), event);
                Sa00021MissingAliases.check(correlation, set, message, process, findings);
            }
        }
    }
}

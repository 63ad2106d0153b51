package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.correlationSet;
import static dev.weir.bpel.analysis.ProcessSource.items;

import dev.weir.bpel.analysis.ImportedDefinitions.Message;
import dev.weir.xml.tree.XmlElement;

/** The correlation sets of an onEvent, looked for in its scope first, have their properties in its message. */
final class OnEventCorrelations implements Rule {
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
                AliasesExist.check(correlation, set, message, process, findings);
            }
        }
    }
}

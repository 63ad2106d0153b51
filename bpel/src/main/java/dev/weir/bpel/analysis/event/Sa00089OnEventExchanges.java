package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.messageExchange;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;

/** The message exchange of an onEvent is declared in its scope or around it. */
public final class Sa00089OnEventExchanges implements Rule {
    @Override
    public String id() {
        return "SA00089";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            String name = event.attributeValue("messageExchange");
            if (name != null && messageExchange(name, event) == null) {
                findings.add(
                        event,
                        "the message exchange " + name + " is declared neither in the event's scope nor around it",
                        "declare it in <messageExchanges>");
            }
        }
    }
}

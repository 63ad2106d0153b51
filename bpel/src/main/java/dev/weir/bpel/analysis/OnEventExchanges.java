package dev.weir.bpel.analysis;

import static dev.weir.bpel.analysis.ProcessSource.messageExchange;

import dev.weir.xml.tree.XmlElement;

/** The message exchange of an onEvent is declared in its scope or around it. */
final class OnEventExchanges implements Rule {
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

package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.stream.Stream;

/** An onEvent has a variable with its type, or fromParts. */
public final class Sa00085OnEventVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00085";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            boolean typed = Stream.of("variable", "element", "messageType")
                    .anyMatch(attribute -> event.attributeValue(attribute) != null);
            if (typed && event.element(bpel("fromParts")) != null) {
                findings.add(
                        event,
                        "the <onEvent> has both <fromParts> and a variable",
                        "remove <fromParts>, or variable, messageType and element");
            }
        }
    }
}

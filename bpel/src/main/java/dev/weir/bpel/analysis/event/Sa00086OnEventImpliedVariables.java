package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.associatedScope;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** The scope of an onEvent does not declare the event's variables again. */
public final class Sa00086OnEventImpliedVariables implements Rule {
    @Override
    public String id() {
        return "SA00086";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement event : process.all("onEvent")) {
            Set<String> implied = new HashSet<>();
            implied.add(Objects.requireNonNullElse(event.attributeValue("variable"), ""));
            items(event, "fromParts", "fromPart")
                    .forEach(part -> implied.add(Objects.requireNonNullElse(part.attributeValue("toVariable"), "")));
            XmlElement scope = associatedScope(event);
            for (XmlElement variable : items(scope, "variables", "variable")) {
                String name = variable.attributeValue("name");
                if (name != null && scope != event && implied.contains(name)) {
                    findings.add(
                            variable,
                            "the variable " + name + " is declared already, by the <onEvent>",
                            "rename one of them");
                }
            }
        }
    }
}

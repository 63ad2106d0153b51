package dev.weir.bpel.analysis.event;

import static dev.weir.bpel.analysis.rule.ProcessSource.is;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The variable of an onEvent is seen in its scope only. */
public final class Sa00095OnEventVariableScope implements Rule {
    @Override
    public String id() {
        return "SA00095";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        Set<String> implied = new HashSet<>();
        for (XmlElement event : process.all("onEvent")) {
            implied.add(Objects.requireNonNullElse(event.attributeValue("variable"), ""));
            items(event, "fromParts", "fromPart")
                    .forEach(part -> implied.add(Objects.requireNonNullElse(part.attributeValue("toVariable"), "")));
        }
        for (XmlElement user : process.all()) {
            if (is(user, "onEvent")) {
                continue;
            }
            for (String attribute : List.of("variable", "inputVariable", "outputVariable", "fromVariable")) {
                String name = user.attributeValue(attribute);
                if (name != null && implied.contains(name) && process.variable(name, user) == null) {
                    findings.add(
                            user,
                            "the variable " + name + " of an <onEvent> is used outside of its scope",
                            "declare a variable around both, and copy to it");
                }
            }
        }
    }
}

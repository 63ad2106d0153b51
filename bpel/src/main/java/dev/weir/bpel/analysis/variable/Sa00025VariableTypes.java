package dev.weir.bpel.analysis.variable;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import java.util.stream.Stream;

/** A variable has one type. */
public final class Sa00025VariableTypes implements Rule {
    @Override
    public String id() {
        return "SA00025";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement variable : process.all("variable")) {
            long given = Stream.of("messageType", "element", "type")
                    .filter(attribute -> variable.attributeValue(attribute) != null)
                    .count();
            if (given != 1) {
                findings.add(
                        variable,
                        "the variable " + variable.attributeValue("name") + " has " + given + " types",
                        "give it exactly one of messageType, type and element");
            }
        }
    }
}

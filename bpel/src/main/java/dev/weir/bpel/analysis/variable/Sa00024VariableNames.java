package dev.weir.bpel.analysis.variable;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** The name of a variable holds no dot: behind one, an expression names a part. */
public final class Sa00024VariableNames implements Rule {
    @Override
    public String id() {
        return "SA00024";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement variable : process.all("variable")) {
            check(variable, variable.attributeValue("name"), findings);
        }
        for (XmlElement event : process.all("onEvent")) {
            check(event, event.attributeValue("variable"), findings);
        }
        for (XmlElement handler : process.all("catch")) {
            check(handler, handler.attributeValue("faultVariable"), findings);
        }
        for (XmlElement loop : process.all("forEach")) {
            check(loop, loop.attributeValue("counterName"), findings);
        }
    }

    private static void check(XmlElement declaration, @Nullable String name, Findings findings) {
        if (name != null && name.indexOf('.') >= 0) {
            findings.add(declaration, "the variable name " + name + " holds a dot", "choose a name without dots");
        }
    }
}

package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Component;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Imported;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.SameDefinition;
import dev.weir.xml.tree.XmlElement;

/** No two imported documents define one component differently. Copies that say the same are no conflict. */
public final class Sa00014ConflictingDefinitions implements Rule {
    @Override
    public String id() {
        return "SA00014";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        process.imported().components().forEach((component, definitions) -> {
            XmlElement first = definitions.get(0);
            for (XmlElement other : definitions) {
                if (other != first && !SameDefinition.test(first, other)) {
                    conflict(component, first, other, process, findings);
                    return;
                }
            }
        });
        for (XmlElement redefine : process.imported().redefinitions()) {
            String location = redefine.attributeValue("schemaLocation");
            for (Imported imported : process.imported().imports()) {
                if (location != null && location.equals(imported.statement().attributeValue("location"))) {
                    findings.add(
                            redefine,
                            "this redefines parts of " + location + ", which the process imports as it was",
                            "import one of the two");
                }
            }
        }
    }

    private static void conflict(
            Component component, XmlElement first, XmlElement other, ProcessSource process, Findings findings) {
        findings.add(
                other,
                "the " + first.name().local() + " " + component.name() + " is defined otherwise in "
                        + process.imported().fileOf(first) + ":" + first.line(),
                "import one of the two documents only");
    }
}

package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Component;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Imported;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.rule.SameDefinition;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No two imported documents define one component differently. Copies that say the same are no conflict. Oracle's engine takes
 * processes that see several versions of a document; it is said of each pair of documents once.
 */
public final class Sa00014ConflictingDefinitions implements Rule {
    /** A document, and one whose definitions come before its own; null for the process itself. */
    private record Pair(@Nullable String first, @Nullable String other) {}

    @Override
    public String id() {
        return "SA00014";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        ImportedDefinitions imported = process.imported();
        Set<Pair> reported = new HashSet<>();
        imported.components().forEach((component, definitions) -> {
            XmlElement first = definitions.get(0);
            List<XmlElement> others = new ArrayList<>(definitions.subList(1, definitions.size()));
            if (findings.ofOracle()) {
                others.addAll(imported.others().getOrDefault(component, List.of()));
            }
            for (XmlElement other : others) {
                if (!SameDefinition.test(first, other)) {
                    boolean isNew = reported.add(new Pair(imported.fileOf(first), imported.fileOf(other)));
                    if (isNew || !findings.ofOracle()) {
                        conflict(component, first, other, imported, findings);
                    }
                    if (!findings.ofOracle()) {
                        return;
                    }
                }
            }
        });
        for (XmlElement redefine : imported.redefinitions()) {
            String location = redefine.attributeValue("schemaLocation");
            for (Imported each : imported.imports()) {
                if (location != null && location.equals(each.statement().attributeValue("location"))) {
                    findings.addTolerable(
                            redefine,
                            "this redefines parts of " + location + ", which the process imports as it was",
                            "import one of the two");
                }
            }
        }
    }

    private static void conflict(
            Component component, XmlElement first, XmlElement other, ImportedDefinitions imported, Findings findings) {
        findings.addTolerable(
                other,
                "the " + first.name().local() + " " + component.name() + " is defined otherwise in "
                        + imported.placeOf(first)
                        + (findings.ofOracle()
                                ? ", and the first counts where no document has or imports its own"
                                : ""),
                "import one of the two documents only");
    }
}

package dev.weir.bpel.analysis.assign;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;

/** keepSrcElementName is allowed only where both ends of a copy are elements, as far as they are declared. */
public final class Sa00042KeptElementNames implements Rule {
    @Override
    public String id() {
        return "SA00042";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement copy : process.all("copy")) {
            String keep = copy.attributeValue("keepSrcElementName");
            if (keep == null || findings.ofOracle() && keep.equals("no")) {
                continue; // "no" says what holds without the attribute, and tools write it into every copy
            }
            XmlElement from = copy.element(bpel("from"));
            XmlElement to = copy.element(bpel("to"));
            if (from == null || to == null) {
                continue;
            }
            XmlElement literal = from.element(bpel("literal"));
            if (literal != null && literal.elements().isEmpty() || isSimple(process, from) || isSimple(process, to)) {
                findings.addTolerable(
                        copy,
                        "keepSrcElementName is given, and the copy is not from element to element",
                        "leave the attribute out");
            }
        }
    }

    /** True for a whole variable or part of a simple type of XML Schema. */
    private static boolean isSimple(ProcessSource process, XmlElement spec) {
        VariableType type = CopyEnds.declared(process, spec);
        XmlName simple = type == null ? null : type.type();
        return simple != null
                && simple.namespace().equals(ImportedDefinitions.SCHEMA)
                && !simple.local().equals("anyType");
    }
}

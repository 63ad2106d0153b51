package dev.weir.bpel.analysis.correlation;

import dev.weir.bpel.analysis.rule.CorrelationSets;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Kind;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;

/** The properties that correlate have simple types. */
public final class Sa00045CorrelationPropertyTypes implements Rule {
    @Override
    public String id() {
        return "SA00045";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement set : process.all("correlationSet")) {
            String properties = set.attributeValue("properties");
            for (String qname :
                    properties == null ? new String[0] : properties.strip().split("\\s+")) {
                XmlName name = CorrelationSets.resolve(set, qname);
                XmlElement property = name == null ? null : process.imported().find(Kind.PROPERTY, name);
                if (property != null && property.attributeValue("element") == null && !simple(property, process)) {
                    findings.add(
                            set,
                            "the property " + qname + " has no simple type",
                            "define it by a simple type of XML Schema");
                }
            }
        }
    }

    private static boolean simple(XmlElement property, ProcessSource process) {
        XmlName type = ImportedDefinitions.reference(property, "type");
        if (type == null || type.namespace().equals(ImportedDefinitions.SCHEMA)) {
            return type != null && !type.local().equals("anyType");
        }
        XmlElement definition = process.imported().find(Kind.TYPE, type);
        return definition == null || definition.name().local().equals("simpleType");
    }
}

package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Imported;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/** An importType says what the imported document is. */
public final class Sa00013ImportTypes implements Rule {
    @Override
    public String id() {
        return "SA00013";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement statement : process.all("import")) {
            String type = statement.attributeValue("importType");
            if (type != null
                    && !List.of(ImportedDefinitions.WSDL, ImportedDefinitions.SCHEMA, ProcessReader.JAVA)
                            .contains(type)) {
                // A document of another kind than these is left out.
                findings.addTolerable(
                        statement,
                        "the importType " + type + " is not known",
                        "import WSDL 1.1 (" + ImportedDefinitions.WSDL + ") or XML Schema ("
                                + ImportedDefinitions.SCHEMA + ")");
            }
        }
        for (Imported imported : process.imported().imports()) {
            String type = imported.statement().attributeValue("importType");
            String actual = imported.root().name().namespace();
            if (type != null
                    && List.of(ImportedDefinitions.WSDL, ImportedDefinitions.SCHEMA)
                            .contains(type)
                    && !actual.equals(type)) {
                // Both kinds of document are read as what they are.
                findings.addTolerable(
                        imported.statement(),
                        "the importType is " + type + ", but the document's is " + actual,
                        "correct the importType");
            }
        }
    }
}

package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Imported;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An import that names no namespace imports a document without a target namespace. */
public final class Sa00012ImportsWithoutNamespace implements Rule {
    @Override
    public String id() {
        return "SA00012";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (Imported imported : process.imported().imports()) {
            String actual = imported.root().attributeValue("targetNamespace");
            if (imported.statement().attributeValue("namespace") == null && actual != null) {
                findings.add(
                        imported.statement(),
                        "the import names no namespace, but its document has the target namespace " + actual,
                        "add namespace=\"" + actual + "\"");
            }
        }
    }
}

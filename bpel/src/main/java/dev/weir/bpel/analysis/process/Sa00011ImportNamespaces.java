package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Imported;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;

/** An import that names a namespace imports a document of that target namespace. */
public final class Sa00011ImportNamespaces implements Rule {
    @Override
    public String id() {
        return "SA00011";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (Imported imported : process.imported().imports()) {
            String stated = imported.statement().attributeValue("namespace");
            String actual = imported.root().attributeValue("targetNamespace");
            // Oracle's tools write an empty name for none.
            if (stated != null && !stated.isBlank() && !stated.equals(actual)) {
                findings.add(
                        imported.statement(),
                        "the imported document has the target namespace " + actual + ", not " + stated,
                        "correct the import's namespace");
            }
        }
    }
}

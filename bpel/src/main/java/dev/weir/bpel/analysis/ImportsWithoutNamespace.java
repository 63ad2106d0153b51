package dev.weir.bpel.analysis;

import dev.weir.bpel.analysis.ImportedDefinitions.Imported;

/** An import that names no namespace imports a document without a target namespace. */
final class ImportsWithoutNamespace implements Rule {
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

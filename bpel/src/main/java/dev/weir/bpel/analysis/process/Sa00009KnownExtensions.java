package dev.weir.bpel.analysis.process;

import static dev.weir.bpel.analysis.rule.ProcessSource.yes;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.tree.XmlElement;

/** An extension that must be understood is understood. */
public final class Sa00009KnownExtensions implements Rule {
    @Override
    public String id() {
        return "SA00009";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement extension : process.all("extension")) {
            String namespace = extension.attributeValue("namespace");
            if (yes(extension, "mustUnderstand") && !ProcessReader.ORACLE.equals(namespace)) {
                findings.add(
                        extension,
                        "the extension " + namespace + " must be understood and is not",
                        "remove it, or say mustUnderstand=\"no\"");
            }
        }
    }
}

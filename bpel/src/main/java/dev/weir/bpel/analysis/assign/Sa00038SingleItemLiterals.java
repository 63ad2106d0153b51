package dev.weir.bpel.analysis.assign;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;

/** A literal is one element or one text. */
public final class Sa00038SingleItemLiterals implements Rule {
    @Override
    public String id() {
        return "SA00038";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement literal : process.all("literal")) {
            int elements = literal.elements().size();
            if (elements > 1 || elements == 1 && holdsText(literal)) {
                findings.add(
                        literal,
                        elements > 1
                                ? "the literal holds " + elements + " elements"
                                : "the literal holds an element and text",
                        "write one element or one text in it");
            }
        }
    }

    private static boolean holdsText(XmlElement literal) {
        for (XmlNode node = literal.firstChild(); node != null; node = node.nextSibling()) {
            if (node instanceof XmlText text && !text.stringValue().isBlank()) {
                return true;
            }
        }
        return false;
    }
}

package dev.weir.bpel.data;

import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.instance.FaultException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.regex.Pattern;

/** Makes what a path names, for copies that insert missing data: a path of plain names, with an attribute at its end. */
final class MissingPath {
    private static final Pattern STEP = Pattern.compile("@?(?:[\\w.\\-]+:)?[\\w.\\-]+(?:\\[1\\])?");

    private MissingPath() {}

    /** @param path relative to the element, each step after a slash; empty for the element itself */
    static void make(XmlElement from, String path, Expression expression) {
        if (path.isEmpty()) {
            return;
        }
        XmlElement at = from;
        for (String step : path.substring(1).strip().split("/")) {
            String text = step.strip();
            if (!STEP.matcher(text).matches()) {
                throw FaultException.standard(
                        "selectionFailure", "insertMissingToData makes plain names only, and not " + expression.text());
            }
            boolean attribute = text.startsWith("@");
            XmlName name = name(text.substring(attribute ? 1 : 0).replace("[1]", ""), expression);
            if (attribute) {
                if (at.attribute(name) == null) {
                    at.attribute(name, "");
                }
                return;
            }
            XmlElement next = at.element(name);
            at = next != null ? next : at.appendElement(name);
        }
    }

    private static XmlName name(String qname, Expression expression) {
        int colon = qname.indexOf(':');
        if (colon < 0) {
            return XmlName.of(qname);
        }
        String uri = expression.namespaces().apply(qname.substring(0, colon));
        if (uri == null) {
            throw FaultException.standard(
                    "selectionFailure", "the prefix of " + qname + " is not bound in " + expression.text());
        }
        return XmlName.of(uri, qname.substring(colon + 1));
    }
}

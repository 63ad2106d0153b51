package dev.weir.bpel.language;

import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.second.XPath20;
import org.jspecify.annotations.Nullable;

/** The language of an expression or query: XPath 1.0, if its element or its document does not say otherwise (section 8.2). */
public enum ExpressionLanguage {
    XPATH_10,
    XPATH_20;

    /** As BPEL4WS 1.1 names XPath 1.0, and some processes of 2.0 still do. */
    private static final String RECOMMENDATION = "http://www.w3.org/TR/1999/REC-xpath-19991116";

    /** The language of a name; null for one that is not known. */
    public static @Nullable ExpressionLanguage named(String written) {
        String name = written.strip().replaceFirst("/$", "");
        if (name.equals(ProcessReader.XPATH) || name.equals(RECOMMENDATION)) {
            return XPATH_10;
        }
        return XPath20.isNamed(name) ? XPATH_20 : null;
    }

    /** The language of the expression or query that an element of a process holds. */
    public static ExpressionLanguage of(XmlElement element) {
        String attribute = element.name().local().equals("query") ? "queryLanguage" : "expressionLanguage";
        String own = element.attributeValue(attribute);
        if (own == null) {
            XmlElement root = element;
            for (XmlNode above = root.parent(); above instanceof XmlElement outer; above = above.parent()) {
                root = outer;
            }
            own = root.attributeValue(attribute);
        }
        ExpressionLanguage language = own == null ? null : named(own);
        return language == null ? XPATH_10 : language;
    }
}

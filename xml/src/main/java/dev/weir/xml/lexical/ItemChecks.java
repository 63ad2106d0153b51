package dev.weir.xml.lexical;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;

/**
 * What a document cannot hold, for writers that keep items instead of bytes (XML 1.0, productions 2, 15, 16 and 17;
 * Namespaces in XML, production 4). Writers of bytes check as they copy.
 */
public final class ItemChecks {
    private ItemChecks() {}

    /** @throws XmlException if an element or attribute cannot be called so */
    public static void name(String local) {
        if (!Characters.isNCName(local)) {
            throw invalid("not a name that a document can hold: \"" + local + "\"");
        }
    }

    /** @throws XmlException if the text, or the value, holds a character that no document may hold */
    public static void characters(String text) {
        int at = Characters.firstForbidden(text);
        if (at >= 0) {
            throw invalid(String.format(
                    "the character U+%04X at index %d is not allowed in a document", (int) text.charAt(at), at));
        }
    }

    /** @throws XmlException if the comment would end before its end */
    public static void comment(String text) {
        characters(text);
        if (text.contains("--") || text.endsWith("-")) {
            throw invalid("a comment must not hold \"--\" nor end with \"-\"");
        }
    }

    /** @throws XmlException if the target is no name or reserved, or the instruction would end before its end */
    public static void instruction(String target, String data) {
        characters(data);
        if (!Characters.isNCName(target) || target.equalsIgnoreCase("xml") || data.contains("?>")) {
            throw invalid("a processing instruction must have a name other than xml and not hold \"?>\": " + target);
        }
    }

    /** What is wrong with an item that has no place yet. */
    public static XmlException invalid(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}

package dev.weir.xml.lexical;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;

/**
 * Well-formedness checks for writers that keep items instead of bytes (XML 1.0, productions 2, 15, 16 and 17; Namespaces in
 * XML, production 4). Writers of bytes check while they encode.
 */
public final class ItemChecks {
    private ItemChecks() {}

    /** @throws XmlException if the local name is no NCName */
    public static void name(String local) {
        if (!Characters.isNCName(local)) {
            throw invalid("not a well-formed name: \"" + local + "\"");
        }
    }

    /** @throws XmlException if the text or value holds a character that is forbidden in documents */
    public static void characters(String text) {
        int at = Characters.firstForbidden(text);
        if (at >= 0) {
            throw invalid(String.format(
                    "the character U+%04X at index %d is not allowed in a document", (int) text.charAt(at), at));
        }
    }

    /**
     * Where the first half of a surrogate pair may be waiting for the second one, which the next text brings.
     *
     * @param half 0 for none
     * @throws XmlException if there is one
     */
    public static void noHalfPair(char half) {
        if (half != 0) {
            throw invalid(
                    String.format("the surrogate U+%04X must be followed by the other half of its pair", (int) half));
        }
    }

    /** @throws XmlException if the text would end the comment early */
    public static void comment(String text) {
        characters(text);
        if (text.contains("--") || text.endsWith("-")) {
            throw invalid("a comment must not hold \"--\" nor end with \"-\"");
        }
    }

    /** @throws XmlException if the target is no name or reserved, or the data would end the instruction early */
    public static void instruction(String target, String data) {
        characters(data);
        if (!Characters.isNCName(target) || target.equalsIgnoreCase("xml") || data.contains("?>")) {
            throw invalid("a processing instruction must have a name other than xml and not hold \"?>\": " + target);
        }
    }

    /** An XmlException for an item that has no location yet. */
    public static XmlException invalid(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}

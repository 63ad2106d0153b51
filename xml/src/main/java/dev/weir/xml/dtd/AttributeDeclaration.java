package dev.weir.xml.dtd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attribute of one element type (XML 1.0, production 53).
 *
 * @param element the element type, as written
 * @param name as written, prefix included
 * @param type CDATA, ID, NMTOKENS, ..., NOTATION or ENUMERATION
 * @param values the values allowed for an enumeration or NOTATION attribute; empty for other types
 * @param value the default value, normalised; null for #REQUIRED and #IMPLIED
 * @param declaredOutside in the external subset or in a parameter entity
 */
public record AttributeDeclaration(
        String element,
        String name,
        String type,
        List<String> values,
        Presence presence,
        @Nullable String value,
        boolean declaredOutside)
        implements Declaration {
    /** The default declaration: the meaning of an attribute that is not written. */
    public enum Presence {
        /** The document is then not valid. */
        REQUIRED,
        /** It has then no value. */
        IMPLIED,
        /** It always has the declared value. */
        FIXED,
        /** It then has the declared value. */
        DEFAULTED
    }

    /** True where leading and trailing spaces are dropped and others collapsed (XML 1.0, section 3.3.3). */
    public boolean isTokenized() {
        return !type.equals("CDATA");
    }

    /** The type as SAX's DeclHandler has it: enumerations are spelled out. */
    public String typeText() {
        return switch (type) {
            case "ENUMERATION" -> '(' + String.join("|", values) + ')';
            case "NOTATION" -> "NOTATION (" + String.join("|", values) + ')';
            default -> type;
        };
    }

    /** The value as it is for a tokenized type. */
    public static String collapse(String value) {
        StringBuilder kept = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != ' ') {
                kept.append(c);
            } else if (kept.length() > 0 && kept.charAt(kept.length() - 1) != ' ') {
                kept.append(c);
            }
        }
        if (kept.length() > 0 && kept.charAt(kept.length() - 1) == ' ') {
            kept.setLength(kept.length() - 1);
        }
        return kept.toString();
    }
}

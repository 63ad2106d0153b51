package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/**
 * One attribute of one element type.
 *
 * @param name as written, prefix included
 * @param type CDATA, ID, NMTOKENS, ..., NOTATION or ENUMERATION
 * @param value the default value, normalised; null for #REQUIRED and #IMPLIED
 * @param declaredOutside in the external subset or in a parameter entity
 */
public record AttributeDeclaration(
        String name, String type, @Nullable String value, boolean declaredOutside) {
    /** True where leading and trailing spaces are dropped and others collapsed (XML 1.0, section 3.3.3). */
    public boolean isTokenized() {
        return !type.equals("CDATA");
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

package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * An element that a registry declares (XmlElementDecl).
 *
 * @param type the declared type of the JAXBElement
 * @param scope the class in whose content it is declared; null for a global element
 * @param head the head of its substitution group; null for none
 */
public record DeclaredElement(
        XmlName name,
        Class<?> type,
        Content content,
        @Nullable Class<?> scope,
        @Nullable XmlName head,
        @Nullable String defaultValue) {
    /** Whether this element, by its substitution group, may occur in place of an element with some name. */
    boolean substitutes(XmlName other) {
        return head != null && head.equals(other);
    }
}

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
    /** Whether it may stand where an element of some name is referred to. */
    boolean substitutes(XmlName other) {
        return head != null && head.equals(other);
    }
}

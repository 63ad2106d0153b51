package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * An element by which a property is represented.
 *
 * @param type the class of values that are written as this element
 * @param nillable whether null is written as an element with xsi:nil
 * @param defaultValue the value of an element without content, in its lexical form; null for none
 */
public record ElementUse(
        XmlName name,
        Class<?> type,
        Content content,
        boolean nillable,
        boolean required,
        @Nullable String defaultValue) {}

package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * An element that a property appears as.
 *
 * @param type the class of values that are written as this element
 * @param nillable null is an element with xsi:nil
 * @param defaultValue what an element without content means, in its lexical form; null for none
 */
public record ElementUse(
        XmlName name,
        Class<?> type,
        Content content,
        boolean nillable,
        boolean required,
        @Nullable String defaultValue) {}

package dev.weir.xml;

import org.jspecify.annotations.Nullable;

/**
 * An XML declaration as written (XML 1.0, production 23).
 *
 * @param version 1.0, 1.1, or 1. and another number
 * @param encoding the encoding declared; null for none
 * @param standalone null where it is not declared
 */
public record XmlDeclaration(
        String version, @Nullable String encoding, @Nullable Boolean standalone) {}

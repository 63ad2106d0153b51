package dev.weir.xml.dtd;

/**
 * An element type (XML 1.0, production 45).
 *
 * @param name as written, prefix included
 * @param declaredOutside in the external subset or in a parameter entity
 */
public record ElementDeclaration(String name, ContentModel content, boolean declaredOutside) implements Declaration {}

package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/**
 * An entity, general or parameter (XML 1.0, section 4.2).
 *
 * @param parameter true for a parameter entity
 * @param text the replacement text of an internal entity; null for an external one
 * @param publicId white space normalised; null for none
 * @param systemId as written; null for an internal entity
 * @param base the URI of the entity that holds the declaration; null where that is not known
 * @param notation the notation of an unparsed entity; null for a parsed one
 * @param declaredOutside in the external subset or in a parameter entity
 */
public record EntityDeclaration(
        String name,
        boolean parameter,
        @Nullable String text,
        @Nullable String publicId,
        @Nullable String systemId,
        @Nullable String base,
        @Nullable String notation,
        boolean declaredOutside)
        implements Declaration {
    public boolean isExternal() {
        return systemId != null;
    }

    /** The system identifier, resolved against {@link #base} where that is known; null for an internal entity. */
    public @Nullable String uri() {
        return systemId == null ? null : Dtd.resolve(base, systemId);
    }
}

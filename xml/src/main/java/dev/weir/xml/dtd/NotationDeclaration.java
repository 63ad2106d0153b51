package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/**
 * A notation (XML 1.0, production 82). It has a public identifier, a system identifier, or both.
 *
 * @param systemId as written
 * @param base the URI of the entity that holds the declaration; null where that is not known
 */
public record NotationDeclaration(
        String name,
        @Nullable String publicId,
        @Nullable String systemId,
        @Nullable String base) implements Declaration {
    /** The system identifier, resolved against {@link #base} where that is known; null for none. */
    public @Nullable String uri() {
        return systemId == null ? null : Dtd.resolve(base, systemId);
    }
}

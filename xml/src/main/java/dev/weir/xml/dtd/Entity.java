package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/** A declared entity, general or parameter, and whether it is being expanded just now. */
public final class Entity {
    final String name;

    /** The replacement text; null for an external entity that was not read yet. */
    @Nullable String text;

    final @Nullable String publicId;

    /** Null for an internal entity. */
    final @Nullable String systemId;

    /** The URI of the entity that holds the declaration. */
    final @Nullable String base;

    /** Not null for an unparsed entity. */
    final @Nullable String notation;

    /** Declared in the external subset or in a parameter entity. */
    final boolean declaredOutside;

    /** The URI of an external entity that was read. */
    @Nullable String uri;

    private boolean open;

    Entity(
            String name,
            @Nullable String text,
            @Nullable String publicId,
            @Nullable String systemId,
            @Nullable String base,
            @Nullable String notation,
            boolean declaredOutside) {
        this.name = name;
        this.text = text;
        this.publicId = publicId;
        this.systemId = systemId;
        this.base = base;
        this.notation = notation;
        this.declaredOutside = declaredOutside;
    }

    public String name() {
        return name;
    }

    boolean isExternal() {
        return systemId != null;
    }

    /** To be paired with {@link #close}: an entity that is open must not be opened again. */
    void open() {
        if (open) {
            throw new DtdException("the entity " + name + " refers to itself, directly or by way of others");
        }
        open = true;
    }

    /** Its expansion is over. */
    public void close() {
        open = false;
    }
}

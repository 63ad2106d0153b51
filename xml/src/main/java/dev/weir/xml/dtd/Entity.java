package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/** An entity in use by one document: its text once it is known, and whether it is being expanded just now. */
public final class Entity {
    final EntityDeclaration declaration;

    /** The replacement text; null for an external entity that was not read yet. */
    @Nullable String text;

    /** The text declaration in front of the replacement text of an external entity. */
    private String head = "";

    /** The URI of an external entity that was read. */
    @Nullable String uri;

    private @Nullable String label;
    private boolean open;

    Entity(EntityDeclaration declaration) {
        this.declaration = declaration;
        this.text = declaration.text();
    }

    public EntityDeclaration declaration() {
        return declaration;
    }

    public String name() {
        return declaration.name();
    }

    /** The text declaration of an external entity that was read; empty where there is none. */
    public String head() {
        return head;
    }

    void read(ExternalText external, String from) {
        head = external.declaration();
        text = external.text();
        uri = from;
    }

    /** The name of a parameter entity as SAX spells it: {@code %name}. */
    String label() {
        String known = label;
        if (known == null) {
            known = '%' + name();
            label = known;
        }
        return known;
    }

    /** To be paired with {@link #close}: an entity that is open must not be opened again. */
    void open() {
        if (open) {
            throw new DtdException("the entity " + name() + " refers to itself, directly or through other entities");
        }
        open = true;
    }

    /** Ends the expansion that {@link #open} began. */
    public void close() {
        open = false;
    }
}

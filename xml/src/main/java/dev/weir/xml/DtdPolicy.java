package dev.weir.xml;

import org.jspecify.annotations.Nullable;

/**
 * How a reader treats a DOCTYPE. Immutable; as safe to share between threads as its {@link ExternalEntities}.
 *
 * <p>A DTD that is accepted is processed as XML 1.0 (fifth edition, section 5.1) asks of a non-validating processor:
 * all of it is checked for well-formedness, entities are expanded, attribute values are normalised by their types, and
 * defaulted attributes and namespace declarations appear as if they had been written. Elements are not validated. How
 * far entities may amplify a document is a matter of {@link XmlLimits}.
 */
public final class DtdPolicy {
    /** A document with a DOCTYPE is refused. The default of every reader. */
    public static final DtdPolicy REFUSE = new DtdPolicy(false, true, null, null, null);

    /** The internal subset is processed; a document that needs an external entity or subset is refused. */
    public static final DtdPolicy INTERNAL = new DtdPolicy(true, true, null, null, null);

    /**
     * A DOCTYPE is skipped without being processed, as StAX demands of a reader without DTD support. A reference to an
     * entity that the DTD may have declared is skipped, or reported if references are not expanded.
     */
    public static final DtdPolicy IGNORE = new DtdPolicy(true, false, null, null, null);

    private final boolean accepted;
    private final boolean processed;
    private final @Nullable String documentUri;
    private final @Nullable ExternalEntities external;
    private final @Nullable GeneralEntities entities;

    private DtdPolicy(
            boolean accepted,
            boolean processed,
            @Nullable String documentUri,
            @Nullable ExternalEntities external,
            @Nullable GeneralEntities entities) {
        this.accepted = accepted;
        this.processed = processed;
        this.documentUri = documentUri;
        this.external = external;
        this.entities = entities;
    }

    /**
     * Internal and external subset are processed, and external entities read, as far as a function supplies them.
     *
     * @param documentUri the base URI of relative system identifiers in the document; null to leave them as they are
     */
    public static DtdPolicy resolving(@Nullable String documentUri, ExternalEntities external) {
        return new DtdPolicy(true, true, documentUri, external, null);
    }

    /** The same policy with entities in addition to those of the DTD; null for none. */
    public DtdPolicy withEntities(@Nullable GeneralEntities entities) {
        return new DtdPolicy(accepted, processed, documentUri, external, entities);
    }

    /** False where a DOCTYPE is refused. */
    public boolean accepted() {
        return accepted;
    }

    /** False where a DOCTYPE is skipped. */
    public boolean processed() {
        return processed;
    }

    public @Nullable String documentUri() {
        return documentUri;
    }

    /** Null where external entities are refused. */
    public @Nullable ExternalEntities external() {
        return external;
    }

    /** Entities in addition to those of the DTD; null for none. */
    public @Nullable GeneralEntities entities() {
        return entities;
    }
}

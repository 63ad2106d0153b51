package dev.weir.xml.stax;

/**
 * A factory that starts with what StAX 1.0 prescribes, also where that is less safe: external entities and DTD subsets
 * are fetched from wherever the document says. For documents that are trusted. The limits are those of {@link
 * WeirInputFactory}.
 */
public final class SpecInputFactory extends WeirInputFactory {
    public SpecInputFactory() {
        super(InputSettings.SPECIFIED);
    }
}

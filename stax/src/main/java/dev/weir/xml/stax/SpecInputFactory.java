package dev.weir.xml.stax;

/**
 * An input factory with the defaults that StAX 1.0 prescribes, even where they are less safe: external entities and DTD
 * subsets are fetched from any location that the document names. For trusted documents only. The limits are those of
 * {@link WeirInputFactory}.
 */
public final class SpecInputFactory extends WeirInputFactory {
    public SpecInputFactory() {
        super(InputSettings.SPECIFIED);
    }
}

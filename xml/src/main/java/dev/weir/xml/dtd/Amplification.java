package dev.weir.xml.dtd;

import dev.weir.xml.XmlLimits;

/** Counts the text that entities add to one document, against {@link dev.weir.xml.XmlLimits}. */
final class Amplification {
    private final XmlLimits limits;
    private int expansions;
    private long text;
    private long read;

    /** The amounts that a part of the DTD has added. */
    record Cost(int expansions, long text, long read) {}

    Amplification(XmlLimits limits) {
        this.limits = limits;
    }

    /** Before an entity is expanded. */
    void expand(int length) {
        expanded(1);
        add(length);
    }

    private void expanded(int more) {
        expansions += more;
        if (expansions > limits.maxEntityExpansions()) {
            throw DtdException.beyond(
                    "the number of entity expansions", "maxEntityExpansions", limits.maxEntityExpansions());
        }
    }

    void add(long length) {
        text += length;
        if (text > limits.maxEntityText()) {
            throw DtdException.beyond("the text that entities add", "maxEntityText", limits.maxEntityText());
        }
    }

    /** The bytes that the next external entity may still have. */
    int readable() {
        return (int) Math.max(0, limits.maxDtdLength() - read);
    }

    void read(long length) {
        read += length;
        if (read > limits.maxDtdLength()) {
            throw DtdException.beyond("the DTD with all external entities", "maxDtdLength", limits.maxDtdLength());
        }
    }

    Cost total() {
        return new Cost(expansions, text, read);
    }

    Cost since(Cost earlier) {
        return new Cost(expansions - earlier.expansions, text - earlier.text, read - earlier.read);
    }

    /** Charges the cost of a cached subset as if it had been read and expanded for this document. */
    void charge(Cost cost) {
        read(cost.read);
        expanded(cost.expansions);
        add(cost.text);
    }
}

package dev.weir.xml.dtd;

import dev.weir.xml.XmlLimits;

/** How much the entities of one document have added to it. */
final class Amplification {
    private final XmlLimits limits;
    private int expansions;
    private long text;
    private long read;

    Amplification(XmlLimits limits) {
        this.limits = limits;
    }

    /** Before an entity is expanded. */
    void expand(int length) {
        if (++expansions > limits.maxEntityExpansions()) {
            throw DtdException.beyond(
                    "the number of entity expansions", "maxEntityExpansions", limits.maxEntityExpansions());
        }
        add(length);
    }

    void add(int length) {
        text += length;
        if (text > limits.maxEntityText()) {
            throw DtdException.beyond("the text that entities add", "maxEntityText", limits.maxEntityText());
        }
    }

    /** What an external entity may still have, in bytes. */
    int readable() {
        return (int) Math.max(0, limits.maxDtdLength() - read);
    }

    void read(int length) {
        read += length;
        if (read > limits.maxDtdLength()) {
            throw DtdException.beyond("the DTD with all external entities", "maxDtdLength", limits.maxDtdLength());
        }
    }
}

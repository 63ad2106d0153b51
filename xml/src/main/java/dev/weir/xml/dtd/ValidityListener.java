package dev.weir.xml.dtd;

import dev.weir.xml.XmlException;

/** Is told of each breach of a validity constraint. Reading goes on unless it throws. */
@FunctionalInterface
public interface ValidityListener {
    /** The first breach ends it. */
    ValidityListener THROW = breach -> {
        throw breach;
    };

    void invalid(XmlException breach);
}

package dev.weir.xml.dtd;

import dev.weir.xml.XmlException;

/** Receives each violation of a validity constraint. Reading goes on unless it throws. */
@FunctionalInterface
public interface ValidityListener {
    /** The first violation ends reading with its XmlException. */
    ValidityListener THROW = breach -> {
        throw breach;
    };

    void invalid(XmlException breach);
}

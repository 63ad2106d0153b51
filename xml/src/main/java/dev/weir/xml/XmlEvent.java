package dev.weir.xml;

/** What an {@link XmlReader} stands on. */
public enum XmlEvent {
    START_DOCUMENT,
    START_ELEMENT,
    END_ELEMENT,
    /** Character data, CDATA sections included; adjacent pieces may come as several events. */
    TEXT,
    COMMENT,
    PROCESSING_INSTRUCTION,
    END_DOCUMENT
}

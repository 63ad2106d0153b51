package dev.weir.xml;

/** The kind of item at the cursor of an {@link XmlReader}. */
public enum XmlEvent {
    START_DOCUMENT,
    START_ELEMENT,
    END_ELEMENT,
    /** Character data, never empty, CDATA sections included; adjacent pieces may come as several events. */
    TEXT,
    COMMENT,
    PROCESSING_INSTRUCTION,
    END_DOCUMENT,
    /** A document type declaration, completely read. Reported only where the options ask for it. */
    DOCTYPE,
    /** A reference to a general entity that is not expanded. Reported only where the options ask for it. */
    ENTITY_REFERENCE,
    /** The text of a general entity begins, in place of a reference. Reported only where the options ask for it. */
    ENTITY_START,
    /** The text of a general entity ends. Reported only where the options ask for it. */
    ENTITY_END,
    /** The input fed so far does not complete an item: feed more and call again. Reported only by readers that are fed. */
    INCOMPLETE
}

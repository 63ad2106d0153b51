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
    END_DOCUMENT,
    /** A document type declaration, completely read. Comes only to those who ask for it. */
    DOCTYPE,
    /** A reference to a general entity that is not expanded. Comes only to those who ask for it. */
    ENTITY_REFERENCE,
    /** Here the text of a general entity begins, in place of a reference. Comes only to those who ask for it. */
    ENTITY_START,
    /** Here the text of a general entity ends. Comes only to those who ask for it. */
    ENTITY_END,
    /** What has been fed so far does not complete an item: feed more and ask again. Comes only from readers that are fed. */
    INCOMPLETE
}

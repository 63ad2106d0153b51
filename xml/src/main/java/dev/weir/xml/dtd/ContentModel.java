package dev.weir.xml.dtd;

/**
 * The declared content of an element type (XML 1.0, production 46).
 *
 * @param text as SAX's DeclHandler has it: {@code EMPTY}, {@code ANY}, {@code (#PCDATA|a)*}, {@code (a,(b|c)+)}; without
 *     white space, parameter entities replaced
 */
public record ContentModel(Kind kind, String text) {
    static final ContentModel EMPTY = new ContentModel(Kind.EMPTY, "EMPTY");
    static final ContentModel ANY = new ContentModel(Kind.ANY, "ANY");

    /** The alternatives of production 46. */
    public enum Kind {
        EMPTY,
        ANY,
        /** Text, and the element types named. */
        MIXED,
        /** Elements only: white space between them is insignificant. */
        CHILDREN
    }
}

package dev.weir.xml.dtd;

/**
 * One item of a DTD, in the order of the document: internal subset first, then the external one. Of several
 * declarations of one attribute or entity only the first is kept, which is the one that holds; likewise of element types
 * and notations, which a valid document declares once.
 */
public sealed interface Declaration
        permits ElementDeclaration,
                AttributeDeclaration,
                EntityDeclaration,
                NotationDeclaration,
                Declaration.Comment,
                Declaration.Instruction,
                Declaration.EntityStart,
                Declaration.EntityEnd,
                Declaration.EntitySkipped {

    /** A comment inside the DTD. */
    record Comment(String text) implements Declaration {}

    /** A processing instruction inside the DTD. */
    record Instruction(String target, String data) implements Declaration {}

    /**
     * Here the text of an entity begins, in place of a reference between declarations.
     *
     * @param name as SAX spells it: {@code %name}, or {@code [dtd]} for the external subset
     */
    record EntityStart(String name) implements Declaration {}

    /** Here the text of an entity ends. */
    record EntityEnd(String name) implements Declaration {}

    /** An external subset that was skipped, or a parameter entity that was skipped or is not declared. */
    record EntitySkipped(String name) implements Declaration {}
}

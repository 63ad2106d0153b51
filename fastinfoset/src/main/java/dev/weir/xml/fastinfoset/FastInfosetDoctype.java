package dev.weir.xml.fastinfoset;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.DtdRules;
import dev.weir.xml.lexical.Edition;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The part of a DTD that a fast infoset document preserves (X.891, 7.2.26, 7.2.27, 7.9): identifiers, notations,
 * unparsed entities and processing instructions. It is converted to a document type declaration in XML syntax, so that
 * the DTD classes can parse it. External entities are not fetched, because entities are expanded and defaults supplied
 * in the document already.
 */
final class FastInfosetDoctype {
    /** An item before the document's element, read to know that element's name. */
    record Ahead(int state, String name, String text, long offset) {}

    private final FastInfosetScanner scanner;
    private final StringBuilder subset = new StringBuilder();
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private @Nullable String systemId;
    private @Nullable String publicId;
    private boolean identified;
    private @Nullable Dtd dtd;

    FastInfosetDoctype(FastInfosetScanner scanner) {
        this.scanner = scanner;
    }

    boolean isIdentified() {
        return identified;
    }

    /** Records the document type declaration item at this offset. */
    void identify(@Nullable String newSystemId, @Nullable String newPublicId, long offset) {
        identified = true;
        systemId = newSystemId;
        publicId = newPublicId;
        report(offset, false);
    }

    private void report(long offset, boolean first) {
        if (scanner.options.doctypeEvents()) {
            Ahead item = new Ahead(FastInfosetScanner.DOCTYPE, "", "", offset);
            if (first) {
                ahead.addFirst(item);
            } else {
                ahead.addLast(item);
            }
        }
    }

    void notation(String name, @Nullable String system, @Nullable String publicIdentifier) {
        if (system == null && publicIdentifier == null) {
            throw scanner.fail("a notation must have an identifier: " + name, scanner.pos);
        }
        append("<!NOTATION ").append(name);
        identifiers(publicIdentifier, system);
        append(">");
    }

    void unparsedEntity(String name, String system, @Nullable String publicIdentifier, String notation) {
        append("<!ENTITY ").append(name);
        identifiers(publicIdentifier, system);
        append(" NDATA ").append(notation).append('>');
    }

    void instruction(String target, String data) {
        append("<?").append(target).append(' ').append(data).append("?>");
    }

    private StringBuilder append(String text) {
        if (subset.length() + text.length() > scanner.limits.maxDtdLength()) {
            throw scanner.beyond("the DOCTYPE", "maxDtdLength", scanner.limits.maxDtdLength(), scanner.pos);
        }
        return subset.append(text);
    }

    private void identifiers(@Nullable String publicIdentifier, @Nullable String system) {
        if (publicIdentifier != null) {
            append(" PUBLIC ").append(quoted(publicIdentifier));
        } else {
            append(" SYSTEM");
        }
        if (system != null) {
            append(" ");
            append(quoted(system));
        }
    }

    private String quoted(String identifier) {
        char quote = identifier.indexOf('"') < 0 ? '"' : '\'';
        if (identifier.indexOf(quote) >= 0) {
            throw scanner.fail("an identifier must not hold both kinds of quotation marks", scanner.pos);
        }
        return quote + identifier + quote;
    }

    void ahead(int state, String name, String text, long offset) {
        ahead.addLast(new Ahead(state, name, text, offset));
    }

    boolean isPending() {
        return !ahead.isEmpty();
    }

    Ahead next() {
        return ahead.removeFirst();
    }

    /** Called when all items before the document element are read: builds and parses the DTD. */
    void complete(String rootName) {
        if (!identified) {
            report(0, true);
        }
        String declarations = subset.toString();
        subset.setLength(0);
        subset.append(' ').append(rootName);
        if (publicId != null || systemId != null) {
            // XML syntax has no public identifier without a system identifier
            identifiers(publicId, systemId == null ? "" : systemId);
        }
        if (!declarations.isEmpty()) {
            subset.append(" [").append(declarations).append(']');
        }
        DtdPolicy configured = scanner.options.dtdPolicy();
        DtdPolicy policy = configured == DtdPolicy.IGNORE
                ? configured
                : DtdPolicy.resolving(configured.documentUri(), (publicIdentifier, system) -> null);
        Edition edition = scanner.edition;
        try {
            dtd = Dtd.parse(subset.toString(), new DtdRules(edition, true, false, policy, scanner.limits));
        } catch (DtdException wrong) {
            throw scanner.fail("the DOCTYPE: " + wrong.getMessage(), scanner.itemStart);
        }
    }

    @Nullable Dtd dtd() {
        return dtd;
    }
}

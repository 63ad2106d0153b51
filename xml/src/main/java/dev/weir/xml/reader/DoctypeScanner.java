package dev.weir.xml.reader;

import dev.weir.xml.XmlLocation;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.DtdRules;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.EntityPlace;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The reader's side of a DTD: finds the end of a DOCTYPE and applies the {@code DtdPolicy}; the package {@code dtd}
 * parses the declarations. They supply defaults and normalise the values of attributes, at no cost for documents
 * without DOCTYPE.
 */
abstract class DoctypeScanner extends PrologScanner implements DtdSource {
    @Nullable Dtd dtd;

    /** True when the document has no DOCTYPE and the policy was asked to supply a DTD. */
    private boolean askedForDtd;

    boolean rootSeen;

    DoctypeScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    DoctypeScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    @Override
    public final @Nullable Dtd dtd() {
        return dtd == null || !dtd.isDeclared() ? null : dtd;
    }

    @Override
    public final @Nullable EntityPlace entityPlace() {
        OpenEntity inner = null;
        for (OpenEntity around = entity; around != null; around = around.around()) {
            EntityLocations lines = around.lines();
            if (lines != null) {
                byte[] text = inner == null ? buf : inner.buf();
                int stop = inner != null ? inner.pos() : failure == null ? pos : failedAt;
                EntityDeclaration declaration = around.entity().declaration();
                XmlLocation start = lines.start(text, inner == null ? Math.min(itemStart, stop) : stop);
                return new EntityPlace(
                        declaration.publicId(), String.valueOf(declaration.uri()), start, lines.end(text, stop));
            }
            inner = around;
        }
        return null;
    }

    @Override
    final boolean hasDtd() {
        return dtd != null;
    }

    /** From after {@code <!DOCTYPE}: finds its end, has it parsed, and continues after it. */
    final void doctype(int start) {
        if (!policy.accepted()) {
            throw fail("a DOCTYPE is not accepted: send the document without DTD", pos);
        }
        if (rootSeen || dtd != null) {
            throw fail("a DOCTYPE may stand once, before the document's element", pos);
        }
        int stop = endOfDoctype(start);
        String declaration = new String(buf, start, stop - start, StandardCharsets.UTF_8);
        try {
            dtd = Dtd.parse(declaration, dtdRules());
        } catch (DtdException wrong) {
            int offset = wrong.offset();
            int index = offset < 0
                    ? itemStart
                    : start + declaration.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
            throw fail(String.valueOf(wrong.getMessage()), index);
        }
        lineEnds(start, stop);
        pos = stop + 1;
    }

    /**
     * Called before the document element of a document without DOCTYPE: asks the policy for a DTD; true if it has one.
     */
    final boolean doctypeSupplied() {
        if (dtd != null || askedForDtd || (policy.external() == null && policy.entities() == null)) {
            return false;
        }
        String root = name(pos + 1).qualified();
        pos = itemStart;
        askedForDtd = true;
        try {
            dtd = Dtd.supplied(root, dtdRules());
        } catch (DtdException wrong) {
            throw fail(String.valueOf(wrong.getMessage()), pos);
        }
        if (dtd == null) {
            entitiesWithoutDtd();
        }
        return dtd() != null;
    }

    final void entitiesWithoutDtd() {
        if (policy.entities() != null) {
            dtd = Dtd.undeclared(dtdRules());
        }
    }

    private DtdRules dtdRules() {
        return new DtdRules(edition, options.namespaces(), standalone, policy, limits);
    }

    /**
     * The index of the {@code >} that ends a DOCTYPE, seen as brackets, literals, comments and processing instructions.
     * In a DOCTYPE that is not well-formed this may be too early or too late: the parser, which must find the same end,
     * reports it.
     */
    private int endOfDoctype(int start) {
        boolean inside = false;
        int p = start;
        while (true) {
            int c = inDoctype(p, start);
            if (c >= 0x80) {
                p = character(p);
                continue;
            }
            p++;
            switch (c) {
                case '"', '\'' -> p = pastInDoctype(p, start, (char) c + "");
                case '[' -> inside = true;
                case ']' -> inside = false;
                case '<' -> {
                    if (at(p) == '?') {
                        p = pastInDoctype(p + 1, start, "?>");
                    } else if (at(p) == '!' && at(p + 1) == '-' && at(p + 2) == '-') {
                        p = pastInDoctype(p + 3, start, "-->");
                    }
                }
                case '>' -> {
                    if (!inside) {
                        return p - 1;
                    }
                }
                default -> {}
            }
        }
    }

    private int inDoctype(int p, int start) {
        if (p - start > limits.maxDtdLength()) {
            throw beyond("the DTD", "maxDtdLength", limits.maxDtdLength(), itemStart);
        }
        int c = at(p);
        if (c < 0) {
            throw fail("the document ends inside the DOCTYPE", itemStart);
        }
        return c;
    }

    private int pastInDoctype(int from, int start, String terminator) {
        int p = from;
        while (true) {
            int c = inDoctype(p, start);
            int matched = 0;
            while (matched < terminator.length() && at(p + matched) == terminator.charAt(matched)) {
                matched++;
            }
            if (matched == terminator.length()) {
                return p + matched;
            }
            p = c >= 0x80 ? character(p) : p + 1;
        }
    }

    /** The value of an attribute whose declaration or references affect it; null for all others. */
    final @Nullable String declaredValue(Dtd declared, NameSymbol element, NameSymbol attribute, int from, int to) {
        AttributeDeclaration declaration = declared.attribute(element.qualified(), attribute.qualified());
        boolean tokenized = declaration != null && declaration.isTokenized();
        boolean entities = (flags & ENTITIES) != 0;
        if (!tokenized && !entities) {
            return null;
        }
        String value;
        if (entities) {
            String literal = new String(buf, from, to - from, StandardCharsets.UTF_8);
            try {
                value = declared.expand(entity == null ? literal.replace("\r\n", "\n") : literal);
            } catch (DtdException wrong) {
                throw fail("the attribute " + attribute.qualified() + ": " + wrong.getMessage(), from);
            }
            if (value.getBytes(StandardCharsets.UTF_8).length > limits.maxAttributeLength()) {
                throw beyond(
                        "the length of the attribute " + attribute.qualified(),
                        "maxAttributeLength",
                        limits.maxAttributeLength(),
                        from);
            }
        } else {
            value = string(buf, from, to, flags, AS_ATTRIBUTE);
        }
        return declaration != null && declaration.isTokenized() ? declared.tokenized(declaration, value) : value;
    }

    /** A name from the DTD, where it was checked. */
    final NameSymbol intern(String qualified) {
        byte[] bytes = qualified.getBytes(StandardCharsets.UTF_8);
        long hash = SymbolTable.hash(bytes, 0, bytes.length);
        NameSymbol known = vocabulary.find(hash, bytes, 0, bytes.length);
        if (known != null) {
            return known;
        }
        checkNames(itemStart);
        int colon = qualified.indexOf(':');
        int colonByte = colon < 0 ? -1 : qualified.substring(0, colon).getBytes(StandardCharsets.UTF_8).length;
        return vocabulary.add(
                new NameSymbol(bytes, hash, colonByte, options.namespaces(), vocabulary.sharesNext(bytes.length)));
    }
}

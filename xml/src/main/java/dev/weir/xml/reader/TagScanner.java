package dev.weir.xml.reader;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import dev.weir.xml.lexical.LocationCounter;
import dev.weir.xml.lexical.Swar;
import dev.weir.xml.lexical.WriterNamespaces;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scans tags: keeps the open elements, their attributes, and the namespaces in scope.
 *
 * <p>Most elements are like the ones before them. So each name remembers which name came next ({@link
 * NameSymbol#child}, {@link NameSymbol#sibling}, {@link NameSymbol#attributes}), and if that one occurs again, a
 * comparison of words replaces the search for its end and the lookup. Other tags take the general path.
 *
 * <p>Invariants: {@link #open} holds the document at index 0 and the open elements at 1 to {@link #depth}; after an end
 * tag its element is still at the index behind ({@link #beforeEnded}). {@link #scopes} holds the bindings of all open
 * elements; the first {@link OpenElement#scope} of them were made by the elements around. The {@link #attributeCount}
 * first attributes belong to the current start tag. Their values are slices of the buffer, valid until the next item,
 * but for those that a DTD had a part in, which are Strings made when the tag is scanned.
 */
abstract class TagScanner extends DoctypeScanner {
    /** The most attributes that are compared pairwise for duplicates. */
    private static final int FEW_ATTRIBUTES = 8;

    /** A placeholder for the element that contains the reference, while an entity is open. */
    static final NameSymbol UNENDABLE = new NameSymbol(new byte[] {0}, 0, -1, true, true);

    /** An element that is open, or the document. */
    static final class OpenElement {
        NameSymbol raw = UNENDABLE;

        /** The number of namespace bindings before its own. */
        int scope;

        /** Of its start tag. */
        long offset;
    }

    /** An attribute of the current element. */
    static final class AttributeSlot {
        NameSymbol raw = UNENDABLE;

        /** The expanded name, where there is a prefix. */
        XmlName expanded = UNENDABLE.plain;

        int start;
        int end;
        int flags;

        /** With {@link #GIVEN}, a value computed with the DTD; all other values stay in the buffer. */
        String text = "";

        XmlName name() {
            return raw.prefix == NameSymbol.NO_PREFIX ? raw.plain : expanded;
        }
    }

    static final XmlEvent[] EVENTS = XmlEvent.values();
    static final int BEFORE = 0;
    static final int START = 1;
    static final int END = 2;
    static final int TEXT = 3;
    static final int COMMENT = 4;
    static final int INSTRUCTION = 5;
    static final int AFTER = 6;
    static final int INCOMPLETE = 11;

    /** The event at the cursor, as its ordinal, because storing a reference is the costliest step of a hot loop. */
    int state = BEFORE;

    /** The most bytes that the fast path reads beyond {@link #fastUntil}. */
    static final int FAST_LOOK_AHEAD = 32;

    /** The longest text of an element that the fast path handles. */
    static final int LONGEST_SOLE_TEXT = 256;

    private static final long JOINT = Swar.jointOf('"');
    private static final long QUOTES = Swar.joined('"', JOINT);

    /** True when options and limits allow the fast path. */
    final boolean fast = !options.coalescing()
            && limits.maxNameLength() >= NameSymbol.LONGEST_EXPECTED
            && limits.maxTextLength() >= LONGEST_SOLE_TEXT + FAST_LOOK_AHEAD
            && limits.maxAttributeLength() >= FAST_LOOK_AHEAD;

    /** Open elements; index 0 is the document. */
    OpenElement[] open = workspace.open;

    int depth;
    boolean emptyElement;
    ReaderNamespaces scopes = workspace.scopes;

    /** The number of namespace bindings before the current tag. */
    int scopeBefore;

    /** True when the last tag was an end tag; its element is still at the index after {@link #depth}. */
    boolean beforeEnded;

    AttributeSlot[] attributes = workspace.attributes;
    int attributeCount;
    int[] attributeTable = workspace.attributeTable;

    /** The index of the predicted next attribute in the remembered list. */
    private int expected;

    /** The number of attributes with a prefix. */
    private int prefixed;

    /** Attributes before this index were specified; the others are defaults. */
    int attributesSpecified;

    TagScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    TagScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    /** The element around the cursor, also where an entity is open in it. */
    final NameSymbol element() {
        NameSymbol raw = open[depth].raw;
        for (OpenEntity e = entity; raw == UNENDABLE && e != null; e = e.around()) {
            raw = e.element();
        }
        return raw;
    }

    final XmlEvent startTag(int nameStart) {
        NameSymbol raw = name(nameStart);
        NameSymbol last = open[beforeEnded ? depth + 1 : depth].raw;
        if ((beforeEnded ? last.sibling : last.child) == raw) {
            raw.expectElement();
        } else if (!last.shared || raw.shared) {
            if (beforeEnded) {
                last.sibling = raw;
            } else {
                last.child = raw;
            }
        }
        return startTag(raw, pos);
    }

    final XmlEvent startTag(NameSymbol raw, int afterName) {
        int inner = depth + 1;
        if (inner > limits.maxDepth()) {
            throw beyond("the depth of elements", "maxDepth", limits.maxDepth(), itemStart);
        }
        int scope = scopes.count();
        scopeBefore = scope;
        attributeCount = 0;
        int p = afterName;
        if (p < end && buf[p] == '>' && dtd == null) {
            emptyElement = false;
            attributesSpecified = 0;
            p++;
        } else {
            p = attributes(raw, p, scope);
        }
        pos = p;
        if (inner + 1 == open.length) {
            growOpen();
        }
        if (raw.prefix != NameSymbol.NO_PREFIX && !scopes.isBound(raw.prefix)) {
            throw undeclared(raw, "element");
        }
        enter(inner, raw, scope);
        return XmlEvent.START_ELEMENT;
    }

    final void enter(int inner, NameSymbol raw, int scope) {
        OpenElement element = open[inner];
        if (element.raw != raw) {
            element.raw = raw;
        }
        element.scope = scope;
        element.offset = base + itemStart;
        depth = inner;
        beforeEnded = false;
        state = START;
    }

    private void growOpen() {
        int length = open.length;
        open = Arrays.copyOf(open, length * 2);
        for (int i = length; i < open.length; i++) {
            open[i] = new OpenElement();
        }
    }

    /** Scans a start tag from after its name to its end. */
    private int attributes(NameSymbol raw, int afterName, int scope) {
        insideTag = true;
        NameSymbol[] likely = raw.attributes;
        expected = 0;
        prefixed = 0;
        boolean asGuessed = true;
        int declared = 0;
        int p = afterName;
        int whole = fast ? end - FAST_LOOK_AHEAD : 0;
        while (true) {
            NameSymbol attribute = null;
            int at = p + 1;
            int from = 0;
            int quote = 0;
            if (p < whole) {
                if (dtd == null) {
                    p = plainAttributes(likely, p, whole, limits.maxAttributes() - declared);
                }
                at = p + 1;
                byte[] b = buf;
                long word = Swar.at(b, p);
                if ((byte) word == '>') {
                    emptyElement = false;
                    p++;
                    break;
                }
                if ((short) word == ('/' | '>' << 8)) {
                    emptyElement = true;
                    p += 2;
                    break;
                }
                int guess = expected;
                if (p < whole && guess < likely.length && likely[guess].attribute.matches(word, b, p, end)) {
                    NameSymbol known = likely[guess];
                    from = p + known.attribute.length + 1;
                    quote = from < end ? b[from - 1] : 0;
                    if (quote == '"' || quote == '\'') {
                        attribute = known;
                        expected = guess + 1;
                        p = shortValue(b, from, quote);
                    }
                }
            }
            if (attribute == null) {
                int before = p;
                p = skipSpace(p);
                int c = at(p);
                if (c == '>') {
                    emptyElement = false;
                    p++;
                    break;
                }
                if (c == '/') {
                    if (at(p + 1) != '>') {
                        throw fail(
                                "\"/\" in a start tag must be followed by \">\", but there is " + found(p + 1), p + 1);
                    }
                    emptyElement = true;
                    p += 2;
                    break;
                }
                if (c < 0) {
                    throw fail("the document ends inside the start tag of " + raw.qualified(), p);
                }
                if (p == before) {
                    throw fail(
                            "white space, \">\" or \"/>\" must follow in the start tag of " + raw.qualified()
                                    + ", but there is " + found(p),
                            p);
                }
                at = p;
                attribute = name(p);
                int found = expected;
                while (found < likely.length && likely[found] != attribute) {
                    found++;
                }
                asGuessed &= found < likely.length;
                expected = found + 1;
                p = skipSpace(pos);
                if (at(p) != '=') {
                    throw fail(
                            "\"=\" must follow the attribute name " + attribute.qualified() + ", but there is "
                                    + found(p),
                            p);
                }
                p = skipSpace(p + 1);
                quote = at(p);
                if (quote != '"' && quote != '\'') {
                    throw fail(
                            "the value of the attribute " + attribute.qualified() + " must be quoted, but there is "
                                    + found(p),
                            p);
                }
                from = p + 1;
                p = -1;
            }
            if (p < 0) {
                p = value(from, quote, attribute);
            }
            if (attributeCount + declared == limits.maxAttributes()) {
                throw beyond("the number of attributes", "maxAttributes", limits.maxAttributes(), at);
            }
            String text = dtd == null ? null : declaredValue(dtd, raw, attribute, from, p);
            if (attribute.declares != null) {
                declare(attribute.declares, text == null ? namespace(from, p) : namespaceNamed(text), scope, at);
                declared++;
            } else {
                add(attribute, from, p, text);
                prefixed += attribute.prefix == NameSymbol.NO_PREFIX ? 0 : 1;
            }
            p++;
            if (p - itemStart > limits.maxTagLength()) {
                break;
            }
        }
        if (p - itemStart > limits.maxTagLength()) {
            throw beyond("the tag", "maxTagLength", limits.maxTagLength(), itemStart);
        }
        insideTag = false;
        int count = attributeCount;
        attributesSpecified = count;
        if (dtd != null) {
            supplyDefaults(dtd, raw, scope, declared);
        }
        if (prefixed > 0 || attributeCount > count) {
            expandAttributes();
        }
        // Names from the list, in its order, are distinct as written, but distinct prefixes may be bound to the same
        // namespace.
        if (!asGuessed || attributeCount > count) {
            checkForDuplicates();
        } else if (prefixed > 1) {
            checkPrefixedForDuplicates(prefixed);
        }
        if (!asGuessed && declared == 0) {
            expectAgain(raw);
        }
        return p;
    }

    /**
     * Scans the remembered attributes, from {@link #expected} on, as far as they recur with plain values; returns the
     * index after the last of them.
     */
    private int plainAttributes(NameSymbol[] likely, int start, int whole, int most) {
        byte[] b = buf;
        AttributeSlot[] found = attributes;
        int next = expected;
        int count = attributeCount;
        int last = Math.min(likely.length - next, Math.min(most, found.length) - count) + count;
        int after = start;
        while (count < last) {
            NameSymbol name = likely[next];
            TagPattern opening = name.plainAttribute;
            int p = after;
            if (p >= whole || !opening.matches(Swar.at(b, p), b, p, end)) {
                break;
            }
            p += opening.length;
            int from = p;
            long stops = 0;
            while (p < whole && (stops = Swar.valueStops(Swar.at(b, p), JOINT, QUOTES)) == 0) {
                p += 8;
            }
            p += Swar.first(stops);
            if (stops == 0 || b[p] != '"' || p - from > limits.maxAttributeLength()) {
                break;
            }
            AttributeSlot attribute = found[count];
            if (attribute.raw != name) {
                attribute.raw = name;
            }
            attribute.start = from;
            attribute.end = p;
            attribute.flags = 0;
            prefixed += name.prefix == NameSymbol.NO_PREFIX ? 0 : 1;
            after = p + 1;
            next++;
            count++;
        }
        expected = next;
        attributeCount = count;
        return after;
    }

    /** The end of a value if it is plain and short, otherwise -1. */
    private int shortValue(byte[] b, int from, int quote) {
        int p = from;
        if (p > end - 16) {
            return -1;
        }
        long joint = Swar.jointOf(quote);
        long quotes = Swar.joined(quote, joint);
        long stops = Swar.valueStops(Swar.at(b, p), joint, quotes);
        if (stops == 0) {
            p += 8;
            stops = Swar.valueStops(Swar.at(b, p), joint, quotes);
            if (stops == 0) {
                return -1;
            }
        }
        p += Swar.first(stops);
        if (b[p] != quote) {
            return -1;
        }
        flags = 0;
        return p;
    }

    /** Attributes without duplicates become the next prediction. */
    private void expectAgain(NameSymbol raw) {
        int count = attributesSpecified;
        if (count > NameSymbol.MOST_EXPECTED) {
            return;
        }
        NameSymbol[] found = new NameSymbol[count];
        for (int i = 0; i < count; i++) {
            found[i] = attributes[i].raw;
            found[i].expectAttribute();
            if (raw.shared && !found[i].shared) {
                return;
            }
        }
        raw.attributes = found;
    }

    private void add(NameSymbol raw, int from, int to, @Nullable String text) {
        int i = attributeCount;
        if (i == attributes.length) {
            attributes = Arrays.copyOf(attributes, i * 2);
            for (int j = i; j < attributes.length; j++) {
                attributes[j] = new AttributeSlot();
            }
        }
        AttributeSlot attribute = attributes[i];
        if (attribute.raw != raw) {
            attribute.raw = raw;
        }
        attribute.start = from;
        attribute.end = to;
        attribute.flags = flags;
        if (text != null) {
            attribute.text = text;
            attribute.flags = GIVEN;
        }
        attributeCount = i + 1;
    }

    private void declare(String prefix, NamespaceSymbol namespace, int scope, int at) {
        String uri = namespace.uri;
        if (prefix.equals("xmlns")) {
            throw fail("the prefix xmlns must not be declared", at);
        }
        if (prefix.equals("xml") != uri.equals(WriterNamespaces.XML_NAMESPACE)) {
            throw fail(
                    "the prefix xml and the namespace " + WriterNamespaces.XML_NAMESPACE
                            + " belong to each other and cannot be declared otherwise",
                    at);
        }
        if (uri.equals(WriterNamespaces.XMLNS_NAMESPACE)) {
            throw fail("the namespace " + WriterNamespaces.XMLNS_NAMESPACE + " must not be declared", at);
        }
        if (uri.isEmpty() && !prefix.isEmpty() && edition != Edition.XML_1_1) {
            throw fail("the prefix " + prefix + " cannot be undeclared: xmlns:" + prefix + "=\"\"", at);
        }
        if (scopes.find(prefix) >= scope) {
            throw fail("the attribute " + (prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix) + " comes twice", at);
        }
        scopes.push(prefix, namespace);
    }

    private NamespaceSymbol namespace(int from, int to) {
        byte[] bytes = buf;
        int first = from;
        int last = to;
        if ((flags & AS_ATTRIBUTE) != 0) {
            last = decode(from, to, AS_ATTRIBUTE);
            first = 0;
            bytes = scratch;
        }
        return namespace(bytes, first, last, from);
    }

    private NamespaceSymbol namespaceNamed(String uri) {
        byte[] bytes = uri.getBytes(StandardCharsets.UTF_8);
        return namespace(bytes, 0, bytes.length, itemStart);
    }

    private NamespaceSymbol namespace(byte[] bytes, int first, int last, int at) {
        if (first == last) {
            return NamespaceSymbol.NONE;
        }
        long hash = SymbolTable.hash(bytes, first, last);
        NamespaceSymbol known = vocabulary.findNamespace(hash, bytes, first, last);
        if (known != null) {
            return known;
        }
        checkNames(at);
        byte[] copy = Arrays.copyOfRange(bytes, first, last);
        return vocabulary.add(new NamespaceSymbol(
                copy,
                hash,
                NameSymbol.interned(new String(copy, StandardCharsets.UTF_8), vocabulary.sharesNext(copy.length))));
    }

    /** The expanded name of an open element. */
    final XmlName elementName(int element) {
        NameSymbol raw = open[element].raw;
        return vocabulary.expand(raw, namespaceOf(raw));
    }

    /** Of an element's name. */
    final NamespaceSymbol namespaceOf(NameSymbol raw) {
        return raw.prefix == NameSymbol.NO_PREFIX
                ? scopes.defaultNamespace()
                : scopes.namespace(scopes.find(raw.prefix));
    }

    private XmlException undeclared(NameSymbol raw, String what) {
        return fail("the prefix of the " + what + " " + raw.qualified() + " is not bound to a namespace", itemStart);
    }

    private void expandAttributes() {
        for (int i = 0; i < attributeCount; i++) {
            AttributeSlot attribute = attributes[i];
            NameSymbol raw = attribute.raw;
            if (raw.prefix != NameSymbol.NO_PREFIX) {
                int binding = scopes.find(raw.prefix);
                if (binding < 0 || scopes.namespace(binding) == NamespaceSymbol.NONE) {
                    throw undeclared(raw, "attribute");
                }
                attribute.expanded = vocabulary.expand(raw, scopes.namespace(binding));
            }
        }
    }

    private void checkForDuplicates() {
        int count = attributeCount;
        if (count > FEW_ATTRIBUTES) {
            checkManyForDuplicates();
            return;
        }
        for (int i = 1; i < count; i++) {
            XmlName name = attributes[i].name();
            for (int j = 0; j < i; j++) {
                if (name == attributes[j].name() || name.equals(attributes[j].name())) {
                    throw duplicate(i);
                }
            }
        }
    }

    /** Finds duplicates among names that are distinct as written: only those with different prefixes can be equal. */
    private void checkPrefixedForDuplicates(int prefixed) {
        if (prefixed > FEW_ATTRIBUTES) {
            checkManyForDuplicates();
            return;
        }
        for (int i = 1; i < attributeCount; i++) {
            NameSymbol raw = attributes[i].raw;
            for (int j = 0; j < i && raw.prefix != NameSymbol.NO_PREFIX; j++) {
                NameSymbol other = attributes[j].raw;
                boolean mayMeet = other.prefix != NameSymbol.NO_PREFIX && other.localHash == raw.localHash;
                if (mayMeet && attributes[i].expanded.equals(attributes[j].expanded)) {
                    throw duplicate(i);
                }
            }
        }
    }

    private XmlException duplicate(int index) {
        if (index >= attributesSpecified) {
            return fail("the attribute " + attributes[index].name() + " comes twice, once by default", itemStart);
        }
        int p = attributes[index].start - 1;
        while (buf[p - 1] != '=') {
            p--;
        }
        p--;
        while (CLASS[buf[p - 1] & 0xFF] == Characters.SPACE) {
            p--;
        }
        return fail(
                "the attribute " + attributes[index].name() + " comes twice", p - attributes[index].raw.bytes.length);
    }

    /** Finds duplicates by a table with a secret hash seed. */
    private void checkManyForDuplicates() {
        int count = attributeCount;
        int size = Integer.highestOneBit(count) * 4;
        if (attributeTable.length < size) {
            attributeTable = new int[size];
        } else {
            Arrays.fill(attributeTable, 0, size, 0);
        }
        for (int i = 0; i < count; i++) {
            NameSymbol raw = attributes[i].raw;
            long hash = raw.localHash;
            if (!raw.prefix.isEmpty()) {
                hash += scopes.namespace(scopes.find(raw.prefix)).hash * 31;
            }
            int slot = (int) (hash ^ hash >>> 32) & (size - 1);
            while (attributeTable[slot] != 0) {
                if (attributes[i].name().equals(attributes[attributeTable[slot] - 1].name())) {
                    throw duplicate(i);
                }
                slot = (slot + 1) & (size - 1);
            }
            attributeTable[slot] = i + 1;
        }
    }

    final XmlEvent endTag(int nameStart) {
        NameSymbol ending = open[depth].raw;
        if (!matches(nameStart, ending.bytes)) {
            throw mismatchedEndTag(nameStart);
        }
        int p = nameStart + ending.bytes.length;
        if (at(p) != '>') {
            int afterName = p;
            p = skipSpace(p);
            int c = at(p);
            if (p == afterName && c >= 0 && (CLASS[c] & NAME_BYTE) != 0) {
                throw mismatchedEndTag(nameStart);
            }
            if (c != '>') {
                throw fail(
                        "the end tag of " + ending.qualified() + " must end with \">\", but there is " + found(p), p);
            }
        }
        pos = p + 1;
        return XmlEvent.END_ELEMENT;
    }

    private XmlException mismatchedEndTag(int nameStart) {
        String unended = "the element " + open[depth].raw.qualified() + openedAt(depth);
        if (at(nameStart) < 0) {
            return fail("the document ends inside " + unended, nameStart);
        }
        NameSymbol other = name(nameStart);
        if (open[depth].raw == UNENDABLE) {
            return fail(
                    "the end tag </" + other.qualified()
                            + "> does not match: its element must begin in the same entity",
                    itemStart);
        }
        return fail("the end tag </" + other.qualified() + "> does not match " + unended, itemStart);
    }

    /** The location of an element's start tag; for a stream, whose line ends are no longer known, as an offset. */
    final String openedAt(int element) {
        if (entity != null) {
            return "";
        }
        if (in != null) {
            return places.isTranscoded() ? "" : " (opened at byte " + open[element].offset + ")";
        }
        LocationCounter opened = new LocationCounter();
        opened.advance(buf, textStartOfDocument(), (int) (open[element].offset - base));
        XmlLocation place = opened.at(open[element].offset);
        return " (opened at line " + place.line() + ", column " + place.column() + ")";
    }

    private int textStartOfDocument() {
        boolean mark = end - documentStart >= 3 && buf[documentStart] == (byte) 0xEF;
        return mark ? documentStart + 3 : documentStart;
    }

    private void supplyDefaults(Dtd declared, NameSymbol element, int scope, int namespaces) {
        List<AttributeDeclaration> defaults = declared.defaults(element.qualified());
        if (defaults.isEmpty()) {
            return;
        }
        Set<NameSymbol> specified = new HashSet<>();
        for (int i = 0; i < attributeCount; i++) {
            specified.add(attributes[i].raw);
        }
        int declarations = namespaces;
        for (AttributeDeclaration declaration : defaults) {
            NameSymbol name = intern(declaration.name());
            String value = declaration.value();
            String prefix = name.declares;
            if (value == null || specified.contains(name) || (prefix != null && scopes.find(prefix) >= scope)) {
                continue;
            }
            if (attributeCount + declarations == limits.maxAttributes()) {
                throw beyond("the number of attributes", "maxAttributes", limits.maxAttributes(), itemStart);
            }
            try {
                declared.supplied(declaration);
            } catch (DtdException beyond) {
                throw fail(String.valueOf(beyond.getMessage()), itemStart);
            }
            if (prefix != null) {
                declare(prefix, namespaceNamed(value), scope, itemStart);
                declarations++;
            } else {
                flags = 0;
                add(name, itemStart, itemStart, value);
            }
        }
    }
}

package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlException;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.fastinfoset.SharedNames.SharedName;
import dev.weir.xml.lexical.Edition;
import dev.weir.xml.lexical.WriterNamespaces;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes elements with their attributes and namespaces (X.891, C.3, C.4, C.12). An element costs one table lookup and
 * one integer comparison for its prefix, an attribute the same and one lookup of its value's position.
 *
 * <p>The resulting infoset can be expressed in XML: names, characters, attributes and namespaces obey the same rules as
 * in XML text.
 */
abstract class ElementInput extends LiteralInput {
    /** The most attributes that are compared one by one to find duplicates. */
    private static final int FEW = 32;

    ReaderTables.Names elementNames = tables.elementNames;
    PrefixScopes scopes = room.scopes;

    /** The number of open elements, without the one whose end is the current item. */
    int depth;

    boolean rootSeen;

    /** Terminators that were read but not yet reported: the second half of an octet. */
    int ends;

    /** The number of the name of the element that starts or ends. */
    int current;

    /** For each open element the number of its name, and above that how many bindings there were before it. */
    long[] open = room.open;

    /** The depth below which the array has room, and the limit allows one more element. */
    int depthRoom;

    int attributeCount;

    /** The codes of the element's attribute names so far, as a bit set. */
    private long attributeBits;

    /**
     * Two words for each attribute: start and end of its value, or its table entry; then the number of its name, and
     * above that the kind of its value.
     */
    long[] attributes = room.attributes;

    /** The values whose kind is {@link ValueKind#STRING}. */
    @Nullable String[] attributeTexts = room.attributeTexts;

    private final int maxDepth;
    private final int maxAttributes;
    private final int maxTagLength;

    /** Whether the limits allow an attribute that takes two octets. */
    private final boolean oneAllowed;

    ElementInput(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options);
        this.maxDepth = limits.maxDepth();
        this.maxAttributes = limits.maxAttributes();
        this.maxTagLength = limits.maxTagLength();
        this.oneAllowed = maxAttributes > 0 && maxTagLength > 3;
        this.depthRoom = Math.min(open.length - 1, maxDepth);
    }

    ElementInput(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, bufferOctets, options);
        this.maxDepth = limits.maxDepth();
        this.maxAttributes = limits.maxAttributes();
        this.maxTagLength = limits.maxTagLength();
        this.oneAllowed = maxAttributes > 0 && maxTagLength > 3;
        this.depthRoom = Math.min(open.length - 1, maxDepth);
    }

    // ---------------------------------------------------------------- elements

    /** C.3: an element by any kind of name, with its namespaces. */
    final void startElement(int first) {
        if (depth == 0) {
            if (rootSeen) {
                throw fail("a document must have one element", itemStart);
            }
            rootSeen = true;
        }
        if (depth >= maxDepth) {
            throw beyond("the nesting of elements", "maxDepth", maxDepth, itemStart);
        }
        int declared = scopes.count();
        int b = first & 0x3F;
        if (b == FastInfosetLayout.HAS_NAMESPACES) {
            namespaces(declared);
            b = octet();
            if (b > 0x3F) {
                throw wrongBits("the name of an element after its namespaces", b);
            }
        }
        ReaderTables.Names table = elementNames;
        int entry;
        if (b < 0x20) {
            entry = b;
        } else if (b >= FastInfosetLayout.LITERAL_ON_BIT_3) {
            entry = literalName(b, table, false);
        } else {
            entry = index3(b);
        }
        if (entry >= table.count) {
            throw noEntry("element names", entry, table.count);
        }
        bind(table, entry);
        if ((first & 0x3F) >= FastInfosetLayout.LITERAL_ON_BIT_3 && table.asBefore) {
            remember(itemStart, table);
        }
        if (depth + 1 == open.length) {
            open = Arrays.copyOf(open, open.length * 2);
            depthRoom = Math.min(open.length - 1, maxDepth);
        }
        push(ReaderTables.Names.number(table.slots[entry]), declared);
        if ((first & FastInfosetLayout.HAS_ATTRIBUTES) != 0) {
            attributes(scopes.count() - declared);
        }
        checkTag();
    }

    /**
     * Decodes a single attribute whose name and value are indexes of one octet each, as that of a type or a unit often
     * is. Returns false, without consuming anything, for any other attributes.
     */
    final boolean oneKnownAttribute(int element) {
        byte[] octets = buf;
        int name = octets[element + 1];
        int value = octets[element + 2] ^ (byte) FastInfosetLayout.STRING_INDEX;
        if (octets[element + 3] != (byte) FastInfosetLayout.TERMINATOR
                || (name & 0xC0) != 0
                || (value & 0xC0) != 0
                || !oneAllowed) {
            return false;
        }
        long slot = tables.attributeNames.slots[name];
        if ((slot >= 0 && ReaderTables.Names.state(slot) != scopes.state) || value >= tables.attributeValues.count) {
            return false;
        }
        attributes[0] = value;
        attributes[1] = (long) ValueKind.INDEXED << 32 | ReaderTables.Names.number(slot);
        attributeCount = 1;
        pos = element + 4;
        return true;
    }

    final void push(int name, int declared) {
        int at = ++depth;
        open[at] = (long) declared << 32 | name;
        current = name;
        attributeCount = 0;
    }

    /** Pops the innermost open element; true when it has namespace declarations that go out of scope. */
    final boolean pop() {
        long ended = open[depth--];
        current = (int) ended;
        return scopes.count() > (int) (ended >>> 32);
    }

    /** The number of namespace bindings before an element's own. */
    final int scopeBefore(int level) {
        return (int) (open[level] >>> 32);
    }

    final SharedName element(int level) {
        return tables.names.name((int) open[level]);
    }

    final SharedName attribute(int index) {
        return tables.names.name((int) attributes[2 * index + 1]);
    }

    final int attributeKind(int index) {
        return (int) (attributes[2 * index + 1] >>> 32);
    }

    private void bind(ReaderTables.Names table, int entry) {
        long slot = table.slots[entry];
        if (slot >= 0 && ReaderTables.Names.state(slot) != scopes.state) {
            SharedName name = table.get(entry);
            if (!scopes.isLastFound(name.prefix, name.namespace)) {
                checkBound(name.prefix, name.namespace);
                scopes.found(name.prefix, name.namespace);
            }
            table.bound(entry, scopes.state);
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    private void checkBound(String prefix, String namespace) {
        String bound = scopes.lookup(prefix);
        if (bound != namespace && !namespace.equals(bound)) {
            throw fail(
                    prefix.isEmpty()
                            ? "a name without prefix is in the namespace \"" + namespace
                                    + "\", but the default namespace here is \"" + bound + "\""
                            : "the prefix \"" + prefix + "\" stands for \"" + namespace + "\", but here it is "
                                    + (bound == null ? "not declared" : "declared for \"" + bound + "\""),
                    itemStart);
        }
    }

    /** C.3.4, C.12: namespace declarations up to their terminator. */
    private void namespaces(int before) {
        int b = octet();
        do {
            if ((b & FastInfosetLayout.SIX_BITS) != FastInfosetLayout.NAMESPACE_ATTRIBUTE) {
                throw wrongBits("a namespace declaration", b);
            }
            Part part = (b & FastInfosetLayout.PREFIX) == 0
                    ? Part.NONE
                    : tables.names.part(
                            identifying(tables.prefixes, "prefixes", limits.maxNameLength(), "maxNameLength"));
            String prefix = part.text;
            if (!prefix.isEmpty() && !part.ncName) {
                throw fail("a prefix must be a name without colon: " + snippet(prefix), itemStart);
            }
            String namespace = (b & FastInfosetLayout.NAMESPACE) == 0
                    ? ""
                    : string(tables.namespaces, "namespace names", maxAttributeLength, "maxAttributeLength");
            if (prefix.equals(FastInfosetLayout.XML_PREFIX) != namespace.equals(FastInfosetLayout.XML_NAMESPACE)) {
                throw fail("the prefix xml and its namespace belong to each other", itemStart);
            }
            if (prefix.equals("xmlns") || namespace.equals(WriterNamespaces.XMLNS_NAMESPACE)) {
                throw fail("the prefix xmlns and its namespace are reserved", itemStart);
            }
            if (!prefix.isEmpty() && namespace.isEmpty() && edition != Edition.XML_1_1) {
                throw fail("the prefix \"" + prefix + "\" must be bound to a namespace", itemStart);
            }
            int count = scopes.count() - before;
            if (count >= maxAttributes) {
                throw beyond("the number of attributes", "maxAttributes", maxAttributes, itemStart);
            }
            if (scopes.find(prefix) >= before) {
                throw fail("the prefix \"" + prefix + "\" is declared twice", itemStart);
            }
            scopes.declare(prefix, namespace);
            checkTag();
            b = octet();
        } while (b != FastInfosetLayout.TERMINATOR);
    }

    final void checkTag() {
        if (pos - itemStart > maxTagLength) {
            throw beyond("the tag", "maxTagLength", maxTagLength, itemStart);
        }
    }

    // ---------------------------------------------------------------- attributes

    /** C.3.6, C.4. */
    final void attributes(int declarations) {
        attributeBits = 0;
        int most = maxAttributes - declarations;
        int b;
        while (true) {
            shortAttributes(most);
            checkTag();
            b = octet();
            if (b >= FastInfosetLayout.TERMINATOR && attributeCount > 0) {
                break;
            }
            if (b >= 0x80) {
                throw wrongBits("an attribute", b);
            }
            if (attributeCount >= most) {
                throw beyond("the number of attributes", "maxAttributes", maxAttributes, itemStart);
            }
            attribute(b, attributeCount);
            attributeCount++;
        }
        if (b == FastInfosetLayout.DOUBLE_TERMINATOR) {
            ends = 1;
        } else if (b != FastInfosetLayout.TERMINATOR) {
            throw wrongBits("an attribute", b);
        }
        if (attributeCount > FEW) {
            checkTwice(attributeCount);
        }
    }

    /**
     * Decodes attributes as long as they have the short form: a name by an index of one octet whose prefix is already
     * bound, a value by an index of one or two octets, or a literal in ASCII. Stops before the first attribute of
     * another form, and before one that is too near to the end of the buffered octets.
     */
    private void shortAttributes(int most) {
        byte[] octets = buf;
        int p = pos;
        int last = end - Long.BYTES;
        int count = attributeCount;
        long[] to = attributes;
        int room = Math.min(most, to.length >> 1);
        long bits = attributeBits;
        long state = scopes.state;
        long[] slots = tables.attributeNames.slots;
        ReaderTables.Values values = tables.attributeValues;
        while (p < last && count < room) {
            int b = octets[p];
            if ((b & 0xC0) != 0) {
                break;
            }
            long slot = slots[b];
            long bit = ReaderTables.Names.bit(slot);
            if ((slot >= 0 && ReaderTables.Names.state(slot) != state) || ((bits & bit) != 0 && count < FEW)) {
                break;
            }
            int v = octets[p + 1];
            long value;
            long kind = (long) ValueKind.INDEXED << 32;
            int next;
            if (v < 0) {
                if ((v & 0x40) == 0) {
                    value = v & 0x3F;
                    next = p + 2;
                } else if ((v & 0x20) == 0) {
                    value = FastInfosetLayout.INDEX_2_SMALL + (long) ((v & 0x1F) << 8 | octets[p + 2] & 0xFF);
                    next = p + 3;
                } else {
                    break;
                }
                if (value >= values.count) {
                    break;
                }
            } else {
                int start = p + 2;
                int length = (v & 0x07) + 1;
                if ((v & 0x3F) == FastInfosetLayout.LENGTH_5_MEDIUM_FLAG) {
                    start = p + 3;
                    length = (octets[p + 2] & 0xFF) + FastInfosetLayout.LENGTH_5_SMALL + 1;
                } else if ((v & 0x38) != 0) {
                    break;
                }
                next = start + length;
                if (next > last || length > maxAttributeLength || !CharacterOctets.isPlain(octets, start, next)) {
                    break;
                }
                value = (long) start << 32 | next;
                if ((v & FastInfosetLayout.STRING_ADD) == 0) {
                    kind = (long) ValueKind.ASCII << 32;
                } else if (values.hasRoom(maxTextLength)) {
                    value = values.add(octets, start, next, ValueKind.ASCII);
                } else {
                    break;
                }
            }
            to[2 * count] = value;
            to[2 * count + 1] = kind | ReaderTables.Names.number(slot);
            count++;
            bits |= bit;
            p = next;
        }
        pos = p;
        attributeCount = count;
        attributeBits = bits;
    }

    private void attribute(int b, int count) {
        ReaderTables.Names table = tables.attributeNames;
        int entry = b < 0x40 ? b : b >= FastInfosetLayout.LITERAL_ON_BIT_2 ? literalName(b, table, true) : index2(b);
        if (entry >= table.count) {
            throw noEntry("attribute names", entry, table.count);
        }
        bind(table, entry);
        if (2 * count == attributes.length) {
            attributes = Arrays.copyOf(attributes, count * 4);
            attributeTexts = Arrays.copyOf(attributeTexts, count * 2);
        }
        long slot = table.slots[entry];
        long bit = ReaderTables.Names.bit(slot);
        if ((attributeBits & bit) != 0 && count < FEW) {
            checkTwice(table.get(entry), count);
        }
        attributeBits |= bit;
        int kind = attributeValue(count);
        attributes[2 * count + 1] = (long) kind << 32 | ReaderTables.Names.number(slot);
    }

    /** Finds a duplicate among few attributes by comparison, used when their bits do not distinguish them. */
    private void checkTwice(SharedName last, int count) {
        for (int i = 0; i < count; i++) {
            SharedName before = attribute(i);
            if (before == last || before.name.equals(last.name)) {
                throw twice(last);
            }
        }
    }

    /** Finds a duplicate among many attributes by marking each name with the number of this element. */
    private void checkTwice(int count) {
        int numbers = tables.names.count();
        if (room.seen.length < numbers) {
            room.seen = Arrays.copyOf(room.seen, Math.max(64, numbers * 2));
        }
        long element = ++room.elements;
        for (int i = 0; i < count; i++) {
            int first = tables.names.first((int) attributes[2 * i + 1]);
            if (room.seen[first] == element) {
                throw twice(attribute(i));
            }
            room.seen[first] = element;
        }
    }

    private XmlException twice(SharedName attribute) {
        return fail("the attribute " + attribute.name + " is there twice", itemStart);
    }

    /** C.14: decodes an attribute's value, records its position and returns its kind. */
    private int attributeValue(int attribute) {
        int b = octet();
        if (b >= FastInfosetLayout.STRING_INDEX) {
            if (b == FastInfosetLayout.EMPTY_STRING) {
                return ValueKind.EMPTY;
            }
            int index = index2(b);
            if (index >= tables.attributeValues.count) {
                throw noEntry("attribute values", index, tables.attributeValues.count);
            }
            attributes[2 * attribute] = index;
            return ValueKind.INDEXED;
        }
        literal(b, maxAttributeLength, "maxAttributeLength", tables.attributeValues, false);
        attributes[2 * attribute] = (long) textStart << 32 | textEnd;
        if (textKind == ValueKind.STRING) {
            attributeTexts[attribute] = textString;
        }
        return textKind;
    }
}

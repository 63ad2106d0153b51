package dev.weir.xml.tree;

import dev.weir.xml.XmlName;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The layout of an element's attributes as long as nobody asks for them as nodes: an array of prefix, name and value of
 * each, in document order. It takes a third of the memory of nodes.
 */
final class AttributeTable {
    /** The slots of one attribute. */
    static final int ROW = 3;

    static final Object[] EMPTY = {};

    private AttributeTable() {}

    static void set(Object[] table, int row, String prefix, XmlName name, String value) {
        table[row] = prefix;
        table[row + 1] = name;
        table[row + 2] = value;
    }

    static String prefix(Object[] table, int row) {
        return (String) table[row];
    }

    static XmlName name(Object[] table, int row) {
        return (XmlName) table[row + 1];
    }

    static String value(Object[] table, int row) {
        return (String) table[row + 2];
    }

    static void value(Object[] table, int row, String value) {
        table[row + 2] = value;
    }

    /** A table with one more attribute; an empty one is not changed. */
    static Object[] with(Object[] table, String prefix, XmlName name, String value) {
        Object[] grown = Arrays.copyOf(table, table.length + ROW, Object[].class);
        set(grown, table.length, prefix, name, value);
        return grown;
    }

    /** The row of a name; -1 where there is none. */
    static int row(Object[] table, XmlName name) {
        for (int i = 0; i < table.length; i += ROW) {
            if (name(table, i).equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The value of the attribute of a local name in no namespace, or null. */
    static @Nullable String value(Object[] table, String local) {
        for (int i = 0; i < table.length; i += ROW) {
            XmlName name = name(table, i);
            if (name.local().equals(local) && name.namespace().isEmpty()) {
                return value(table, i);
            }
        }
        return null;
    }
}

package dev.weir.xml.fastinfoset;

import java.util.HashMap;
import java.util.Map;

/**
 * One of the tables whose every literal is added (X.891, 7.13.7): prefixes, namespace names, local names, other names
 * and URIs. The strings are kept from document to document, their indexes are not. Hash collisions stay cheap, because
 * strings are comparable.
 */
final class IdentifierTable {
    private final Map<String, IndexedString> symbols = new HashMap<>();
    private int fixed;
    private int next;

    /** The symbol for a string; its index may belong to an earlier document. */
    IndexedString of(String text) {
        IndexedString symbol = symbols.get(text);
        if (symbol == null) {
            symbol = new IndexedString(text);
            symbols.put(text, symbol);
        }
        return symbol;
    }

    /** Adds an entry that every document has. */
    void fix(String text) {
        IndexedString symbol = of(text);
        if (symbol.document != WriterTables.ALL_DOCUMENTS) {
            symbol.document = WriterTables.ALL_DOCUMENTS;
            symbol.index = next;
        }
        fixed = ++next;
    }

    /** Assigns the next index to a symbol; false when the table is full. */
    boolean add(IndexedString symbol, int document) {
        if (next == FastInfosetLayout.MOST_ENTRIES) {
            return false;
        }
        symbol.document = document;
        symbol.index = next++;
        return true;
    }

    void begin() {
        next = fixed;
    }

    int size() {
        return symbols.size();
    }
}

package dev.weir.xml.lexical;

import dev.weir.xml.XmlName;
import java.util.HashSet;
import java.util.Set;

/**
 * The expanded names of one element's attributes, to find duplicates. A few names are compared one by one; more go into a
 * hash set whose buckets are sorted by name, so that hostile names with equal hashes stay cheap.
 */
public final class AttributeNameSet {
    private static final int FEW = 8;

    private final String[] uris = new String[FEW];
    private final String[] locals = new String[FEW];
    private int size;
    private final Set<XmlName> many = new HashSet<>(0);

    public void clear() {
        size = 0;
        if (!many.isEmpty()) {
            many.clear();
        }
    }

    /** Adds a name; false where the set has it already. */
    public boolean add(String uri, String local) {
        for (int i = 0; i < size; i++) {
            if (locals[i].equals(local) && uris[i].equals(uri)) {
                return false;
            }
        }
        if (size == FEW) {
            return many.add(XmlName.of(uri, local));
        }
        uris[size] = uri;
        locals[size++] = local;
        return true;
    }
}

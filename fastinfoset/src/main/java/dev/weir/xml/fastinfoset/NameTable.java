package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of written names, by their three parts, kept from document to document. Each lookup probes a few slots;
 * names that do not fit there, such as hostile ones, go to a map that stays fast with colliding hashes.
 */
final class NameTable {
    private static final int FEWEST_SLOTS = 256;
    private static final int LONGEST_PROBE = 8;
    private static final int ASKED = 1024;
    private static final int ASKED_SHIFT = 32 - Integer.numberOfTrailingZeros(ASKED);

    private final IdentifierTable prefixes;
    private final IdentifierTable namespaces;
    private final IdentifierTable locals;
    private final Map<XmlName, QualifiedName.Expanded> expanded = new HashMap<>();
    private final Map<XmlName, Map<String, QualifiedName>> crowded = new HashMap<>(0);

    /** A direct-mapped cache of lookups by XmlName. */
    private final @Nullable QualifiedName[] asked = new QualifiedName[ASKED];

    private @Nullable QualifiedName[] slots = new QualifiedName[FEWEST_SLOTS];
    private int shift = 32 - Integer.numberOfTrailingZeros(FEWEST_SLOTS);
    private int count;

    NameTable(IdentifierTable prefixes, IdentifierTable namespaces, IdentifierTable locals) {
        this.prefixes = prefixes;
        this.namespaces = namespaces;
        this.locals = locals;
    }

    /** The name for a prefix and an XmlName, which holds the other two parts. */
    QualifiedName of(String prefix, XmlName name) {
        int slot = name.hashCode() * 0x9E3779B9 >>> ASKED_SHIFT;
        QualifiedName known = asked[slot];
        if (known != null && known.wasAsked(prefix, name)) {
            return known;
        }
        QualifiedName found = of(prefix, name.local(), name.namespace());
        found.ask(prefix, name);
        asked[slot] = found;
        return found;
    }

    QualifiedName of(String prefix, String local, String uri) {
        QualifiedName known = slots[slot(prefix, local)];
        return known != null && known.hasParts(prefix, local, uri) ? known : search(prefix, local, uri);
    }

    private QualifiedName search(String prefix, String local, String uri) {
        @Nullable QualifiedName[] all = slots;
        int slot = slot(prefix, local);
        for (int i = 0; i < LONGEST_PROBE; i++) {
            QualifiedName name = all[slot + i & all.length - 1];
            if (name == null) {
                return add(prefix, local, uri);
            }
            if (name.is(prefix, local, uri)) {
                return name;
            }
        }
        Map<String, QualifiedName> more = crowded.get(XmlName.of(uri, local));
        QualifiedName name = more == null ? null : more.get(prefix);
        return name == null ? add(prefix, local, uri) : name;
    }

    private int slot(String prefix, String local) {
        return (local.hashCode() * 31 + prefix.hashCode()) * 0x9E3779B9 >>> shift;
    }

    int size() {
        return count;
    }

    private QualifiedName add(String prefix, String local, String uri) {
        XmlName key = XmlName.of(uri, local);
        QualifiedName name = new QualifiedName(
                prefix.isEmpty() ? null : prefixes.of(prefix),
                uri.isEmpty() ? null : namespaces.of(uri),
                locals.of(local),
                uri.isEmpty()
                        ? new QualifiedName.Expanded()
                        : expanded.computeIfAbsent(key, k -> new QualifiedName.Expanded()));
        if (++count * 2 > slots.length) {
            grow();
        }
        if (!place(name)) {
            crowded.computeIfAbsent(key, k -> new HashMap<>(2)).put(prefix, name);
        }
        return name;
    }

    private boolean place(QualifiedName name) {
        int slot = slot(name.prefix(), name.local());
        for (int i = 0; i < LONGEST_PROBE; i++) {
            int at = slot + i & slots.length - 1;
            if (slots[at] == null) {
                slots[at] = name;
                return true;
            }
        }
        return false;
    }

    /** Doubles the slots. Names in the map stay there; the few that do not fit in the new slots join them. */
    private void grow() {
        @Nullable QualifiedName[] old = slots;
        slots = new QualifiedName[old.length * 2];
        shift--;
        for (QualifiedName name : old) {
            if (name != null && !place(name)) {
                crowded.computeIfAbsent(XmlName.of(name.uri(), name.local()), k -> new HashMap<>(2))
                        .put(name.prefix(), name);
            }
        }
    }
}

package dev.weir.xml.reader;

import dev.weir.xml.XmlName;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The names of one document: those shared by all documents of this process, and its private ones.
 *
 * <p>A document can add only a limited number of names to the shared part, and no long ones; other names stay private
 * and are released with the document. When a shared part is full, documents in progress keep it and the next document
 * starts a new one: junk cannot displace useful names permanently, and memory is bounded.
 */
final class DocumentNames {
    private static final int SHARED_NAMES = 8192;
    private static final int SHARED_NAMESPACES = 1024;
    private static final int LONGEST_SHARED = 120;
    private static final int MOST_SHARED_PER_DOCUMENT = 1024;

    private static final class Shared {
        final SymbolTable<NameSymbol> names = new SymbolTable<>(SHARED_NAMES, SHARED_NAMES);
        final SymbolTable<NamespaceSymbol> namespaces = new SymbolTable<>(SHARED_NAMESPACES, SHARED_NAMESPACES);
        final Map<XmlName, XmlName> expanded = new ConcurrentHashMap<>();
    }

    /** The shared parts, by the options that affect names: namespace awareness and the edition. */
    private static final AtomicReferenceArray<Shared> CURRENT = new AtomicReferenceArray<>(4);

    private final Shared shared;
    private @Nullable SymbolTable<NameSymbol> ownNames;
    private @Nullable SymbolTable<NamespaceSymbol> ownNamespaces;
    private @Nullable Map<XmlName, XmlName> ownExpanded;
    private int added;

    DocumentNames(ReadOptions options) {
        shared = latest((options.namespaces() ? 1 : 0) | (options.fourthEdition() ? 2 : 0));
    }

    private static Shared latest(int kind) {
        Shared latest = CURRENT.get(kind);
        if (latest == null
                || latest.names.isFull()
                || latest.namespaces.isFull()
                || latest.expanded.size() >= SHARED_NAMES) {
            latest = new Shared();
            CURRENT.set(kind, latest);
        }
        return latest;
    }

    /** True when the document has private names. */
    boolean hasOwn() {
        return ownNames != null || ownNamespaces != null || ownExpanded != null;
    }

    /** True when the next name, of so many bytes, would go to the shared part. */
    boolean sharesNext(int length) {
        return length <= LONGEST_SHARED && added < MOST_SHARED_PER_DOCUMENT;
    }

    /** The number of names that this document has added. */
    int added() {
        return added;
    }

    @Nullable NameSymbol find(long hash, byte[] bytes, int from, int to) {
        NameSymbol name = shared.names.find(hash, bytes, from, to);
        return name != null || ownNames == null ? name : ownNames.find(hash, bytes, from, to);
    }

    NameSymbol add(NameSymbol name) {
        added++;
        if (name.bytes.length <= LONGEST_SHARED && added <= MOST_SHARED_PER_DOCUMENT) {
            name.shared = true;
            NameSymbol present = shared.names.add(name);
            if (present != null) {
                return present;
            }
        }
        name.shared = false;
        if (ownNames == null) {
            ownNames = new SymbolTable<>(64, Integer.MAX_VALUE);
        }
        NameSymbol present = ownNames.add(name);
        return present == null ? name : present;
    }

    @Nullable NamespaceSymbol findNamespace(long hash, byte[] bytes, int from, int to) {
        NamespaceSymbol namespace = shared.namespaces.find(hash, bytes, from, to);
        return namespace != null || ownNamespaces == null ? namespace : ownNamespaces.find(hash, bytes, from, to);
    }

    NamespaceSymbol add(NamespaceSymbol namespace) {
        added++;
        if (namespace.bytes.length <= LONGEST_SHARED && added <= MOST_SHARED_PER_DOCUMENT) {
            NamespaceSymbol present = shared.namespaces.add(namespace);
            if (present != null) {
                return present;
            }
        }
        if (ownNamespaces == null) {
            ownNamespaces = new SymbolTable<>(64, Integer.MAX_VALUE);
        }
        NamespaceSymbol present = ownNamespaces.add(namespace);
        return present == null ? namespace : present;
    }

    /** The one instance for an expanded name. */
    XmlName expand(NameSymbol raw, NamespaceSymbol namespace) {
        if (namespace == NamespaceSymbol.NONE) {
            return raw.plain;
        }
        NameSymbol.Resolved last = raw.resolved;
        if (last != null && last.namespace() == namespace) {
            return last.name();
        }
        XmlName name = canonical(XmlName.of(namespace.uri, raw.local));
        raw.resolved = new NameSymbol.Resolved(namespace, name);
        return name;
    }

    private XmlName canonical(XmlName name) {
        XmlName present = shared.expanded.get(name);
        if (present != null) {
            return present;
        }
        boolean share = name.local().length() + name.namespace().length() <= 2 * LONGEST_SHARED
                && added <= MOST_SHARED_PER_DOCUMENT
                && shared.expanded.size() < SHARED_NAMES;
        if (share) {
            present = shared.expanded.putIfAbsent(name, name);
            return present == null ? name : present;
        }
        if (ownExpanded == null) {
            ownExpanded = new HashMap<>();
        }
        present = ownExpanded.putIfAbsent(name, name);
        return present == null ? name : present;
    }
}

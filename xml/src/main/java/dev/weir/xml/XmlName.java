package dev.weir.xml;

import java.util.Objects;

/**
 * An expanded name (Namespaces in XML 1.0, section 2.1): a namespace name, empty for none, and a local name. Readers
 * hand out one instance per name and name table, so that {@code ==} is a quick first test; {@link #equals} compares by
 * value.
 */
public final class XmlName implements Comparable<XmlName> {
    private final String namespace;
    private final String local;
    private final int hash;

    private XmlName(String namespace, String local) {
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        this.local = Objects.requireNonNull(local, "local");
        this.hash = namespace.hashCode() * 31 + local.hashCode();
    }

    public static XmlName of(String namespace, String local) {
        return new XmlName(namespace, local);
    }

    /** A name in no namespace. */
    public static XmlName of(String local) {
        return new XmlName("", local);
    }

    /**
     * The inverse of {@link #toString}: <code>{namespace}local</code> or <code>local</code>. A namespace may have braces in it,
     * a local name has none.
     */
    public static XmlName parse(String clark) {
        if (clark.startsWith("{")) {
            int end = clark.lastIndexOf('}');
            if (end < 0) {
                throw new IllegalArgumentException("a name in Clark notation must have a '}': " + clark);
            }
            return new XmlName(clark.substring(1, end), clark.substring(end + 1));
        }
        return new XmlName("", clark);
    }

    /** The namespace name; empty when there is none. */
    public String namespace() {
        return namespace;
    }

    public String local() {
        return local;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof XmlName name
                        && hash == name.hash
                        && local.equals(name.local)
                        && namespace.equals(name.namespace);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** By local name, then by namespace. */
    @Override
    public int compareTo(XmlName other) {
        int order = local.compareTo(other.local);
        return order != 0 ? order : namespace.compareTo(other.namespace);
    }

    /** Clark notation. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}

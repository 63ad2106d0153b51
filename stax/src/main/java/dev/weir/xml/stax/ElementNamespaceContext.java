package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of the namespaces in scope at one element: its own declarations and the enclosing scope, which
 * sibling elements share.
 */
final class ElementNamespaceContext implements NamespaceContext {
    static final ElementNamespaceContext EMPTY = new ElementNamespaceContext(null, new String[0]);

    private final @Nullable ElementNamespaceContext around;

    /** Alternating prefixes and namespace names. */
    private final String[] declared;

    ElementNamespaceContext(@Nullable ElementNamespaceContext around, String[] declared) {
        this.around = around;
        this.declared = declared;
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        String fixed = fixedNamespace(prefix);
        if (fixed != null) {
            return fixed;
        }
        for (ElementNamespaceContext scope = this; scope != null; scope = scope.around) {
            for (int i = 0; i < scope.declared.length; i += 2) {
                if (scope.declared[i].equals(prefix)) {
                    String uri = scope.declared[i + 1];
                    return uri.isEmpty() && !prefix.isEmpty() ? null : uri;
                }
            }
        }
        return prefix.isEmpty() ? "" : null;
    }

    @Override
    public @Nullable String getPrefix(String namespaceUri) {
        Iterator<String> prefixes = getPrefixes(namespaceUri);
        return prefixes.hasNext() ? prefixes.next() : null;
    }

    @Override
    public Iterator<String> getPrefixes(String namespaceUri) {
        String fixed = fixedPrefix(namespaceUri);
        if (fixed != null) {
            return List.of(fixed).iterator();
        }
        List<String> found = new ArrayList<>();
        for (ElementNamespaceContext scope = this; scope != null; scope = scope.around) {
            for (int i = 0; i < scope.declared.length; i += 2) {
                String prefix = scope.declared[i];
                if (scope.declared[i + 1].equals(namespaceUri)
                        && !found.contains(prefix)
                        && namespaceUri.equals(getNamespaceURI(prefix))) {
                    found.add(prefix);
                }
            }
        }
        if (namespaceUri.isEmpty() && "".equals(getNamespaceURI("")) && !found.contains("")) {
            found.add("");
        }
        return List.copyOf(found).iterator();
    }

    /** The namespace of the prefixes that need no declaration; null for others. */
    static @Nullable String fixedNamespace(@Nullable String prefix) {
        if (prefix == null) {
            throw new IllegalArgumentException("the prefix must not be null");
        }
        return switch (prefix) {
            case XMLConstants.XML_NS_PREFIX -> XMLConstants.XML_NS_URI;
            case XMLConstants.XMLNS_ATTRIBUTE -> XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
            default -> null;
        };
    }

    static @Nullable String fixedPrefix(@Nullable String namespaceUri) {
        if (namespaceUri == null) {
            throw new IllegalArgumentException("the namespace must not be null");
        }
        return switch (namespaceUri) {
            case XMLConstants.XML_NS_URI -> XMLConstants.XML_NS_PREFIX;
            case XMLConstants.XMLNS_ATTRIBUTE_NS_URI -> XMLConstants.XMLNS_ATTRIBUTE;
            default -> null;
        };
    }

    @Override
    public String toString() {
        StringBuilder all = new StringBuilder();
        for (ElementNamespaceContext scope = this; scope != null; scope = scope.around) {
            for (int i = 0; i < scope.declared.length; i += 2) {
                all.append(scope.declared[i])
                        .append('=')
                        .append(scope.declared[i + 1])
                        .append(' ');
            }
        }
        return Objects.requireNonNull(all.toString()).trim();
    }
}

package dev.weir.xml.stax;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * A repairing stream writer: declares the namespaces that names need. Prefixes passed with a name are used where they
 * can be bound to its namespace; prefixes set with setPrefix are suggestions for later names without a prefix.
 */
final class RepairingWriter extends TypedStreamWriter {
    private final String automaticPrefix;
    private final Map<String, String> suggested = new HashMap<>();
    private String suggestedDefault = "";
    private int generated;

    RepairingWriter(Output output, OutputSettings settings) throws XMLStreamException {
        super(output, settings);
        automaticPrefix = settings.automaticPrefix();
    }

    // Elements

    @Override
    void start(String uri, String local) throws XMLStreamException {
        if (uri.isEmpty()) {
            start("", local, "");
            return;
        }
        String bound = scope.getPrefix(uri);
        if (bound != null) {
            open(bound, local, uri);
            scope.use(bound);
            return;
        }
        start(uri.equals(suggestedDefault) ? "" : suggestion(uri), local, uri);
    }

    @Override
    void start(String prefix, String local, String uri) throws XMLStreamException {
        if (uri.isEmpty()) {
            boolean undeclare = !scope.defaultUri().isEmpty();
            open("", local, "");
            if (undeclare) {
                declareDefault("");
            }
            return;
        }
        if (prefix.isEmpty()) {
            boolean declare = !scope.defaultUri().equals(uri);
            open("", local, uri);
            if (declare) {
                declareDefault(uri);
            }
            return;
        }
        boolean declare = !uri.equals(scope.uriOf(prefix));
        if (declare) {
            checkBinding(prefix, uri);
        }
        open(prefix, local, uri);
        if (declare) {
            declare(prefix, uri);
        }
        scope.use(prefix);
    }

    private void declareDefault(String uri) throws XMLStreamException {
        scope.setDefaultUri(uri);
        scope.declareDefault();
        writeDeclaration("", uri);
    }

    private void declare(String prefix, String uri) throws XMLStreamException {
        scope.bind(prefix, uri);
        writeDeclaration(prefix, uri);
    }

    private String suggestion(String uri) {
        String prefix = suggested.get(uri);
        return prefix == null ? generate() : prefix;
    }

    private String generate() {
        String prefix;
        do {
            prefix = automaticPrefix + ++generated;
        } while (scope.uriOf(prefix) != null);
        return prefix;
    }

    // Attributes

    @Override
    String attributePrefix(@Nullable String prefix, String uri) throws XMLStreamException {
        if (uri.isEmpty()) {
            return "";
        }
        String chosen = prefix == null || prefix.isEmpty() ? null : prefix;
        if (chosen != null) {
            String bound = scope.uriOf(chosen);
            if (bound == null) {
                checkBinding(chosen, uri);
                declare(chosen, uri);
                bound = uri;
            }
            if (bound.equals(uri)) {
                scope.use(chosen);
                return chosen;
            }
        }
        String explicit = scope.explicitPrefix(uri);
        if (explicit == null) {
            explicit = suggested.get(uri);
            if (explicit == null || chosen != null || scope.uriOf(explicit) != null) {
                explicit = generate();
            }
            declare(explicit, uri);
        }
        scope.use(explicit);
        return explicit;
    }

    @Override
    String prefixFor(QName name) throws XMLStreamException {
        String prefix = name.getPrefix();
        String uri = name.getNamespaceURI();
        if (prefix.isEmpty() || uri.isEmpty()) {
            if (!scope.defaultUri().equals(uri)) {
                if (uri.isEmpty() || !elementPrefix().isEmpty()) {
                    writeDefaultNamespace(uri);
                } else {
                    return attributePrefix(null, uri);
                }
            }
            return "";
        }
        if (!uri.equals(scope.uriOf(prefix))) {
            writeNamespace(prefix, uri);
            if (!uri.equals(scope.uriOf(prefix))) {
                return attributePrefix(null, uri);
            }
        }
        return prefix;
    }

    // Declarations and suggestions

    /**
     * Declares a prefix unless it is already bound to that namespace, or the element's names use its current binding.
     */
    @Override
    public void writeNamespace(@Nullable String prefix, @Nullable String uri) throws XMLStreamException {
        if (prefix == null || prefix.isEmpty()) {
            writeDefaultNamespace(uri);
            return;
        }
        requireTag();
        String namespace = orEmpty(uri);
        if (!namespace.equals(scope.uriOf(prefix)) && scope.isFree(prefix)) {
            checkBinding(prefix, namespace);
            declare(prefix, namespace);
        }
    }

    /** Declares the default namespace unless the element's own name uses it. */
    @Override
    public void writeDefaultNamespace(@Nullable String uri) throws XMLStreamException {
        requireTag();
        if (!elementPrefix().isEmpty() && scope.declareDefault()) {
            scope.setDefaultUri(orEmpty(uri));
            writeDeclaration("", orEmpty(uri));
        }
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        if (prefix.isEmpty()) {
            setDefaultNamespace(uri);
            return;
        }
        Objects.requireNonNull(uri, "uri");
        checkBinding(prefix, uri);
        if (uri.isEmpty()) {
            suggested.values().removeIf(prefix::equals);
        } else {
            suggested.put(uri, prefix);
        }
    }

    @Override
    public void setDefaultNamespace(@Nullable String uri) {
        suggestedDefault = orEmpty(uri);
    }
}

package dev.weir.xml.stax;

import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * A non-repairing stream writer: writes exactly the prefixes and namespace declarations that the caller passes.
 * Prefixes that were set or declared are in scope until the end of the element that was open at the time; they supply
 * the prefix where the caller passes only a namespace.
 */
final class DeclaredWriter extends TypedStreamWriter {
    DeclaredWriter(Output output, OutputSettings settings) throws XMLStreamException {
        super(output, settings);
    }

    @Override
    void start(String uri, String local) throws XMLStreamException {
        String prefix = scope.getPrefix(uri);
        if (prefix == null) {
            throw unbound(uri);
        }
        open(prefix, local, uri);
    }

    @Override
    void start(String prefix, String local, String uri) throws XMLStreamException {
        open(prefix, local, uri);
    }

    @Override
    String attributePrefix(@Nullable String prefix, String uri) throws XMLStreamException {
        if (prefix != null) {
            return prefix;
        }
        if (uri.isEmpty()) {
            return "";
        }
        String bound = scope.explicitPrefix(uri);
        if (bound == null) {
            throw unbound(uri);
        }
        return bound;
    }

    private static XMLStreamException unbound(String uri) {
        return wrong("no prefix stands for the namespace \"" + uri + "\": set or write one before");
    }

    @Override
    String prefixFor(QName name) {
        return name.getPrefix();
    }

    @Override
    public void writeNamespace(@Nullable String prefix, @Nullable String uri) throws XMLStreamException {
        if (prefix == null || prefix.isEmpty() || prefix.equals("xmlns")) {
            writeDefaultNamespace(uri);
            return;
        }
        requireTag();
        setPrefix(prefix, orEmpty(uri));
        writeDeclaration(prefix, orEmpty(uri));
    }

    @Override
    public void writeDefaultNamespace(@Nullable String uri) throws XMLStreamException {
        requireTag();
        setDefaultNamespace(uri);
        writeDeclaration("", orEmpty(uri));
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        if (prefix.isEmpty()) {
            setDefaultNamespace(uri);
            return;
        }
        Objects.requireNonNull(uri, "uri");
        checkBinding(prefix, uri);
        scope.bind(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(@Nullable String uri) {
        scope.setDefaultUri(orEmpty(uri));
    }
}

package dev.weir.xml.stax;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Writes plain XML 1.0 names: prefixes and namespaces are ignored and cannot be declared. */
final class NoNamespaceWriter extends TypedStreamWriter {
    NoNamespaceWriter(Output output, OutputSettings settings) throws XMLStreamException {
        super(output, settings);
    }

    @Override
    boolean hasNamespaces() {
        return false;
    }

    @Override
    void start(String uri, String local) throws XMLStreamException {
        open("", local, "");
    }

    @Override
    void start(String prefix, String local, String uri) throws XMLStreamException {
        open("", local, "");
    }

    @Override
    String attributePrefix(@Nullable String prefix, String uri) {
        return "";
    }

    @Override
    String prefixFor(QName name) {
        return name.getPrefix();
    }

    private static XMLStreamException none() {
        return wrong("a writer without namespaces cannot declare any");
    }

    @Override
    public void writeNamespace(@Nullable String prefix, @Nullable String uri) throws XMLStreamException {
        throw none();
    }

    @Override
    public void writeDefaultNamespace(@Nullable String uri) throws XMLStreamException {
        throw none();
    }

    @Override
    public void setPrefix(String prefix, @Nullable String uri) throws XMLStreamException {
        throw none();
    }

    @Override
    public void setDefaultNamespace(@Nullable String uri) throws XMLStreamException {
        throw none();
    }
}

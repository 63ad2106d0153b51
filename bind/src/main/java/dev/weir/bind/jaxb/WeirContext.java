package dev.weir.bind.jaxb;

import dev.weir.bind.compile.Binding;
import dev.weir.bind.schema.SchemaSet;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.transform.Result;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** The context of some classes. Thread-safe. */
final class WeirContext extends JAXBContext {
    private final Binding binding;
    private final List<Class<?>> classes;

    WeirContext(Binding binding, List<Class<?>> classes) {
        this.binding = binding;
        this.classes = classes;
    }

    Binding binding() {
        return binding;
    }

    /** What the context was asked for. */
    List<Class<?>> classes() {
        return classes;
    }

    @Override
    public Unmarshaller createUnmarshaller() {
        return new WeirUnmarshaller(binding);
    }

    @Override
    public Marshaller createMarshaller() {
        return new WeirMarshaller(binding);
    }

    @Override
    public Binder<Node> createBinder() {
        return new DomBinder(binding);
    }

    @Override
    public <T> Binder<T> createBinder(Class<T> nodeType) {
        if (nodeType != Node.class) {
            throw new UnsupportedOperationException("only nodes of DOM are kept with objects: " + nodeType.getName());
        }
        @SuppressWarnings("unchecked") // as was just seen
        Binder<T> binder = (Binder<T>) createBinder();
        return binder;
    }

    @Override
    public JAXBIntrospector createJAXBIntrospector() {
        return new WeirIntrospector(binding.model());
    }

    @Override
    public void generateSchema(SchemaOutputResolver resolver) throws IOException {
        SchemaSet schemas = new SchemaSet(binding.model());
        Map<String, Result> results = new LinkedHashMap<>();
        for (String namespace : schemas.namespaces()) {
            Result result = resolver.createOutput(namespace, "schema" + (results.size() + 1) + ".xsd");
            if (result != null) {
                results.put(namespace, result);
            }
        }
        for (Map.Entry<String, Result> one : results.entrySet()) {
            String here = one.getValue().getSystemId();
            XmlTreeWriter tree = new XmlTreeWriter();
            schemas.write(
                    one.getKey(),
                    other -> {
                        Result there = results.get(other);
                        return there == null ? null : relative(here, there.getSystemId());
                    },
                    tree);
            TreeTarget.write(tree, one.getValue());
        }
    }

    /** A location as it is seen from another: the last step alone where both are in the same place. */
    private static @Nullable String relative(@Nullable String here, @Nullable String there) {
        if (here == null || there == null) {
            return there;
        }
        int end = here.lastIndexOf('/') + 1;
        return there.startsWith(here.substring(0, end)) ? there.substring(end) : there;
    }

    @Override
    public String toString() {
        return "Weir's context of " + binding.model().classes().size() + " classes, from " + classes;
    }
}

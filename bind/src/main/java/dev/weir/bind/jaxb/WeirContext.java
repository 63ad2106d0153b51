package dev.weir.bind.jaxb;

import dev.weir.bind.binding.Binding;
import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.util.List;
import org.w3c.dom.Node;

/**
 * The context of some classes. Thread-safe. It creates marshallers and the like by methods instead of {@code new}: the
 * JVM, verifying that each has the declared type, would load all of these classes with the first context.
 */
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

    /** The classes from which the context was created. */
    List<Class<?>> classes() {
        return classes;
    }

    @Override
    public Unmarshaller createUnmarshaller() {
        return WeirUnmarshaller.of(binding);
    }

    @Override
    public Marshaller createMarshaller() {
        return WeirMarshaller.of(binding);
    }

    @Override
    public Binder<Node> createBinder() {
        return DomBinder.of(binding);
    }

    @Override
    public <T> Binder<T> createBinder(Class<T> nodeType) {
        if (nodeType != Node.class) {
            throw new UnsupportedOperationException("only nodes of DOM are kept with objects: " + nodeType.getName());
        }
        @SuppressWarnings("unchecked") // the type was checked just above
        Binder<T> binder = (Binder<T>) createBinder();
        return binder;
    }

    @Override
    public JAXBIntrospector createJAXBIntrospector() {
        return WeirIntrospector.of(binding.model());
    }

    @Override
    public void generateSchema(SchemaOutputResolver resolver) throws IOException {
        SchemaOutput.write(binding.model(), resolver);
    }

    @Override
    public String toString() {
        return "Weir's context of " + binding.model().classes().size() + " classes, from " + classes;
    }
}

package dev.weir.bind.jaxb;

import dev.weir.bind.compile.Binding;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBIntrospector;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.util.List;

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
    public JAXBIntrospector createJAXBIntrospector() {
        return new WeirIntrospector(binding.model());
    }

    @Override
    public String toString() {
        return "Weir's context of " + binding.model().classes().size() + " classes, from " + classes;
    }
}

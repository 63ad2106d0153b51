package dev.weir.bind;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.model.ModelReader;
import jakarta.xml.bind.JAXBException;
import java.util.List;

/** Caches the binding of each record class; it is collected together with the class. Thread-safe. */
final class RecordBindings {
    private static final ClassValue<Binding> KNOWN = new ClassValue<>() {
        @Override
        protected Binding computeValue(Class<?> type) {
            try {
                return new Binding(ModelReader.read(List.of(type)));
            } catch (JAXBException cannotBeBound) {
                throw new Unbound(cannotBeBound);
            }
        }
    };

    private RecordBindings() {}

    static Binding of(Class<?> type) throws JAXBException {
        try {
            return KNOWN.get(type);
        } catch (Unbound failed) {
            throw failed.why;
        }
    }

    /** Carries a checked exception out of a lambda. */
    private static final class Unbound extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final JAXBException why;

        Unbound(JAXBException why) {
            super(why);
            this.why = why;
        }
    }
}

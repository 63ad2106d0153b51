package dev.weir.bind.context;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The XmlAdapter instances of one unmarshaller or marshaller: those the user set, and one created for each other class.
 */
public final class Adapters {
    private final Map<Class<?>, XmlAdapter<?, ?>> known = new HashMap<>();

    public void set(Class<?> type, XmlAdapter<?, ?> adapter) {
        known.put(type, adapter);
    }

    public void remove(Class<?> type) {
        known.remove(type);
    }

    /** The adapter that was set or made for a class, or null. */
    public @Nullable XmlAdapter<?, ?> known(Class<?> type) {
        return known.get(type);
    }

    @SuppressWarnings("unchecked") // the adapter's own declaration determines the types of its arguments
    public XmlAdapter<Object, Object> get(Class<? extends XmlAdapter<?, ?>> type) {
        XmlAdapter<?, ?> adapter = known.get(type);
        if (adapter == null) {
            adapter = make(type);
            known.put(type, adapter);
        }
        return (XmlAdapter<Object, Object>) adapter;
    }

    private static XmlAdapter<?, ?> make(Class<? extends XmlAdapter<?, ?>> type) {
        try {
            Constructor<? extends XmlAdapter<?, ?>> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(
                    "the adapter " + type.getName() + " must have a constructor without parameters, or be set",
                    impossible);
        }
    }
}

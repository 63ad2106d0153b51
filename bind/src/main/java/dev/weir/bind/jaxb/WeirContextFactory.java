package dev.weir.bind.jaxb;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.model.ModelReader;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBContextFactory;
import jakarta.xml.bind.JAXBException;
import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Weir as a provider of Jakarta XML Binding 4.0, found by ServiceLoader or by the property {@code
 * jakarta.xml.bind.JAXBContextFactory}. Contexts are kept by the set of their classes as long as there is memory, so asking
 * for the same one again costs next to nothing. Thread-safe.
 *
 * <p>Of the properties that the reference implementation knows for contexts, {@code defaultNamespaceRemap} is followed, and
 * those that say how it does its work are passed over. All others are refused.
 */
public final class WeirContextFactory implements JAXBContextFactory {
    /** More contexts than most programs have; the one that was longest not asked for goes first. */
    private static final int MOST_KEPT = 256;

    /** Soft on both sides: a context refers to its classes, and they must be free to go with their loader. */
    private static final Map<String, SoftReference<WeirContext>> KNOWN = new LinkedHashMap<>(16, 0.75f, true);

    /** For ServiceLoader. */
    public WeirContextFactory() {}

    @Override
    public JAXBContext createContext(Class<?> @Nullable [] classes, @Nullable Map<String, ?> properties)
            throws JAXBException {
        return context(classes == null ? List.of() : List.of(classes), ContextProperties.of(properties));
    }

    @Override
    public JAXBContext createContext(
            String contextPath, @Nullable ClassLoader classLoader, @Nullable Map<String, ?> properties)
            throws JAXBException {
        return context(ContextPath.classes(contextPath, classLoader), ContextProperties.of(properties));
    }

    private static WeirContext context(Collection<Class<?>> classes, ContextProperties properties)
            throws JAXBException {
        List<Class<?>> wanted = List.copyOf(new LinkedHashSet<>(classes));
        String key = wanted.hashCode() + " " + properties.defaultNamespace();
        synchronized (KNOWN) {
            SoftReference<WeirContext> kept = KNOWN.get(key);
            WeirContext known = kept == null ? null : kept.get();
            if (known != null && known.classes().equals(wanted)) {
                return known;
            }
        }
        WeirContext made =
                new WeirContext(new Binding(ModelReader.read(wanted, properties.defaultNamespace())), wanted);
        synchronized (KNOWN) {
            KNOWN.put(key, new SoftReference<>(made));
            if (KNOWN.size() > MOST_KEPT) {
                KNOWN.remove(KNOWN.keySet().iterator().next());
            }
        }
        return made;
    }
}

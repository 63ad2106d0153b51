package dev.weir.bind.jaxb;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.ModelReader;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBContextFactory;
import jakarta.xml.bind.JAXBException;
import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Weir as a provider of Jakarta XML Binding 4.0, found by ServiceLoader or by the property {@code
 * jakarta.xml.bind.JAXBContextFactory}. Contexts are cached by their set of classes as long as there is memory, so
 * requesting the same one again costs next to nothing. Thread-safe.
 *
 * <p>Of the context properties of the reference implementation, {@code defaultNamespaceRemap} is supported, and those
 * that tune its implementation are ignored. All others are rejected.
 */
public final class WeirContextFactory implements JAXBContextFactory {
    /** The maximum number of cached contexts, more than most programs have; the least recently used is evicted. */
    private static final int MOST_KEPT = 256;

    /**
     * Soft references: a context refers to its classes, and these must remain collectable together with their class
     * loader.
     */
    private static final Map<String, SoftReference<WeirContext>> KNOWN = new LinkedHashMap<>(16, 0.75f, true);

    /** Called by ServiceLoader. */
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

    /**
     * Whether an object of a context may have data that always travels as an attachment (XmlAttachmentRef): then the
     * attachments of a message are known only once its body has been written.
     *
     * @throws IllegalArgumentException for a context of another provider
     */
    public static boolean hasAttachmentReferences(JAXBContext context) {
        return weirs(context).binding().model().hasAttachmentReferences();
    }

    /**
     * The element's name of a class with XmlRootElement; null for other classes.
     *
     * @throws IllegalArgumentException for a context of another provider
     */
    public static @Nullable QName elementName(JAXBContext context, Class<?> type) {
        BoundClass bound = weirs(context).binding().model().classOf(type);
        XmlName name = bound == null ? null : bound.rootName();
        return name == null ? null : new QName(name.namespace(), name.local());
    }

    private static WeirContext weirs(JAXBContext context) {
        if (context instanceof WeirContext known) {
            return known;
        }
        throw new IllegalArgumentException("the context must be one of Weir's: " + context);
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

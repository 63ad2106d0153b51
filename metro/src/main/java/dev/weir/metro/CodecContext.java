package dev.weir.metro;

import com.sun.xml.ws.spi.db.BindingContext;
import com.sun.xml.ws.spi.db.BindingInfo;
import com.sun.xml.ws.spi.db.DatabindingException;
import com.sun.xml.ws.spi.db.PropertyAccessor;
import com.sun.xml.ws.spi.db.TypeInfo;
import com.sun.xml.ws.spi.db.WrapperComposite;
import com.sun.xml.ws.spi.db.XMLBridge;
import dev.weir.bind.jaxb.WeirContextFactory;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a service's messages, bound by Weir. Thread-safe.
 *
 * <p>The schemas of a generated WSDL are written by the reference implementation, in a context that is made only then:
 * what Metro publishes is the same to the last byte, whoever binds.
 */
final class CodecContext implements BindingContext {
    private final JAXBContext context;
    private final boolean references;
    private final List<String> namespaces = new ArrayList<>();
    private final @Nullable DescribingContext describing;

    /** Makes the reference implementation's context of the same classes; its result is kept. */
    private static final class DescribingContext {
        private final BindingInfo info;
        private final WeirBindingContextFactory.ReferenceContexts factory;
        private @Nullable BindingContext made;

        DescribingContext(BindingInfo info, WeirBindingContextFactory.ReferenceContexts factory) {
            this.info = info;
            this.factory = factory;
        }

        synchronized BindingContext get() {
            BindingContext known = made;
            if (known == null) {
                known = factory.newContext(info);
                made = known;
            }
            return known;
        }
    }

    /** @param describing null for a context of which no WSDL is generated, as a Dispatch has it */
    CodecContext(JAXBContext context, @Nullable DescribingContext describing) {
        this.context = context;
        this.describing = describing;
        this.references = WeirContextFactory.hasAttachmentReferences(context);
    }

    static CodecContext of(BindingInfo info, WeirBindingContextFactory.ReferenceContexts reference) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (Class<?> type : info.contentClasses()) {
            classes.add(type);
        }
        Set<String> namespaces = new LinkedHashSet<>();
        for (TypeInfo type : info.typeInfos()) {
            ElementType element = ElementType.of(type);
            if (element.isAdapted()) {
                classes.remove(element.declared());
            }
            classes.add(element.bound());
            namespaces.add(type.tagName.getNamespaceURI());
        }
        classes.remove(WrapperComposite.class);
        String remapped = info.getDefaultNamespace();
        try {
            JAXBContext context = new WeirContextFactory()
                    .createContext(
                            classes.toArray(new Class<?>[0]),
                            remapped == null ? Map.of() : Map.of(DEFAULT_NAMESPACE_REMAP, remapped));
            CodecContext made = new CodecContext(context, new DescribingContext(info, reference));
            made.namespaces.addAll(namespaces);
            return made;
        } catch (JAXBException unbound) {
            throw new DatabindingException(unbound);
        }
    }

    @Override
    public Marshaller createMarshaller() throws JAXBException {
        return context.createMarshaller();
    }

    @Override
    public Unmarshaller createUnmarshaller() throws JAXBException {
        return context.createUnmarshaller();
    }

    @Override
    public JAXBContext getJAXBContext() {
        return context;
    }

    @Override
    public Object newWrapperInstace(Class<?> wrapperType) throws ReflectiveOperationException {
        return wrapperType.getConstructor().newInstance();
    }

    @Override
    public boolean hasSwaRef() {
        return references;
    }

    @Override
    public @Nullable QName getElementName(Object element) {
        return context.createJAXBIntrospector().getElementName(element);
    }

    /** Of a class with XmlRootElement. */
    @Override
    @SuppressWarnings("rawtypes") // declared so by Metro
    public @Nullable QName getElementName(Class type) {
        return WeirContextFactory.elementName(context, type);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // declared so by Metro: the objects' types are those of the bridges
    public XMLBridge createBridge(TypeInfo type) {
        return type.type == WrapperComposite.class
                ? new CompositeBridge(this, type)
                : new ElementBridge(this, ElementType.of(type));
    }

    @Override
    @SuppressWarnings("rawtypes") // declared so by Metro
    public XMLBridge createFragmentBridge() {
        return new FragmentBridge(this);
    }

    @Override
    @SuppressWarnings("unchecked") // Metro asks by the names and uses the types of the class that it asks for
    public <B, V> PropertyAccessor<B, V> getElementPropertyAccessor(Class<B> wrapper, String namespace, String local)
            throws JAXBException {
        return (PropertyAccessor<B, V>) WrapperProperty.of(wrapper, namespace, local);
    }

    @Override
    public List<String> getKnownNamespaceURIs() {
        return namespaces;
    }

    @Override
    public void generateSchema(SchemaOutputResolver resolver) throws IOException {
        if (describing == null) {
            context.generateSchema(resolver);
        } else {
            describing.get().generateSchema(resolver);
        }
    }

    @Override
    public @Nullable QName getTypeName(TypeInfo type) {
        return describing == null ? null : describing.get().getTypeName(type);
    }

    /** Identifies the implementation, as that of a service's generated artefacts. */
    @Override
    public String getBuildId() {
        String version = CodecContext.class.getPackage().getImplementationVersion();
        return "Weir " + (version == null ? "" : version);
    }

    @Override
    public String toString() {
        return "Metro's messages by " + context;
    }
}

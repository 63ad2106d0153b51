package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.model.BoundClass;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import java.lang.invoke.MethodType;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes values that determine their own element name: a JAXBElement, or an object of a class with XmlRootElement. */
public final class RootElementWriter {
    private final CodecRegistry registry;

    public RootElementWriter(CodecRegistry registry) {
        this.registry = registry;
    }

    /** Writes a value as a nested element; false, with nothing written, if it does not determine a name. */
    boolean write(Object value, XmlWriter writer, MarshalContext out) {
        if (value instanceof JAXBElement<?> element) {
            out.startElement(nameOf(element), isNamedInNoNamespace(element), writer);
            writeContent(element, writer, out);
            writer.endElement();
            return true;
        }
        BoundClass bound = registry.model().nearest(value.getClass());
        XmlName name = bound == null ? null : bound.rootName();
        if (bound == null || name == null) {
            return false;
        }
        out.startElement(name, writer);
        registry.ref(bound).codec().write(value, writer, out);
        writer.endElement();
        return true;
    }

    public static XmlName nameOf(JAXBElement<?> element) {
        QName name = element.getName();
        return XmlName.of(name.getNamespaceURI(), name.getLocalPart());
    }

    /** Whether the value, or the type that is written with it, has a name in no namespace. */
    public boolean isNamedInNoNamespace(JAXBElement<?> element) {
        Object value = element.getValue();
        Class<?> declared = element.getDeclaredType();
        boolean withType = declared == Object.class || !isOf(declared, value);
        return value != null && (withType || value instanceof QName) && registry.isNamedInNoNamespace(value);
    }

    private static boolean isOf(Class<?> declared, @Nullable Object value) {
        return MethodType.methodType(declared).wrap().returnType().isInstance(value);
    }

    /** Writes attributes and content to the open element. */
    public void writeContent(JAXBElement<?> element, XmlWriter writer, MarshalContext out) {
        Object value = element.getValue();
        if (value == null) {
            out.nil(writer);
            return;
        }
        if (element.isNil()) {
            out.nil(writer);
        }
        RootElement declared = registry.declaration(nameOf(element), element.getScope());
        if (declared != null) {
            declared.codec().write(value, writer, out);
            return;
        }
        Class<?> declaredType = element.getDeclaredType();
        boolean fits = isOf(declaredType, value);
        ItemCodec codec = fits ? registry.itemOf(declaredType) : null;
        if (codec == null) {
            codec = registry.itemOf(value.getClass());
            XmlName type = fits ? null : registry.typeNameOf(value);
            if (type != null) {
                out.type(type, writer);
            }
        }
        if (codec == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        codec.write(value, writer, out);
    }
}

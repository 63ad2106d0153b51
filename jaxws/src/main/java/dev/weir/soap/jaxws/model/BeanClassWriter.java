package dev.weir.soap.jaxws.model;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.xml.XmlName;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Makes a class with public fields and binding annotations, beside the class that it is made for: the wrappers and fault
 * beans that a code-first service need not have (sections 3.7.2.1 and 3.8).
 */
final class BeanClassWriter {
    private final Class<?> neighbour;
    private final String name;
    private final ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final List<String> order = new ArrayList<>();
    private final XmlName typeName;
    private final @Nullable XmlName rootName;

    /**
     * @param suffix makes the class's name unique beside its neighbour
     * @param typeName of the schema type; an empty local name for an anonymous one
     * @param rootName null for a class that is no element by itself
     */
    BeanClassWriter(Class<?> neighbour, String suffix, XmlName typeName, @Nullable XmlName rootName) {
        this.neighbour = neighbour;
        this.name = neighbour.getName() + "$Weir" + suffix;
        this.typeName = typeName;
        this.rootName = rootName;
        out.visit(
                V17,
                ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC,
                internal(name),
                null,
                "java/lang/Object",
                null);
        MethodVisitor constructor = out.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(ALOAD, 0);
        constructor.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
    }

    /**
     * Adds a field that is bound to an element.
     *
     * @param annotations of the parameter or method; those of Jakarta XML Binding are the field's, too
     */
    void field(String field, Type type, XmlName element, Annotation[] annotations) {
        order.add(field);
        FieldVisitor made = out.visitField(
                ACC_PUBLIC, field, GenericSignature.erasure(type).descriptorString(), GenericSignature.of(type), null);
        XmlElement own = null;
        for (Annotation annotation : annotations) {
            if (annotation instanceof XmlElement found) {
                own = found;
            } else if (annotation.annotationType().getPackageName().equals("jakarta.xml.bind.annotation")
                    || annotation.annotationType().getPackageName().equals("jakarta.xml.bind.annotation.adapters")) {
                AnnotationVisitor copy =
                        made.visitAnnotation(annotation.annotationType().descriptorString(), true);
                copy(annotation, copy);
            }
        }
        // Of a map, XmlElement names nothing.
        boolean map = isMap(type, annotations);
        AnnotationVisitor mark =
                made.visitAnnotation((map ? XmlElementWrapper.class : XmlElement.class).descriptorString(), true);
        mark.visit("name", element.local());
        mark.visit("namespace", element.namespace());
        if (own != null) {
            mark.visit("nillable", own.nillable());
            mark.visit("required", own.required());
        }
        if (own != null && !map) {
            mark.visit("defaultValue", own.defaultValue());
            mark.visit("type", org.objectweb.asm.Type.getType(own.type()));
        }
        mark.visitEnd();
        made.visitEnd();
    }

    /** True where entries are elements, and no adapter makes something else of the map. */
    private boolean isMap(Type type, Annotation[] annotations) {
        Package home = neighbour.getPackage();
        return Map.class.isAssignableFrom(GenericSignature.erasure(type))
                && Arrays.stream(annotations).noneMatch(XmlJavaTypeAdapter.class::isInstance)
                && !home.isAnnotationPresent(XmlJavaTypeAdapter.class)
                && !home.isAnnotationPresent(XmlJavaTypeAdapters.class);
    }

    private static void copy(Annotation annotation, AnnotationVisitor to) {
        for (Method element : annotation.annotationType().getDeclaredMethods()) {
            try {
                value(element.getName(), element.invoke(annotation), to);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new InterfaceException(annotation + " cannot be read", e);
            }
        }
        to.visitEnd();
    }

    private static void value(@Nullable String name, Object value, AnnotationVisitor to) {
        if (value instanceof Class<?> type) {
            to.visit(name, org.objectweb.asm.Type.getType(type));
        } else if (value instanceof Enum<?> constant) {
            to.visitEnum(name, constant.getDeclaringClass().descriptorString(), constant.name());
        } else if (value instanceof Annotation inner) {
            copy(inner, to.visitAnnotation(name, inner.annotationType().descriptorString()));
        } else if (value.getClass().isArray()) {
            AnnotationVisitor items = to.visitArray(name);
            for (int i = 0; i < Array.getLength(value); i++) {
                value(null, Array.get(value, i), items);
            }
            items.visitEnd();
        } else {
            to.visit(name, value);
        }
    }

    /** @throws InterfaceException where the neighbour's module does not let a class in */
    Class<?> define() {
        AnnotationVisitor access = out.visitAnnotation(XmlAccessorType.class.descriptorString(), true);
        access.visitEnum("value", XmlAccessType.class.descriptorString(), XmlAccessType.FIELD.name());
        access.visitEnd();
        AnnotationVisitor type = out.visitAnnotation(XmlType.class.descriptorString(), true);
        type.visit("name", typeName.local());
        type.visit("namespace", typeName.namespace());
        if (!order.isEmpty()) {
            AnnotationVisitor fields = type.visitArray("propOrder");
            order.forEach(field -> fields.visit(null, field));
            fields.visitEnd();
        }
        type.visitEnd();
        if (rootName != null) {
            AnnotationVisitor root = out.visitAnnotation(XmlRootElement.class.descriptorString(), true);
            root.visit("name", rootName.local());
            root.visit("namespace", rootName.namespace());
            root.visitEnd();
        }
        out.visitEnd();
        try {
            Module own = BeanClassWriter.class.getModule();
            own.addReads(neighbour.getModule());
            return MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
                    .defineClass(out.toByteArray());
        } catch (IllegalAccessException e) {
            throw new InterfaceException(
                    "the module " + neighbour.getModule().getName() + " must open the package "
                            + neighbour.getPackageName() + " to dev.weir.jaxws and dev.weir.bind, so that "
                            + neighbour.getName() + " can be served",
                    e);
        }
    }

    private static String internal(String name) {
        return name.replace('.', '/');
    }
}

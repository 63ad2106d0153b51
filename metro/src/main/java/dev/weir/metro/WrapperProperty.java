package dev.weir.metro;

import com.sun.xml.ws.spi.db.DatabindingException;
import com.sun.xml.ws.spi.db.PropertyAccessor;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.beans.Introspector;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A parameter of an operation as a property of the object that stands for the operation's element. Thread-safe. */
final class WrapperProperty implements PropertyAccessor<Object, Object> {
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);
    private static final String DEFAULT = "##default";

    private final MethodHandle getter;
    private final @Nullable MethodHandle setter;
    private final Class<?> type;

    /** The element's name and content where the property is a JAXBElement; null where it is the value. */
    private final @Nullable QName element;

    private final Class<?> content;
    private final Class<?> owner;

    /** Makes what a property of repeated elements holds where there is none of them; null for other properties. */
    private final @Nullable Supplier<Object> none;

    /** A field, or a getter with its setter, and the name of its element; an empty namespace is not specified. */
    private record Member(AnnotatedElement marks, String property, Class<?> type, Type generic, Object source) {
        QName name() {
            XmlElementWrapper wrapper = marks.getAnnotation(XmlElementWrapper.class);
            XmlElement element = marks.getAnnotation(XmlElement.class);
            XmlElementRef reference = marks.getAnnotation(XmlElementRef.class);
            if (wrapper != null) {
                return name(wrapper.namespace(), wrapper.name());
            } else if (element != null) {
                return name(element.namespace(), element.name());
            } else if (reference != null) {
                return name(reference.namespace(), reference.name());
            }
            return new QName(property);
        }

        /** Whether each item is an element of its own, without one around them or a text of them all. */
        boolean isRepeated() {
            return (Collection.class.isAssignableFrom(type) || type.isArray() && type != byte[].class)
                    && !marks.isAnnotationPresent(XmlElementWrapper.class)
                    && !marks.isAnnotationPresent(XmlList.class)
                    && !isAdaptedAsAWhole();
        }

        private boolean isAdaptedAsAWhole() {
            XmlJavaTypeAdapter adapter = marks.getAnnotation(XmlJavaTypeAdapter.class);
            return adapter != null
                    && Stream.of(adapter.value().getMethods())
                            .anyMatch(method -> method.getName().equals("unmarshal")
                                    && !method.isBridge()
                                    && type.isAssignableFrom(method.getReturnType()));
        }

        private QName name(String namespace, String local) {
            return new QName(namespace.equals(DEFAULT) ? "" : namespace, local.equals(DEFAULT) ? property : local);
        }
    }

    private WrapperProperty(
            Class<?> owner, Member member, QName name, MethodHandle getter, @Nullable MethodHandle setter) {
        this.owner = owner;
        this.type = member.type();
        this.getter = getter.asType(GETTER);
        this.setter = setter == null ? null : setter.asType(SETTER);
        boolean isElement = JAXBElement.class.isAssignableFrom(type);
        this.element = isElement ? name : null;
        this.content = isElement ? contentOf(member.generic()) : type;
        this.none = member.isRepeated() ? noItems(type) : null;
    }

    /** An array or collection of no items; null for a class of which none can be made. */
    private static @Nullable Supplier<Object> noItems(Class<?> type) {
        if (type.isArray()) {
            Object empty = Array.newInstance(type.getComponentType(), 0);
            return () -> empty;
        } else if (type.isAssignableFrom(ArrayList.class)) {
            return ArrayList::new;
        } else if (type.isAssignableFrom(HashSet.class)) {
            return HashSet::new;
        } else if (type.isAssignableFrom(TreeSet.class)) {
            return TreeSet::new;
        }
        return null;
    }

    private static Class<?> contentOf(Type element) {
        Type content = element instanceof ParameterizedType of ? of.getActualTypeArguments()[0] : Object.class;
        while (content instanceof ParameterizedType of) {
            content = of.getRawType();
        }
        return content instanceof Class<?> simple ? simple : Object.class;
    }

    /** @throws JAXBException if the class has no such property */
    static WrapperProperty of(Class<?> owner, String namespace, String local) throws JAXBException {
        QName name = new QName(namespace, local);
        List<Member> found = new ArrayList<>();
        for (Class<?> type = owner; type != null && type != Object.class; type = type.getSuperclass()) {
            collect(type, local, found);
        }
        // Two elements of one local name are distinguished by their namespaces.
        Member member = found.stream()
                .filter(one -> one.name().getNamespaceURI().equals(namespace))
                .findFirst()
                .orElse(found.isEmpty() ? null : found.get(0));
        if (member == null) {
            throw new JAXBException(owner.getName() + " has no property for the element " + name);
        }
        try {
            return make(owner, member, name);
        } catch (IllegalAccessException hidden) {
            throw new JAXBException(owner.getName() + ": the property for " + name + " is not accessible", hidden);
        }
    }

    /** Annotated members first: a field by its getter's name may belong to a property whose getter is annotated. */
    private static void collect(Class<?> type, String local, List<Member> found) {
        List<Member> members = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                members.add(new Member(field, field.getName(), field.getType(), field.getGenericType(), field));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            String property = propertyOf(method);
            if (property != null) {
                members.add(
                        new Member(method, property, method.getReturnType(), method.getGenericReturnType(), method));
            }
        }
        for (Member member : members) {
            if (member.name().getLocalPart().equals(local)) {
                found.add(member);
            }
        }
    }

    private static @Nullable String propertyOf(Method method) {
        if (method.getParameterCount() != 0
                || Modifier.isStatic(method.getModifiers())
                || method.isSynthetic()
                || method.getReturnType() == void.class) {
            return null;
        }
        String name = method.getName();
        if (name.startsWith("get") && name.length() > 3) {
            return Introspector.decapitalize(name.substring(3));
        }
        return name.startsWith("is") && name.length() > 2 ? Introspector.decapitalize(name.substring(2)) : null;
    }

    private static WrapperProperty make(Class<?> owner, Member member, QName name) throws IllegalAccessException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        if (member.source() instanceof Field field) {
            field.setAccessible(true);
            return new WrapperProperty(
                    owner, member, name, lookup.unreflectGetter(field), lookup.unreflectSetter(field));
        }
        Method getter = (Method) member.source();
        getter.setAccessible(true);
        String setterName = "set" + getter.getName().substring(getter.getName().startsWith("is") ? 2 : 3);
        MethodHandle set = null;
        for (Method method : getter.getDeclaringClass().getDeclaredMethods()) {
            if (method.getName().equals(setterName)
                    && method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == getter.getReturnType()) {
                method.setAccessible(true);
                set = lookup.unreflect(method);
            }
        }
        return new WrapperProperty(owner, member, name, lookup.unreflect(getter), set);
    }

    /** An array or collection without items for repeated elements of which there are none, as by Metro's own binding. */
    @Override
    public @Nullable Object get(Object bean) {
        try {
            Object value = held(bean);
            if (value == null && none != null) {
                return none.get();
            }
            return value instanceof JAXBElement<?> wrapped && element != null ? wrapped.getValue() : value;
        } catch (Throwable failed) {
            throw failed(failed);
        }
    }

    private @Nullable Object held(Object bean) throws Throwable {
        return (Object) getter.invokeExact(bean);
    }

    /** Null leaves a property of a primitive type at its default. */
    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the value is of the property's type or null
    public void set(Object bean, @Nullable Object value) {
        if (value == null && type.isPrimitive()) {
            return;
        }
        Object stored = element == null || value == null
                ? value
                : new JAXBElement<>(element, (Class<Object>) content, owner, value);
        try {
            if (setter != null) {
                setter.invokeExact(bean, stored);
            } else if (stored instanceof List<?> items && held(bean) instanceof List<?> live) {
                ((List<Object>) live).addAll(items);
            } else if (stored != null) {
                throw new DatabindingException(owner.getName() + " has no setter for a property of type " + type);
            }
        } catch (DatabindingException unset) {
            throw unset;
        } catch (Throwable failed) {
            throw failed(failed);
        }
    }

    private static DatabindingException failed(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return new DatabindingException(cause);
    }
}

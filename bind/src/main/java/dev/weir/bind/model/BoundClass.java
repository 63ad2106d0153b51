package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A bound class: its names, and its properties in schema order, those of the base class first. */
public final class BoundClass {
    private final Class<?> type;
    private final @Nullable XmlName typeName;
    private final @Nullable XmlName rootName;

    // Completed after construction, as classes refer to one another.

    @Nullable BoundClass base;

    final List<Property> own = new ArrayList<>();
    final List<BoundClass> derived = new ArrayList<>();

    volatile @Nullable Executable creator;

    /** Whether there is a constructor without parameters; it is looked up on first use. */
    boolean hasPlainConstructor;

    @Nullable Construction construction;

    @Nullable Method beforeUnmarshal;

    @Nullable Method afterUnmarshal;

    @Nullable Method beforeMarshal;

    @Nullable Method afterMarshal;

    @Nullable Field location;

    private @Nullable List<Property> all;

    BoundClass(Class<?> type, @Nullable XmlName typeName, @Nullable XmlName rootName) {
        this.type = type;
        this.typeName = typeName;
        this.rootName = rootName;
    }

    public Class<?> type() {
        return type;
    }

    /** Null for an anonymous type. */
    public @Nullable XmlName typeName() {
        return typeName;
    }

    /** The name of XmlRootElement; null for none. */
    public @Nullable XmlName rootName() {
        return rootName;
    }

    public @Nullable BoundClass base() {
        return base;
    }

    /** The properties of this class and its base classes. */
    public List<Property> properties() {
        List<Property> known = all;
        if (known == null) {
            known = new ArrayList<>();
            if (base != null) {
                known.addAll(base.properties());
            }
            known.addAll(own);
            all = known;
        }
        return known;
    }

    /** The properties of this class without those of its base classes. */
    public List<Property> ownProperties() {
        return own;
    }

    /** Whether another class in the model extends it. */
    public boolean hasDerived() {
        return !derived.isEmpty();
    }

    public boolean isAbstract() {
        return Modifier.isAbstract(type.getModifiers());
    }

    /** The message for a class without {@link #creator}, of which no object can be created. */
    public String cannotCreate() {
        return isAbstract()
                ? "no " + this + " can be made, the class being abstract; an xsi:type must name a class that is derived"
                        + " from it"
                : "no " + this + " can be made, the class having no constructor without parameters; an adapter"
                        + " (XmlJavaTypeAdapter) or a factory method (XmlType) can make one";
    }

    /** How an object is created from its values; null if it can be created without. */
    public @Nullable Construction construction() {
        return construction;
    }

    /**
     * A constructor without parameters or a static factory method; null if there is none, or objects are created from
     * values.
     */
    public @Nullable Executable creator() {
        Executable known = creator;
        if (known == null && hasPlainConstructor) {
            known = plainConstructor();
            creator = known;
        }
        return known;
    }

    private Executable plainConstructor() {
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException other) {
            throw ClassFile.foreign(type, "constructor without parameters", other);
        }
    }

    /** {@code beforeUnmarshal(Unmarshaller, Object)}; null for none, as with the three others. */
    public @Nullable Method beforeUnmarshal() {
        return beforeUnmarshal;
    }

    public @Nullable Method afterUnmarshal() {
        return afterUnmarshal;
    }

    /** {@code beforeMarshal(Marshaller)}. */
    public @Nullable Method beforeMarshal() {
        return beforeMarshal;
    }

    public @Nullable Method afterMarshal() {
        return afterMarshal;
    }

    /**
     * The field that stores the location of the object's element (XmlLocation of the reference implementation); null
     * for none.
     */
    public @Nullable Field location() {
        return location;
    }

    /** Formatted for messages. */
    @Override
    public String toString() {
        return Objects.requireNonNull(type.getName());
    }
}

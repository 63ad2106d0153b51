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

/** A class that is bound: its names, and its properties in the order of the schema, those of its base first. */
public final class BoundClass {
    private final Class<?> type;
    private final @Nullable XmlName typeName;
    private final @Nullable XmlName rootName;

    // Complete once the model is: classes refer to one another.

    @Nullable BoundClass base;

    final List<Property> own = new ArrayList<>();
    final List<BoundClass> derived = new ArrayList<>();

    volatile @Nullable Executable creator;

    /** There is a constructor without parameters, which is looked up when it is asked for first. */
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

    /** Its own properties and those of its bases. */
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

    /** Its own properties. */
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

    /** Why nobody can make an object of a class without {@link #creator}. */
    public String cannotCreate() {
        return isAbstract()
                ? "no " + this + " can be made, the class being abstract; an xsi:type must name a class that is derived"
                        + " from it"
                : "no " + this + " can be made, the class having no constructor without parameters; an adapter"
                        + " (XmlJavaTypeAdapter) or a factory method (XmlType) can make one";
    }

    /** How an object is made of its values; null where it can be made without. */
    public @Nullable Construction construction() {
        return construction;
    }

    /** A constructor without parameters or a static factory method; null where nobody can make one, or it is made of values. */
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

    /** Where the place of the object's element is kept (XmlLocation of the reference implementation); null for nowhere. */
    public @Nullable Field location() {
        return location;
    }

    /** For messages. */
    @Override
    public String toString() {
        return Objects.requireNonNull(type.getName());
    }
}

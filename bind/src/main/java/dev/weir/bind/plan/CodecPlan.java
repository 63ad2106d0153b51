package dev.weir.bind.plan;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.item.BeanItem;
import dev.weir.bind.item.ChoiceElementWriter;
import dev.weir.bind.item.ElementItem;
import dev.weir.bind.item.NamedElementWriter;
import dev.weir.bind.item.NilOrDefaultItem;
import dev.weir.bind.item.ReferenceElementWriter;
import dev.weir.bind.item.WildcardItem;
import dev.weir.bind.item.WrapperContent;
import dev.weir.bind.item.XsiTypeItem;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.bind.model.ReferenceUse;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations of a codec for each name and each property, to be interpreted or compiled. */
public final class CodecPlan {
    public final BoundClass bound;
    public final List<Property> properties;

    /** The slots of attributes, in schema order. */
    public final List<Slot> attributes = new ArrayList<>();

    public final List<Slot> elements = new ArrayList<>();

    /** The text of the element (XmlValue); null for none. */
    public @Nullable Slot value;

    /**
     * The numbers of the properties that receive attributes, elements and text without a slot; -1 if there is none. What is
     * inside a wrapper belongs to its {@link WrapperContent}.
     */
    public int anyAttribute = -1;

    public int wildcard = -1;
    public int mixed = -1;

    /** The numbers of the XmlID properties, for objects that already exist while they are read. */
    public final List<Integer> ids = new ArrayList<>();

    /** The writer of each element property; null for other properties. */
    public final List<@Nullable ElementWriter> writers = new ArrayList<>();

    private final CodecRegistry registry;
    private int @Nullable [] written;

    public CodecPlan(BoundClass bound, CodecRegistry registry) {
        this.bound = bound;
        this.registry = registry;
        this.properties = bound.properties();
        for (int i = 0; i < properties.size(); i++) {
            Property property = properties.get(i);
            ElementWriter writer = null;
            switch (property.kind()) {
                case ATTRIBUTE -> attributes.add(text(i, property, Objects.requireNonNull(property.attribute())));
                case VALUE -> value = text(i, property, XmlName.of(""));
                case ANY_ATTRIBUTE -> anyAttribute = i;
                case ELEMENT -> writer = element(i, property);
                case REFERENCE -> writer = reference(i, property);
            }
            writers.add(writer);
            if (property.id() && bound.construction() == null) {
                ids.add(i);
            }
        }
    }

    /** A slot for a simple value: an attribute, or the text of the element. */
    private Slot text(int index, Property property, XmlName name) {
        Content content = Objects.requireNonNull(property.content());
        return new Slot(
                index,
                name,
                kind(content, property.itemType()),
                property.itemType(),
                registry.item(content),
                false,
                null);
    }

    private ElementWriter element(int index, Property property) {
        List<NamedElementWriter> named = new ArrayList<>();
        List<Slot> slots = new ArrayList<>();
        for (ElementUse use : property.elements()) {
            ItemCodec codec = registry.item(use.content());
            named.add(new NamedElementWriter(use.name(), codec, use.nillable(), registry));
            Slot.Kind kind = kind(use.content(), property.itemType());
            if ((use.type() != property.itemType() || isTyped(use, property))
                    && kind != Slot.Kind.BEAN
                    && kind != Slot.Kind.REFERENCE
                    && kind != Slot.Kind.LIST) {
                kind = Slot.Kind.OTHER;
            }
            boolean nilItem = use.nillable() && isItem(use, property, kind);
            if (use.nillable() && !nilItem || use.defaultValue() != null) {
                codec = new NilOrDefaultItem(codec, use.nillable(), use.defaultValue());
                kind = kind == Slot.Kind.REFERENCE || kind == Slot.Kind.LIST ? kind : Slot.Kind.OTHER;
            }
            if (isTyped(use, property) && kind == Slot.Kind.OTHER) {
                codec = new XsiTypeItem(codec, registry);
            }
            slots.add(new Slot(index, use.name(), kind, property.itemType(), codec, nilItem, null));
        }
        add(index, property, slots, null);
        return named.size() == 1
                ? named.get(0)
                : new ChoiceElementWriter(
                        property.elements(), named, property.accessor().toString(), registry);
    }

    /**
     * Whether an element is one of several that are read individually, so that xsi:nil is checked before its value is
     * read.
     */
    private static boolean isItem(ElementUse use, Property property, Slot.Kind kind) {
        return property.shape() != Property.Shape.ONE
                && property.wrapper() == null
                && use.defaultValue() == null
                && kind != Slot.Kind.LIST
                && kind != Slot.Kind.REFERENCE;
    }

    /** Whether values may have other types than the element's, which is simple. */
    private static boolean isTyped(ElementUse use, Property property) {
        return (use.content() instanceof Content.Simple || use.content() instanceof Content.Constant)
                && property.elements().size() > 1
                && !property.itemType().isPrimitive();
    }

    private ElementWriter reference(int index, Property property) {
        List<Slot> slots = new ArrayList<>();
        for (ReferenceUse use : property.references()) {
            RootElement root = use.declaration() != null
                    ? registry.element(use.declaration())
                    : new RootElement(
                            use.name(),
                            new BeanItem(registry.ref(Objects.requireNonNull(use.root())), registry),
                            null,
                            null,
                            null);
            slots.add(new Slot(
                    index, use.name(), Slot.Kind.OTHER, property.itemType(), new ElementItem(root), false, null));
        }
        WildcardItem any = property.wildcard() == null ? null : new WildcardItem(property.wildcard(), registry);
        add(index, property, slots, any);
        if (property.wrapper() == null) {
            if (any != null) {
                wildcard = index;
            }
            if (property.mixed()) {
                mixed = index;
            }
        }
        return new ReferenceElementWriter(property.mixed(), any, registry);
    }

    private void add(int index, Property property, List<Slot> slots, @Nullable WildcardItem any) {
        ElementUse wrapper = property.wrapper();
        if (wrapper == null) {
            elements.addAll(slots);
            return;
        }
        List<ItemCodec> codecs = new ArrayList<>();
        for (Slot slot : slots) {
            codecs.add(slot.codec());
        }
        List<XmlName> names = Slot.names(slots);
        NameSlots known = any == null ? registry.elementNames(names) : new NameSlots(names);
        WrapperContent wrapped = new WrapperContent(known, codecs, any, property.mixed());
        elements.add(new Slot(
                index,
                wrapper.name(),
                Slot.Kind.OTHER,
                property.itemType(),
                registry.item(new Content.Anything()),
                false,
                wrapped));
    }

    /** The names of {@link #elements}; exactly these where others have a place, too. */
    public NameSlots elementNames() {
        List<XmlName> names = Slot.names(elements);
        return wildcard < 0 ? registry.elementNames(names) : new NameSlots(names);
    }

    public Property property(Slot slot) {
        return properties.get(slot.property());
    }

    /** Whether the elements of a slot are collected. */
    public boolean isMany(Slot slot) {
        return property(slot).shape() != Property.Shape.ONE && slot.kind() != Slot.Kind.LIST;
    }

    /** Whether a value read is stored other than by setting the member: list items, or IDs that are resolved later. */
    public boolean isStored(Slot slot) {
        return slot.kind() == Slot.Kind.LIST
                || slot.kind() == Slot.Kind.REFERENCE
                || property(slot).shape() != Property.Shape.ONE;
    }

    public boolean isReference(Slot slot) {
        Property property = property(slot);
        if (isReference(property.content()) || slot.kind() == Slot.Kind.REFERENCE) {
            return true;
        }
        boolean found = false;
        for (ElementUse use : property.elements()) {
            found |= slot.kind() == Slot.Kind.LIST
                    && use.content() instanceof Content.Items items
                    && items.item() instanceof Content.Reference;
        }
        return found;
    }

    private static boolean isReference(@Nullable Content content) {
        return content instanceof Content.Reference
                || content instanceof Content.Items items && items.item() instanceof Content.Reference;
    }

    /** Whether the items of a property are references, to be resolved at the end of the document. */
    public boolean collectsReferences(Property property) {
        for (ElementUse use : property.elements()) {
            if (use.content() instanceof Content.Reference) {
                return true;
            }
        }
        return false;
    }

    /** Whether a property is an array of primitives whose items are collected and written unboxed. */
    public boolean isPrimitiveArray(Property property) {
        if (property.shape() != Property.Shape.ARRAY || property.wrapper() != null) {
            return false;
        }
        for (Slot slot : elements) {
            if (property(slot) == property && slot.kind() == Slot.Kind.OTHER) {
                return false;
            }
        }
        Class<?> item = property.itemType();
        return item == double.class || item == int.class || item == long.class || item == float.class;
    }

    /** Whether objects of the class may hold arrays of primitives, which makes compiling worthwhile from the start. */
    public boolean hasPrimitiveArray() {
        for (Property property : properties) {
            if (isPrimitiveArray(property)) {
                return true;
            }
        }
        return false;
    }

    /** The numbers of the properties to be written, in order. */
    public int[] written() {
        int[] known = written;
        if (known == null) {
            known = order();
            written = known;
        }
        return known;
    }

    private int[] order() {
        List<Integer> order = new ArrayList<>();
        for (Property.Kind kind : new Property.Kind[] {Property.Kind.ATTRIBUTE, Property.Kind.ANY_ATTRIBUTE}) {
            for (int i = 0; i < properties.size(); i++) {
                if (properties.get(i).kind() == kind && isWritten(i)) {
                    order.add(i);
                }
            }
        }
        for (int i = 0; i < properties.size(); i++) {
            Property.Kind kind = properties.get(i).kind();
            boolean content = kind != Property.Kind.ATTRIBUTE && kind != Property.Kind.ANY_ATTRIBUTE;
            if (content && isWritten(i)) {
                order.add(i);
            }
        }
        int[] numbers = new int[order.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = order.get(i);
        }
        return numbers;
    }

    /** Whether a property is readable and not hidden by a property with the same name of a derived class. */
    private boolean isWritten(int index) {
        Property property = properties.get(index);
        if (!property.accessor().hasField() && property.accessor().getter() == null) {
            return false;
        }
        boolean inherited = index < properties.size() - bound.ownProperties().size();
        for (int i = index + 1; inherited && i < properties.size(); i++) {
            if (properties.get(i).name().equals(property.name())) {
                return false;
            }
        }
        return true;
    }

    /** The codec of the wildcard. */
    public WildcardItem wildcardItem() {
        return new WildcardItem(Objects.requireNonNull(properties.get(wildcard).wildcard()), registry);
    }

    private static Slot.Kind kind(Content content, Class<?> type) {
        if (content instanceof Content.Bean) {
            return Slot.Kind.BEAN;
        } else if (content instanceof Content.Reference) {
            return Slot.Kind.REFERENCE;
        } else if (content instanceof Content.Items) {
            return Slot.Kind.LIST;
        } else if (content instanceof Content.Simple simple) {
            Class<?> value = simple.type().type();
            boolean same = value == type || type.isPrimitive();
            boolean isId = value == String.class && simple.type() != SimpleType.of(String.class, null);
            if (!same || isId) {
                return Slot.Kind.OTHER;
            } else if (value == String.class) {
                return Slot.Kind.STRING;
            } else if (value == Boolean.class) {
                return Slot.Kind.BOOLEAN;
            } else if (value == Integer.class) {
                return Slot.Kind.INT;
            } else if (value == Long.class) {
                return Slot.Kind.LONG;
            } else if (value == Double.class) {
                return Slot.Kind.DOUBLE;
            } else if (value == Float.class) {
                return Slot.Kind.FLOAT;
            } else if (value == Short.class) {
                return Slot.Kind.SHORT;
            } else if (value == Byte.class) {
                return Slot.Kind.BYTE;
            }
        }
        return Slot.Kind.OTHER;
    }
}

package dev.weir.bind.interpret;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.compile.AttributeReadEmitter;
import dev.weir.bind.compile.ElementReadEmitter;
import dev.weir.bind.compile.PropertyWriteEmitter;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.item.MapItem;
import dev.weir.bind.item.WildcardItem;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import dev.weir.bind.value.EmptyValues;
import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executes the plan step by step and accesses members by reflection: used for the first objects of a class, for which
 * generating byte code would take longer than reading them. After a number of uses it delegates to the compiled codec.
 * Both behave identically in every event; a change here must also be made in {@link ElementReadEmitter}, {@link
 * AttributeReadEmitter} or {@link PropertyWriteEmitter}.
 */
public final class InterpretedCodec extends BeanCodec {
    /** As the number of uses: no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private final CodecRef ref;
    private final CodecPlan plan;
    private final CodecRegistry registry;
    private final ReflectedMember[] members;
    private final NameSlots attributes;
    private final NameSlots elements;
    private final @Nullable WildcardItem wildcard;

    /** The remaining number of uses; a count lost in a race is harmless. */
    private int left;

    public InterpretedCodec(CodecRef ref, CodecPlan plan, CodecRegistry registry, int uses) {
        super(ref.bound);
        this.ref = ref;
        this.plan = plan;
        this.registry = registry;
        this.left = uses;
        this.members = new ReflectedMember[plan.properties.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = new ReflectedMember(plan.properties.get(i).accessor());
        }
        this.attributes = new NameSlots(Slot.names(plan.attributes));
        this.elements = plan.elementNames();
        this.wildcard = plan.wildcard < 0 ? null : plan.wildcardItem();
    }

    private boolean isWorn() {
        return left != UNLIMITED && --left < 0;
    }

    @Override
    public @Nullable Object get(Object bean, int property) {
        return property < members.length ? members[property].get(bean) : null;
    }

    @Override
    public void set(Object bean, int property, @Nullable Object value) {
        if (property < members.length && members[property].isSettable()) {
            members[property].set(bean, value);
        }
    }

    // ---------------------------------------------------------------- reading

    @Override
    public Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        if (isWorn()) {
            return ref.compiled().read(reader, in, parent);
        }
        BoundClass bound = bound();
        if (bound.construction() != null) {
            return construct(reader, in, parent);
        }
        if (bound.creator() == null) {
            return in.cannotCreate(reader, bound.cannotCreate());
        }
        Object bean = ReflectiveAccess.newInstance(bound);
        in.enter(bean, parent, this);
        content(bean, reader, in);
        in.leave(bean, parent, this);
        return bean;
    }

    @Override
    public void readInto(Object bean, XmlReader reader, UnmarshalContext in) {
        content(bean, reader, in);
    }

    private void content(Object bean, XmlReader reader, UnmarshalContext in) {
        attributes(bean, reader, in);
        int depth = reader.depth();
        @Nullable Object[] states = new @Nullable Object[members.length];
        if (plan.value != null) {
            try {
                one(bean, plan.value, reader, in);
            } catch (RuntimeException failed) {
                in.elementFailed(reader, failed, depth);
            }
        } else {
            elements(bean, reader, in, depth, states);
        }
        finish(bean, in, states);
    }

    private void elements(Object bean, XmlReader reader, UnmarshalContext in, int depth, @Nullable Object[] states) {
        int expected = 0;
        XmlEvent event = next(reader);
        while (event != XmlEvent.END_ELEMENT) {
            if (event == XmlEvent.TEXT && plan.mixed >= 0) {
                collection(bean, plan.mixed, states).add(in.mixedText(reader));
                event = reader.event();
                continue;
            }
            if (event == XmlEvent.START_ELEMENT) {
                int slot = elements.find(reader.name(), expected);
                try {
                    if (slot >= 0) {
                        expected = slot + 1;
                        element(bean, plan.elements.get(slot), reader, in, states);
                    } else {
                        unknown(bean, reader, in, states);
                    }
                } catch (RuntimeException failed) {
                    in.elementFailed(reader, failed, depth + 1);
                }
            }
            event = next(reader);
        }
    }

    private XmlEvent next(XmlReader reader) {
        return plan.mixed < 0 ? reader.nextTagOrText() : reader.next();
    }

    private void element(Object bean, Slot slot, XmlReader reader, UnmarshalContext in, @Nullable Object[] states) {
        Property property = plan.property(slot);
        int index = slot.property();
        if (slot.wrapped() != null) {
            if (!slot.wrapped().read(reader, in, bean, collection(bean, index, states))) {
                states[index] = null;
                if (property.accessor().hasField() || property.accessor().setter() != null) {
                    set(bean, index, null);
                }
            }
        } else if (plan.isMany(slot)) {
            Collection<@Nullable Object> items = collection(bean, index, states);
            if (!slot.nillable() || !in.isNil(reader)) {
                items.add(value(bean, slot, reader, in));
            } else {
                reader.skipElement();
                if (!property.itemType().isPrimitive()) {
                    items.add(null);
                }
            }
        } else {
            one(bean, slot, reader, in);
        }
    }

    private void unknown(Object bean, XmlReader reader, UnmarshalContext in, @Nullable Object[] states) {
        if (wildcard == null) {
            in.unexpected(reader, elements);
        } else if (plan.properties.get(plan.wildcard).shape() == Property.Shape.ONE) {
            set(bean, plan.wildcard, wildcard.read(reader, in, bean));
        } else {
            Collection<@Nullable Object> items = collection(bean, plan.wildcard, states);
            items.add(wildcard.read(reader, in, bean));
        }
    }

    /** The collection to which the items of a property are added. */
    @SuppressWarnings("unchecked") // only collections are stored there
    private Collection<@Nullable Object> collection(Object bean, int index, @Nullable Object[] states) {
        Object known = states[index];
        if (known == null) {
            known = plan.collectsReferences(plan.properties.get(index)) ? new ArrayList<>() : begin(bean, index);
            states[index] = known;
        }
        return (Collection<@Nullable Object>) known;
    }

    private void finish(Object bean, UnmarshalContext in, @Nullable Object[] states) {
        for (int i = 0; i < states.length; i++) {
            if (states[i] == null) {
                continue;
            }
            Property property = plan.properties.get(i);
            if (plan.collectsReferences(property)) {
                in.references(this, bean, i, collection(bean, i, states));
            } else {
                finish(bean, i, collection(bean, i, states));
            }
        }
        for (int id : plan.ids) {
            in.id(get(bean, id), bean);
        }
    }

    private void one(Object bean, Slot slot, XmlReader reader, UnmarshalContext in) {
        Property property = plan.property(slot);
        ReflectedMember member = members[slot.property()];
        if (plan.isStored(slot)) {
            store(bean, slot, slot.codec().read(reader, in, bean), in);
        } else if (slot.codec() instanceof MapItem item) {
            item.readProperty(this, bean, slot.property(), reader, in);
        } else if (!member.isSettable()) {
            reader.skipElement();
        } else {
            Object value = value(bean, slot, reader, in);
            // Null, for a nil element, leaves a primitive member unchanged.
            if (value != null || !property.rawType().isPrimitive()) {
                member.set(bean, value);
            }
        }
    }

    private @Nullable Object value(Object bean, Slot slot, XmlReader reader, UnmarshalContext in) {
        return switch (slot.kind()) {
            case STRING -> reader.elementText();
            case BOOLEAN ->
                slot.type().isPrimitive()
                        ? (Object) EmptyValues.elementBoolean(reader)
                        : EmptyValues.elementBooleanOrNull(reader);
            case INT -> EmptyValues.elementInt(reader);
            case LONG -> reader.elementLong();
            case FLOAT -> reader.elementFloat();
            case DOUBLE -> reader.elementDouble();
            case SHORT -> Lexical.toShort(reader.elementText());
            case BYTE -> Lexical.toByte(reader.elementText());
            default -> slot.codec().read(reader, in, bean);
        };
    }

    private void attributes(Object bean, XmlReader reader, UnmarshalContext in) {
        if (plan.attributes.isEmpty() && plan.anyAttribute < 0) {
            return;
        }
        int expected = 0;
        for (int i = 0, count = reader.attributeCount(); i < count; i++) {
            int slot = attributes.find(reader.attributeName(i), expected);
            try {
                if (slot >= 0) {
                    expected = slot + 1;
                    attribute(bean, plan.attributes.get(slot), reader, i, in);
                } else if (plan.anyAttribute >= 0) {
                    in.anyAttribute(this, bean, plan.anyAttribute, reader, i);
                }
            } catch (RuntimeException failed) {
                in.valueFailed(reader, failed);
            }
        }
    }

    private void attribute(Object bean, Slot slot, XmlReader reader, int index, UnmarshalContext in) {
        ReflectedMember member = members[slot.property()];
        if (plan.isStored(slot)) {
            store(bean, slot, slot.codec().readAttribute(reader, index, in), in);
        } else if (member.isSettable()) {
            Object value = switch (slot.kind()) {
                case STRING -> reader.attributeValue(index);
                case BOOLEAN ->
                    slot.type().isPrimitive()
                            ? (Object) EmptyValues.attributeBoolean(reader, index)
                            : EmptyValues.attributeBooleanOrNull(reader, index);
                case INT -> EmptyValues.attributeInt(reader, index);
                case LONG -> reader.attributeLong(index);
                case DOUBLE -> reader.attributeDouble(index);
                case FLOAT -> Lexical.toFloat(reader.attributeValue(index));
                case SHORT -> Lexical.toShort(reader.attributeValue(index));
                case BYTE -> Lexical.toByte(reader.attributeValue(index));
                default -> slot.codec().readAttribute(reader, index, in);
            };
            member.set(bean, value);
        }
    }

    /** Stores values that are not a single value to set: a list, or references to objects by their IDs. */
    private void store(Object bean, Slot slot, @Nullable Object value, UnmarshalContext in) {
        boolean many = plan.property(slot).shape() != Property.Shape.ONE;
        boolean references = plan.isReference(slot);
        int index = slot.property();
        if (many) {
            Collection<?> items = Objects.requireNonNull((Collection<?>) value, "a list");
            if (references) {
                in.references(this, bean, index, items);
            } else {
                fill(bean, index, items);
            }
        } else if (references) {
            in.reference(this, bean, index, value);
        } else {
            set(bean, index, value);
        }
    }

    // ---------------------------------------------------------------- writing

    @Override
    public void write(Object bean, XmlWriter writer, MarshalContext out) {
        if (isWorn()) {
            ref.compiled().write(bean, writer, out);
            return;
        }
        out.enter(bean, this);
        for (int index : plan.written()) {
            Object value = members[index].get(bean);
            Property property = plan.properties.get(index);
            switch (property.kind()) {
                case ANY_ATTRIBUTE -> {
                    if (value != null) {
                        out.anyAttributes(value, writer);
                    }
                }
                case ATTRIBUTE -> {
                    if (value != null) {
                        writeAttribute(value, Slot.of(plan.attributes, index), property, writer, out);
                    }
                }
                case VALUE -> {
                    if (value != null) {
                        writeText(value, Objects.requireNonNull(plan.value), property, writer, out);
                    }
                }
                case ELEMENT, REFERENCE -> writeElements(value, index, property, writer, out);
            }
        }
        out.leave(bean, this);
    }

    private void writeAttribute(Object value, Slot slot, Property property, XmlWriter writer, MarshalContext out) {
        XmlName name = registry.canonical(slot.name());
        boolean plain = property.rawType().isPrimitive();
        switch (plain || slot.kind() == Slot.Kind.STRING ? slot.kind() : Slot.Kind.OTHER) {
            case STRING -> writer.attribute(name, (String) value);
            case BOOLEAN -> writer.attribute(name, (boolean) value);
            case INT, SHORT, BYTE -> writer.attribute(name, ((Number) value).intValue());
            case LONG -> writer.attribute(name, (long) value);
            case FLOAT -> writer.plainAttribute(name, (float) value);
            case DOUBLE -> writer.plainAttribute(name, (double) value);
            default -> slot.codec().writeAttribute(name, value, writer, out);
        }
    }

    /** Writes the text of an element that contains only this value. */
    private static void writeText(Object value, Slot slot, Property property, XmlWriter writer, MarshalContext out) {
        if (slot.kind() == Slot.Kind.STRING || property.rawType().isPrimitive() && isPlain(slot)) {
            writePlain(value, slot, writer);
        } else {
            slot.codec().write(value, writer, out);
        }
    }

    /** Whether the writer has a method for the slot's values. */
    private static boolean isPlain(Slot slot) {
        return switch (slot.kind()) {
            case BEAN, LIST, REFERENCE, OTHER -> false;
            default -> true;
        };
    }

    private static void writePlain(Object value, Slot slot, XmlWriter writer) {
        switch (slot.kind()) {
            case BOOLEAN -> writer.text((boolean) value);
            case INT, SHORT, BYTE -> writer.text(((Number) value).intValue());
            case LONG -> writer.text((long) value);
            case FLOAT -> writer.plainText((float) value);
            case DOUBLE -> writer.plainText((double) value);
            default -> writer.text((String) value);
        }
    }

    private void writeElements(
            @Nullable Object value, int index, Property property, XmlWriter writer, MarshalContext out) {
        ElementWriter general = Objects.requireNonNull(plan.writers.get(index));
        ElementUse single =
                property.elements().size() == 1 ? property.elements().get(0) : null;
        ElementUse wrapper = property.wrapper();
        Slot slot = single == null || wrapper != null ? null : Slot.of(plan.elements, index);
        boolean isList = slot != null && slot.kind() == Slot.Kind.LIST;
        if (property.shape() == Property.Shape.ONE || isList) {
            writeElement(value, slot, general, writer, out);
            return;
        }
        if (value == null) {
            if (wrapper != null && wrapper.nillable()) {
                startElement(wrapper.name(), writer, out);
                out.nil(writer);
                writer.endElement();
            }
            return;
        }
        if (wrapper != null) {
            startElement(wrapper.name(), writer, out);
        }
        if (slot != null && plan.isPrimitiveArray(property)) {
            XmlName name = registry.canonical(slot.name());
            out.primitives(value, name, registry.number(slot.name().namespace()), writer);
        } else {
            for (Object item : itemsOf(value)) {
                writeElement(item, slot, general, writer, out);
            }
        }
        if (wrapper != null) {
            writer.endElement();
        }
    }

    private void writeElement(
            @Nullable Object value, @Nullable Slot slot, ElementWriter general, XmlWriter writer, MarshalContext out) {
        boolean plain = slot != null && value != null && isPlain(slot) && isOfKind(value, slot);
        if (slot != null && plain) {
            startElement(slot.name(), writer, out);
            writePlain(Objects.requireNonNull(value), slot, writer);
            writer.endElement();
        } else {
            general.write(value, writer, out);
        }
    }

    private static boolean isOfKind(Object value, Slot slot) {
        return switch (slot.kind()) {
            case STRING -> value instanceof String;
            case BOOLEAN -> value instanceof Boolean;
            case INT -> value instanceof Integer;
            case LONG -> value instanceof Long;
            case FLOAT -> value instanceof Float;
            case DOUBLE -> value instanceof Double;
            case SHORT -> value instanceof Short;
            case BYTE -> value instanceof Byte;
            default -> false;
        };
    }

    private void startElement(XmlName name, XmlWriter writer, MarshalContext out) {
        writer.startElement(out.prefixes[registry.number(name.namespace())], registry.canonical(name));
    }
}

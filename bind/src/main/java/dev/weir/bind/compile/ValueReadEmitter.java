package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.item.BeanItem;
import dev.weir.bind.item.MapItem;
import dev.weir.bind.item.SimpleItem;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import java.lang.invoke.MethodHandle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Emits code that reads one value, from an element or an attribute, and sets its member. */
abstract class ValueReadEmitter extends CodecEmitter {
    /** The maximum number of names expected in sequence: the JIT does not compile methods that are too long. */
    static final int MOST_EXPECTED = 32;

    ValueReadEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    static void attributeValue(MethodVisitor m, int reader, int index) {
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ILOAD, index);
        m.visitMethodInsn(INVOKEINTERFACE, READER, "attributeValue", "(I)Ljava/lang/String;", true);
    }

    void parseAttribute(MethodVisitor m, Slot slot, int reader, int in, int index) {
        if (slot.codec() instanceof SimpleItem simple) {
            constant(m, simple.type(), SIMPLE);
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ILOAD, index);
            invoke(m, SIMPLE, "readAttribute", "(L" + READER + ";I)L" + OBJECT + ";");
            return;
        }
        constant(m, slot.codec(), ITEM);
        attributeValue(m, reader, index);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, in);
        invoke(m, ITEM, "parse", "(Ljava/lang/String;L" + READER + ";L" + READING + ";)L" + OBJECT + ";");
    }

    /** Emits the call that stores a value whose codec, bean and property are already on the stack. */
    static void store(MethodVisitor m, boolean many, boolean references) {
        if (many) {
            m.visitTypeInsn(CHECKCAST, COLLECTION);
        }
        if (references) {
            invoke(
                    m,
                    READING,
                    many ? "references" : "reference",
                    "(L" + PROPERTIES + ";L" + OBJECT + ";I" + (many ? "L" + COLLECTION + ";" : "L" + OBJECT + ";")
                            + ")V");
        } else {
            invoke(
                    m,
                    CODEC,
                    many ? "fill" : "set",
                    "(L" + OBJECT + ";I" + (many ? "L" + COLLECTION + ";" : "L" + OBJECT + ";") + ")V");
        }
    }

    static void lexical(MethodVisitor m, Slot.Kind kind) {
        Class<?> plain = unboxed(kind);
        String name = plain.getName();
        m.visitMethodInsn(
                INVOKESTATIC,
                LEXICAL,
                "to" + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                "(Ljava/lang/String;)" + Type.getDescriptor(plain),
                false);
    }

    /** Pushes the value of an element on the stack, as the given type. */
    void value(MethodVisitor m, Slot slot, int bean, int reader, int in, Class<?> wanted) {
        switch (slot.kind()) {
            case STRING -> {
                m.visitVarInsn(ALOAD, reader);
                onReader(m, "elementText", "Ljava/lang/String;");
            }
            case INT -> {
                m.visitVarInsn(ALOAD, reader);
                onEmptyValues(m, "elementInt", "(L" + READER + ";)I");
                box(m, int.class, wanted);
            }
            case BOOLEAN -> {
                m.visitVarInsn(ALOAD, reader);
                if (wanted.isPrimitive()) {
                    onEmptyValues(m, "elementBoolean", "(L" + READER + ";)Z");
                } else {
                    onEmptyValues(m, "elementBooleanOrNull", "(L" + READER + ";)Ljava/lang/Boolean;");
                }
            }
            case LONG, FLOAT, DOUBLE -> {
                Class<?> plain = unboxed(slot.kind());
                String name = plain.getName();
                m.visitVarInsn(ALOAD, reader);
                onReader(
                        m,
                        "element" + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                        Type.getDescriptor(plain));
                box(m, plain, wanted);
            }
            case SHORT, BYTE -> {
                m.visitVarInsn(ALOAD, reader);
                onReader(m, "elementText", "Ljava/lang/String;");
                lexical(m, slot.kind());
                box(m, unboxed(slot.kind()), wanted);
            }
            case BEAN -> {
                BeanItem item = (BeanItem) slot.codec();
                CodecRef ref = item.ref();
                if (ref.bound.hasDerived()) {
                    String name = Type.getInternalName(BeanItem.class);
                    constant(m, item, name);
                    m.visitVarInsn(ALOAD, reader);
                    m.visitVarInsn(ALOAD, in);
                    invoke(m, name, "codecFor", "(L" + READER + ";L" + READING + ";)L" + CODEC + ";");
                } else {
                    constant(m, ref, REF);
                    invoke(m, REF, "compiled", "()L" + CODEC + ";");
                }
                m.visitVarInsn(ALOAD, reader);
                m.visitVarInsn(ALOAD, in);
                m.visitVarInsn(ALOAD, bean);
                invoke(m, CODEC, "read", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
            }
            default -> {
                item(m, slot.codec(), bean, reader, in);
                unboxAs(m, wanted);
            }
        }
    }

    void item(MethodVisitor m, ItemCodec codec, int bean, int reader, int in) {
        if (codec instanceof SimpleItem simple) {
            constant(m, simple.type(), SIMPLE);
            m.visitVarInsn(ALOAD, reader);
            invoke(m, SIMPLE, "readElement", "(L" + READER + ";)L" + OBJECT + ";");
            return;
        }
        constant(m, codec, ITEM);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, bean);
        invoke(m, ITEM, "read", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
    }

    void one(MethodVisitor m, Slot slot) {
        Property property = plan.property(slot);
        if (plan.isStored(slot)) {
            boolean many = property.shape() != Property.Shape.ONE;
            boolean references = plan.isReference(slot);
            m.visitVarInsn(ALOAD, references ? 3 : 0);
            if (references) {
                m.visitVarInsn(ALOAD, 0);
            }
            m.visitVarInsn(ALOAD, 1);
            number(m, slot.property());
            item(m, slot.codec(), 1, 2, 3);
            store(m, many, references);
            return;
        }
        if (slot.codec() instanceof MapItem entries) {
            String name = Type.getInternalName(MapItem.class);
            constant(m, entries, name);
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, 1);
            number(m, slot.property());
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(
                    m,
                    name,
                    "readProperty",
                    "(L" + PROPERTIES + ";L" + OBJECT + ";IL" + READER + ";L" + READING + ";)V");
            return;
        }
        MethodHandle setter = MemberHandles.setter(property.accessor(), false);
        if (setter == null) {
            m.visitVarInsn(ALOAD, 2);
            onReader(m, "skipElement", "V");
            return;
        }
        Class<?> type = property.rawType();
        if (slot.kind() == Slot.Kind.OTHER && type.isPrimitive()) {
            // Null, for a nil element, leaves the member unchanged.
            item(m, slot.codec(), 1, 2, 3);
            m.visitVarInsn(ASTORE, 4);
            Label nothing = new Label();
            m.visitVarInsn(ALOAD, 4);
            m.visitJumpInsn(IFNULL, nothing);
            constant(m, setter, HANDLE);
            m.visitVarInsn(ALOAD, 1);
            m.visitVarInsn(ALOAD, 4);
            unboxAs(m, type);
            invoke(m, HANDLE, "invokeExact", "(L" + OBJECT + ";" + primitive(type) + ")V");
            m.visitLabel(nothing);
            return;
        }
        constant(m, setter, HANDLE);
        m.visitVarInsn(ALOAD, 1);
        value(m, slot, 1, 2, 3, type);
        invoke(m, HANDLE, "invokeExact", "(L" + OBJECT + ";" + primitive(type) + ")V");
    }
}

package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.BeanProperties;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import dev.weir.bind.value.EmptyValues;
import dev.weir.bind.value.Lexical;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Collection;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Common parts of the emitters: the names of classes and methods that generated code calls, shorthands for
 * instructions, and queries of the plan.
 */
abstract class CodecEmitter {
    static final String OBJECT = "java/lang/Object";
    static final String READER = Type.getInternalName(XmlReader.class);
    static final String WRITER = Type.getInternalName(XmlWriter.class);
    static final String EVENT = Type.getInternalName(XmlEvent.class);
    static final String NAME = Type.getInternalName(XmlName.class);
    static final String READING = Type.getInternalName(UnmarshalContext.class);
    static final String WRITING = Type.getInternalName(MarshalContext.class);
    static final String CODEC = Type.getInternalName(BeanCodec.class);
    static final String PROPERTIES = Type.getInternalName(BeanProperties.class);
    static final String ITEM = Type.getInternalName(ItemCodec.class);
    static final String REF = Type.getInternalName(CodecRef.class);
    static final String SLOTS = Type.getInternalName(NameSlots.class);
    static final String ELEMENT = Type.getInternalName(ElementWriter.class);
    static final String COLLECTION = Type.getInternalName(Collection.class);
    static final String LEXICAL = Type.getInternalName(Lexical.class);
    static final String EMPTY_VALUES = Type.getInternalName(EmptyValues.class);
    static final String SIMPLE = Type.getInternalName(SimpleType.class);
    static final String HANDLE = Type.getInternalName(MethodHandle.class);
    static final String READ_INTO = "(L" + OBJECT + ";L" + READER + ";L" + READING + ";)V";
    static final String READ_LIST =
            "(L" + OBJECT + ";L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + EVENT + ";";
    static final String READ_ATTRIBUTES = "(L" + OBJECT + ";L" + READER + ";L" + READING + ";I)V";
    static final String WRITE = "(L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V";

    final CodecClassBuilder made;
    final CodecPlan plan;
    final CodecRegistry registry;
    final String self;

    CodecEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        this.made = made;
        this.plan = plan;
        this.registry = registry;
        this.self = made.name();
    }

    final MethodVisitor method(String name, String descriptor) {
        return made.method(name, descriptor);
    }

    final void constant(MethodVisitor m, Object value, String internalName) {
        made.constant(m, value, internalName);
    }

    static void end(MethodVisitor m) {
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    static void number(MethodVisitor m, int value) {
        if (value >= -1 && value <= 5) {
            m.visitInsn(ICONST_0 + value);
        } else {
            m.visitLdcInsn(value);
        }
    }

    static void event(MethodVisitor m, String name) {
        m.visitFieldInsn(GETSTATIC, EVENT, name, "L" + EVENT + ";");
    }

    static void invoke(MethodVisitor m, String owner, String name, String descriptor) {
        m.visitMethodInsn(INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    static void onReader(MethodVisitor m, String name, String result) {
        m.visitMethodInsn(INVOKEINTERFACE, READER, name, "()" + result, true);
    }

    static void onEmptyValues(MethodVisitor m, String name, String descriptor) {
        m.visitMethodInsn(INVOKESTATIC, EMPTY_VALUES, name, descriptor, false);
    }

    static void onWriter(MethodVisitor m, String name, String descriptor) {
        m.visitMethodInsn(INVOKEINTERFACE, WRITER, name, descriptor, true);
    }

    static String primitive(Class<?> type) {
        return type.isPrimitive() ? Type.getDescriptor(type) : "L" + OBJECT + ";";
    }

    static Label[] labels(int count) {
        Label[] labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = new Label();
        }
        return labels;
    }

    static void select(MethodVisitor m, int slot, Label[] cases, Label other) {
        if (cases.length > 0) {
            m.visitVarInsn(ILOAD, slot);
            m.visitTableSwitchInsn(0, cases.length - 1, other, cases);
        } else {
            m.visitJumpInsn(GOTO, other);
        }
    }

    static Class<?> unboxed(Slot.Kind kind) {
        return switch (kind) {
            case INT -> int.class;
            case LONG -> long.class;
            case DOUBLE -> double.class;
            case BOOLEAN -> boolean.class;
            case FLOAT -> float.class;
            case SHORT -> short.class;
            case BYTE -> byte.class;
            default -> Object.class;
        };
    }

    static String boxName(Class<?> plain) {
        return Type.getInternalName(MethodType.methodType(plain).wrap().returnType());
    }

    /** Converts a primitive on the stack to the type of a member. */
    static void box(MethodVisitor m, Class<?> plain, Class<?> wanted) {
        if (!wanted.isPrimitive() && plain.isPrimitive()) {
            String box = boxName(plain);
            m.visitMethodInsn(INVOKESTATIC, box, "valueOf", "(" + Type.getDescriptor(plain) + ")L" + box + ";", false);
        }
    }

    /** Converts an Object on the stack to the type of a member. */
    static void unboxAs(MethodVisitor m, Class<?> wanted) {
        if (wanted.isPrimitive()) {
            String box = boxName(wanted);
            m.visitTypeInsn(CHECKCAST, box);
            invoke(m, box, wanted.getName() + "Value", "()" + Type.getDescriptor(wanted));
        }
    }
}

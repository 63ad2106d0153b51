package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Emits code that reads attributes: expected in the order of the class, accepted in any order. */
public final class AttributeReadEmitter extends ValueReadEmitter {
    private @Nullable NameSlots attributeSlots;

    AttributeReadEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    void attributes() {
        if (plan.attributes.isEmpty() && plan.anyAttribute < 0) {
            return;
        }
        expectedAttributes();
        otherAttributes();
    }

    private void attributeSlots(MethodVisitor m) {
        NameSlots known = attributeSlots;
        if (known == null) {
            known = new NameSlots(Slot.names(plan.attributes));
            attributeSlots = known;
        }
        constant(m, known, SLOTS);
    }

    /**
     * Emits the fast path for attributes in the order of the class, some possibly absent: one comparison per name, no
     * loop.
     */
    private void expectedAttributes() {
        int bean = 1;
        int reader = 2;
        int in = 3;
        int count = 4;
        int index = 5;
        int name = 6;
        int problem = 7;
        MethodVisitor m = method("attributes", READ_INTO);
        Label some = new Label();
        Label rest = new Label();
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "attributeCount", "I");
        m.visitInsn(DUP);
        m.visitVarInsn(ISTORE, count);
        m.visitJumpInsn(IFNE, some);
        m.visitInsn(RETURN);
        m.visitLabel(some);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, index);
        int expected = Math.min(plan.attributes.size(), MOST_EXPECTED);
        if (expected > 0) {
            Label tryStart = new Label();
            Label tryEnd = new Label();
            Label caught = new Label();
            m.visitTryCatchBlock(tryStart, tryEnd, caught, "java/lang/RuntimeException");
            attributeName(m, reader, index);
            m.visitVarInsn(ASTORE, name);
            m.visitLabel(tryStart);
            for (int i = 0; i < expected; i++) {
                Label other = new Label();
                attributeSlots(m);
                m.visitVarInsn(ALOAD, name);
                number(m, i);
                invoke(m, SLOTS, "isIdentical", "(L" + NAME + ";I)Z");
                m.visitJumpInsn(IFEQ, other);
                attribute(m, plan.attributes.get(i), bean, reader, in, index);
                m.visitIincInsn(index, 1);
                m.visitVarInsn(ILOAD, index);
                m.visitVarInsn(ILOAD, count);
                m.visitJumpInsn(IF_ICMPGE, rest);
                attributeName(m, reader, index);
                m.visitVarInsn(ASTORE, name);
                m.visitLabel(other);
            }
            m.visitLabel(tryEnd);
            m.visitJumpInsn(GOTO, rest);
            m.visitLabel(caught);
            attributeFailed(m, reader, in, problem);
            m.visitIincInsn(index, 1);
        }
        m.visitLabel(rest);
        Label done = new Label();
        m.visitVarInsn(ILOAD, index);
        m.visitVarInsn(ILOAD, count);
        m.visitJumpInsn(IF_ICMPGE, done);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, bean);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ILOAD, index);
        invoke(m, self, "otherAttributes", READ_ATTRIBUTES);
        m.visitLabel(done);
        m.visitInsn(RETURN);
        end(m);
    }

    private static void attributeName(MethodVisitor m, int reader, int index) {
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ILOAD, index);
        m.visitMethodInsn(INVOKEINTERFACE, READER, "attributeName", "(I)L" + NAME + ";", true);
    }

    private static void attributeFailed(MethodVisitor m, int reader, int in, int problem) {
        m.visitVarInsn(ASTORE, problem);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, problem);
        invoke(m, READING, "valueFailed", "(L" + READER + ";Ljava/lang/RuntimeException;)V");
    }

    /** Emits the general path: attributes in any order, starting at an index. */
    private void otherAttributes() {
        int bean = 1;
        int reader = 2;
        int in = 3;
        int index = 4;
        int expected = 5;
        int slot = 6;
        int problem = 7;
        MethodVisitor m = method("otherAttributes", READ_ATTRIBUTES);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, expected);
        Label loop = new Label();
        Label done = new Label();
        Label after = new Label();
        Label tryStart = new Label();
        Label tryEnd = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(tryStart, tryEnd, caught, "java/lang/RuntimeException");
        m.visitLabel(loop);
        m.visitVarInsn(ILOAD, index);
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "attributeCount", "I");
        m.visitJumpInsn(IF_ICMPGE, done);
        attributeSlots(m);
        attributeName(m, reader, index);
        m.visitVarInsn(ILOAD, expected);
        invoke(m, SLOTS, "find", "(L" + NAME + ";I)I");
        m.visitVarInsn(ISTORE, slot);
        m.visitLabel(tryStart);
        Label other = new Label();
        Label[] cases = labels(plan.attributes.size());
        select(m, slot, cases, other);
        for (int i = 0; i < cases.length; i++) {
            m.visitLabel(cases[i]);
            number(m, i + 1);
            m.visitVarInsn(ISTORE, expected);
            attribute(m, plan.attributes.get(i), bean, reader, in, index);
            m.visitJumpInsn(GOTO, after);
        }
        m.visitLabel(other);
        if (plan.anyAttribute >= 0) {
            m.visitVarInsn(ALOAD, in);
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            number(m, plan.anyAttribute);
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ILOAD, index);
            invoke(m, READING, "anyAttribute", "(L" + PROPERTIES + ";L" + OBJECT + ";IL" + READER + ";I)V");
        } else {
            m.visitInsn(NOP);
        }
        m.visitLabel(tryEnd);
        m.visitJumpInsn(GOTO, after);
        m.visitLabel(caught);
        attributeFailed(m, reader, in, problem);
        m.visitLabel(after);
        m.visitIincInsn(index, 1);
        m.visitJumpInsn(GOTO, loop);
        m.visitLabel(done);
        m.visitInsn(RETURN);
        end(m);
    }

    private void attribute(MethodVisitor m, Slot slot, int bean, int reader, int in, int index) {
        Property property = plan.property(slot);
        if (plan.isStored(slot)) {
            boolean many = property.shape() != Property.Shape.ONE;
            boolean references = plan.isReference(slot);
            m.visitVarInsn(ALOAD, references ? in : 0);
            if (references) {
                m.visitVarInsn(ALOAD, 0);
            }
            m.visitVarInsn(ALOAD, bean);
            number(m, slot.property());
            parseAttribute(m, slot, reader, in, index);
            store(m, many, references);
            return;
        }
        MethodHandle setter = MemberHandles.setter(property.accessor(), false);
        if (setter == null) {
            return;
        }
        constant(m, setter, HANDLE);
        m.visitVarInsn(ALOAD, bean);
        Class<?> type = property.rawType();
        String typed = switch (slot.kind()) {
            case LONG -> "attributeLong";
            case DOUBLE -> "attributeDouble";
            default -> "";
        };
        if (slot.kind() == Slot.Kind.INT) {
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ILOAD, index);
            onEmptyValues(m, "attributeInt", "(L" + READER + ";I)I");
            box(m, int.class, type);
        } else if (slot.kind() == Slot.Kind.BOOLEAN) {
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ILOAD, index);
            if (type.isPrimitive()) {
                onEmptyValues(m, "attributeBoolean", "(L" + READER + ";I)Z");
            } else {
                onEmptyValues(m, "attributeBooleanOrNull", "(L" + READER + ";I)Ljava/lang/Boolean;");
            }
        } else if (!typed.isEmpty()) {
            Class<?> plain = unboxed(slot.kind());
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ILOAD, index);
            m.visitMethodInsn(INVOKEINTERFACE, READER, typed, "(I)" + Type.getDescriptor(plain), true);
            box(m, plain, type);
        } else if (slot.kind() == Slot.Kind.STRING) {
            attributeValue(m, reader, index);
        } else if (slot.kind() == Slot.Kind.FLOAT || slot.kind() == Slot.Kind.SHORT || slot.kind() == Slot.Kind.BYTE) {
            attributeValue(m, reader, index);
            lexical(m, slot.kind());
            box(m, unboxed(slot.kind()), type);
        } else {
            parseAttribute(m, slot, reader, in, index);
            unboxAs(m, type);
        }
        invoke(m, HANDLE, "invokeExact", "(L" + OBJECT + ";" + primitive(type) + ")V");
    }
}

package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.item.WildcardItem;
import dev.weir.bind.item.WrapperContent;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Emits code that reads content: child elements, expected in the order of the class and accepted in any order, and
 * text.
 */
public final class ElementReadEmitter extends ValueReadEmitter {
    private @Nullable NameSlots elementSlots;

    ElementReadEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    void write() {
        readInto();
        for (int i = 0; i < plan.elements.size(); i++) {
            Slot slot = plan.elements.get(i);
            if (slot.wrapped() != null) {
                continue;
            }
            if (plan.isMany(slot)) {
                readMany(i, slot);
            } else {
                readOne(i, slot);
            }
        }
    }

    /** Emits the reading of one element: of a property with one value, or with all values in one element. */
    private void readOne(int index, Slot slot) {
        MethodVisitor m = method("read" + index, READ_INTO);
        one(m, slot);
        m.visitInsn(RETURN);
        end(m);
    }

    /** Emits the reading of consecutive elements with the same name. */
    private void readMany(int index, Slot slot) {
        MethodVisitor m = method("read" + index, READ_LIST);
        Property property = plan.property(slot);
        Class<?> builder = arrayBuilder(property);
        Label again = new Label();
        Label look = new Label();
        Label leave = new Label();
        Label added = new Label();
        m.visitLabel(again);
        if (slot.nillable()) {
            nilItem(m, property, added);
        }
        m.visitVarInsn(ALOAD, 4);
        if (builder != null) {
            String name = Type.getInternalName(builder);
            m.visitTypeInsn(CHECKCAST, name);
            value(m, slot, 1, 2, 3, property.itemType());
            invoke(m, name, "add", "(" + Type.getDescriptor(property.itemType()) + ")V");
        } else {
            m.visitTypeInsn(CHECKCAST, COLLECTION);
            value(m, slot, 1, 2, 3, Object.class);
            addItem(m);
        }
        m.visitLabel(added);
        if (plan.mixed < 0) {
            m.visitVarInsn(ALOAD, 2);
            onReader(m, "repeats", "Z");
            m.visitJumpInsn(IFNE, again);
        }
        next(m, 2);
        m.visitVarInsn(ASTORE, 5);
        if (plan.mixed < 0) {
            m.visitVarInsn(ALOAD, 5);
            event(m, "TEXT");
            m.visitJumpInsn(IF_ACMPNE, look);
            next(m, 2);
            m.visitVarInsn(ASTORE, 5);
            m.visitLabel(look);
        }
        m.visitVarInsn(ALOAD, 5);
        event(m, "START_ELEMENT");
        m.visitJumpInsn(IF_ACMPNE, leave);
        slots(m);
        m.visitVarInsn(ALOAD, 2);
        onReader(m, "name", "L" + NAME + ";");
        number(m, index);
        invoke(m, SLOTS, "matches", "(L" + NAME + ";I)Z");
        m.visitJumpInsn(IFNE, again);
        m.visitLabel(leave);
        m.visitVarInsn(ALOAD, 5);
        m.visitInsn(ARETURN);
        end(m);
    }

    /** Emits null for a nil element, or no item if the items are primitives. */
    private static void nilItem(MethodVisitor m, Property property, Label added) {
        Label there = new Label();
        m.visitVarInsn(ALOAD, 3);
        m.visitVarInsn(ALOAD, 2);
        invoke(m, READING, "isNil", "(L" + READER + ";)Z");
        m.visitJumpInsn(IFEQ, there);
        m.visitVarInsn(ALOAD, 2);
        onReader(m, "skipElement", "V");
        if (!property.itemType().isPrimitive()) {
            m.visitVarInsn(ALOAD, 4);
            m.visitTypeInsn(CHECKCAST, COLLECTION);
            m.visitInsn(ACONST_NULL);
            addItem(m);
        }
        m.visitJumpInsn(GOTO, added);
        m.visitLabel(there);
    }

    /** Emits the call that adds the item on the stack to the collection below it. */
    private static void addItem(MethodVisitor m) {
        m.visitMethodInsn(INVOKEINTERFACE, COLLECTION, "add", "(L" + OBJECT + ";)Z", true);
        m.visitInsn(POP);
    }

    private void slots(MethodVisitor m) {
        NameSlots known = elementSlots;
        if (known == null) {
            known = plan.elementNames();
            elementSlots = known;
        }
        constant(m, known, SLOTS);
    }

    /** Emits the advance to the next item; white space between tags is an item only in mixed content. */
    private void next(MethodVisitor m, int reader) {
        m.visitVarInsn(ALOAD, reader);
        String method = plan.mixed < 0 ? "nextTagOrText" : "next";
        m.visitMethodInsn(INVOKEINTERFACE, READER, method, "()L" + EVENT + ";", true);
    }

    private void readInto() {
        int bean = 1;
        int reader = 2;
        int in = 3;
        int depth = 4;
        int expected = 5;
        int slot = 6;
        int event = 7;
        int problem = 8;
        int name = 9;
        int states = 10;
        MethodVisitor m = method("readInto", READ_INTO);
        if (!plan.attributes.isEmpty() || plan.anyAttribute >= 0) {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ALOAD, in);
            invoke(m, self, "attributes", READ_INTO);
        }
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "depth", "I");
        m.visitVarInsn(ISTORE, depth);
        for (int i = 0; i < plan.properties.size(); i++) {
            m.visitInsn(ACONST_NULL);
            m.visitVarInsn(ASTORE, states + i);
        }
        Label done = new Label();
        Label tryStart = new Label();
        Label tryEnd = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(tryStart, tryEnd, caught, "java/lang/RuntimeException");
        if (plan.value != null) {
            m.visitLabel(tryStart);
            one(m, plan.value);
            m.visitLabel(tryEnd);
            m.visitJumpInsn(GOTO, done);
            m.visitLabel(caught);
            elementFailed(m, problem, reader, in, depth, 0);
        } else {
            Label loop = new Label();
            Label dispatch = new Label();
            Label start = new Label();
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, expected);
            if (plan.mixed < 0 && !plan.elements.isEmpty()) {
                next(m, reader);
                m.visitVarInsn(ASTORE, event);
                Label expectedStart = new Label();
                Label expectedEnd = new Label();
                m.visitTryCatchBlock(expectedStart, expectedEnd, caught, "java/lang/RuntimeException");
                m.visitLabel(expectedStart);
                expectedElements(m, bean, reader, in, event, name, states);
                m.visitLabel(expectedEnd);
                m.visitJumpInsn(GOTO, dispatch);
            }
            m.visitLabel(loop);
            next(m, reader);
            m.visitVarInsn(ASTORE, event);
            m.visitLabel(dispatch);
            m.visitVarInsn(ALOAD, event);
            event(m, "START_ELEMENT");
            m.visitJumpInsn(IF_ACMPEQ, start);
            m.visitVarInsn(ALOAD, event);
            event(m, "END_ELEMENT");
            m.visitJumpInsn(IF_ACMPEQ, done);
            m.visitVarInsn(ALOAD, event);
            event(m, "TEXT");
            m.visitJumpInsn(IF_ACMPNE, loop);
            text(m, bean, reader, in, event, states, dispatch);
            m.visitJumpInsn(GOTO, loop);
            m.visitLabel(start);
            slots(m);
            m.visitVarInsn(ALOAD, reader);
            onReader(m, "name", "L" + NAME + ";");
            m.visitVarInsn(ILOAD, expected);
            invoke(m, SLOTS, "find", "(L" + NAME + ";I)I");
            m.visitVarInsn(ISTORE, slot);
            m.visitLabel(tryStart);
            Label other = new Label();
            Label[] cases = labels(plan.elements.size());
            select(m, slot, cases, other);
            for (int i = 0; i < cases.length; i++) {
                m.visitLabel(cases[i]);
                number(m, i + 1);
                m.visitVarInsn(ISTORE, expected);
                element(m, i, bean, reader, in, event, states, loop, dispatch);
            }
            m.visitLabel(other);
            if (plan.wildcard >= 0) {
                wildcard(m, bean, reader, in, states);
            } else {
                m.visitVarInsn(ALOAD, in);
                m.visitVarInsn(ALOAD, reader);
                slots(m);
                invoke(m, READING, "unexpected", "(L" + READER + ";L" + SLOTS + ";)V");
            }
            m.visitLabel(tryEnd);
            m.visitJumpInsn(GOTO, loop);
            m.visitLabel(caught);
            elementFailed(m, problem, reader, in, depth, 1);
            m.visitJumpInsn(GOTO, loop);
        }
        m.visitLabel(done);
        finish(m, bean, in, states);
        m.visitInsn(RETURN);
        end(m);
    }

    /**
     * Emits the fast path for elements in the order of the class, some possibly absent: one comparison per name, no
     * loop.
     */
    private void expectedElements(MethodVisitor m, int bean, int reader, int in, int event, int name, int states) {
        starting(m, event, reader, name);
        for (int i = 0; i < Math.min(plan.elements.size(), MOST_EXPECTED); i++) {
            Label afterOne = new Label();
            Label afterMany = new Label();
            Label other = new Label();
            slots(m);
            m.visitVarInsn(ALOAD, name);
            number(m, i);
            invoke(m, SLOTS, "isIdentical", "(L" + NAME + ";I)Z");
            m.visitJumpInsn(IFEQ, other);
            element(m, i, bean, reader, in, event, states, afterOne, afterMany);
            m.visitLabel(afterOne);
            next(m, reader);
            m.visitVarInsn(ASTORE, event);
            m.visitLabel(afterMany);
            starting(m, event, reader, name);
            m.visitLabel(other);
        }
    }

    private static void starting(MethodVisitor m, int event, int reader, int name) {
        m.visitVarInsn(ALOAD, event);
        m.visitVarInsn(ALOAD, reader);
        m.visitMethodInsn(
                INVOKESTATIC, CODEC, "startedElement", "(L" + EVENT + ";L" + READER + ";)L" + NAME + ";", false);
        m.visitVarInsn(ASTORE, name);
    }

    private static void elementFailed(MethodVisitor m, int problem, int reader, int in, int depth, int below) {
        m.visitVarInsn(ASTORE, problem);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, problem);
        m.visitVarInsn(ILOAD, depth);
        number(m, below);
        m.visitInsn(IADD);
        invoke(m, READING, "elementFailed", "(L" + READER + ";Ljava/lang/RuntimeException;I)V");
    }

    private void text(MethodVisitor m, int bean, int reader, int in, int event, int states, Label dispatch) {
        if (plan.mixed < 0) {
            // Ignored without an event, as in other JAXB implementations.
            return;
        }
        begin(m, plan.properties.get(plan.mixed), plan.mixed, bean, states);
        m.visitVarInsn(ALOAD, states + plan.mixed);
        m.visitTypeInsn(CHECKCAST, COLLECTION);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        invoke(m, READING, "mixedText", "(L" + READER + ";)Ljava/lang/String;");
        addItem(m);
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "event", "L" + EVENT + ";");
        m.visitVarInsn(ASTORE, event);
        m.visitJumpInsn(GOTO, dispatch);
    }

    /** Emits the creation of the collection or builder for a property's items, if there is none yet. */
    private void begin(MethodVisitor m, Property property, int index, int bean, int states) {
        Label there = new Label();
        m.visitVarInsn(ALOAD, states + index);
        m.visitJumpInsn(IFNONNULL, there);
        Class<?> builder = arrayBuilder(property);
        if (builder != null) {
            String name = Type.getInternalName(builder);
            m.visitTypeInsn(NEW, name);
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
        } else if (plan.collectsReferences(property)) {
            m.visitTypeInsn(NEW, "java/util/ArrayList");
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, "java/util/ArrayList", "<init>", "()V", false);
        } else {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            number(m, index);
            invoke(m, CODEC, "begin", "(L" + OBJECT + ";I)L" + COLLECTION + ";");
        }
        m.visitVarInsn(ASTORE, states + index);
        m.visitLabel(there);
    }

    private void element(
            MethodVisitor m,
            int index,
            int bean,
            int reader,
            int in,
            int event,
            int states,
            Label loop,
            Label dispatch) {
        Slot slot = plan.elements.get(index);
        Property property = plan.property(slot);
        if (slot.wrapped() != null) {
            begin(m, property, slot.property(), bean, states);
            constant(m, slot.wrapped(), Type.getInternalName(WrapperContent.class));
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ALOAD, in);
            m.visitVarInsn(ALOAD, bean);
            m.visitVarInsn(ALOAD, states + slot.property());
            m.visitTypeInsn(CHECKCAST, COLLECTION);
            invoke(
                    m,
                    Type.getInternalName(WrapperContent.class),
                    "read",
                    "(L" + READER + ";L" + READING + ";L" + OBJECT + ";L" + COLLECTION + ";)Z");
            m.visitJumpInsn(IFNE, loop);
            m.visitInsn(ACONST_NULL);
            m.visitVarInsn(ASTORE, states + slot.property());
            if (property.accessor().hasField() || property.accessor().setter() != null) {
                m.visitVarInsn(ALOAD, 0);
                m.visitVarInsn(ALOAD, bean);
                number(m, slot.property());
                m.visitInsn(ACONST_NULL);
                invoke(m, self, "set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
            }
            m.visitJumpInsn(GOTO, loop);
        } else if (plan.isMany(slot)) {
            begin(m, property, slot.property(), bean, states);
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ALOAD, in);
            m.visitVarInsn(ALOAD, states + slot.property());
            invoke(m, self, "read" + index, READ_LIST);
            m.visitVarInsn(ASTORE, event);
            m.visitJumpInsn(GOTO, dispatch);
        } else {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ALOAD, in);
            invoke(m, self, "read" + index, READ_INTO);
            m.visitJumpInsn(GOTO, loop);
        }
    }

    private void wildcard(MethodVisitor m, int bean, int reader, int in, int states) {
        Property property = plan.properties.get(plan.wildcard);
        WildcardItem codec = plan.wildcardItem();
        if (property.shape() == Property.Shape.ONE) {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            number(m, plan.wildcard);
            item(m, codec, bean, reader, in);
            invoke(m, self, "set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
            return;
        }
        begin(m, property, plan.wildcard, bean, states);
        m.visitVarInsn(ALOAD, states + plan.wildcard);
        m.visitTypeInsn(CHECKCAST, COLLECTION);
        item(m, codec, bean, reader, in);
        addItem(m);
    }

    private void finish(MethodVisitor m, int bean, int in, int states) {
        for (int i = 0; i < plan.properties.size(); i++) {
            Property property = plan.properties.get(i);
            boolean collects = property.shape() != Property.Shape.ONE
                    && (property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE);
            boolean references = plan.collectsReferences(property);
            boolean needed = property.shape() == Property.Shape.ARRAY
                    || property.accessor().setter() != null
                    || references;
            if (!collects || !needed) {
                continue;
            }
            Label nothing = new Label();
            m.visitVarInsn(ALOAD, states + i);
            m.visitJumpInsn(IFNULL, nothing);
            Class<?> builder = arrayBuilder(property);
            m.visitVarInsn(ALOAD, references ? in : 0);
            if (references) {
                m.visitVarInsn(ALOAD, 0);
            }
            m.visitVarInsn(ALOAD, bean);
            number(m, i);
            m.visitVarInsn(ALOAD, states + i);
            if (builder != null) {
                String name = Type.getInternalName(builder);
                m.visitTypeInsn(CHECKCAST, name);
                invoke(m, name, "toArray", "()" + Type.getDescriptor(property.rawType()));
                invoke(m, self, "set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
            } else if (references) {
                store(m, true, true);
            } else {
                m.visitTypeInsn(CHECKCAST, COLLECTION);
                invoke(m, CODEC, "finish", "(L" + OBJECT + ";IL" + COLLECTION + ";)V");
            }
            m.visitLabel(nothing);
        }
        for (int id : plan.ids) {
            m.visitVarInsn(ALOAD, in);
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, bean);
            number(m, id);
            invoke(m, self, "get", "(L" + OBJECT + ";I)L" + OBJECT + ";");
            m.visitVarInsn(ALOAD, bean);
            invoke(m, READING, "id", "(L" + OBJECT + ";L" + OBJECT + ";)V");
        }
    }

    /** The builder class for an array of primitives; null for other properties. */
    private @Nullable Class<?> arrayBuilder(Property property) {
        if (!plan.isPrimitiveArray(property)) {
            return null;
        }
        Class<?> item = property.itemType();
        return item == double.class
                ? DoubleArrayBuilder.class
                : item == int.class
                        ? IntArrayBuilder.class
                        : item == long.class ? LongArrayBuilder.class : FloatArrayBuilder.class;
    }
}

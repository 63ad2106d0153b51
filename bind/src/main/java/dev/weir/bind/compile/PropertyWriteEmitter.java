package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.item.BeanItem;
import dev.weir.bind.item.SimpleItem;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import dev.weir.bind.plan.Slot;
import dev.weir.xml.XmlName;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Emits code that writes attributes and content, property by property. */
public final class PropertyWriteEmitter extends CodecEmitter {
    PropertyWriteEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    void write() {
        int[] written = plan.written();
        MethodVisitor m = method("write", WRITE);
        around(m, "enter");
        for (int i : written) {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, 1);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, self, "write" + i, WRITE);
        }
        around(m, "leave");
        m.visitInsn(RETURN);
        end(m);
        for (int i : written) {
            writeProperty(i, plan.properties.get(i));
        }
    }

    private static void around(MethodVisitor m, String when) {
        m.visitVarInsn(ALOAD, 3);
        m.visitVarInsn(ALOAD, 1);
        m.visitVarInsn(ALOAD, 0);
        invoke(m, WRITING, when, "(L" + OBJECT + ";L" + PROPERTIES + ";)V");
    }

    private void getValue(MethodVisitor m, Property property) {
        constant(m, Objects.requireNonNull(MemberHandles.getter(property.accessor(), false)), HANDLE);
        m.visitVarInsn(ALOAD, 1);
        invoke(m, HANDLE, "invokeExact", "(L" + OBJECT + ";)" + primitive(property.rawType()));
    }

    private void writeProperty(int index, Property property) {
        MethodVisitor m = method("write" + index, WRITE);
        Label done = new Label();
        switch (property.kind()) {
            case ANY_ATTRIBUTE -> {
                m.visitVarInsn(ALOAD, 3);
                getValue(m, property);
                m.visitInsn(DUP);
                m.visitVarInsn(ASTORE, 4);
                Label there = new Label();
                m.visitJumpInsn(IFNULL, there);
                m.visitVarInsn(ALOAD, 4);
                m.visitVarInsn(ALOAD, 2);
                invoke(m, WRITING, "anyAttributes", "(L" + OBJECT + ";L" + WRITER + ";)V");
                m.visitInsn(RETURN);
                m.visitLabel(there);
                m.visitInsn(POP);
            }
            case ATTRIBUTE -> writeAttribute(m, property, Slot.of(plan.attributes, index), done);
            case VALUE -> writeValue(m, property, Objects.requireNonNull(plan.value), done);
            case ELEMENT, REFERENCE -> writeElements(m, index, property, done);
        }
        m.visitLabel(done);
        m.visitInsn(RETURN);
        end(m);
    }

    private void writeAttribute(MethodVisitor m, Property property, Slot slot, Label done) {
        Class<?> type = property.rawType();
        Class<?> plain = unboxed(slot.kind());
        if (type.isPrimitive() && plain == type) {
            m.visitVarInsn(ALOAD, 2);
            constant(m, registry.canonical(slot.name()), NAME);
            getValue(m, property);
            String form = Type.getDescriptor(type);
            if (type == double.class || type == float.class) {
                onWriter(m, "plainAttribute", "(L" + NAME + ";" + form + ")V");
                return;
            } else if (type == short.class || type == byte.class) {
                form = "I";
            }
            onWriter(m, "attribute", "(L" + NAME + ";" + form + ")V");
            return;
        }
        getObject(m, property);
        m.visitInsn(DUP);
        m.visitVarInsn(ASTORE, 4);
        m.visitJumpInsn(IFNULL, done);
        if (slot.kind() == Slot.Kind.STRING) {
            m.visitVarInsn(ALOAD, 2);
            constant(m, registry.canonical(slot.name()), NAME);
            m.visitVarInsn(ALOAD, 4);
            m.visitTypeInsn(CHECKCAST, "java/lang/String");
            onWriter(m, "attribute", "(L" + NAME + ";Ljava/lang/String;)V");
        } else if (slot.codec() instanceof SimpleItem simple) {
            constant(m, simple.type(), SIMPLE);
            constant(m, registry.canonical(slot.name()), NAME);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 2);
            invoke(m, SIMPLE, "writeAttribute", "(L" + NAME + ";L" + OBJECT + ";L" + WRITER + ";)V");
        } else {
            constant(m, slot.codec(), ITEM);
            constant(m, registry.canonical(slot.name()), NAME);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, ITEM, "writeAttribute", "(L" + NAME + ";L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V");
        }
    }

    private void getObject(MethodVisitor m, Property property) {
        constant(m, Objects.requireNonNull(MemberHandles.getter(property.accessor(), true)), HANDLE);
        m.visitVarInsn(ALOAD, 1);
        invoke(m, HANDLE, "invokeExact", "(L" + OBJECT + ";)L" + OBJECT + ";");
    }

    private void writeValue(MethodVisitor m, Property property, Slot slot, Label done) {
        Class<?> type = property.rawType();
        if (type.isPrimitive() && unboxed(slot.kind()) == type) {
            getValue(m, property);
            printPrimitive(m, type);
            return;
        }
        getObject(m, property);
        m.visitInsn(DUP);
        m.visitVarInsn(ASTORE, 4);
        m.visitJumpInsn(IFNULL, done);
        if (slot.kind() == Slot.Kind.STRING) {
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 4);
            m.visitTypeInsn(CHECKCAST, "java/lang/String");
            onWriter(m, "text", "(Ljava/lang/String;)V");
        } else if (slot.codec() instanceof SimpleItem simple) {
            writeSimple(m, simple, 4);
        } else {
            constant(m, slot.codec(), ITEM);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, ITEM, "write", "(L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V");
        }
    }

    /** Emits code that writes the primitive on the stack as text. */
    private static void printPrimitive(MethodVisitor m, Class<?> type) {
        if (type == double.class || type == float.class) {
            int at = 6;
            m.visitVarInsn(Type.getType(type).getOpcode(ISTORE), at);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(Type.getType(type).getOpcode(ILOAD), at);
            onWriter(m, "plainText", "(" + Type.getDescriptor(type) + ")V");
            return;
        }
        Class<?> written = type == short.class || type == byte.class ? int.class : type;
        int at = 6;
        m.visitVarInsn(Type.getType(written).getOpcode(ISTORE), at);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(Type.getType(written).getOpcode(ILOAD), at);
        onWriter(m, "text", "(" + Type.getDescriptor(written) + ")V");
    }

    private void startElement(MethodVisitor m, XmlName name) {
        tag(m, name);
        onWriter(m, "startElement", "(Ljava/lang/String;L" + NAME + ";)V");
    }

    /** Pushes the writer, a prefix and a name on the stack. */
    private void tag(MethodVisitor m, XmlName name) {
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ALOAD, 3);
        m.visitFieldInsn(GETFIELD, WRITING, "prefixes", "[Ljava/lang/String;");
        number(m, registry.number(name.namespace()));
        m.visitInsn(AALOAD);
        constant(m, registry.canonical(name), NAME);
    }

    /** Emits an element whose content, a String or a primitive, is on the stack above its {@link #tag}. */
    private static void wholeElement(MethodVisitor m, Class<?> type) {
        String tag = "(Ljava/lang/String;L" + NAME + ";";
        if (type == boolean.class || type == float.class) {
            m.visitMethodInsn(
                    INVOKESTATIC, WRITING, "text", "(" + Type.getDescriptor(type) + ")Ljava/lang/String;", false);
            onWriter(m, "element", tag + "Ljava/lang/String;)V");
        } else if (type == double.class) {
            onWriter(m, "plainElement", tag + "D)V");
        } else if (type == String.class) {
            onWriter(m, "element", tag + "Ljava/lang/String;)V");
        } else {
            if (type != long.class) {
                m.visitInsn(I2L);
            }
            onWriter(m, "element", tag + "J)V");
        }
    }

    private static void endElement(MethodVisitor m) {
        m.visitVarInsn(ALOAD, 2);
        onWriter(m, "endElement", "()V");
    }

    private void writeElements(MethodVisitor m, int index, Property property, Label done) {
        ElementWriter writer = Objects.requireNonNull(plan.writers.get(index));
        ElementUse single =
                property.elements().size() == 1 ? property.elements().get(0) : null;
        Slot slot = single == null || property.wrapper() != null ? null : Slot.of(plan.elements, index);
        boolean isList = slot != null && slot.kind() == Slot.Kind.LIST;
        if (property.shape() == Property.Shape.ONE || isList) {
            Class<?> type = property.rawType();
            if (slot != null && single != null && type.isPrimitive() && unboxed(slot.kind()) == type) {
                tag(m, single.name());
                getValue(m, property);
                wholeElement(m, type);
                return;
            }
            getObject(m, property);
            m.visitVarInsn(ASTORE, 4);
            oneElement(m, slot, single, writer, 4);
            return;
        }
        getValue(m, property);
        m.visitInsn(DUP);
        m.visitVarInsn(ASTORE, 5);
        Label there = new Label();
        ElementUse wrapper = property.wrapper();
        m.visitJumpInsn(IFNONNULL, there);
        if (wrapper != null && wrapper.nillable()) {
            startElement(m, wrapper.name());
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(ALOAD, 2);
            invoke(m, WRITING, "nil", "(L" + WRITER + ";)V");
            endElement(m);
        }
        m.visitJumpInsn(GOTO, done);
        m.visitLabel(there);
        if (wrapper != null) {
            startElement(m, wrapper.name());
        }
        if (slot != null && single != null && plan.isPrimitiveArray(property)) {
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(ALOAD, 5);
            constant(m, registry.canonical(single.name()), NAME);
            number(m, registry.number(single.name().namespace()));
            m.visitVarInsn(ALOAD, 2);
            invoke(m, WRITING, "primitives", "(L" + OBJECT + ";L" + NAME + ";IL" + WRITER + ";)V");
        } else {
            items(m, slot, single, writer);
        }
        if (wrapper != null) {
            endElement(m);
        }
    }

    private void items(MethodVisitor m, @Nullable Slot slot, @Nullable ElementUse single, ElementWriter writer) {
        String iterator = Type.getInternalName(Iterator.class);
        Label loop = new Label();
        Label over = new Label();
        m.visitVarInsn(ALOAD, 5);
        m.visitMethodInsn(INVOKESTATIC, CODEC, "itemsOf", "(L" + OBJECT + ";)L" + COLLECTION + ";", false);
        m.visitMethodInsn(INVOKEINTERFACE, COLLECTION, "iterator", "()L" + iterator + ";", true);
        m.visitVarInsn(ASTORE, 8);
        m.visitLabel(loop);
        m.visitVarInsn(ALOAD, 8);
        m.visitMethodInsn(INVOKEINTERFACE, iterator, "hasNext", "()Z", true);
        m.visitJumpInsn(IFEQ, over);
        m.visitVarInsn(ALOAD, 8);
        m.visitMethodInsn(INVOKEINTERFACE, iterator, "next", "()L" + OBJECT + ";", true);
        m.visitVarInsn(ASTORE, 4);
        oneElement(m, slot, single, writer, 4);
        m.visitJumpInsn(GOTO, loop);
        m.visitLabel(over);
    }

    /** Emits the writing of a variable as an element, with specialised code for strings and primitives. */
    private void oneElement(
            MethodVisitor m, @Nullable Slot slot, @Nullable ElementUse single, ElementWriter writer, int value) {
        Label general = new Label();
        Label over = new Label();
        Class<?> plain = slot == null ? Object.class : unboxed(slot.kind());
        if (slot != null && single != null && (slot.kind() == Slot.Kind.STRING || plain.isPrimitive())) {
            String box = slot.kind() == Slot.Kind.STRING ? "java/lang/String" : boxName(plain);
            m.visitVarInsn(ALOAD, value);
            m.visitTypeInsn(INSTANCEOF, box);
            m.visitJumpInsn(IFEQ, general);
            tag(m, single.name());
            m.visitVarInsn(ALOAD, value);
            if (slot.kind() == Slot.Kind.STRING) {
                m.visitTypeInsn(CHECKCAST, box);
            } else {
                unboxAs(m, plain);
            }
            wholeElement(m, slot.kind() == Slot.Kind.STRING ? String.class : plain);
            m.visitJumpInsn(GOTO, over);
        } else if (slot != null && single != null && slot.kind() == Slot.Kind.BEAN) {
            CodecRef ref = ((BeanItem) slot.codec()).ref();
            m.visitVarInsn(ALOAD, value);
            m.visitJumpInsn(IFNULL, general);
            m.visitVarInsn(ALOAD, value);
            invoke(m, OBJECT, "getClass", "()Ljava/lang/Class;");
            constant(m, ref, REF);
            m.visitFieldInsn(GETFIELD, REF, "type", "Ljava/lang/Class;");
            m.visitJumpInsn(IF_ACMPNE, general);
            startElement(m, single.name());
            constant(m, ref, REF);
            invoke(m, REF, "compiled", "()L" + CODEC + ";");
            m.visitVarInsn(ALOAD, value);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, CODEC, "write", WRITE);
            endElement(m);
            m.visitJumpInsn(GOTO, over);
        } else if (slot != null && single != null && slot.codec() instanceof SimpleItem simple) {
            m.visitVarInsn(ALOAD, value);
            m.visitJumpInsn(IFNULL, general);
            startElement(m, single.name());
            writeSimple(m, simple, value);
            endElement(m);
            m.visitJumpInsn(GOTO, over);
        }
        m.visitLabel(general);
        constant(m, writer, ELEMENT);
        m.visitVarInsn(ALOAD, value);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ALOAD, 3);
        invoke(m, ELEMENT, "write", "(L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V");
        m.visitLabel(over);
    }

    private void writeSimple(MethodVisitor m, SimpleItem simple, int value) {
        constant(m, simple.type(), SIMPLE);
        m.visitVarInsn(ALOAD, value);
        m.visitVarInsn(ALOAD, 2);
        invoke(m, SIMPLE, "writeText", "(L" + OBJECT + ";L" + WRITER + ";)V");
    }
}

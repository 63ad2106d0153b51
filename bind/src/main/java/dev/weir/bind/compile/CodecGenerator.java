package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Makes the codec of one class: a hidden class beside this one, whose constants are method handles for the members, names,
 * and codecs of other values. As Java, what it generates for a class with an element {@code name} and elements {@code line}
 * reads about like this:
 *
 * <pre>{@code
 * void readInto(Object bean, XmlReader r, Reading in) {
 *     attributes(bean, r, in);
 *     int depth = r.depth();
 *     int expected = 0;
 *     Object lines = null;
 *     XmlEvent event = r.next();
 *     while (event != END_ELEMENT) {
 *         if (event == START_ELEMENT) {
 *             try {
 *                 switch (SLOTS.find(r.name(), expected)) {
 *                     case 0: read0(bean, r, in); expected = 1; break;
 *                     case 1: if (lines == null) lines = begin(bean, 1);
 *                             expected = 2; event = read1(bean, r, in, lines); continue;
 *                     default: in.unexpected(r);
 *                 }
 *             } catch (RuntimeException wrong) {
 *                 in.wrong(r, wrong, depth + 1);
 *             }
 *         }
 *         event = r.next();
 *     }
 * }
 * }</pre>
 *
 * {@code read1} goes on as long as elements of the same name follow.
 */
final class CodecGenerator {
    private static final String OBJECT = "java/lang/Object";
    private static final String READER = Type.getInternalName(XmlReader.class);
    private static final String WRITER = Type.getInternalName(XmlWriter.class);
    private static final String EVENT = Type.getInternalName(XmlEvent.class);
    private static final String NAME = Type.getInternalName(XmlName.class);
    private static final String READING = Type.getInternalName(Reading.class);
    private static final String WRITING = Type.getInternalName(Writing.class);
    private static final String CODEC = Type.getInternalName(BeanCodec.class);
    private static final String ITEM = Type.getInternalName(ItemCodec.class);
    private static final String REF = Type.getInternalName(CodecRef.class);
    private static final String SLOTS = Type.getInternalName(NameSlots.class);
    private static final String ELEMENT = Type.getInternalName(ElementWriter.class);
    private static final String COLLECTION = Type.getInternalName(Collection.class);
    private static final String LEXICAL = Type.getInternalName(Lexical.class);
    private static final String HANDLE = Type.getInternalName(MethodHandle.class);

    private static final String READ_INTO = "(L" + OBJECT + ";L" + READER + ";L" + READING + ";)V";
    private static final String READ_LIST =
            "(L" + OBJECT + ";L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + EVENT + ";";
    private static final String WRITE = "(L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V";

    private final CodecPlan plan;
    private final Binding binding;
    private final String self;
    private final List<Object> constants = new ArrayList<>();
    private final List<String> constantTypes = new ArrayList<>();
    private final ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String one, String other) {
            return one.equals(other) ? one : OBJECT;
        }
    };

    private CodecGenerator(CodecPlan plan, Binding binding) {
        this.plan = plan;
        this.binding = binding;
        this.self = "dev/weir/bind/compile/Codec$"
                + plan.bound
                        .type()
                        .getName()
                        .replace('.', '_')
                        .replace('/', '_')
                        .replace(';', '_')
                        .replace('[', '_');
    }

    static BeanCodec generate(BoundClass bound, Binding binding) {
        CodecGenerator generator = new CodecGenerator(new CodecPlan(bound, binding), binding);
        byte[] bytes = generator.classFile();
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(bytes, List.copyOf(generator.constants), true);
            return (BeanCodec) hidden.lookupClass()
                    .getDeclaredConstructor(BoundClass.class)
                    .newInstance(bound);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException("the codec of " + bound + " cannot be made", failed.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the codec of " + bound + " cannot be made", impossible);
        }
    }

    private byte[] classFile() {
        type.visit(V17, ACC_FINAL | ACC_SUPER, self, null, CODEC, null);
        constructor();
        read();
        attributes();
        readInto();
        for (int i = 0; i < plan.elements.size(); i++) {
            Slot slot = plan.elements.get(i);
            if (slot.wrapped() != null) {
                continue;
            }
            if (isMany(slot)) {
                readMany(i, slot);
            } else {
                readOne(i, slot);
            }
        }
        write();
        access();
        fields();
        type.visitEnd();
        return type.toByteArray();
    }

    // ---------------------------------------------------------------- small parts

    private MethodVisitor method(String name, String descriptor) {
        MethodVisitor m = type.visitMethod(ACC_FINAL, name, descriptor, null, null);
        m.visitCode();
        return m;
    }

    private static void end(MethodVisitor m) {
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    /** Pushes a constant of this codec. */
    private void constant(MethodVisitor m, Object value, String internalName) {
        int index = -1;
        for (int i = 0; i < constants.size() && index < 0; i++) {
            index = constants.get(i) == value ? i : -1;
        }
        if (index < 0) {
            index = constants.size();
            constants.add(value);
            constantTypes.add(internalName);
        }
        m.visitFieldInsn(GETSTATIC, self, "c" + index, "L" + constantTypes.get(index) + ";");
    }

    /**
     * The constants come with the class, as its data. They are fields, not dynamic constants of the class file: the JVM
     * does not compile a method with a constant that was never resolved, on a path that was never taken.
     */
    private void fields() {
        String list = Type.getInternalName(List.class);
        String handles = Type.getInternalName(MethodHandles.class);
        String lookup = "L" + handles + "$Lookup;";
        MethodVisitor m = type.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitCode();
        m.visitMethodInsn(INVOKESTATIC, handles, "lookup", "()" + lookup, false);
        m.visitLdcInsn("_");
        m.visitLdcInsn(Type.getType(List.class));
        m.visitMethodInsn(
                INVOKESTATIC,
                handles,
                "classData",
                "(" + lookup + "Ljava/lang/String;Ljava/lang/Class;)L" + OBJECT + ";",
                false);
        m.visitTypeInsn(CHECKCAST, list);
        m.visitVarInsn(ASTORE, 0);
        for (int i = 0; i < constants.size(); i++) {
            String descriptor = "L" + constantTypes.get(i) + ";";
            type.visitField(ACC_STATIC | ACC_FINAL, "c" + i, descriptor, null, null)
                    .visitEnd();
            m.visitVarInsn(ALOAD, 0);
            number(m, i);
            m.visitMethodInsn(INVOKEINTERFACE, list, "get", "(I)L" + OBJECT + ";", true);
            m.visitTypeInsn(CHECKCAST, constantTypes.get(i));
            m.visitFieldInsn(PUTSTATIC, self, "c" + i, descriptor);
        }
        m.visitInsn(RETURN);
        end(m);
    }

    private static void number(MethodVisitor m, int value) {
        if (value >= -1 && value <= 5) {
            m.visitInsn(ICONST_0 + value);
        } else {
            m.visitLdcInsn(value);
        }
    }

    private static void event(MethodVisitor m, String name) {
        m.visitFieldInsn(GETSTATIC, EVENT, name, "L" + EVENT + ";");
    }

    /** The next item; white space between tags is one only where content is mixed. */
    private void next(MethodVisitor m, int reader) {
        m.visitVarInsn(ALOAD, reader);
        String method = plan.mixed < 0 ? "nextTagOrText" : "next";
        m.visitMethodInsn(INVOKEINTERFACE, READER, method, "()L" + EVENT + ";", true);
    }

    private static void invoke(MethodVisitor m, String owner, String name, String descriptor) {
        m.visitMethodInsn(INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    private static void onReader(MethodVisitor m, String name, String result) {
        m.visitMethodInsn(INVOKEINTERFACE, READER, name, "()" + result, true);
    }

    private static void onWriter(MethodVisitor m, String name, String descriptor) {
        m.visitMethodInsn(INVOKEINTERFACE, WRITER, name, descriptor, true);
    }

    private void constructor() {
        String descriptor = "(" + Type.getDescriptor(BoundClass.class) + ")V";
        MethodVisitor m = type.visitMethod(0, "<init>", descriptor, null, null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, 1);
        m.visitMethodInsn(INVOKESPECIAL, CODEC, "<init>", descriptor, false);
        m.visitInsn(RETURN);
        end(m);
    }

    private Property property(Slot slot) {
        return plan.properties.get(slot.property());
    }

    /** Whether elements of a slot are collected. */
    private boolean isMany(Slot slot) {
        return property(slot).shape() != Property.Shape.ONE && slot.kind() != Slot.Kind.LIST;
    }

    /** The class that collects an array of primitives; null for other properties. */
    private @Nullable Class<?> growing(Property property) {
        if (property.shape() != Property.Shape.ARRAY || property.wrapper() != null) {
            return null;
        }
        for (Slot slot : plan.elements) {
            if (property(slot) == property && slot.kind() == Slot.Kind.OTHER) {
                return null;
            }
        }
        Class<?> item = property.itemType();
        return item == double.class
                ? Doubles.class
                : item == int.class
                        ? Ints.class
                        : item == long.class ? Longs.class : item == float.class ? Floats.class : null;
    }

    private static String primitive(Class<?> type) {
        return type.isPrimitive() ? Type.getDescriptor(type) : "L" + OBJECT + ";";
    }

    // ---------------------------------------------------------------- reading

    private void read() {
        MethodVisitor m = method("read", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
        MethodHandle creator = Members.creator(plan.bound);
        if (creator == null) {
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 1);
            m.visitLdcInsn(plan.bound.type().getName());
            invoke(m, READING, "cannotMake", "(L" + READER + ";Ljava/lang/String;)L" + OBJECT + ";");
            m.visitInsn(ARETURN);
            end(m);
            return;
        }
        constant(m, creator, HANDLE);
        invoke(m, HANDLE, "invokeExact", "()L" + OBJECT + ";");
        m.visitVarInsn(ASTORE, 4);
        for (String when : new String[] {"enter", "leave"}) {
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(ALOAD, 0);
            invoke(m, READING, when, "(L" + OBJECT + ";L" + OBJECT + ";L" + CODEC + ";)V");
            if (when.equals("enter")) {
                m.visitVarInsn(ALOAD, 0);
                m.visitVarInsn(ALOAD, 4);
                m.visitVarInsn(ALOAD, 1);
                m.visitVarInsn(ALOAD, 2);
                invoke(m, self, "readInto", READ_INTO);
            }
        }
        m.visitVarInsn(ALOAD, 4);
        m.visitInsn(ARETURN);
        end(m);
    }

    private void attributes() {
        if (plan.attributes.isEmpty() && plan.anyAttribute < 0) {
            return;
        }
        int bean = 1;
        int reader = 2;
        int in = 3;
        int count = 4;
        int index = 5;
        int expected = 6;
        int slot = 7;
        MethodVisitor m = method("attributes", READ_INTO);
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "attributeCount", "I");
        m.visitVarInsn(ISTORE, count);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, index);
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
        m.visitVarInsn(ILOAD, count);
        m.visitJumpInsn(IF_ICMPGE, done);
        constant(m, new NameSlots(plan.attributes.stream().map(Slot::name).toList()), SLOTS);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ILOAD, index);
        m.visitMethodInsn(INVOKEINTERFACE, READER, "attributeName", "(I)L" + NAME + ";", true);
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
            invoke(m, READING, "anyAttribute", "(L" + CODEC + ";L" + OBJECT + ";IL" + READER + ";I)V");
        } else {
            m.visitInsn(NOP);
        }
        m.visitLabel(tryEnd);
        m.visitJumpInsn(GOTO, after);
        m.visitLabel(caught);
        m.visitVarInsn(ASTORE, 8);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, 8);
        invoke(m, READING, "wrongAttribute", "(L" + READER + ";Ljava/lang/RuntimeException;)V");
        m.visitLabel(after);
        m.visitIincInsn(index, 1);
        m.visitJumpInsn(GOTO, loop);
        m.visitLabel(done);
        m.visitInsn(RETURN);
        end(m);
    }

    private static Label[] labels(int count) {
        Label[] labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = new Label();
        }
        return labels;
    }

    private static void select(MethodVisitor m, int slot, Label[] cases, Label other) {
        if (cases.length > 0) {
            m.visitVarInsn(ILOAD, slot);
            m.visitTableSwitchInsn(0, cases.length - 1, other, cases);
        } else {
            m.visitJumpInsn(GOTO, other);
        }
    }

    private void attribute(MethodVisitor m, Slot slot, int bean, int reader, int in, int index) {
        Property property = property(slot);
        if (slot.kind() == Slot.Kind.LIST
                || property.shape() != Property.Shape.ONE
                || slot.kind() == Slot.Kind.REFERENCE) {
            boolean many = property.shape() != Property.Shape.ONE;
            boolean references = isReference(slot);
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
        MethodHandle setter = Members.setter(property.accessor(), false);
        if (setter == null) {
            return;
        }
        constant(m, setter, HANDLE);
        m.visitVarInsn(ALOAD, bean);
        Class<?> type = property.rawType();
        String typed = switch (slot.kind()) {
            case INT -> "attributeInt";
            case LONG -> "attributeLong";
            case DOUBLE -> "attributeDouble";
            case BOOLEAN -> "attributeBoolean";
            default -> "";
        };
        if (!typed.isEmpty()) {
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

    private boolean isReference(Slot slot) {
        Property property = property(slot);
        return property.content() instanceof Content.Reference
                || property.content() instanceof Content.Items items && items.item() instanceof Content.Reference
                || slot.kind() == Slot.Kind.REFERENCE
                || slot.kind() == Slot.Kind.LIST && property.elements().stream().anyMatch(CodecGenerator::isReference);
    }

    private static boolean isReference(ElementUse use) {
        return use.content() instanceof Content.Items items && items.item() instanceof Content.Reference;
    }

    private static void attributeValue(MethodVisitor m, int reader, int index) {
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ILOAD, index);
        m.visitMethodInsn(INVOKEINTERFACE, READER, "attributeValue", "(I)Ljava/lang/String;", true);
    }

    private void parseAttribute(MethodVisitor m, Slot slot, int reader, int in, int index) {
        constant(m, slot.codec(), ITEM);
        attributeValue(m, reader, index);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, in);
        invoke(m, ITEM, "parse", "(Ljava/lang/String;L" + READER + ";L" + READING + ";)L" + OBJECT + ";");
    }

    /** Hands a value over whose owner, bean and property are on the stack already. */
    private static void store(MethodVisitor m, boolean many, boolean references) {
        if (many) {
            m.visitTypeInsn(CHECKCAST, COLLECTION);
        }
        if (references) {
            invoke(
                    m,
                    READING,
                    many ? "references" : "reference",
                    "(L" + CODEC + ";L" + OBJECT + ";I" + (many ? "L" + COLLECTION + ";" : "L" + OBJECT + ";") + ")V");
        } else {
            invoke(
                    m,
                    CODEC,
                    many ? "fill" : "set",
                    "(L" + OBJECT + ";I" + (many ? "L" + COLLECTION + ";" : "L" + OBJECT + ";") + ")V");
        }
    }

    private static Class<?> unboxed(Slot.Kind kind) {
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

    private static String boxName(Class<?> plain) {
        return Type.getInternalName(MethodType.methodType(plain).wrap().returnType());
    }

    /** From a primitive on the stack to the type of a member. */
    private static void box(MethodVisitor m, Class<?> plain, Class<?> wanted) {
        if (!wanted.isPrimitive() && plain.isPrimitive()) {
            String box = boxName(plain);
            m.visitMethodInsn(INVOKESTATIC, box, "valueOf", "(" + Type.getDescriptor(plain) + ")L" + box + ";", false);
        }
    }

    /** From an Object on the stack to the type of a member. */
    private static void unboxAs(MethodVisitor m, Class<?> wanted) {
        if (wanted.isPrimitive()) {
            String box = boxName(wanted);
            m.visitTypeInsn(CHECKCAST, box);
            invoke(m, box, wanted.getName() + "Value", "()" + Type.getDescriptor(wanted));
        }
    }

    private static void lexical(MethodVisitor m, Slot.Kind kind) {
        Class<?> plain = unboxed(kind);
        String name = plain.getName();
        m.visitMethodInsn(
                INVOKESTATIC,
                LEXICAL,
                "to" + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                "(Ljava/lang/String;)" + Type.getDescriptor(plain),
                false);
    }

    /** Reads the value of an element onto the stack, as the type that is wanted. */
    private void value(MethodVisitor m, Slot slot, int bean, int reader, int in, Class<?> wanted) {
        switch (slot.kind()) {
            case STRING -> {
                m.visitVarInsn(ALOAD, reader);
                onReader(m, "elementText", "Ljava/lang/String;");
            }
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN -> {
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
                CodecRef ref = Objects.requireNonNull(slot.bean());
                if (ref.bound.hasDerived()) {
                    m.visitVarInsn(ALOAD, in);
                    m.visitVarInsn(ALOAD, reader);
                    constant(m, ref, REF);
                    invoke(m, READING, "codecFor", "(L" + READER + ";L" + REF + ";)L" + CODEC + ";");
                } else {
                    constant(m, ref, REF);
                    invoke(m, REF, "codec", "()L" + CODEC + ";");
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

    private void item(MethodVisitor m, ItemCodec codec, int bean, int reader, int in) {
        constant(m, codec, ITEM);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, bean);
        invoke(m, ITEM, "read", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
    }

    /** One element of a property that has one value, or all values in one. */
    private void readOne(int index, Slot slot) {
        MethodVisitor m = method("read" + index, READ_INTO);
        one(m, slot);
        m.visitInsn(RETURN);
        end(m);
    }

    private void one(MethodVisitor m, Slot slot) {
        Property property = property(slot);
        if (slot.kind() == Slot.Kind.LIST
                || slot.kind() == Slot.Kind.REFERENCE
                || property.shape() != Property.Shape.ONE) {
            boolean many = property.shape() != Property.Shape.ONE;
            boolean references = isReference(slot);
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
        MethodHandle setter = Members.setter(property.accessor(), false);
        if (setter == null) {
            m.visitVarInsn(ALOAD, 2);
            onReader(m, "skipElement", "V");
            return;
        }
        Class<?> type = property.rawType();
        if (slot.kind() == Slot.Kind.OTHER && type.isPrimitive()) {
            // Null, for a nil element, leaves the member as it is.
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

    /** Elements of one name, as many as follow one another. */
    private void readMany(int index, Slot slot) {
        MethodVisitor m = method("read" + index, READ_LIST);
        Property property = property(slot);
        Class<?> growing = growing(property);
        Label again = new Label();
        Label look = new Label();
        Label leave = new Label();
        m.visitLabel(again);
        m.visitVarInsn(ALOAD, 4);
        if (growing != null) {
            String name = Type.getInternalName(growing);
            m.visitTypeInsn(CHECKCAST, name);
            value(m, slot, 1, 2, 3, property.itemType());
            invoke(m, name, "add", "(" + Type.getDescriptor(property.itemType()) + ")V");
        } else {
            m.visitTypeInsn(CHECKCAST, COLLECTION);
            value(m, slot, 1, 2, 3, Object.class);
            m.visitMethodInsn(INVOKEINTERFACE, COLLECTION, "add", "(L" + OBJECT + ";)Z", true);
            m.visitInsn(POP);
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
        invoke(m, SLOTS, "is", "(L" + NAME + ";I)Z");
        m.visitJumpInsn(IFNE, again);
        m.visitLabel(leave);
        m.visitVarInsn(ALOAD, 5);
        m.visitInsn(ARETURN);
        end(m);
    }

    private @Nullable NameSlots elementSlots;

    private void slots(MethodVisitor m) {
        NameSlots known = elementSlots;
        if (known == null) {
            known = new NameSlots(plan.elements.stream().map(Slot::name).toList());
            elementSlots = known;
        }
        constant(m, known, SLOTS);
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
        int states = 9;
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
            wrong(m, problem, reader, in, depth, 0);
        } else {
            Label loop = new Label();
            Label dispatch = new Label();
            Label start = new Label();
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, expected);
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
            wrong(m, problem, reader, in, depth, 1);
            m.visitJumpInsn(GOTO, loop);
        }
        m.visitLabel(done);
        finish(m, bean, in, states);
        m.visitInsn(RETURN);
        end(m);
    }

    private static void wrong(MethodVisitor m, int problem, int reader, int in, int depth, int below) {
        m.visitVarInsn(ASTORE, problem);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        m.visitVarInsn(ALOAD, problem);
        m.visitVarInsn(ILOAD, depth);
        number(m, below);
        m.visitInsn(IADD);
        invoke(m, READING, "wrong", "(L" + READER + ";Ljava/lang/RuntimeException;I)V");
    }

    private void text(MethodVisitor m, int bean, int reader, int in, int event, int states, Label dispatch) {
        if (plan.mixed < 0) {
            // Passed over without an event, as JAXB users know it.
            return;
        }
        begin(m, plan.properties.get(plan.mixed), plan.mixed, bean, states);
        m.visitVarInsn(ALOAD, states + plan.mixed);
        m.visitTypeInsn(CHECKCAST, COLLECTION);
        m.visitVarInsn(ALOAD, in);
        m.visitVarInsn(ALOAD, reader);
        invoke(m, READING, "mixedText", "(L" + READER + ";)Ljava/lang/String;");
        m.visitMethodInsn(INVOKEINTERFACE, COLLECTION, "add", "(L" + OBJECT + ";)Z", true);
        m.visitInsn(POP);
        m.visitVarInsn(ALOAD, reader);
        onReader(m, "event", "L" + EVENT + ";");
        m.visitVarInsn(ASTORE, event);
        m.visitJumpInsn(GOTO, dispatch);
    }

    /** Makes sure that there is something to add items to. */
    private void begin(MethodVisitor m, Property property, int index, int bean, int states) {
        Label there = new Label();
        m.visitVarInsn(ALOAD, states + index);
        m.visitJumpInsn(IFNONNULL, there);
        Class<?> growing = growing(property);
        if (growing != null) {
            String name = Type.getInternalName(growing);
            m.visitTypeInsn(NEW, name);
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
        } else if (collectsReferences(property)) {
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

    private boolean collectsReferences(Property property) {
        return property.elements().stream().anyMatch(use -> use.content() instanceof Content.Reference);
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
        Property property = property(slot);
        if (slot.wrapped() != null) {
            begin(m, property, slot.property(), bean, states);
            constant(m, slot.wrapped(), Type.getInternalName(WrappedItems.class));
            m.visitVarInsn(ALOAD, reader);
            m.visitVarInsn(ALOAD, in);
            m.visitVarInsn(ALOAD, bean);
            m.visitVarInsn(ALOAD, states + slot.property());
            m.visitTypeInsn(CHECKCAST, COLLECTION);
            invoke(
                    m,
                    Type.getInternalName(WrappedItems.class),
                    "read",
                    "(L" + READER + ";L" + READING + ";L" + OBJECT + ";L" + COLLECTION + ";)Z");
            m.visitJumpInsn(IFNE, loop);
            m.visitInsn(ACONST_NULL);
            m.visitVarInsn(ASTORE, states + slot.property());
            if (property.accessor().field() != null || property.accessor().setter() != null) {
                m.visitVarInsn(ALOAD, 0);
                m.visitVarInsn(ALOAD, bean);
                number(m, slot.property());
                m.visitInsn(ACONST_NULL);
                invoke(m, self, "set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
            }
            m.visitJumpInsn(GOTO, loop);
        } else if (isMany(slot)) {
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
        m.visitMethodInsn(INVOKEINTERFACE, COLLECTION, "add", "(L" + OBJECT + ";)Z", true);
        m.visitInsn(POP);
    }

    private void finish(MethodVisitor m, int bean, int in, int states) {
        for (int i = 0; i < plan.properties.size(); i++) {
            Property property = plan.properties.get(i);
            boolean collects = property.shape() != Property.Shape.ONE
                    && (property.kind() == Property.Kind.ELEMENT || property.kind() == Property.Kind.REFERENCE);
            boolean references = collectsReferences(property);
            boolean needed = property.shape() == Property.Shape.ARRAY
                    || property.accessor().setter() != null
                    || references;
            if (!collects || !needed) {
                continue;
            }
            Label nothing = new Label();
            m.visitVarInsn(ALOAD, states + i);
            m.visitJumpInsn(IFNULL, nothing);
            Class<?> growing = growing(property);
            m.visitVarInsn(ALOAD, references ? in : 0);
            if (references) {
                m.visitVarInsn(ALOAD, 0);
            }
            m.visitVarInsn(ALOAD, bean);
            number(m, i);
            m.visitVarInsn(ALOAD, states + i);
            if (growing != null) {
                String name = Type.getInternalName(growing);
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

    // ---------------------------------------------------------------- writing

    private void write() {
        List<Integer> written = new ArrayList<>();
        for (Property.Kind kind : Property.Kind.values()) {
            for (int i = 0; i < plan.properties.size(); i++) {
                Property property = plan.properties.get(i);
                boolean now = property.kind() == kind
                        && kind != Property.Kind.ELEMENT
                        && kind != Property.Kind.REFERENCE
                        && kind != Property.Kind.VALUE;
                if (now && hasGetter(property)) {
                    written.add(i);
                }
            }
        }
        for (int i = 0; i < plan.properties.size(); i++) {
            Property.Kind kind = plan.properties.get(i).kind();
            boolean content =
                    kind == Property.Kind.ELEMENT || kind == Property.Kind.REFERENCE || kind == Property.Kind.VALUE;
            if (content && hasGetter(plan.properties.get(i))) {
                written.add(i);
            }
        }
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

    private static boolean hasGetter(Property property) {
        return property.accessor().field() != null || property.accessor().getter() != null;
    }

    private static void around(MethodVisitor m, String when) {
        m.visitVarInsn(ALOAD, 3);
        m.visitVarInsn(ALOAD, 1);
        m.visitVarInsn(ALOAD, 0);
        invoke(m, WRITING, when, "(L" + OBJECT + ";L" + CODEC + ";)V");
    }

    private void getValue(MethodVisitor m, Property property) {
        constant(m, Objects.requireNonNull(Members.getter(property.accessor(), false)), HANDLE);
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
            case ATTRIBUTE -> writeAttribute(m, property, slot(plan.attributes, index), done);
            case VALUE -> writeValue(m, property, Objects.requireNonNull(plan.value), done);
            case ELEMENT, REFERENCE -> writeElements(m, index, property, done);
        }
        m.visitLabel(done);
        m.visitInsn(RETURN);
        end(m);
    }

    private static Slot slot(List<Slot> slots, int property) {
        for (Slot slot : slots) {
            if (slot.property() == property) {
                return slot;
            }
        }
        throw new IllegalStateException("no slot for property " + property);
    }

    private void writeAttribute(MethodVisitor m, Property property, Slot slot, Label done) {
        Class<?> type = property.rawType();
        Class<?> plain = unboxed(slot.kind());
        if (type.isPrimitive() && plain == type) {
            m.visitVarInsn(ALOAD, 2);
            constant(m, slot.name(), NAME);
            getValue(m, property);
            String form = Type.getDescriptor(type);
            if (type == double.class || type == float.class) {
                m.visitMethodInsn(INVOKESTATIC, LEXICAL, "print", "(" + form + ")Ljava/lang/String;", false);
                form = "Ljava/lang/String;";
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
            constant(m, slot.name(), NAME);
            m.visitVarInsn(ALOAD, 4);
            m.visitTypeInsn(CHECKCAST, "java/lang/String");
            onWriter(m, "attribute", "(L" + NAME + ";Ljava/lang/String;)V");
        } else {
            m.visitVarInsn(ALOAD, 3);
            constant(m, slot.name(), NAME);
            constant(m, slot.codec(), ITEM);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 2);
            invoke(m, WRITING, "attribute", "(L" + NAME + ";L" + ITEM + ";L" + OBJECT + ";L" + WRITER + ";)V");
        }
    }

    private void getObject(MethodVisitor m, Property property) {
        constant(m, Objects.requireNonNull(Members.getter(property.accessor(), true)), HANDLE);
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
        } else {
            constant(m, slot.codec(), ITEM);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, ITEM, "write", "(L" + OBJECT + ";L" + WRITER + ";L" + WRITING + ";)V");
        }
    }

    /** Writes the primitive on the stack as text. */
    private static void printPrimitive(MethodVisitor m, Class<?> type) {
        if (type == double.class || type == float.class) {
            int at = 6;
            m.visitVarInsn(Type.getType(type).getOpcode(ISTORE), at);
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(Type.getType(type).getOpcode(ILOAD), at);
            m.visitVarInsn(ALOAD, 2);
            invoke(m, WRITING, "text", "(" + Type.getDescriptor(type) + "L" + WRITER + ";)V");
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
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ALOAD, 3);
        m.visitFieldInsn(GETFIELD, WRITING, "prefixes", "[Ljava/lang/String;");
        number(m, binding.number(name.namespace()));
        m.visitInsn(AALOAD);
        constant(m, name, NAME);
        onWriter(m, "startElement", "(Ljava/lang/String;L" + NAME + ";)V");
    }

    private static void endElement(MethodVisitor m) {
        m.visitVarInsn(ALOAD, 2);
        onWriter(m, "endElement", "()V");
    }

    private void writeElements(MethodVisitor m, int index, Property property, Label done) {
        ElementWriter writer = Objects.requireNonNull(plan.writers.get(index));
        ElementUse single =
                property.elements().size() == 1 ? property.elements().get(0) : null;
        Slot slot = single == null || property.wrapper() != null ? null : slot(plan.elements, index);
        boolean isList = slot != null && slot.kind() == Slot.Kind.LIST;
        if (property.shape() == Property.Shape.ONE || isList) {
            Class<?> type = property.rawType();
            if (slot != null && single != null && type.isPrimitive() && unboxed(slot.kind()) == type) {
                startElement(m, single.name());
                getValue(m, property);
                printPrimitive(m, type);
                endElement(m);
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
        if (slot != null && single != null && growing(property) != null) {
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(ALOAD, 5);
            constant(m, single.name(), NAME);
            number(m, binding.number(single.name().namespace()));
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

    /** Writes the value of a variable as an element; with code of its own where that is worth it. */
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
            startElement(m, single.name());
            if (slot.kind() == Slot.Kind.STRING) {
                m.visitVarInsn(ALOAD, 2);
                m.visitVarInsn(ALOAD, value);
                m.visitTypeInsn(CHECKCAST, box);
                onWriter(m, "text", "(Ljava/lang/String;)V");
            } else {
                m.visitVarInsn(ALOAD, value);
                unboxAs(m, plain);
                printPrimitive(m, plain);
            }
            endElement(m);
            m.visitJumpInsn(GOTO, over);
        } else if (slot != null && single != null && slot.kind() == Slot.Kind.BEAN) {
            CodecRef ref = Objects.requireNonNull(slot.bean());
            m.visitVarInsn(ALOAD, value);
            m.visitJumpInsn(IFNULL, general);
            m.visitVarInsn(ALOAD, value);
            invoke(m, OBJECT, "getClass", "()Ljava/lang/Class;");
            constant(m, ref, REF);
            m.visitFieldInsn(GETFIELD, REF, "type", "Ljava/lang/Class;");
            m.visitJumpInsn(IF_ACMPNE, general);
            startElement(m, single.name());
            constant(m, ref, REF);
            invoke(m, REF, "codec", "()L" + CODEC + ";");
            m.visitVarInsn(ALOAD, value);
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 3);
            invoke(m, CODEC, "write", WRITE);
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

    // ---------------------------------------------------------------- access by number

    private void access() {
        MethodVisitor get = method("get", "(L" + OBJECT + ";I)L" + OBJECT + ";");
        MethodVisitor set = method("set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
        int count = plan.properties.size();
        Label[] gets = labels(count);
        Label[] sets = labels(count);
        Label getNone = new Label();
        Label setNone = new Label();
        if (count > 0) {
            get.visitVarInsn(ILOAD, 2);
            get.visitTableSwitchInsn(0, count - 1, getNone, gets);
            set.visitVarInsn(ILOAD, 2);
            set.visitTableSwitchInsn(0, count - 1, setNone, sets);
        }
        for (int i = 0; i < count; i++) {
            Property property = plan.properties.get(i);
            get.visitLabel(gets[i]);
            MethodHandle getter = Members.getter(property.accessor(), true);
            if (getter == null) {
                get.visitInsn(ACONST_NULL);
            } else {
                constant(get, getter, HANDLE);
                get.visitVarInsn(ALOAD, 1);
                invoke(get, HANDLE, "invokeExact", "(L" + OBJECT + ";)L" + OBJECT + ";");
            }
            get.visitInsn(ARETURN);
            set.visitLabel(sets[i]);
            MethodHandle setter = Members.setter(property.accessor(), true);
            if (setter != null) {
                constant(set, setter, HANDLE);
                set.visitVarInsn(ALOAD, 1);
                set.visitVarInsn(ALOAD, 3);
                invoke(set, HANDLE, "invokeExact", "(L" + OBJECT + ";L" + OBJECT + ";)V");
            }
            set.visitInsn(RETURN);
        }
        get.visitLabel(getNone);
        get.visitInsn(ACONST_NULL);
        get.visitInsn(ARETURN);
        end(get);
        set.visitLabel(setNone);
        set.visitInsn(RETURN);
        end(set);
    }
}

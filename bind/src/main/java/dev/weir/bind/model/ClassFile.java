package dev.weir.bind.model;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads annotations from the class file (Java Virtual Machine Specification, 4.7.16) in one pass. Reflection creates a
 * proxy with a hash table for each and compares the names of their classes one letter after the other, which took half
 * of the time to create a context on a JVM that has just started.
 *
 * <p>Besides annotations, the names and types of members are read; a member that the class lacks shows that the file is
 * not the one from which the class was defined. All other facts come from the Class object.
 */
final class ClassFile extends AnnotatedClass {
    private static final int MAGIC = 0xCAFEBABE;
    private static final byte[] VISIBLE = ascii("RuntimeVisibleAnnotations");
    private static final byte[] SIGNATURE = ascii("Signature");

    /** The maximum nesting depth of annotations; those of the specification have one level. */
    private static final int DEEPEST = 16;

    private final byte[] octets;

    private final Map<String, Type> known;

    /** The offset of each constant's tag in the file. */
    private final int[] constants;

    /** Decoded constants, cached because many are used more than once. */
    private final @Nullable String[] texts;

    /** Indexes of the constants that name the relevant attributes; 0 if absent. */
    private int signatureName;

    private int visibleName;

    private final AnnotationSet marks;

    private final List<AnnotatedField> fields;

    /** Annotations by method name and descriptor; only methods that have any. */
    private final Map<String, AnnotationSet> ofMethods = new HashMap<>();

    private boolean plainConstructor;
    private boolean callbacks;
    private boolean located;

    /** Index of the Signature constant of the class or member read last; 0 for none. */
    private int signature;

    private int at;

    /**
     * Reads the annotations; null if the octets are not the file of this class.
     *
     * @param known the types that its loader has resolved so far, by descriptor and signature; more are added
     */
    static @Nullable ClassFile of(Class<?> type, byte[] octets, Map<String, Type> known) {
        try {
            return new ClassFile(type, octets, known);
        } catch (IOException | IndexOutOfBoundsException other) {
            return null;
        }
    }

    /** The exception for a class file that turns out not to be the one from which the class was defined. */
    static IllegalStateException foreign(Class<?> type, String member, ReflectiveOperationException why) {
        return new IllegalStateException(
                type.getName() + " has no " + member
                        + ", which is in its class file; have classes read by reflection: -D" + AnnotatedClasses.BY_FILE
                        + "=false",
                why);
    }

    private ClassFile(Class<?> type, byte[] octets, Map<String, Type> known) throws IOException {
        super(type);
        this.known = known;
        this.octets = octets;
        if (u4() != MAGIC) {
            throw new IOException("no class file");
        }
        at += 4; // version
        constants = new int[u2()];
        texts = new String[constants.length];
        readConstants();
        at += 2; // access flags
        String name = text(u2(constants[u2()] + 1));
        if (!name.replace('/', '.').equals(type.getName())) {
            throw new IOException(name);
        }
        known.put("L".concat(name).concat(";"), type);
        at += 2; // superclass
        int interfaces = u2();
        at += 2 * interfaces;
        fields = readFields();
        readMethods();
        marks = attributes();
    }

    private void readConstants() throws IOException {
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            switch (octets[at]) {
                case 1 -> { // Utf8
                    int length = u2(at + 1);
                    if (length == SIGNATURE.length && is(i, SIGNATURE)) {
                        signatureName = only(signatureName, i);
                    } else if (length == VISIBLE.length && is(i, VISIBLE)) {
                        visibleName = only(visibleName, i);
                    }
                    at += 3 + length;
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 5;
                case 5, 6 -> { // Long and Double are two constants
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> throw new IOException("of a later version");
            }
        }
    }

    /** Attributes are identified by the constant that names them; every compiler emits it only once. */
    private static int only(int known, int constant) throws IOException {
        if (known != 0) {
            throw new IOException("with the same constant twice");
        }
        return constant;
    }

    private List<AnnotatedField> readFields() throws IOException {
        int count = u2();
        List<AnnotatedField> read = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            int modifiers = u2();
            String name = text(u2());
            int descriptor = u2();
            AnnotationSet said = attributes();
            located |= said.has(AnnotationKind.LOCATION);
            read.add(new AnnotatedField(type(), name, modifiers, said, this, descriptor, signature));
        }
        return read;
    }

    private void readMethods() throws IOException {
        for (int left = u2(); left > 0; left--) {
            at += 2; // access flags
            int name = u2();
            int descriptor = u2();
            AnnotationSet said = attributes();
            if (!said.isEmpty()) {
                ofMethods.put(text(name) + text(descriptor), said);
            }
            plainConstructor |= isPlainConstructor(name, descriptor);
            callbacks |= isCallback(name);
        }
    }

    /** {@code <init>()V}: no other method has a name of six characters that begins like this (4.2.2). */
    private boolean isPlainConstructor(int name, int descriptor) {
        int utf8 = constants[name];
        return u2(utf8 + 1) == 6 && octets[utf8 + 3] == '<' && u2(constants[descriptor] + 1) == "()V".length();
    }

    /** Whether a method's name looks like that of a callback, such as beforeUnmarshal or afterMarshal. */
    private boolean isCallback(int name) {
        int utf8 = constants[name];
        int length = u2(utf8 + 1);
        return length >= 12
                && length <= 15
                && (octets[utf8 + 3] == 'a' || octets[utf8 + 3] == 'b')
                && octets[utf8 + 2 + length] == 'l';
    }

    /** Reads the attributes of the class or of a member, and returns the annotations among them. */
    private AnnotationSet attributes() throws IOException {
        AnnotationSet said = AnnotationSet.NONE;
        signature = 0;
        for (int left = u2(); left > 0; left--) {
            int name = u2();
            int length = u4();
            int end = at + length;
            if (length < 0 || length > octets.length - at) {
                throw new IOException("cut off");
            }
            if (name == signatureName) {
                signature = u2();
            } else if (name == visibleName) {
                said = annotations();
            }
            at = end;
        }
        return said;
    }

    private AnnotationSet annotations() throws IOException {
        List<AnnotationInfo> found = new ArrayList<>(2);
        for (int left = u2(); left > 0; left--) {
            AnnotationInfo mark = mark(0);
            if (mark != null) {
                found.add(mark);
            }
        }
        return found.isEmpty() ? AnnotationSet.NONE : new AnnotationSet(found);
    }

    /** Reads one annotation; null for annotations unrelated to binding. */
    private @Nullable AnnotationInfo mark(int depth) throws IOException {
        AnnotationKind kind = AnnotationKind.of(text(u2()));
        int values = u2();
        Object[] said = new Object[2 * values];
        for (int i = 0; i < said.length; i += 2) {
            said[i] = text(u2());
            said[i + 1] = value(depth);
        }
        if (kind == null && depth > 0) {
            kind = AnnotationKind.OTHER;
        }
        return kind == null ? null : new AnnotationInfo(kind, said, type());
    }

    private Object value(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("with annotations too deep inside one another");
        }
        return switch (octets[at++]) {
            case 's' -> text(u2());
            case 'Z', 'B', 'C', 'S', 'I' -> u4(constants[u2()] + 1);
            case 'J', 'F', 'D' -> u2(); // long, float and double values are not used by any relevant annotation
            case 'e' -> {
                at += 2; // the enum type
                yield text(u2());
            }
            case 'c' -> new AnnotationInfo.Named(text(u2()));
            case '@' -> Objects.requireNonNull(mark(depth + 1));
            case '[' -> values(depth + 1);
            default -> throw new IOException("of a later version");
        };
    }

    private List<Object> values(int depth) throws IOException {
        List<Object> values = new ArrayList<>();
        for (int left = u2(); left > 0; left--) {
            values.add(value(depth));
        }
        return values;
    }

    // ---------------------------------------------------------------- octets

    private boolean is(int constant, byte[] text) {
        int utf8 = constants[constant];
        return u2(utf8 + 1) == text.length
                && Arrays.equals(octets, utf8 + 3, utf8 + 3 + text.length, text, 0, text.length);
    }

    private String text(int constant) throws IOException {
        String known = texts[constant];
        if (known == null) {
            int utf8 = constants[constant];
            known = text(utf8 + 3, utf8 + 3 + u2(utf8 + 1));
            texts[constant] = known;
        }
        return known;
    }

    private String text(int start, int end) throws IOException {
        for (int i = start; i < end; i++) {
            if (octets[i] < 0) {
                return modified(start, end);
            }
        }
        return ascii(start, end);
    }

    /**
     * Uses the deprecated constructor without a charset: those with a charset cost more on a JVM that has just started.
     */
    @SuppressWarnings("deprecation")
    private String ascii(int start, int end) {
        return new String(octets, 0, start, end - start);
    }

    /** Decodes the modified UTF-8 of class files (4.4.7). */
    private String modified(int start, int end) throws IOException {
        byte[] counted = new byte[2 + end - start];
        counted[0] = (byte) (end - start >> 8);
        counted[1] = (byte) (end - start);
        System.arraycopy(octets, start, counted, 2, end - start);
        return new DataInputStream(new ByteArrayInputStream(counted)).readUTF();
    }

    private int u2() {
        at += 2;
        return u2(at - 2);
    }

    private int u4() {
        at += 4;
        return u4(at - 4);
    }

    private int u2(int place) {
        return (octets[place] & 0xFF) << 8 | octets[place + 1] & 0xFF;
    }

    private int u4(int place) {
        return u2(place) << 16 | u2(place + 2);
    }

    @SuppressWarnings("deprecation")
    private static byte[] ascii(String text) {
        byte[] octets = new byte[text.length()];
        text.getBytes(0, octets.length, octets, 0);
        return octets;
    }

    // ---------------------------------------------------------------- results

    @Override
    AnnotationSet marks() {
        return marks;
    }

    @Override
    List<AnnotatedField> fields() {
        return fields;
    }

    /**
     * The type that a descriptor or a field's signature denotes (4.7.9.1); null if only reflection can resolve it: type
     * variables, wildcards, arrays and inner classes of generic types, classes that cannot be loaded.
     */
    @Nullable Type type(int constant) {
        try {
            String said = text(constant);
            Type parsed = known.get(said);
            if (parsed == null) {
                at = constants[constant] + 3;
                parsed = typeHere(0);
                if (parsed != null) {
                    known.put(said, parsed);
                }
            }
            return parsed;
        } catch (ClassNotFoundException | LinkageError | IOException | IndexOutOfBoundsException other) {
            return null;
        }
    }

    private @Nullable Type typeHere(int depth) throws ClassNotFoundException, IOException {
        if (depth > DEEPEST) {
            return null;
        }
        int start = at++;
        switch (octets[start]) {
            case 'L' -> {
                while (octets[at] != ';' && octets[at] != '<' && octets[at] != '.') {
                    at++;
                }
                int end = at++;
                return switch (octets[end]) {
                    case ';' -> named(text(start, end + 1));
                    case '<' -> parameterized(named(text(start, end).concat(";")), depth);
                    default -> null;
                };
            }
            case '[' -> {
                return typeHere(depth + 1) instanceof Class<?> item ? item.arrayType() : null;
            }
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z' -> {
                return AnnotationInfo.primitive((char) octets[start]);
            }
            default -> {
                return null;
            }
        }
    }

    private Class<?> named(String descriptor) throws ClassNotFoundException {
        Type found = known.get(descriptor);
        if (found == null) {
            String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
            found = Class.forName(name, false, type().getClassLoader());
            known.put(descriptor, found);
        }
        return (Class<?>) found;
    }

    private @Nullable Type parameterized(Class<?> raw, int depth) throws ClassNotFoundException, IOException {
        List<Type> arguments = new ArrayList<>(2);
        while (octets[at] != '>') {
            Type argument = typeHere(depth + 1);
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        at += 2;
        return octets[at - 1] == ';' ? new GenericTypes.Parameterized(raw, arguments) : null;
    }

    @Override
    AnnotationSet of(Method method) {
        if (ofMethods.isEmpty()) {
            return AnnotationSet.NONE;
        }
        StringBuilder key = new StringBuilder(method.getName()).append('(');
        for (Class<?> parameter : method.getParameterTypes()) {
            key.append(parameter.descriptorString());
        }
        key.append(')').append(method.getReturnType().descriptorString());
        return ofMethods.getOrDefault(key.toString(), AnnotationSet.NONE);
    }

    @Override
    boolean mayMarkMethods() {
        return !ofMethods.isEmpty();
    }

    @Override
    boolean mayHaveCallbacks() {
        return callbacks;
    }

    @Override
    boolean mayHaveLocation() {
        return located;
    }

    @Override
    boolean hasPlainConstructor() {
        return plainConstructor;
    }
}

package dev.weir.bind.model;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Annotations as the class file has them (Java Virtual Machine Specification, 4.7.16), in one pass over it. Reflection
 * makes a proxy with a hash table of each and compares the names of their classes one letter after the other, which is half
 * of what a context took on a JVM that has just started.
 *
 * <p>All else about the class is asked of the class: what is read here are annotations, and the names of members, by which
 * it is seen that the file is the one that the class was made of.
 */
final class ClassFile extends MarkedClass {
    private static final int MAGIC = 0xCAFEBABE;
    private static final byte[] PACKAGE = ascii("Ljakarta/xml/bind/annotation/");
    private static final byte[] LOCATION_END = ascii("/" + LOCATION + ";");
    private static final byte[] VISIBLE = ascii("RuntimeVisibleAnnotations");
    private static final int ACC_SYNTHETIC = 0x1000;

    /** Annotations inside annotations; the specification's have one level. */
    private static final int DEEPEST = 16;

    private final byte[] octets;

    /** Where each constant begins, its tag first. */
    private final int[] constants;

    private final Marks marks;

    /** By name; those of a field that says nothing are {@link Marks#NONE}. */
    private final Map<String, Marks> ofFields = new HashMap<>();

    /** By name and descriptor, only of those that say something. */
    private final Map<String, Marks> ofMethods = new HashMap<>();

    /** The numbers of the constants that are their names. */
    private final int[] methodNames;

    private boolean plainConstructor;
    private int at;

    /** What a file is that is not of this class, or not one that is understood: to be asked by reflection. */
    private static final class Foreign extends Exception {
        private static final long serialVersionUID = 1L;

        Foreign(String what) {
            super(what, null, false, false);
        }
    }

    /** Null where the octets are not those of the class. */
    static @Nullable ClassFile of(Class<?> type, byte[] octets) {
        try {
            return new ClassFile(type, octets);
        } catch (Foreign | IndexOutOfBoundsException other) {
            return null;
        }
    }

    private ClassFile(Class<?> type, byte[] octets) throws Foreign {
        super(type);
        this.octets = octets;
        if (u4() != MAGIC) {
            throw new Foreign("no class file");
        }
        at += 4; // its version
        constants = new int[u2()];
        readConstants();
        at += 2; // access flags
        String name = text(u2(constants[u2()] + 1));
        if (!name.replace('/', '.').equals(type.getName())) {
            throw new Foreign(name);
        }
        at += 2; // the base class
        int interfaces = u2();
        at += 2 * interfaces;
        int members = readFields();
        methodNames = readMethods();
        marks = attributes();
        for (Field field : fields()) {
            if (!field.isSynthetic()) {
                members--;
                if (!ofFields.containsKey(field.getName())) {
                    throw new Foreign(field.getName());
                }
            }
        }
        if (members != 0) {
            throw new Foreign("with other fields");
        }
    }

    private void readConstants() throws Foreign {
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            switch (octets[at]) {
                case 1 -> at += 3 + u2(at + 1); // Utf8
                case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 5;
                case 5, 6 -> { // Long and Double are two constants
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> throw new Foreign("of a later version");
            }
        }
    }

    /** How many there are, without those that the compiler made. */
    private int readFields() throws Foreign {
        int seen = 0;
        for (int left = u2(); left > 0; left--) {
            boolean synthetic = (u2() & ACC_SYNTHETIC) != 0;
            String name = text(u2());
            at += 2; // its type
            ofFields.put(name, attributes());
            seen += synthetic ? 0 : 1;
        }
        return seen;
    }

    private int[] readMethods() throws Foreign {
        int[] names = new int[u2()];
        for (int i = 0; i < names.length; i++) {
            at += 2; // access flags
            names[i] = u2();
            int descriptor = u2();
            Marks said = attributes();
            if (!said.isEmpty()) {
                ofMethods.put(text(names[i]) + text(descriptor), said);
            } else if (is(names[i], "<init>") && is(descriptor, "()V")) {
                plainConstructor = true;
            }
        }
        return names;
    }

    /** The annotations among the attributes of the class or of a member. */
    private Marks attributes() throws Foreign {
        List<Mark> found = null;
        for (int left = u2(); left > 0; left--) {
            int name = u2();
            int length = u4();
            int end = at + length;
            if (length < 0 || end > octets.length) {
                throw new Foreign("cut off");
            }
            if (isVisible(name)) {
                found = new ArrayList<>(2);
                for (int annotations = u2(); annotations > 0; annotations--) {
                    Mark mark = mark(0);
                    if (mark != null) {
                        found.add(mark);
                    }
                }
            }
            at = end;
        }
        return found == null || found.isEmpty() ? Marks.NONE : new Marks(found);
    }

    /** Null for those that are about something else. */
    private @Nullable Mark mark(int depth) throws Foreign {
        int type = constants[u2()];
        int start = type + 3;
        int end = start + u2(type + 1);
        boolean binding = start + PACKAGE.length < end
                && Arrays.equals(octets, start, start + PACKAGE.length, PACKAGE, 0, PACKAGE.length);
        boolean location = !binding
                && end - LOCATION_END.length > start
                && Arrays.equals(octets, end - LOCATION_END.length, end, LOCATION_END, 0, LOCATION_END.length);
        int values = u2();
        Map<String, Object> said = values == 0 ? Map.of() : new HashMap<>();
        for (int i = 0; i < values; i++) {
            String element = text(u2());
            said.put(element, value(depth));
        }
        if (!binding && !location && depth == 0) {
            return null;
        }
        int simple = end;
        while (octets[simple - 1] != '/' && simple > start) {
            simple--;
        }
        return new Mark(
                new String(octets, simple, end - 1 - simple, StandardCharsets.ISO_8859_1), binding, said, type());
    }

    private Object value(int depth) throws Foreign {
        if (depth > DEEPEST) {
            throw new Foreign("with annotations too deep inside one another");
        }
        return switch (octets[at++]) {
            case 's' -> text(u2());
            case 'Z', 'B', 'C', 'S', 'I' -> u4(constants[u2()] + 1);
            case 'J', 'F', 'D' -> u2(); // of none that matters here
            case 'e' -> {
                at += 2; // the enum
                yield text(u2());
            }
            case 'c' -> new Mark.Named(text(u2()));
            case '@' -> {
                Mark inner = mark(depth + 1);
                if (inner == null) {
                    throw new Foreign("with an annotation that is none");
                }
                yield inner;
            }
            case '[' -> {
                List<Object> values = new ArrayList<>();
                for (int left = u2(); left > 0; left--) {
                    values.add(value(depth + 1));
                }
                yield values;
            }
            default -> throw new Foreign("of a later version");
        };
    }

    // ---------------------------------------------------------------- octets

    private boolean isVisible(int constant) {
        int utf8 = constants[constant];
        return u2(utf8 + 1) == VISIBLE.length
                && Arrays.equals(octets, utf8 + 3, utf8 + 3 + VISIBLE.length, VISIBLE, 0, VISIBLE.length);
    }

    /** Whether a constant is a text of ASCII. */
    private boolean is(int constant, String text) {
        int utf8 = constants[constant];
        if (u2(utf8 + 1) != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (octets[utf8 + 3 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String text(int constant) throws Foreign {
        int utf8 = constants[constant];
        int length = u2(utf8 + 1);
        for (int i = utf8 + 3; i < utf8 + 3 + length; i++) {
            if (octets[i] < 0) {
                return modified(utf8 + 1, length + 2);
            }
        }
        return new String(octets, utf8 + 3, length, StandardCharsets.ISO_8859_1);
    }

    private String modified(int start, int length) throws Foreign {
        try {
            return new DataInputStream(new ByteArrayInputStream(octets, start, length)).readUTF();
        } catch (IOException wrong) {
            throw new Foreign("with a text that is none");
        }
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    // ---------------------------------------------------------------- what it says

    @Override
    Marks marks() {
        return marks;
    }

    @Override
    Marks of(Field field) {
        return ofFields.getOrDefault(field.getName(), Marks.NONE);
    }

    @Override
    Marks of(Method method) {
        if (ofMethods.isEmpty()) {
            return Marks.NONE;
        }
        StringBuilder key = new StringBuilder(method.getName()).append('(');
        for (Class<?> parameter : method.getParameterTypes()) {
            key.append(parameter.descriptorString());
        }
        key.append(')').append(method.getReturnType().descriptorString());
        return ofMethods.getOrDefault(key.toString(), Marks.NONE);
    }

    @Override
    boolean mayMarkMethods() {
        return !ofMethods.isEmpty();
    }

    @Override
    boolean mayDeclare(String method) {
        for (int name : methodNames) {
            if (is(name, method)) {
                return true;
            }
        }
        return false;
    }

    @Override
    boolean hasPlainConstructor() {
        return plainConstructor;
    }
}

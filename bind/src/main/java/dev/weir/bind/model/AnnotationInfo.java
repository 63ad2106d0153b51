package dev.weir.bind.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An annotation as read from a class file or by reflection: its kind and its values. Values are looked up by element
 * name instead of through the annotation's own class, because a JVM that has just started would take longer to
 * instantiate three dozen annotation classes than to read the model.
 *
 * <p>Values are Strings (also names of enum constants), Booleans, Integers, classes or {@link Named} ones, marks, and
 * lists of those.
 */
final class AnnotationInfo {
    /** The value by which the specification's annotations specify the default name. */
    static final String DEFAULT = "##default";

    /** The value by which they specify that there is no default value. */
    private static final String NONE = "\u0000";

    private static final String PACKAGE = "jakarta.xml.bind.annotation.";

    /** A class given by its descriptor, loaded on demand. */
    record Named(String descriptor) {}

    private final AnnotationKind kind;
    private final Object[] values;
    private final Class<?> home;

    /**
     * @param values element names and values, alternating
     * @param home the class whose loader resolves the class names
     */
    AnnotationInfo(AnnotationKind kind, Object[] values, Class<?> home) {
        this.kind = kind;
        this.values = values;
        this.home = home;
    }

    AnnotationKind kind() {
        return kind;
    }

    private @Nullable Object value(String element) {
        for (int i = 0; i < values.length; i += 2) {
            if (values[i].equals(element)) {
                return values[i + 1];
            }
        }
        return null;
    }

    String text(String element, String otherwise) {
        return value(element) instanceof String said ? said : otherwise;
    }

    /** The specified name; {@link #DEFAULT} if it is the default name. */
    String text(String element) {
        return text(element, DEFAULT);
    }

    @Nullable String defaultValue() {
        return value("defaultValue") instanceof String said && !said.equals(NONE) ? said : null;
    }

    boolean flag(String element, boolean otherwise) {
        Object said = value(element);
        return said == null ? otherwise : isTrue(said);
    }

    /** A boolean value is a Boolean when read by reflection, and a number when read from a class file. */
    private static boolean isTrue(Object said) {
        return Boolean.TRUE.equals(said) || Integer.valueOf(1).equals(said);
    }

    boolean flag(String element) {
        return flag(element, false);
    }

    /** The specified class; null if absent or specified as a DEFAULT class. */
    @Nullable Class<?> type(String element) {
        Object said = value(element);
        return said == null ? null : type(said);
    }

    private @Nullable Class<?> type(Object said) {
        Class<?> type = said instanceof Class<?> known ? known : load(((Named) said).descriptor);
        String full = type.getName();
        boolean isNone = full.startsWith(PACKAGE) && (full.endsWith("$DEFAULT") || full.endsWith("$GLOBAL"));
        return isNone ? null : type;
    }

    private Class<?> load(String descriptor) {
        char first = descriptor.charAt(0);
        if (first != 'L' && first != '[') {
            return primitive(first);
        }
        String full = (first == 'L' ? descriptor.substring(1, descriptor.length() - 1) : descriptor).replace('/', '.');
        try {
            return Class.forName(full, false, home.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new TypeNotPresentException(full, missing);
        }
    }

    static Class<?> primitive(char descriptor) {
        return switch (descriptor) {
            case 'Z' -> boolean.class;
            case 'B' -> byte.class;
            case 'C' -> char.class;
            case 'S' -> short.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            case 'D' -> double.class;
            default -> void.class;
        };
    }

    /** The classes of an array-valued element. */
    List<Class<?>> types(String element) {
        List<Class<?>> types = new ArrayList<>();
        for (Object one : list(element)) {
            Class<?> type = type(one);
            if (type != null) {
                types.add(type);
            }
        }
        return types;
    }

    List<String> texts(String element) {
        List<String> texts = new ArrayList<>();
        for (Object one : list(element)) {
            texts.add((String) one);
        }
        return texts;
    }

    List<AnnotationInfo> marks(String element) {
        List<AnnotationInfo> marks = new ArrayList<>();
        for (Object one : list(element)) {
            marks.add((AnnotationInfo) one);
        }
        return marks;
    }

    private List<?> list(String element) {
        return value(element) instanceof List<?> said ? said : List.of();
    }

    /** Whether the annotation specifies a value for an element. */
    boolean says(String element) {
        return value(element) != null;
    }
}

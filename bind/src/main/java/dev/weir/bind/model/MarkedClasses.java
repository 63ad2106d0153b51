package dev.weir.bind.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The annotations of classes and packages, each read once: from its file where that can be had, else by reflection. */
final class MarkedClasses implements AutoCloseable {
    /** False: by reflection only, for agents and class loaders that add annotations to classes which have a file. */
    private static final String BY_FILE = "dev.weir.bind.classfiles";

    private final Map<Class<?>, MarkedClass> classes = new HashMap<>();
    private final Map<Package, Home> homes = new HashMap<>();
    private final String defaultNamespace;
    private final Home unnamed;
    private final @Nullable ClassFiles files;

    /** A class is asked for its package by each of its properties. */
    private @Nullable Class<?> lastAsked;

    private Home lastHome;

    /**
     * @param defaultNamespace of packages that do not say any
     * @param files null for reflection only
     */
    MarkedClasses(String defaultNamespace, @Nullable ClassFiles files) {
        this.defaultNamespace = defaultNamespace;
        this.unnamed = new Home(Marks.NONE, defaultNamespace);
        this.files = files;
        this.lastHome = unnamed;
    }

    static MarkedClasses usual(String defaultNamespace) {
        boolean byFile = Boolean.parseBoolean(System.getProperty(BY_FILE, "true"));
        return new MarkedClasses(defaultNamespace, byFile ? new ClassFiles() : null);
    }

    MarkedClass of(Class<?> type) {
        MarkedClass known = classes.get(type);
        if (known == null) {
            known = read(type);
            classes.put(type, known);
        }
        return known;
    }

    private MarkedClass read(Class<?> type) {
        byte[] octets = files == null ? null : files.of(type);
        MarkedClass filed = octets == null ? null : ClassFile.of(type, octets);
        return filed == null ? new ReflectedClass(type) : filed;
    }

    boolean has(Class<?> type, String annotation) {
        return of(type).marks().has(annotation);
    }

    @Nullable Mark get(Class<?> type, String annotation) {
        return of(type).marks().get(annotation);
    }

    /** With what base classes say, for annotations that are inherited. */
    @Nullable Mark inherited(Class<?> type, String annotation) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            Mark mark = get(c, annotation);
            if (mark != null) {
                return mark;
            }
        }
        return null;
    }

    /** What the package of a class says. */
    Home home(Class<?> type) {
        if (type != lastAsked) {
            lastAsked = type;
            lastHome = homeOf(type.getPackage(), type);
        }
        return lastHome;
    }

    private Home homeOf(@Nullable Package around, Class<?> type) {
        if (around == null || around.getName().isEmpty()) {
            return unnamed;
        }
        Home known = homes.get(around);
        if (known == null) {
            known = new Home(marks(type), defaultNamespace);
            homes.put(around, known);
        }
        return known;
    }

    private Marks marks(Class<?> type) {
        try {
            return of(Class.forName(type.getPackageName() + ".package-info", false, type.getClassLoader()))
                    .marks();
        } catch (ClassNotFoundException none) {
            return Marks.NONE;
        }
    }

    @Override
    public void close() {
        if (files != null) {
            files.close();
        }
    }
}

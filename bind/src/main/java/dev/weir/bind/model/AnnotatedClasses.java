package dev.weir.bind.model;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The annotations of classes and packages, each read once: from the class file if available, else by reflection. */
final class AnnotatedClasses implements AutoCloseable {
    /**
     * The system property; false means reflection only, for agents and class loaders that add annotations to classes
     * which have a file.
     */
    static final String BY_FILE = "dev.weir.bind.classfiles";

    private final Map<Class<?>, AnnotatedClass> classes = new HashMap<>();
    private final Map<@Nullable ClassLoader, Map<String, PackageDefaults>> homes = new HashMap<>();

    /**
     * Per class loader, the field types resolved so far, by descriptor or signature: most fields have one of a few
     * types.
     */
    private final Map<@Nullable ClassLoader, Map<String, Type>> loaded = new HashMap<>();

    private final String defaultNamespace;
    private final PackageDefaults unnamed;
    private final @Nullable ClassFiles files;

    private @Nullable AnnotatedClass lastRead;

    /** Caches the last lookup: each property of a class asks for the package of the same class. */
    private @Nullable Class<?> lastAsked;

    private PackageDefaults lastHome;

    /**
     * @param defaultNamespace of packages that do not specify one
     * @param files null for reflection only
     */
    AnnotatedClasses(String defaultNamespace, @Nullable ClassFiles files) {
        this.defaultNamespace = defaultNamespace;
        this.unnamed = new PackageDefaults(AnnotationSet.NONE, defaultNamespace);
        this.files = files;
        this.lastHome = unnamed;
    }

    static AnnotatedClasses usual(String defaultNamespace) {
        boolean byFile = Boolean.parseBoolean(System.getProperty(BY_FILE, "true"));
        return new AnnotatedClasses(defaultNamespace, byFile ? new ClassFiles() : null);
    }

    AnnotatedClass of(Class<?> type) {
        AnnotatedClass known = lastRead;
        if (known == null || known.type() != type) {
            known = classes.get(type);
            if (known == null) {
                known = read(type);
                classes.put(type, known);
            }
            lastRead = known;
        }
        return known;
    }

    private AnnotatedClass read(Class<?> type) {
        byte[] octets = files == null ? null : files.of(type);
        AnnotatedClass filed = octets == null ? null : ClassFile.of(type, octets, loaded(type.getClassLoader()));
        return filed == null ? ReflectedClass.of(type) : filed;
    }

    private Map<String, Type> loaded(@Nullable ClassLoader loader) {
        Map<String, Type> known = loaded.get(loader);
        if (known == null) {
            known = new HashMap<>();
            loaded.put(loader, known);
        }
        return known;
    }

    boolean has(Class<?> type, AnnotationKind annotation) {
        return of(type).marks().has(annotation);
    }

    @Nullable AnnotationInfo get(Class<?> type, AnnotationKind annotation) {
        return of(type).marks().get(annotation);
    }

    /** The annotation of the class or of its nearest annotated superclass, for annotations that are inherited. */
    @Nullable AnnotationInfo inherited(Class<?> type, AnnotationKind annotation) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            AnnotationInfo mark = get(c, annotation);
            if (mark != null) {
                return mark;
            }
        }
        return null;
    }

    /** The package-level settings for a class. */
    PackageDefaults home(Class<?> type) {
        if (type != lastAsked) {
            lastAsked = type;
            lastHome = homeOf(type);
        }
        return lastHome;
    }

    /** Avoids Class.getPackage(), which would initialise the JVM's lambda support on its first call. */
    private PackageDefaults homeOf(Class<?> type) {
        String around = type.getPackageName();
        if (around.isEmpty() || type.isArray() || type.isPrimitive()) {
            return unnamed;
        }
        Map<String, PackageDefaults> ofLoader = homes.get(type.getClassLoader());
        PackageDefaults known = ofLoader == null ? null : ofLoader.get(around);
        return known == null ? newHome(type) : known;
    }

    private PackageDefaults newHome(Class<?> type) {
        PackageDefaults home = new PackageDefaults(marks(type), defaultNamespace);
        Map<String, PackageDefaults> ofLoader = homes.get(type.getClassLoader());
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            homes.put(type.getClassLoader(), ofLoader);
        }
        ofLoader.put(type.getPackageName(), home);
        return home;
    }

    private AnnotationSet marks(Class<?> type) {
        try {
            return of(Class.forName(type.getPackageName() + ".package-info", false, type.getClassLoader()))
                    .marks();
        } catch (ClassNotFoundException none) {
            return AnnotationSet.NONE;
        }
    }

    @Override
    public void close() {
        if (files != null) {
            files.close();
        }
    }
}

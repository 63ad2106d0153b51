package dev.weir.bind.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.jaxb.indexed.Thing;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** Annotations from class files say what reflection says, or they are not believed. */
class ClassFileTest {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Other {
        long number() default 1;

        double[] doubles() default {};

        Class<?> type() default Object.class;

        XmlElement[] inner() default {};
    }

    @XmlRootElement(name = "ä€𝄞\u0000")
    @Other(
            number = 1L << 40,
            doubles = {1, 2})
    static class Marked {
        @XmlElement(name = "other", required = true, defaultValue = "")
        @Other(inner = @XmlElement(name = "none"))
        public String text = "";

        @XmlAttribute
        public int number;

        public List<Integer> numbers = new ArrayList<>();
    }

    /** Files as the class loader finds them: those of this module's tests are beside where it says that it is. */
    private static final class Resources extends ClassFiles {
        private int read;

        @Override
        byte[] of(Class<?> type) {
            read++;
            return octets(type);
        }
    }

    private static byte[] octets(Class<?> type) {
        String file = type.getName().replaceAll(".*\\.", "") + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static @Nullable ClassFile file(Class<?> type, byte[] octets) {
        return ClassFile.of(type, octets, new HashMap<>());
    }

    @Test
    void theClassesOfAllTestsMeanTheSameByTheirFilesAsByReflection() throws Exception {
        Path home = Path.of(
                        ClassFileTest.class.getResource("ClassFileTest.class").toURI())
                .resolve("../../../../..")
                .normalize();
        List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String name = home.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", "");
                if (!name.endsWith("-info")) {
                    classes.add(Class.forName(name, false, ClassFileTest.class.getClassLoader()));
                }
            }
        }
        assertTrue(classes.size() > 100, () -> home + " has " + classes.size());
        Resources files = new Resources();
        for (Class<?> type : classes) {
            assertEquals(Models.told(List.of(type), null), Models.told(List.of(type), files), type::getName);
            assertTrue(type.isSynthetic() || file(type, octets(type)) != null, type::getName);
        }
        assertTrue(files.read > classes.size());
    }

    @Test
    void namesAreReadInAllTheirCharacters() {
        ClassFile file = file(Marked.class, octets(Marked.class));
        assertNotNull(file);
        AnnotationInfo root = file.marks().get(AnnotationKind.XML_ROOT_ELEMENT);
        assertNotNull(root);
        assertEquals("ä€𝄞\u0000", root.text("name"));
    }

    static class Twice {
        public List<Integer> ninechars = List.of();
    }

    @Test
    void aFileWithTheNameOfAnAttributeTwiceIsNotBelieved() {
        String octets = new String(octets(Twice.class), StandardCharsets.ISO_8859_1);
        String changed = octets.replace("ninechars", "Signature");

        assertNotNull(file(Twice.class, octets.getBytes(StandardCharsets.ISO_8859_1)));
        assertNull(file(Twice.class, changed.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void aFileThatIsCutOffOrDamagedIsNotBelieved() {
        byte[] octets = octets(Marked.class);
        for (int length = 0; length < octets.length - 2; length++) {
            file(Marked.class, Arrays.copyOf(octets, length)); // whatever it is, not an exception
        }
        assertNull(file(Marked.class, Arrays.copyOf(octets, octets.length / 2)));
        for (int i = 0; i < octets.length; i++) {
            byte[] damaged = octets.clone();
            damaged[i] ^= (byte) 0xFF;
            file(Marked.class, damaged);
        }
    }

    @Test
    void aFileOfAnotherClassIsNotBelieved() {
        byte[] octets = octets(Marked.class);
        assertNotNull(file(Marked.class, octets));
        assertNull(file(Resources.class, octets));
    }

    @Test
    void aFieldThatTheClassDoesNotHaveIsToldWhenItIsAskedFor() {
        ClassFile file = file(Marked.class, with(octets(Marked.class), "number", "count"));
        assertNotNull(file);
        Accessor accessor = new Accessor(Marked.class, file.fields().get(1).name(), null, null, -1);
        assertTrue(accessor.hasField());
        IllegalStateException told = assertThrows(IllegalStateException.class, accessor::field);
        assertEquals(
                Marked.class.getName()
                        + " has no field count, which is in its class file; have classes read by reflection:"
                        + " -Ddev.weir.bind.classfiles=false",
                told.getMessage());
    }

    static class Generic<T> {
        @SuppressWarnings("ClassCanBeStatic") // the type of an inner class is what is read
        class Inner {}

        int number;
        long[][] numbers = {};
        String text = "";
        List<String> list = List.of();
        Map<QName, List<Integer[]>> map = Map.of();
        List<List<List<String>>> nested = List.of();
        Map.Entry<String, int[]> entry = Map.entry("", new int[0]);
        List<? extends Number> wildcard = List.of();
        List<String>[] array = null;
        T variable = null;
        Generic<String>.Inner inner = null;
    }

    @Test
    void typesOfFieldsAreWhatReflectionSays() throws Exception {
        ClassFile file = file(Generic.class, octets(Generic.class));
        assertNotNull(file);
        assertEquals(Generic.class.getDeclaredFields().length, file.fields().size());
        for (AnnotatedField field : file.fields()) {
            Type known = Generic.class.getDeclaredField(field.name()).getGenericType();
            assertEquals(known, field.field().getGenericType());
            assertEquals(told(known), told(field.type()), field.name());
        }
    }

    private static String told(Type type) {
        return type instanceof ParameterizedType generic
                        && !generic.getTypeName().contains("Inner")
                ? told(generic.getRawType())
                        + Stream.of(generic.getActualTypeArguments())
                                .map(ClassFileTest::told)
                                .toList()
                : type.getTypeName();
    }

    @Test
    void aTypeThatIsNotThereIsToldAsReflectionTellsIt() throws Exception {
        byte[] octets = octets(Marked.class);
        ClassLoader loader = new ClassLoader(ClassFileTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals(Integer.class.getName())) {
                    throw new ClassNotFoundException(name);
                }
                return name.equals(Marked.class.getName())
                        ? defineClass(name, octets, 0, octets.length)
                        : super.loadClass(name, resolve);
            }
        };
        Class<?> type = loader.loadClass(Marked.class.getName());
        ClassFile file = file(type, octets);
        assertNotNull(file);
        assertThrows(TypeNotPresentException.class, () -> file.fields().get(2).type());
    }

    /** A class file with a field of another name, or without it. */
    private static byte[] with(byte[] octets, String field, String instead) {
        ClassWriter made = new ClassWriter(0);
        new ClassReader(octets)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, made) {
                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String descriptor, String signature, Object value) {
                                String given = name.equals(field) ? instead : name;
                                return given == null
                                        ? null
                                        : super.visitField(access, given, descriptor, signature, value);
                            }
                        },
                        0);
        return made.toByteArray();
    }

    @Test
    void aClassWithoutAFileIsReadByReflection() throws Exception {
        byte[] octets = octets(Thing.class);
        ClassLoader loader = new ClassLoader(Thing.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Thing.class.getName())
                        ? defineClass(name, octets, 0, octets.length)
                        : super.loadClass(name, resolve);
            }
        };
        Class<?> type = loader.loadClass(Thing.class.getName());
        try (AnnotatedClasses marked = new AnnotatedClasses("", new ClassFiles())) {
            assertInstanceOf(ReflectedClass.class, marked.of(type));
        }
        assertEquals(Models.told(List.of(Thing.class), null), Models.told(List.of(type), new ClassFiles()));
    }
}

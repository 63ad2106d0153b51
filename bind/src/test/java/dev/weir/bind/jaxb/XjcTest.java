package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.xjc.Driver;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes as XJC makes them, unmodified, for schemas of different styles: random documents, beside the reference. */
class XjcTest {
    private static final int DOCUMENTS = Integer.getInteger("weir.documents", 100);

    @TempDir
    static Path directory;

    static Stream<String> styles() {
        return Schemas.ALL.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void agreesWithTheReference(String style) throws Exception {
        long seed = Long.getLong("weir.seed", System.nanoTime());
        Path home = directory.resolve(style.replace(' ', '_'));
        List<Class<?>> classes = compile(Schemas.ALL.get(style), home);
        ClassLoader loader = classes.get(0).getClassLoader();
        String packages = classes.stream()
                .map(Class::getPackageName)
                .distinct()
                .reduce((a, b) -> a + ":" + b)
                .orElseThrow();
        Beside beside = new Beside(packages, loader);
        List<Class<?>> roots = classes.stream()
                .filter(c -> c.isAnnotationPresent(XmlRootElement.class))
                .toList();
        Object factory = classes.stream()
                .filter(c -> c.getSimpleName().equals("ObjectFactory")
                        && c.getPackageName().contains("t"))
                .findFirst()
                .orElseThrow()
                .getDeclaredConstructor()
                .newInstance();
        Random random = new Random(seed);
        int written = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            RandomBeans beans = new RandomBeans(random, factory);
            Object bean = root(beans, roots, factory, random);
            String xml = Beside.write(beside.reference, bean);
            try {
                beside.agreeOn(xml);
            } catch (Exception | AssertionError failed) {
                throw new AssertionError(style + ", document " + i + " of -Dweir.seed=" + seed + ": " + xml, failed);
            }
            written += xml.length();
        }
        assertTrue(written > DOCUMENTS * 50, () -> "the documents of " + style + " hold next to nothing");
    }

    private static Object root(RandomBeans beans, List<Class<?>> roots, Object factory, Random random)
            throws Exception {
        if (!roots.isEmpty()) {
            return beans.bean(roots.get(random.nextInt(roots.size())));
        }
        for (var method : factory.getClass().getMethods()) {
            if (method.getParameterCount() == 1
                    && JAXBElement.class.isAssignableFrom(method.getReturnType())
                    && method.getParameterTypes()[0]
                            .getPackageName()
                            .equals(factory.getClass().getPackageName())) {
                return method.invoke(factory, beans.bean(method.getParameterTypes()[0]));
            }
        }
        throw new IllegalStateException("no root");
    }

    /** Runs XJC and the Java compiler; the classes are loaded by a loader of their own. */
    private static List<Class<?>> compile(Map<String, String> schemas, Path home) throws Exception {
        Path schemaHome = Files.createDirectories(home.resolve("schema"));
        Path sources = Files.createDirectories(home.resolve("java"));
        Path output = Files.createDirectories(home.resolve("classes"));
        for (Map.Entry<String, String> schema : schemas.entrySet()) {
            Files.writeString(schemaHome.resolve(schema.getKey()), schema.getValue());
        }
        PrintStream quiet = new PrintStream(PrintStream.nullOutputStream());
        assertEquals(
                0,
                Driver.run(
                        new String[] {
                            "-quiet",
                            "-d",
                            sources.toString(),
                            schemaHome.resolve("main.xsd").toString()
                        },
                        System.err,
                        quiet));
        List<Path> files = files(sources, ".java");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of(
                                "-d",
                                output.toString(),
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjectsFromPaths(files))
                .call();
        assertTrue(compiled, problems::toString);
        URLClassLoader loader = new URLClassLoader(new URL[] {output.toUri().toURL()}, XjcTest.class.getClassLoader());
        List<Class<?>> classes = new ArrayList<>();
        for (Path file : files(output, ".class")) {
            String name = output.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", "");
            if (!name.endsWith("package-info")) {
                classes.add(loader.loadClass(name));
            }
        }
        return classes;
    }

    private static List<Path> files(Path home, String end) throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }
}

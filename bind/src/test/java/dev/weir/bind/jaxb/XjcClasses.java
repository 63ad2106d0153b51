package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.xjc.Driver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes that XJC makes of schemas, or others that are made for a test, compiled, in a loader of their own. */
record XjcClasses(ClassLoader loader, List<Class<?>> classes) {
    /** Runs XJC and the Java compiler; the directory takes their output. */
    static XjcClasses of(Path directory, List<Path> schemas, String... options) throws Exception {
        Path sources = Files.createDirectories(directory.resolve("java"));
        Path output = Files.createDirectories(directory.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-quiet", "-d", sources.toString()));
        arguments.addAll(List.of(options));
        schemas.forEach(schema -> arguments.add(schema.toString()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream saying = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertEquals(
                0,
                Driver.run(arguments.toArray(new String[0]), saying, saying),
                () -> said.toString(StandardCharsets.UTF_8));
        return compiled(sources, output);
    }

    /** Classes of any sources. */
    static XjcClasses compiled(Path sources, Path output) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of(
                                "-d",
                                output.toString(),
                                "-nowarn",
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null)
                                .getJavaFileObjectsFromPaths(files(sources, ".java")))
                .call();
        assertTrue(compiled, problems::toString);
        URLClassLoader loader =
                new URLClassLoader(new URL[] {output.toUri().toURL()}, XjcClasses.class.getClassLoader());
        List<Class<?>> classes = new ArrayList<>();
        for (Path file : files(output, ".class")) {
            String name = output.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", "");
            if (!name.endsWith("package-info")) {
                classes.add(loader.loadClass(name));
            }
        }
        return new XjcClasses(loader, classes);
    }

    /** The context path of all packages. */
    String packages() {
        return classes.stream().map(Class::getPackageName).distinct().collect(Collectors.joining(":"));
    }

    private static List<Path> files(Path home, String end) throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }
}

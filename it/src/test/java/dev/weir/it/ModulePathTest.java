package dev.weir.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.it.program.UseAll;
import dev.weir.it.program.UseBind;
import dev.weir.it.program.UseFastInfoset;
import dev.weir.it.program.UseParsers;
import dev.weir.it.program.UseXml;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each artefact as a module: a program with a descriptor of its own is compiled against it, and run. */
class ModulePathTest {
    private static final Path SOURCES = Path.of("src/test/java/dev/weir/it/program");
    private static final String BOUND = "opens dev.weir.it.program to dev.weir.bind, jakarta.xml.bind;";

    @TempDir
    private Path folder;

    /** Compiles programs as the module app, and runs the first. */
    private List<String> run(List<Artefact> modules, String directives, Class<?> main, Class<?>... others)
            throws Exception {
        List<Path> entries = modules.stream().map(Artefact::path).toList();
        return run(entries, List.of(), directives, main, others);
    }

    private List<String> run(
            List<Path> entries, List<String> options, String directives, Class<?> main, Class<?>... others)
            throws Exception {
        Path descriptor = folder.resolve("module-info.java");
        Files.writeString(descriptor, "module app { requires java.xml; " + directives + " }");
        Path classes = folder.resolve("app");
        List<Path> toCompile = new ArrayList<>(entries);
        toCompile.add(Artefact.JSPECIFY.path());
        List<String> arguments = new ArrayList<>(
                List.of("--release", "17", "-proc:none", "-d", classes.toString(), "-p", ChildJvm.path(toCompile)));
        arguments.add(descriptor.toString());
        Stream.concat(Stream.of(main), Stream.of(others))
                .forEach(program -> arguments.add(
                        SOURCES.resolve(program.getSimpleName() + ".java").toString()));
        StringWriter messages = new StringWriter();
        PrintWriter log = new PrintWriter(messages);
        int code = ToolProvider.findFirst("javac").orElseThrow().run(log, log, arguments.toArray(String[]::new));
        assertEquals(0, code, messages::toString);
        List<Path> all = new ArrayList<>(entries);
        all.add(classes);
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-p", ChildJvm.path(all), "-m", "app/" + main.getName()));
        return ChildJvm.run(folder, command);
    }

    @Test
    void xml() throws Exception {
        assertEquals(List.of("xml order 17"), run(List.of(Artefact.XML), "requires dev.weir.xml;", UseXml.class));
    }

    @Test
    void stax() throws Exception {
        List<String> printed = run(
                List.of(Artefact.XML, Artefact.STAX, Artefact.STAX2_API), "requires dev.weir.stax;", UseParsers.class);
        assertEquals("stax order 17", printed.get(0));
        assertEquals("dev.weir.xml.stax.WeirInputFactory", printed.get(1));
        assertEquals("dev.weir.xml.sax.WeirSaxParserFactory", printed.get(4));
    }

    @Test
    void fastInfoset() throws Exception {
        assertEquals(
                List.of("fastinfoset order 17"),
                run(
                        List.of(Artefact.XML, Artefact.FASTINFOSET),
                        "requires dev.weir.fastinfoset;",
                        UseFastInfoset.class));
    }

    @Test
    void bind() throws Exception {
        List<String> printed = run(
                Artefact.FOR_BIND, "requires dev.weir.bind; " + BOUND, UseBind.class, dev.weir.it.program.Order.class);
        assertEquals("bind weir true", printed.get(0));
    }

    @Test
    void allTogether() throws Exception {
        List<String> printed = run(
                Artefact.FOR_ALL,
                "requires dev.weir.stax; requires dev.weir.bind; requires dev.weir.fastinfoset; " + BOUND,
                UseAll.class,
                UseXml.class,
                UseParsers.class,
                UseBind.class,
                UseFastInfoset.class,
                dev.weir.it.program.UseFastInfosetByStax.class,
                dev.weir.it.program.Order.class);
        assertTrue(
                printed.containsAll(List.of(
                        "xml order 17", "stax order 17", "bind weir true", "fastinfoset order 17", "stax order")),
                printed::toString);
    }

    /** The graph of modules resolves at the start of the JVM, with all that the artefact needs. */
    @ParameterizedTest
    @ValueSource(strings = {"wsdl", "xpath", "soap", "store", "bpel", "composite"})
    void resolves(String module) throws Exception {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> !entry.endsWith("test-classes") && !isOfTests(entry.toString()))
                .toList();
        assertEquals(
                List.of("xml order 17"),
                run(entries, List.of("--add-modules", "dev.weir." + module), "requires dev.weir.xml;", UseXml.class));
    }

    private static boolean isOfTests(String entry) {
        return Stream.of(
                        "junit",
                        "opentest4j",
                        "apiguardian",
                        "spring",
                        "surefire",
                        "commons-",
                        "weir-it",
                        "/it/target/")
                .anyMatch(entry::contains);
    }
}

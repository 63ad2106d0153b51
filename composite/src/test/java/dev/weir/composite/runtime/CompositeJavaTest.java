package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.process;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.CompositeRevision;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes and libraries that come with a composite, in SCA-INF, for the Java of its processes and its functions. */
@Tag("jdk")
class CompositeJavaTest {
    private static final RuntimeSettings WITH_JAVA = RuntimeSettings.DEFAULT.withJava(true);
    private static final String CONFIGURATION = """
            <soa-xpath-functions xmlns="http://xmlns.oracle.com/soa/config/xpath" xmlns:x="urn:ours">
              <function name="x:twice"><className>example.Texts</className><return type="string"/></function>
              <function name="x:sum"><className>example.Texts</className><return type="number"/></function>
              <function name="x:first"><className>example.Texts</className><return type="node-set"/></function>
              <function name="x:fail"><className>example.Texts</className><return type="string"/></function>
              <function name="x:outer"><className>example.Texts$Outer</className><return type="string"/></function>
              <function name="x:theirs"><className>example.Theirs</className><return type="string"/></function>
              <function name="x:gone"><className>example.Gone</className><return type="string"/></function>
            </soa-xpath-functions>
            """;

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private OrderDesk desk;

    @AfterEach
    void close() {
        desk.close();
    }

    private Path scaInf() {
        return folder.resolve("composites/Shop1.0/SCA-INF");
    }

    /** Compiles classes into a folder. */
    private static void compile(Path to, Map<String, String> sources, String... options) throws IOException {
        Path from = Files.createDirectories(shared.resolve("src"));
        Files.createDirectories(to);
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", to.toString()));
        arguments.addAll(List.of(options));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = from.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    @BeforeAll
    static void make() throws IOException {
        Path made = shared.resolve("SCA-INF");
        Path library = shared.resolve("library");
        compile(
                library,
                Map.of("Rate", "package lib; public class Rate { public static int percent() { return 25; } }"));
        Files.createDirectories(made.resolve("lib"));
        try (OutputStream out = Files.newOutputStream(made.resolve("lib/rate.jar"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("lib/Rate.class"));
            zip.write(Files.readAllBytes(library.resolve("lib/Rate.class")));
        }
        Path theirs = shared.resolve("theirs");
        compile(theirs, Map.of("Function", "package oracle.fabric; public interface Function {}"));
        compile(
                made.resolve("classes"),
                Map.of(
                        "Tax",
                        """
                        package example;
                        public class Tax {
                            public static int of(int net) { return net * lib.Rate.percent() / 100; }
                            public static String text() throws java.io.IOException {
                                try (var in = Tax.class.getResourceAsStream("/texts.properties")) {
                                    java.util.Properties texts = new java.util.Properties();
                                    texts.load(in);
                                    return texts.getProperty("hello");
                                }
                            }
                        }
                        """,
                        "Texts",
                        """
                        package example;
                        public class Texts {
                            public static String twice(String text) { return text + text; }
                            public static double sum(double a, int b) { return a + b; }
                            public static org.w3c.dom.NodeList first(org.w3c.dom.NodeList nodes) { return nodes; }
                            public static String fail(String why) { throw new IllegalStateException(why); }
                            public static String outer() { return "outer"; }
                            public static class Outer implements oracle.fabric.Function {}
                        }
                        """,
                        "Theirs",
                        "package example; public class Theirs implements oracle.fabric.Function {}"),
                "-cp",
                library + File.pathSeparator + theirs);
        Files.writeString(made.resolve("classes/texts.properties"), "hello=bonjour");
        Path meta = Files.createDirectories(made.resolve("classes/META-INF"));
        Files.writeString(meta.resolve("ext-soa-xpath-functions-config.xml"), CONFIGURATION, StandardCharsets.UTF_8);
    }

    /** Puts what was made into the composite. */
    private void classes() throws IOException {
        try (Stream<Path> files = Files.walk(shared.resolve("SCA-INF"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = scaInf().resolve(shared.resolve("SCA-INF").relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    private static Part exec(String java) {
        return new Part(
                "P",
                process(
                        "P",
                        "ask",
                        "<extensionActivity><bpelx:exec name='Work' language='java'><![CDATA[" + java
                                + "]]></bpelx:exec></extensionActivity>" + REPLY),
                Map.of());
    }

    private static Part calling(String expression) {
        return new Part(
                "P",
                process(
                        "P",
                        "ask",
                        "<assign xmlns:x='urn:ours' xmlns:o='http://schemas.oracle.com/xpath/extension'><copy><from>"
                                + expression + "</from><to>$answer</to></copy></assign>" + REPLY),
                Map.of());
    }

    @Test
    void theJavaOfAProcessUsesClassesAndLibrariesOfItsComposite() throws IOException {
        classes();
        desk = new OrderDesk(folder, WITH_JAVA);
        desk.deploy(
                "Shop",
                exec("setVariableData(\"answer\", example.Tax.of(200) + \" \" + lib.Rate.percent() + \" \""
                        + " + example.Tax.text());"));
        desk.runtime.start();

        assertEquals("200 50 25 bonjour", desk.ask("Shop", "pears"));
    }

    /** A composite sees the JDK and its own classes, and nothing of what the server is made of. */
    @Test
    void whatTheServerIsMadeOfIsNotSeen() throws IOException {
        classes();
        desk = new OrderDesk(folder, WITH_JAVA);
        desk.deploy("Shop", exec("""
                String found;
                try {
                    found = Class.forName("dev.weir.store.Store").getName();
                } catch (ClassNotFoundException e) {
                    found = "not seen";
                }
                setVariableData("answer", found);
                """));
        desk.runtime.start();

        assertEquals("200 not seen", desk.ask("Shop", "pears"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x:twice($order)                | 200 pearspears
            x:sum(1.5, 2)                  | 200 3.5
            count(x:first($order))         | 200 1
            x:first($order)                | 200 pears
            x:outer()                      | 200 outer
            """)
    void functionsOfTheCompositeAreCalled(String expression, String expected) throws IOException {
        classes();
        desk = new OrderDesk(folder, WITH_JAVA);
        desk.deploy("Shop", calling(expression));
        desk.runtime.start();

        assertEquals(expected, desk.ask("Shop", "pears"));
    }

    @Test
    void stylesheetsCallThemToo() throws IOException {
        classes();
        Files.writeString(scaInf().resolveSibling("s.xsl"), """
                <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:x="urn:ours">
                  <xsl:template match="/"><answer xmlns="urn:desk"><xsl:value-of select="x:twice(.)"/></answer></xsl:template>
                </xsl:stylesheet>
                """);
        desk = new OrderDesk(folder, WITH_JAVA);
        desk.deploy("Shop", calling("o:processXSLT('s.xsl', $order)"));
        desk.runtime.start();

        assertEquals("200 pearspears", desk.ask("Shop", "pears"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x:fail('too late')", "x:sum(1, 2.5)", "x:sum(1, 'many')"})
    void whatAFunctionThrowsOrCannotTakeIsAFault(String expression) throws IOException {
        classes();
        desk = new OrderDesk(folder, WITH_JAVA);
        desk.deploy("Shop", calling(expression));
        desk.runtime.start();

        assertTrue(desk.ask("Shop", "pears").contains("subLanguageExecutionFault"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | x:theirs('a')     | it needs oracle.fabric.Function of Oracle's, which is not here
            true  | x:gone('a')       | its class example.Gone cannot be loaded
            true  | x:twice('a', 'b') | example.Texts has no public static method twice of 2
            false | x:twice('a')      | is Java that comes with the composite (example.Texts), which this server does not run: start it with --allow-java
            true  | x:nobody('a')     | nobody
            """)
    void aFunctionThatCannotBeCalledIsRefusedByName(boolean java, String expression, String reason) throws IOException {
        classes();
        desk = new OrderDesk(folder, java ? WITH_JAVA : RuntimeSettings.DEFAULT);
        DeploymentException refused =
                assertThrows(DeploymentException.class, () -> desk.deploy("Shop", calling(expression)));

        assertEquals(1, refused.problems().size(), refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
        assertTrue(refused.problems().get(0).file().endsWith("P.bpel"), refused.getMessage());
        assertTrue(refused.problems().get(0).line() > 1, refused.getMessage());
    }

    /** Each deployment has a class loader of its own, which goes with it. */
    @Test
    void classesGoWhenTheirCompositeIsUndeployed() throws IOException {
        classes();
        desk = new OrderDesk(folder, WITH_JAVA);
        List<WeakReference<?>> loaders = new ArrayList<>();
        desk.runtime.start();
        for (int round = 0; round < 5; round++) {
            desk.deploy(
                    "Shop",
                    exec("System.getProperties().put(\"weir.test.loader\","
                            + " new java.lang.ref.WeakReference<>(lib.Rate.class.getClassLoader()));"));
            assertEquals("200 done pears", desk.ask("Shop", "pears"));
            loaders.add((WeakReference<?>) System.getProperties().remove("weir.test.loader"));
            desk.runtime.change(new CompositeRevision("default", "Shop", "1.0"), Change.UNDEPLOY);
        }

        desk.deploy("Other", exec("")); // the desk remembers the composite that it deployed last

        for (int tries = 0; tries < 50 && loaders.stream().anyMatch(loader -> loader.get() != null); tries++) {
            System.gc();
        }
        assertEquals(0, loaders.stream().filter(loader -> loader.get() != null).count(), "class loaders that are left");
    }

    @Test
    void aLibraryThatIsNoneIsRefused() throws IOException {
        classes();
        Files.writeString(scaInf().resolve("lib/other.jar"), "PK\u0003\u0004 no library");
        desk = new OrderDesk(folder, WITH_JAVA);

        assertTrue(assertThrows(RuntimeException.class, () -> desk.deploy("Shop", exec("")))
                .getMessage()
                .contains("other.jar"));
    }
}

package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jws.WebService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/jaxws-clients.md runs. */
class ClientExampleTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    @WebService(name = "Calculator", serviceName = "CalculatorService", targetNamespace = "urn:example:calculator")
    public static class CalculatorBean {
        public int add(int a, int b) {
            return a + b;
        }
    }

    private static String example() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "jaxws-clients.md"));
        Matcher block = Pattern.compile("(?ms)^```java\\n(.*?)^```$").matcher(document);
        assertTrue(block.find(), "there is no example");
        return block.group(1);
    }

    /** As a class with a method that runs it; imports go to the top. */
    private static String source(String example, String address) {
        StringBuilder imports = new StringBuilder();
        StringBuilder body = new StringBuilder();
        example.lines()
                .forEach(line -> (line.startsWith("import ") ? imports : body)
                        .append(line)
                        .append('\n'));
        assertTrue(example.contains("http://localhost:8080/calculator"), example);
        return imports + "public class Example { public static void run() throws Exception {\n"
                + body.toString().replace("http://localhost:8080/calculator", address) + "}}\n";
    }

    @Test
    void theExampleOfTheGuideCallsAService(@TempDir Path folder) throws Exception {
        String example = example();
        assertTrue(example.lines().count() <= 20, example);
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Served served = Served.by(new CalculatorBean());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Path file = folder.resolve("Example.java");
            Files.writeString(file, source(example, served.address()));
            List<String> options = List.of(
                    "-proc:none",
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-d",
                    folder.toString(),
                    file.toString());
            ByteArrayOutputStream problems = new ByteArrayOutputStream();
            assertEquals(
                    0,
                    ToolProvider.getSystemJavaCompiler().run(null, null, problems, options.toArray(new String[0])),
                    problems.toString(StandardCharsets.UTF_8));
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Example").getMethod("run").invoke(null);
        } finally {
            System.setOut(before);
        }
        assertEquals("5", printed.toString(StandardCharsets.UTF_8).strip());
    }
}

package dev.weir.bench.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.workload.PurchaseOrders;
import java.io.File;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which classes a JVM of its own loads for its first context and document; docs/bind.md has the times. */
@Tag("slow")
class ColdStartTest {
    private static final String WEIR = "dev.weir.bind.jaxb.WeirContextFactory";
    private static final int CLASSES = 1_000;

    @TempDir
    Path folder;

    @Test
    void theFirstDocumentIsReadWithoutCompilingACodec() throws Exception {
        Path document = folder.resolve("order.xml");
        try (OutputStream out = Files.newOutputStream(document)) {
            PurchaseOrders.write(out, 5_000);
        }
        List<String> loaded = loaded(document.toString(), OrderEnvelope.class.getName());
        assertTrue(loaded.contains("dev.weir.bind.interpret.InterpretedCodec"), "the interpreter must be loaded");
        assertEquals(List.of(), startingWith(loaded, "org.objectweb.asm."));
        assertEquals(List.of(), annotations(loaded));
    }

    @Test
    void aContextOfAThousandClassesLoadsNoAnnotation() throws Exception {
        generate();
        List<String> loaded = loaded("-", Integer.toString(CLASSES));
        assertEquals(
                CLASSES, loaded.stream().filter(name -> name.matches("C[0-9]+")).count());
        assertEquals(List.of(), startingWith(loaded, "org.objectweb.asm."));
        assertEquals(List.of(), annotations(loaded));
    }

    /** Annotation types and the proxies that reflection makes of annotations. */
    private static List<String> annotations(List<String> loaded) {
        List<String> annotations = new ArrayList<>(startingWith(loaded, "jakarta.xml.bind.annotation.Xml"));
        loaded.stream().filter(name -> name.contains("$Proxy")).forEach(annotations::add);
        return annotations;
    }

    private static List<String> startingWith(List<String> loaded, String prefix) {
        return loaded.stream().filter(name -> name.startsWith(prefix)).toList();
    }

    /** The names of the classes that a JVM loads for {@link ColdStart}, in order. */
    private List<String> loaded(String document, String classes) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load=info:stdout:none",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + folder,
                        ColdStart.class.getName(),
                        WEIR,
                        document,
                        classes)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> names = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset())
                .lines()
                .map(line -> line.split(" ")[0])
                .toList();
        assertEquals(0, process.waitFor());
        return names;
    }

    /** Classes as XJC would make them, that refer to one another by tens: the reference recurses along references. */
    private void generate() throws Exception {
        List<Path> sources = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            int first = i - i % 10;
            sources.add(Files.writeString(
                    folder.resolve("C" + i + ".java"), """
                    import jakarta.xml.bind.annotation.*;
                    @XmlAccessorType(XmlAccessType.FIELD)
                    @XmlType(name = "C%1$d", propOrder = {"text", "number", "real", "next", "list"})
                    public class C%1$d {
                        @XmlElement(required = true) protected String text;
                        protected int number;
                        protected Double real;
                        protected C%2$d next;
                        protected java.util.List<C%3$d> list;
                        @XmlAttribute protected String id;
                        public String getText() { return text; }
                        public void setText(String value) { text = value; }
                        public int getNumber() { return number; }
                        public void setNumber(int value) { number = value; }
                        public String getId() { return id; }
                        public void setId(String value) { id = value; }
                    }
                    """.formatted(i, first + (i + 1) % 10, first + i * 7 % 10)));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", folder.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
            assertTrue(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call());
        }
    }
}

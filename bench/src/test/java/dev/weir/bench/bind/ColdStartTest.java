package dev.weir.bench.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.workload.PurchaseOrders;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a JVM that has just started pays, in JVMs of their own, turn about, by the thread's CPU time. The bounds leave room
 * for a busy machine; docs/bind.md has the figures of a quiet one.
 */
@Tag("slow")
class ColdStartTest {
    private static final String WEIR = "dev.weir.bind.jaxb.WeirContextFactory";
    private static final String REFERENCE = "org.glassfish.jaxb.runtime.v2.JAXBContextFactory";
    private static final int TURNS = Integer.getInteger("weir.turns", 3);
    private static final int CLASSES = 1_000;

    @TempDir
    Path folder;

    @Test
    void theFirstContextAndDocumentTakeNoLongerThanWithTheReference() throws Exception {
        Path document = folder.resolve("order.xml");
        try (OutputStream out = Files.newOutputStream(document)) {
            PurchaseOrders.write(out, 5_000);
        }
        double[] ratios = ratios(document.toString(), OrderEnvelope.class.getName());
        tell("of the first context", ratios[0]);
        tell("of the first document", ratios[1]);
        assertTrue(ratios[0] < 0.5, () -> "context: " + ratios[0]);
        assertTrue(ratios[1] < 1.2, () -> "document: " + ratios[1]);
    }

    @Test
    void aContextOfAThousandClassesTakesLessThanWithTheReference() throws Exception {
        generate();
        double[] ratios = ratios("-", Integer.toString(CLASSES));
        tell("of a context of " + CLASSES + " classes", ratios[0]);
        assertTrue(ratios[0] < 0.3, () -> "context: " + ratios[0]);
    }

    private static void tell(String what, double ratio) {
        System.out.printf(Locale.ROOT, "the time %s, as a part of the reference's: %.2f%n", what, ratio);
    }

    /** The least time of Weir by the least of the reference: what a JVM takes that nobody disturbs. */
    private double[] ratios(String document, String classes) throws Exception {
        long[] weir = {Long.MAX_VALUE, Long.MAX_VALUE};
        long[] reference = weir.clone();
        for (int i = 0; i < TURNS; i++) {
            least(weir, WEIR, document, classes);
            least(reference, REFERENCE, document, classes);
        }
        return new double[] {(double) weir[0] / reference[0], (double) weir[1] / Math.max(1, reference[1])};
    }

    private void least(long[] times, String factory, String document, String classes) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + folder,
                        ColdStart.class.getName(),
                        factory,
                        document,
                        classes)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] told = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .trim()
                .split(" ");
        assertEquals(0, process.waitFor(), factory);
        for (int i = 0; i < times.length; i++) {
            times[i] = Math.min(times[i], Long.parseLong(told[i]));
        }
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

package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that nobody has thought of, beside the reference: what it writes of their objects, and what both make of that. */
@Tag("slow")
@Tag("sized")
class RandomClassesTest {
    private static final int SETS = TestSize.of("weir.classes", 4, 40);
    private static final int DOCUMENTS = 25;

    @TempDir
    static Path directory;

    @Test
    void areReadAndWrittenAsByTheReference() throws Exception {
        long first = TestSeed.of(RandomClassesTest.class);
        int written = 0;
        for (int set = 0; set < SETS; set++) {
            long seed = first + set;
            Random random = new Random(seed);
            Path home = directory.resolve("set" + set);
            Path sources = Files.createDirectories(home.resolve("java"));
            String source = RandomClasses.source(random, 3 + random.nextInt(5));
            Files.writeString(sources.resolve("All.java"), source);
            if (random.nextInt(3) == 0) {
                Files.writeString(sources.resolve("package-info.java"), RandomClasses.packageInfo(random));
            }
            List<Class<?>> classes =
                    XjcClasses.compiled(sources, Files.createDirectories(home.resolve("classes"))).classes().stream()
                            .filter(type -> type.getSimpleName().startsWith("C"))
                            .toList();
            List<Class<?>> roots = classes.stream()
                    .filter(type -> type.isAnnotationPresent(XmlRootElement.class))
                    .toList();
            ReferenceComparison beside = new ReferenceComparison(classes.toArray(new Class<?>[0]));
            for (int i = 0; i < DOCUMENTS; i++) {
                Object bean = RandomBeans.withNulls(random).bean(roots.get(random.nextInt(roots.size())));
                String xml = ReferenceComparison.write(beside.reference, bean);
                try {
                    beside.agreeOnWriting(bean);
                    beside.agreeOn(xml);
                } catch (Exception | AssertionError failed) {
                    throw new AssertionError("-Dweir.seed=" + seed + ": " + xml + "\n" + source, failed);
                }
                written += xml.length();
            }
        }
        assertTrue(written > SETS * DOCUMENTS * 50, "the documents hold next to nothing");
    }
}

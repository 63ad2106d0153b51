package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.model.Models;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes as XJC makes them, unmodified, for schemas of different styles: random documents, beside the reference. */
@Tag("slow")
@Tag("sized")
class XjcTest {
    private static final int DOCUMENTS = TestSize.of("weir.documents", 15, 300);

    @TempDir
    static Path directory;

    static Stream<String> styles() {
        return Schemas.ALL.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void agreesWithTheReference(String style) throws Exception {
        long seed = TestSeed.of(XjcTest.class);
        Path home = directory.resolve(style.replace(' ', '_'));
        Path main = Schemas.unpack(style, home);
        XjcClasses compiled = XjcClasses.of(home, List.of(main));
        List<Class<?>> classes = compiled.classes();
        Models.assertSameWithoutFiles(classes);
        ReferenceComparison beside = new ReferenceComparison(compiled.packages(), compiled.loader());
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
            String xml = ReferenceComparison.write(beside.reference, bean);
            try {
                beside.agreeOn(xml);
            } catch (Exception | AssertionError failed) {
                throw new AssertionError(style + ", document " + i + " of -Dweir.seed=" + seed + ": " + xml, failed);
            }
            written += xml.length();
        }
        InstanceDocuments documents = new InstanceDocuments(List.of(main), random);
        for (int i = 0; i < DOCUMENTS; i++) {
            String xml = documents.next();
            try {
                beside.agreeWithPrefixesOn(xml);
            } catch (Exception | AssertionError failed) {
                throw new AssertionError(style + ", instance " + i + " of -Dweir.seed=" + seed + ": " + xml, failed);
            }
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
}

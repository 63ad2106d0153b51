package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.model.Models;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that XJC makes of published schemas, unmodified: documents by chance, beside the reference. */
@Tag("slow")
@Tag("sized")
class PublicSchemasTest {
    private static final int DOCUMENTS = TestSize.of("weir.documents", 15, 300);

    @TempDir
    static Path directory;

    static List<PublicSchemas> sets() {
        return PublicSchemas.ALL;
    }

    @ParameterizedTest
    @MethodSource("sets")
    void agreesWithTheReference(PublicSchemas set) throws Exception {
        long seed = TestSeed.of(PublicSchemasTest.class);
        Path home = directory.resolve(set.name().replace(' ', '_'));
        List<Path> schemas = set.unpack(home.resolve("schema"));
        List<String> options = new ArrayList<>(List.of("-extension", "-nv", "-XautoNameResolution"));
        if (!set.renamed().isEmpty()) {
            // XJC is stricter with schemas of extensions that it does not know when there are bindings.
            options.addAll(List.of("-b", home.resolve("schema/bindings.xjb").toString()));
        }
        XjcClasses classes = XjcClasses.of(home, schemas, options.toArray(new String[0]));
        Models.assertSameWithoutFiles(classes.classes());
        ReferenceComparison beside = new ReferenceComparison(classes.packages(), classes.loader());
        InstanceDocuments documents = new InstanceDocuments(schemas, new Random(seed));
        long written = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            String xml = documents.next();
            try {
                beside.agreeWithPrefixesOn(xml);
            } catch (Exception | AssertionError failed) {
                throw new AssertionError(set + ", document " + i + " of -Dweir.seed=" + seed + ": " + xml, failed);
            }
            written += xml.length();
        }
        assertTrue(written > DOCUMENTS * 100L, () -> "the documents of " + set + " hold next to nothing");
    }
}

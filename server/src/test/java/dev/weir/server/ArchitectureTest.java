package dev.weir.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Provides;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The boundaries that module descriptors cannot express, and those they can, said once more in one place. */
class ArchitectureTest {
    /** For each module those that it may use. */
    private static final Map<String, List<String>> USES = Map.ofEntries(
            Map.entry("xml", List.of()),
            Map.entry("fastinfoset", List.of("xml")),
            Map.entry("stax", List.of("xml")),
            Map.entry("wsdl", List.of("xml")),
            Map.entry("bind", List.of("xml")),
            Map.entry("xpath", List.of("xml", "wsdl")),
            Map.entry("soap", List.of("wsdl", "xml")),
            Map.entry("jaxws", List.of("soap", "bind", "wsdl", "xml")),
            Map.entry("servlet", List.of("jaxws", "soap", "xml")),
            Map.entry("spring", List.of("servlet", "jaxws", "soap")),
            Map.entry("store", List.of()),
            Map.entry("bpel", List.of("xml", "xpath", "wsdl", "store")),
            Map.entry("composite", List.of("soap", "bpel", "store", "xpath", "wsdl", "xml")),
            Map.entry("server", List.of("composite", "soap", "bpel", "store", "xpath", "wsdl", "xml", "fastinfoset")));

    /** Modules whose packages are inside those of another. */
    private static final Map<String, Set<String>> INSIDE = Map.of(
            "stax",
            Set.of("xml.stax", "xml.sax"),
            "fastinfoset",
            Set.of("xml.fastinfoset"),
            "jaxws",
            Set.of("soap.jaxws"));

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.weir");

    @TestFactory
    Stream<DynamicTest> aModuleUsesOnlyThoseBelowIt() {
        return USES.entrySet().stream()
                .map(module -> DynamicTest.dynamicTest(module.getKey(), () -> {
                    Set<String> allowed = new HashSet<>(module.getValue());
                    allowed.add(module.getKey());
                    noClasses()
                            .that(areIn(module.getKey()::equals))
                            .should()
                            .dependOnClassesThat(areIn(other -> !allowed.contains(other)))
                            .check(WEIR);
                }));
    }

    private static DescribedPredicate<JavaClass> areIn(Predicate<String> module) {
        return DescribedPredicate.describe(
                "are in such a module",
                type -> type.getPackageName().startsWith("dev.weir.") && module.test(moduleOf(type.getPackageName())));
    }

    private static String moduleOf(String packageName) {
        String inWeir = packageName.substring("dev.weir.".length());
        for (var module : INSIDE.entrySet()) {
            for (String name : module.getValue()) {
                if (inWeir.equals(name) || inWeir.startsWith(name + ".")) {
                    return module.getKey();
                }
            }
        }
        int dot = inWeir.indexOf('.');
        return dot < 0 ? inWeir : inWeir.substring(0, dot);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.weir.(**)").should().beFreeOfCycles().check(WEIR);
    }

    /** That nothing but programs imports StAX and SAX is said by {@link #USES}. */
    @Test
    void nothingInsideAModuleImportsItsFaces() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.weir.xml",
                        "dev.weir.xml.dtd..",
                        "dev.weir.xml.encoding..",
                        "dev.weir.xml.lexical..",
                        "dev.weir.xml.push..",
                        "dev.weir.xml.reader..",
                        "dev.weir.xml.tree..",
                        "dev.weir.xml.writer..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.weir.xml.dom..", "dev.weir.xml.transform..")
                .check(WEIR);
        noClasses()
                .that()
                .resideInAPackage("dev.weir.bind..")
                .and()
                .resideOutsideOfPackage("dev.weir.bind.jaxb..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.weir.bind.jaxb..")
                .check(WEIR);
    }

    /** What a module provides on the module path it provides on the class path, too. */
    @Test
    void servicesAreListedTwiceAlike() throws IOException {
        Set<String> seen = new HashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("weir") && !entry.endsWith("classes")) {
                continue; // others' jars
            }
            for (ModuleReference module : ModuleFinder.of(Path.of(entry)).findAll()) {
                for (Provides provides : module.descriptor().provides()) {
                    if (module.descriptor().name().startsWith("dev.weir")) {
                        assertEquals(Set.copyOf(provides.providers()), listed(module, provides.service()), entry);
                        seen.add(provides.service());
                    }
                }
            }
        }
        assertTrue(seen.contains("dev.weir.composite.assembly.ComponentKind"), seen::toString);
    }

    private static Set<String> listed(ModuleReference module, String service) throws IOException {
        try (ModuleReader reader = module.open();
                InputStream list = reader.open("META-INF/services/" + service)
                        .orElseThrow(() -> new AssertionError(module + " has no list of " + service))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void theHttpLibraryIsKnownInOnePackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.weir.soap.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..")
                .check(WEIR);
    }

    @Test
    void theDatabaseIsKnownInTheStoreOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.weir.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.sqlite..")
                .check(WEIR);
    }

    @Test
    void nobodyPrintsExceptTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.weir.server.command..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(WEIR);
    }
}

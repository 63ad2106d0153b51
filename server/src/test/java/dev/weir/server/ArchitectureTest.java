package dev.weir.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The boundaries that module descriptors cannot express, and those they can, said once more in one place. */
class ArchitectureTest {
    /** For each module those that it may use. */
    private static final Map<String, List<String>> USES = Map.of(
            "xml", List.of(),
            "wsdl", List.of("xml"),
            "bind", List.of("xml"),
            "soap", List.of("bind", "wsdl", "xml"),
            "store", List.of(),
            "bpel", List.of("xml", "wsdl", "store"),
            "composite", List.of("soap", "bpel", "store", "wsdl", "xml"),
            "server", List.of("composite", "soap", "bpel", "store", "wsdl", "xml"));

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.weir");

    @TestFactory
    Stream<DynamicTest> aModuleUsesOnlyThoseBelowIt() {
        return USES.entrySet().stream()
                .map(module -> DynamicTest.dynamicTest(module.getKey(), () -> {
                    List<String> others = new ArrayList<>(USES.keySet());
                    others.add("bench");
                    others.remove(module.getKey());
                    others.removeAll(module.getValue());
                    String[] forbidden = others.stream()
                            .map(name -> "dev.weir." + name + "..")
                            .toArray(String[]::new);
                    noClasses()
                            .that()
                            .resideInAPackage("dev.weir." + module.getKey() + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(forbidden)
                            .check(WEIR);
                }));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.weir.(**)").should().beFreeOfCycles().check(WEIR);
    }

    @Test
    void nothingInsideAModuleImportsItsFaces() {
        noClasses()
                .that()
                .resideInAPackage("dev.weir.xml..")
                .and()
                .resideOutsideOfPackages("dev.weir.xml.sax..", "dev.weir.xml.stax..", "dev.weir.xml.dom..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.weir.xml.sax..", "dev.weir.xml.stax..", "dev.weir.xml.dom..")
                .check(WEIR);
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

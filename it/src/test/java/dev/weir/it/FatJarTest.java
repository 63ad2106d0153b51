package dev.weir.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.it.program.UseAll;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** An application in Spring Boot's fat jar, whose libraries are jars inside it, read by a class loader of its own. */
class FatJarTest {
    @TempDir
    private Path folder;

    @Test
    void allArtefactsWorkInAFatJar() throws Exception {
        File program = Artefact.jarOf(Artefact.PROGRAMS.path(), folder.resolve("program.jar"))
                .toFile();
        File application = folder.resolve("application.jar").toFile();
        Repackager repackager = new Repackager(program);
        repackager.setMainClass(UseAll.class.getName());
        repackager.repackage(application, libraries -> {
            for (Artefact artefact : Artefact.FOR_ALL) {
                libraries.library(new Library(artefact.jar(folder).toFile(), LibraryScope.COMPILE));
            }
        });
        List<String> printed = ChildJvm.run(folder, List.of("-jar", application.getPath()));
        assertTrue(
                printed.containsAll(List.of(
                        "xml order 17", "stax order 17", "bind weir true", "fastinfoset order 17", "stax order")),
                printed::toString);
        assertTrue(printed.contains("dev.weir.xml.stax.WeirInputFactory"), printed::toString);
    }
}

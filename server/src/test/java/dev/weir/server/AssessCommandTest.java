package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.composite.assembly.Archive;
import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir assess} as it is used: over folders, as text, JSON and a page. */
class AssessCommandTest {
    private static final Path EXAMPLES = RunningWeir.repository().resolve("examples/orders");

    @TempDir
    Path folder;

    @Test
    void textSaysOfEachArchiveWhetherItRunsAndThenTheTotals() {
        CommandResult result = RunningWeir.inThisJvm(List.of("assess", EXAMPLES.toString()));

        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains("Credit: Credit!1.0 runs"), result.output());
        assertTrue(result.output().contains("Orders: Orders!1.0 runs"), result.output());
        assertTrue(result.output().contains("2 archives (2 different composites)"), result.output());
    }

    @Test
    void jsonAndThePageHoldTheSameAndThePageHasNoMarkupOfArchives() throws IOException {
        Files.writeString(
                folder.resolve("composite.xml"), "<composite name='&lt;script&gt;'><frobnicate/></composite>");
        Path page = folder.resolve("page.html");

        CommandResult result = RunningWeir.inThisJvm(
                List.of("assess", EXAMPLES.toString(), folder.toString(), "--json", "--html", page.toString()));

        assertEquals(0, result.exitCode(), result.output());
        JsonNode json = new ObjectMapper().readTree(result.output());
        assertEquals(3, json.path("archives").size());
        assertEquals(2, json.path("totals").path("grades").path("runs").asInt());
        String html = Files.readString(page);
        assertFalse(html.contains("<script"), html);
        assertTrue(html.contains(" run unchanged, "), html);
        assertTrue(html.contains("Orders!1.0"), html);
    }

    /** As JDeveloper leaves them: the archives of a project lie in its folder deploy. */
    @Test
    void thePageHasAProjectOnceWithItsArchivesByFolders() throws IOException {
        Path shop = Files.createDirectories(folder.resolve("trade/Shop/deploy"));
        Path bank = Files.createDirectories(folder.resolve("money/Bank"));
        Path credit = EXAMPLES.resolve("Credit");
        copy(credit, shop.getParent());
        copy(credit, bank);
        Files.write(shop.resolve("sca_Credit_rev1.0.jar"), Archive.open(credit).toSar(Map.of()));
        Files.write(shop.resolve("sca_Broken_rev1.0.jar"), new byte[] {1, 2, 3});
        Path page = folder.resolve("page.html");

        RunningWeir.inThisJvm(List.of("assess", folder.toString(), "--totals", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("Of 2 composites, 2 run unchanged, 0 run but for parts"), html);
        assertTrue(html.contains("They are in 4 folders and archives"), html);
        assertTrue(html.contains("<b>trade</b> <span class=\"mark runs\">1 runs</span>"), html);
        assertTrue(html.contains("The same was found in Shop/deploy/sca_Credit_rev1.0.jar"), html);
        assertTrue(html.contains("cannot be read</span> <b>sca_Broken_rev1.0.jar</b>"), html);
        assertFalse(html.contains("</span><b>"), "words do not run into each other");
    }

    /** Eight errors of one stylesheet are one, and seven more. */
    @Test
    void problemsOfOneKindInOneFileAreFolded() throws IOException {
        StringBuilder references = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            references.append("<reference name='R" + i + "'><interface.wsdl interface='urn:x#wsdl.interface(P)'/>"
                    + "<binding.jca config='r.jca'/></reference>");
        }
        Files.writeString(
                folder.resolve("composite.xml"),
                "<composite name='Many' revision='1.0' xmlns='http://xmlns.oracle.com/sca/1.0'>" + references
                        + "</composite>");
        Path page = folder.resolve("page.html");

        RunningWeir.inThisJvm(List.of("assess", folder.toString(), "--totals", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("<code>composite.xml:1:"), "without the folder: " + html);
        assertTrue(html.contains("and 7 of this kind in this file"), html);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    @Test
    void aFolderWithoutCompositesIsAnError() {
        CommandResult result = RunningWeir.inThisJvm(List.of("assess", folder.toString()));

        assertEquals(1, result.exitCode());
        assertTrue(result.output().contains("there is no composite.xml"), result.output());
    }
}

package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void aFolderWithoutCompositesIsAnError() {
        CommandResult result = RunningWeir.inThisJvm(List.of("assess", folder.toString()));

        assertEquals(1, result.exitCode());
        assertTrue(result.output().contains("there is no composite.xml"), result.output());
    }
}

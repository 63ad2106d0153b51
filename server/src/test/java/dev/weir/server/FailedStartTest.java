package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code weir run} says when it does not start: every problem, its place, and no internals. */
@Tag("jdk")
class FailedStartTest {
    private static final Path PARCELS = RunningWeir.repository().resolve("server/src/test/composites/parcels/Parcels");

    @TempDir
    Path folder;

    /** A copy of a composite under another folder's name, with changes in its files. */
    private Path copy(String name) throws IOException {
        Path copy = folder.resolve(name);
        try (Stream<Path> files = Files.walk(PARCELS)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(PARCELS.relativize(file)));
            }
        }
        return copy;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replace(from, to));
    }

    private CommandResult start(String... arguments) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        CommandResult result = RunningWeir.program(all);
        assertFalse(result.output().contains("\tat "), result.output());
        assertFalse(result.output().contains("java.io."), result.output());
        return result;
    }

    @Test
    void everyProblemOfEveryCompositeIsToldWithItsComposite() throws IOException {
        Path one = copy("one");
        edit(one.resolve("NoteProcess.bpel"), "operation=\"note\"", "operation=\"nota\"");
        edit(one.resolve("QuoteProcess.bpel"), "par:Weight *", "par:Weight **");
        edit(one.resolve("TariffRouter.mplan"), "reference=\"TariffProcess.client\"", "reference=\"Nowhere\"");
        Path two = copy("two");
        edit(two.resolve("composite.xml"), "revision=\"1.0\"", "revision=\"2.0\"");
        edit(two.resolve("composite.xml"), "<implementation.mediator src", "<implementation.spring src");

        CommandResult result = start("--port", "0", folder.toString());

        assertEquals(1, result.exitCode());
        List<String> lines = result.output().lines().toList();
        for (String problem : List.of(
                one + "/NoteProcess.bpel:14:",
                one + "/QuoteProcess.bpel:63:",
                one + "/TariffRouter.mplan:11:",
                two + "/composite.xml:31:")) {
            assertTrue(lines.stream().anyMatch(line -> line.contains(problem)), problem + " in\n" + result.output());
        }
    }

    @Test
    void theSameRevisionTwiceIsRefused() throws IOException {
        copy("one");
        copy("two");

        CommandResult result = start("--strict", "--port", "0", folder.toString());

        assertEquals(1, result.exitCode());
        assertTrue(result.output().contains("Parcels!1.0 is in"), result.output());
    }

    @ParameterizedTest
    @CsvSource({"--port,65536", "--port,-1", "--reply-wait,0", "--max-body,-5"})
    void aNumberThatCannotBeIsWrongUsage(String option, String value) {
        CommandResult result = start(PARCELS.toString(), option + "=" + value);

        assertEquals(2, result.exitCode(), result.output());
        assertTrue(result.output().startsWith("weir: " + option + " must be from "), result.output());
    }

    @Test
    void aPortInUseIsSaidInOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            CommandResult result = start(PARCELS.toString(), "--port", Integer.toString(taken.getLocalPort()));

            assertEquals(1, result.exitCode());
            assertTrue(result.output().startsWith("weir: cannot listen on 0.0.0.0:"), result.output());
            assertEquals(1, result.output().lines().count(), result.output());
        }
    }

    @Test
    void aDataFolderThatHasLostItsListOfDeploymentsIsNotServed() throws IOException {
        Path deployed = Files.createDirectories(folder.resolve("data/deployed"));
        Path archive = Files.createFile(deployed.resolve("0".repeat(64) + ".jar"));

        CommandResult result = start(PARCELS.toString(), "--port", "0");

        assertEquals(1, result.exitCode());
        assertTrue(
                result.output().startsWith("weir: " + deployed.resolve("deployed.json") + ", the list of what is"),
                result.output());
        assertEquals(1, result.output().lines().count(), result.output());
        assertTrue(Files.exists(archive));
    }
}

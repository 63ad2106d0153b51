package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small examples do what their READMEs say: each indented line of one is typed as it stands. */
@Tag("slow")
class ExamplesTest {
    private static final String INDENT = "    ";
    private static final String HERE = "http://localhost:8080";

    @ParameterizedTest
    @CsvSource({
        "handshake, 1, MasterProcess",
        "parallel, 2, Assess",
        "events, 2, Large",
        "resequencer, 2, Book",
        "loans, 2, Decide"
    })
    void whatTheReadmeSaysWorks(String example, int flows, String component, @TempDir Path folder) throws Exception {
        Path repository = RunningWeir.repository();
        List<String> commands = commands(repository.resolve("examples/" + example + "/README.md"));
        assertEquals("./weir run examples/" + example, commands.get(0));
        try (RunningWeir weir = RunningWeir.run(
                folder, List.of(repository.resolve("examples/" + example).toString()))) {
            for (String command : commands.subList(1, commands.size())) {
                execute(weir, command, repository);
            }
            eventually(
                    flows + " flows have completed",
                    () -> weir.admin().instances(null, null, 0, 10),
                    all -> all.size() == flows && all.stream().allMatch(flow -> flow.state() == FlowState.COMPLETED));
            assertTrue(
                    weir.admin().instances(null, null, 0, 10).stream()
                            .flatMap(flow -> weir.admin().history(flow.id()).events().stream())
                            .anyMatch(event -> event.component().name().equals(component)),
                    component);
        }
    }

    /** The indented blocks of a document; a line that begins in the first column of one begins a command. */
    private static List<String> commands(Path readme) throws IOException {
        List<String> commands = new ArrayList<>();
        for (String line : Files.readAllLines(readme)) {
            if (!line.startsWith(INDENT)) {
                continue;
            }
            String text = line.substring(INDENT.length());
            if (text.startsWith("./weir ") || text.startsWith("curl ")) {
                commands.add(text);
            } else {
                commands.set(commands.size() - 1, commands.get(commands.size() - 1) + "\n" + text);
            }
        }
        return commands;
    }

    private static void execute(RunningWeir weir, String command, Path repository) throws Exception {
        if (command.startsWith("curl ")) {
            String here = command.replace(HERE, weir.url().toString())
                    .replaceFirst("curl ", "curl -s -o /dev/null -w '%{http_code}' ");
            assertEquals("202", shell(here, repository), command);
            return;
        }
        List<String> arguments = new ArrayList<>(
                List.of(command.substring("./weir ".length()).replace("'", "").split(" ")));
        arguments.replaceAll(argument ->
                argument.startsWith("examples/") ? repository.resolve(argument).toString() : argument);
        CommandResult result = weir.command(arguments.toArray(String[]::new));
        assertEquals(0, result.exitCode(), command + "\n" + result.output());
    }

    private static String shell(String command, Path folder) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}

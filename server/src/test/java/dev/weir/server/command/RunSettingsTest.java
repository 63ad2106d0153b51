package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RunSettingsTest {
    @TempDir
    Path folder;

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("weir.properties"), List.of(lines));
    }

    private static List<String> complete(Map<String, String> environment, String... given) {
        return new RunSettings(environment).complete(List.of(given));
    }

    @Test
    void theFileIsFollowedByTheEnvironmentAndThatByOptions() throws IOException {
        String config = file(
                        "# a comment",
                        "",
                        "port = 9001",
                        "host=10.0.0.1",
                        "drain =5",
                        "lenient = true",
                        "public-url = https://soa.example/a=b")
                .toString();
        Map<String, String> environment = Map.of("WEIR_HOST", "10.0.0.2", "WEIR_DRAIN", "6", "WEIR_REPLY_WAIT", "7");
        List<String> all = complete(environment, "--config", config, "--drain", "8", "examples");
        assertEquals(
                List.of(
                        "--port=9001",
                        "--host=10.0.0.2",
                        "--lenient=true",
                        "--public-url=https://soa.example/a=b",
                        "--reply-wait=7",
                        "--config",
                        config,
                        "--drain",
                        "8",
                        "examples"),
                all);
        new CommandLine(new RunCommand()).parseArgs(all.toArray(String[]::new));
    }

    @Test
    void whatMayBeRepeatedIsRepeatedAndReplacedAsAWhole() throws IOException {
        String config = file(
                        "allow-callback = a.example",
                        "allow-callback = 10.0.0.0/8",
                        "composites = one",
                        "composites = two")
                .toString();
        assertEquals(
                List.of("--allow-callback=a.example", "--allow-callback=10.0.0.0/8", "one", "two"),
                complete(Map.of(RunSettings.CONFIG, config)));
        assertEquals(
                List.of("--allow-callback=b.example", "--allow-callback=c.example:80", "mine"),
                complete(Map.of(RunSettings.CONFIG, config, "WEIR_ALLOW_CALLBACK", "b.example c.example:80"), "mine"));
    }

    @Test
    void theTokenOfTheAdminApiIsNoTokenOfComposites() {
        assertEquals(List.of("x"), complete(Map.of("WEIR_TOKEN", "A".repeat(43), "WEIR_JAVA_OPTS", "-Xmx1g"), "x"));
    }

    @ParameterizedTest
    @CsvSource({
        "prot = 1, 'there is no setting ''prot'''",
        "port = x, '''x'' is not a whole number'",
        "port = 99999999999, '''99999999999'' is beyond 2147483647'",
        "port, must be NAME = VALUE",
        "help = true, 'there is no setting ''help'''",
        "config = other, 'there is no setting ''config'''",
        "lenient = perhaps, 'perhaps'",
        "token = nothing, 'nothing'"
    })
    void aWrongLineIsNamedByItsNumber(String line, String what) throws IOException {
        Path config = file("# first", "drain = 1", line);
        CommandException wrong =
                assertThrows(CommandException.class, () -> complete(Map.of(), "--config", config.toString()));
        String message = String.valueOf(wrong.getMessage());
        assertTrue(message.startsWith(config + ":3: ") && message.contains(what), message);
    }

    @Test
    void aWrongVariableIsNamed() {
        CommandException wrong = assertThrows(CommandException.class, () -> complete(Map.of("WEIR_PORT", "x")));
        assertTrue(String.valueOf(wrong.getMessage()).contains("WEIR_PORT"), wrong.getMessage());
        CommandException missing =
                assertThrows(CommandException.class, () -> complete(Map.of(RunSettings.CONFIG, "/no/such/file")));
        assertTrue(String.valueOf(missing.getMessage()).contains("/no/such/file"), missing.getMessage());
    }

    /** The example that comes with the program names each setting, and says its default. */
    @Test
    void theExampleHasAllSettings() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        String example = Files.readString(root.resolve("server/src/dist/conf/weir.properties"));
        for (String name : RunSettings.names(new CommandLine(new RunCommand()))) {
            assertTrue(example.lines().anyMatch(line -> line.startsWith("#" + name + " = ")), name);
        }
        Path uncommented =
                Files.writeString(folder.resolve("all.properties"), example.replaceAll("(?m)^#([a-z0-9-]+ = )", "$1"));
        complete(Map.of(), "--config", uncommented.toString());
    }
}

package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The documents against the command line: the README has each command, and what they name is there. */
class DocumentedCommandsTest {
    private static final Path ROOT = RunningWeir.repository();
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

    /** An indented line, up to the remark beside it, or what stands between backticks. */
    private static final Pattern CODE = Pattern.compile("(?m)^ {4}(\\S.*?)(?: {2,}.*)?$|`([^`]+)`");

    private static final Pattern COMMAND_LINE = Pattern.compile("(?s)\\bweir ([a-z-].*)");
    private static final Pattern OPTION = Pattern.compile("\\[?(--[a-z0-9-]*[a-z0-9])");

    @Test
    void theReadmeHasEachCommandOfTheHelp() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (String line : commandLines(ROOT.resolve("README.md"))) {
            listed.addAll(names(line.split(" ")[0]));
        }
        Set<String> missing = new TreeSet<>();
        weir().getSubcommands().forEach((name, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                missing.add(name);
            }
        });
        assertTrue(missing.contains("run"), missing::toString);
        missing.removeAll(listed);
        assertEquals(Set.of(), missing);
    }

    @Test
    void eachCommandLineInTheDocumentsHasACommandAndOptionsThatExist() throws IOException {
        List<String> unknown = new ArrayList<>();
        int lines = 0;
        for (Path document : documents()) {
            for (String line : commandLines(document)) {
                lines++;
                for (String word : unknownWords(line)) {
                    unknown.add(ROOT.relativize(document) + ": weir " + line + ": " + word);
                }
            }
        }
        assertEquals(List.of(), unknown);
        assertTrue(lines > 100, "the documents have " + lines + " command lines");
    }

    @Test
    void theManualHasEachOptionOfRunAndNoneThatIsNotThere() throws IOException {
        Set<String> named = new TreeSet<>();
        Set<String> alone = new TreeSet<>();
        for (String code : code(ROOT.resolve("docs/operating.md"))) {
            OPTION.matcher(code).results().forEach(option -> {
                named.add(option.group(1));
                if (option.start() == 0) {
                    alone.add(option.group(1));
                }
            });
        }
        Set<String> missing =
                options(weir().getSubcommands().get("run")).collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(Set.of("-h", "--help", "-V", "--version"));
        missing.removeAll(named);
        // The manual has these as those of services, with another beginning.
        missing.removeIf(
                option -> option.startsWith("--admin-tls-") && named.contains(option.replace("--admin-", "--")));
        assertEquals(Set.of(), missing);
        // One behind a command may be another program's.
        alone.removeAll(options(weir()).collect(Collectors.toSet()));
        assertEquals(Set.of(), alone);
    }

    private static CommandLine weir() {
        return new CommandLine(new WeirCommand());
    }

    /** The options of a command and of those below it. */
    private static Stream<String> options(CommandLine command) {
        return Stream.concat(
                command.getCommandSpec().optionsMap().keySet().stream(),
                command.getSubcommands().values().stream().flatMap(DocumentedCommandsTest::options));
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> manuals = Files.list(ROOT.resolve("docs"));
                Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
            Stream.concat(manuals, examples)
                    .filter(path -> path.toString().endsWith(".md"))
                    .forEach(documents::add);
        }
        return documents;
    }

    private static List<String> code(Path document) throws IOException {
        String text = FENCED.matcher(Files.readString(document)).replaceAll("");
        return CODE.matcher(text)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
    }

    /** What follows the program's name, with single spaces between the words. */
    private static List<String> commandLines(Path document) throws IOException {
        return code(document).stream()
                .flatMap(code -> COMMAND_LINE.matcher(code).results())
                .map((MatchResult line) -> line.group(1).replaceAll("\\s+", " "))
                .toList();
    }

    /** The names of {@code start|stop}, without what may follow them. */
    private static List<String> names(String word) {
        return List.of(word.replaceAll("[^a-z0-9|-].*", "").split("\\|"));
    }

    private static List<String> unknownWords(String line) {
        List<String> unknown = new ArrayList<>();
        CommandLine command = weir();
        Set<String> known = words(command);
        for (String word : line.split(" ")) {
            Matcher option = OPTION.matcher(word);
            if (option.lookingAt()) {
                if (!accepts(command, option.group(1))) {
                    unknown.add(option.group(1));
                }
            } else if (!known.isEmpty()) {
                Map<String, CommandLine> below = command.getSubcommands();
                for (String name : names(word)) {
                    if (!known.contains(name)) {
                        unknown.add(word);
                        return unknown;
                    }
                    command = below.getOrDefault(name, command);
                }
                known = below.isEmpty() ? Set.of() : words(command);
            }
        }
        return unknown;
    }

    /** Whether a command has an option, or hands those that it does not know to another program. */
    private static boolean accepts(CommandLine command, String option) {
        return command.getCommandSpec().findOption(option) != null
                || !command.getCommandSpec().unmatchedArgsBindings().isEmpty();
    }

    /** What may follow a command: those below it, or the words that its first parameter may be, such as {@code suspend}. */
    private static Set<String> words(CommandLine command) {
        if (!command.getSubcommands().isEmpty()) {
            return command.getSubcommands().keySet();
        }
        return command.getCommandSpec().positionalParameters().stream()
                .limit(1)
                .filter(parameter -> parameter.type().isEnum())
                .flatMap(parameter -> Stream.of(parameter.type().getEnumConstants()))
                .map(Object::toString)
                .collect(Collectors.toSet());
    }
}

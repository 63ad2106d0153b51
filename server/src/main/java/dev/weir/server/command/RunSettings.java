package dev.weir.server.command;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Settings of {@code weir run} beside its arguments: from a configuration file, and from environment variables, which have
 * precedence over the file; arguments have precedence over both. A setting has the name of its option, without the
 * dashes: {@code admin-oidc = …} in the file, {@code WEIR_ADMIN_OIDC} in the environment. Each becomes an argument that is
 * put in front of those given, unless one of the same name is there.
 */
final class RunSettings {
    /** Names the file where no option does. */
    static final String CONFIG = "WEIR_CONFIG";

    private static final String OPTION = "--config";
    private static final String COMPOSITES = "composites";
    /** In the environment this is the token of the admin API, and not a value for composites. */
    private static final String TOKEN = "--token";

    private final Map<String, String> environment;

    RunSettings(Map<String, String> environment) {
        this.environment = environment;
    }

    /** One line of the file. */
    private record Line(int number, String name, String value) {}

    /**
     * The arguments with all that is set elsewhere.
     *
     * @param given after {@code run}
     * @throws CommandException if the file cannot be read, or a setting is none; the message has file and line
     */
    List<String> complete(List<String> given) {
        CommandLine line = new CommandLine(new RunCommand());
        ParseResult parsed;
        try {
            parsed = line.parseArgs(given.toArray(String[]::new));
        } catch (ParameterException e) {
            // Whoever runs the command reports it.
            return given;
        }
        if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
            return given;
        }
        Map<String, List<String>> settings = new LinkedHashMap<>();
        Path file = file(parsed);
        if (file != null) {
            for (Line each : read(file)) {
                String argument = argument(line, each, file);
                settings.computeIfAbsent(each.name, any -> new ArrayList<>()).add(argument);
            }
        }
        for (OptionSpec option : line.getCommandSpec().options()) {
            String name = option.longestName();
            String value = name.equals(TOKEN) || name.equals(OPTION) ? null : environment.get(variable(name));
            if (value != null && !value.isBlank()) {
                settings.put(name.substring(2), fromEnvironment(option, value.strip()));
            }
        }
        List<String> all = new ArrayList<>();
        List<String> composites = settings.remove(COMPOSITES);
        settings.forEach((name, arguments) -> {
            if (!parsed.hasMatchedOption("--" + name)) {
                all.addAll(arguments);
            }
        });
        all.addAll(given);
        if (composites != null && parsed.matchedPositionals().isEmpty()) {
            all.addAll(composites);
        }
        return all;
    }

    /** How a setting is called in the environment. */
    static String variable(String option) {
        return "WEIR_" + option.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private @Nullable Path file(ParseResult parsed) {
        Path named = parsed.matchedOptionValue(OPTION, (Path) null);
        if (named != null) {
            return named;
        }
        String other = environment.get(CONFIG);
        return other == null || other.isBlank() ? null : Path.of(other.strip());
    }

    private static List<String> fromEnvironment(OptionSpec option, String value) {
        List<String> values = option.isMultiValue() ? Arrays.asList(value.split("\\s+")) : List.of(value);
        List<String> arguments = new ArrayList<>();
        for (String each : values) {
            arguments.add(option.longestName() + "=" + each);
            check(option.longestName() + "=" + each, "the environment variable " + variable(option.longestName()));
        }
        return arguments;
    }

    private static String argument(CommandLine line, Line setting, Path file) {
        String where = file + ":" + setting.number;
        if (setting.name.equals(COMPOSITES)) {
            return setting.value;
        }
        OptionSpec option = line.getCommandSpec().findOption("--" + setting.name);
        if (option == null || option.usageHelp() || option.versionHelp() || setting.name.equals("config")) {
            throw new CommandException(where + ": there is no setting '" + setting.name + "'; there are "
                    + String.join(", ", names(line)));
        }
        String argument = "--" + setting.name + "=" + setting.value;
        check(argument, where);
        return argument;
    }

    /** The names of all settings, in order. */
    static Set<String> names(CommandLine line) {
        Set<String> names = new TreeSet<>();
        names.add(COMPOSITES);
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (!option.usageHelp()
                    && !option.versionHelp()
                    && !option.longestName().equals(OPTION)) {
                names.add(option.longestName().substring(2));
            }
        }
        return names;
    }

    /** Whether it is a value of its option: what is wrong with it is reported with the place where it is set. */
    private static void check(String argument, String where) {
        try {
            NumberOptions.on(new CommandLine(new RunCommand())).parseArgs(argument);
        } catch (ParameterException e) {
            throw new CommandException(where + ": " + e.getMessage());
        }
    }

    private static List<Line> read(Path file) {
        List<String> text;
        try {
            text = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new CommandException("there is no configuration file " + file);
        } catch (MalformedInputException e) {
            throw new CommandException("the configuration file " + file + " is not UTF-8");
        } catch (IOException e) {
            throw new CommandException("the configuration file " + file + " cannot be read: " + e.getMessage());
        }
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String each : text) {
            number++;
            String line = each.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new CommandException(file + ":" + number + ": a line must be NAME = VALUE, or begin with #");
            }
            lines.add(new Line(
                    number,
                    line.substring(0, equals).strip(),
                    line.substring(equals + 1).strip()));
        }
        return lines;
    }
}

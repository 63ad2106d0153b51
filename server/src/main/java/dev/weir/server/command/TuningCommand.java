package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.admin.AdminClient;
import dev.weir.store.SettingChange;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir tuning}. */
@Command(
        name = "tuning",
        description = {
            "Shows what may be set while the server runs, by Oracle's names: docs/tuning.md says what each is.",
            "Changes hold at once and are kept over restarts, with who made them and when."
        },
        mixinStandardHelpOptions = true)
final class TuningCommand implements Callable<Integer> {
    private static final int SHOWN = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--changes",
            description = "show what was changed, the newest first; of the settings that are named")
    private boolean changes;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME[=VALUE]",
            description = {
                "NAME=VALUE: what to change, all or nothing; the value default takes a change back",
                "NAME: what to show, and nothing else; where there is no such setting, those whose names begin so"
            })
    private List<String> given = new ArrayList<>();

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();

    @Override
    public Integer call() {
        given.forEach(this::take);
        PrintWriter out = spec.commandLine().getOut();
        AdminClient client = server.client();
        List<Knob> knobs = knobs(client);
        if (changes) {
            List<SettingChange> all = named(client.tuningChanges(SHOWN), knobs);
            if (!json.print(out, all)) {
                all.forEach(each -> out.printf(
                        "%s  %s  %s  %s -> %s%n",
                        each.at(),
                        each.who(),
                        FlowTrace.printable(each.name()),
                        set(each.before()),
                        set(each.value())));
            }
        } else if (!json.print(out, knobs)) {
            knobs.forEach(knob -> show(out, knob));
        }
        out.flush();
        return 0;
    }

    private void take(String argument) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            names.add(argument);
        } else if (values.put(argument.substring(0, equals), argument.substring(equals + 1)) != null) {
            throw new UsageException(argument.substring(0, equals) + " is given two values");
        }
    }

    /** Changes what is to be changed; what is to be shown. */
    private List<Knob> knobs(AdminClient client) {
        if (names.isEmpty()) {
            List<Knob> all = client.tuning(values);
            warn(all);
            return all;
        }
        // Also before a change: a name that is none is refused, and nothing changed.
        List<Knob> named = client.tuningOf(names);
        if (values.isEmpty()) {
            return named;
        }
        Map<String, Knob> shown = new LinkedHashMap<>();
        List<Knob> all = client.tuning(values);
        warn(all);
        all.stream().filter(knob -> values.containsKey(knob.name())).forEach(knob -> shown.put(knob.name(), knob));
        client.tuningOf(names).forEach(knob -> shown.put(knob.name(), knob));
        return List.copyOf(shown.values());
    }

    /** What was just set and changes nothing yet is said apart: in a list of all it would not be seen. */
    private void warn(List<Knob> knobs) {
        PrintWriter err = spec.commandLine().getErr();
        for (Knob knob : knobs) {
            if (knob.note() != null && values.containsKey(knob.name())) {
                err.println("weir: " + FlowTrace.printable(knob.name() + ": " + knob.note()));
            }
        }
        err.flush();
    }

    private List<SettingChange> named(List<SettingChange> all, List<Knob> knobs) {
        Set<String> known = Stream.concat(
                        all.stream().map(SettingChange::name), knobs.stream().map(Knob::name))
                .collect(Collectors.toSet());
        return names.isEmpty()
                ? all
                : all.stream()
                        .filter(each -> names.stream()
                                .anyMatch(name -> known.contains(name)
                                        ? each.name().equals(name)
                                        : each.name().startsWith(name)))
                        .toList();
    }

    private static String set(@Nullable String value) {
        return Objects.requireNonNullElse(value, "(default)");
    }

    private static void show(PrintWriter out, Knob knob) {
        out.printf("%-60s %s", FlowTrace.printable(knob.name()), knob.value());
        if (!knob.value().equals(knob.standard())) {
            out.printf("  (default %s)", knob.standard());
        }
        if (knob.changed() != null) {
            out.printf("  by %s at %s", knob.who(), knob.changed());
        }
        if (knob.note() != null) {
            out.print("  note: " + FlowTrace.printable(knob.note()));
        }
        out.println();
    }
}

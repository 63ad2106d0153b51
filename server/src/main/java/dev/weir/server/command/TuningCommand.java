package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.store.SettingChange;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
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

    @Option(names = "--changes", description = "show what was changed, the newest first")
    private boolean changes;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description = "what to change, all or nothing; the value default takes a change back")
    private Map<String, String> values = new LinkedHashMap<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Knob> knobs = server.client().tuning(values);
        if (changes) {
            List<SettingChange> all = server.client().tuningChanges(SHOWN);
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
        out.println();
    }
}

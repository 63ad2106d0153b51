package dev.weir.server.command;

import dev.weir.composite.runtime.StuckInstance;
import dev.weir.server.admin.Counted;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir recover}. */
@Command(
        name = "recover",
        description =
                "Tries instances again now whose last step failed; by themselves they are tried every few minutes. One whose"
                        + " steps have ended the server is in quarantine, and is tried only if it is named.",
        mixinStandardHelpOptions = true)
final class RecoverCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(
            paramLabel = "ID",
            arity = "0..1",
            description = "only this instance, as `weir instances` lists them, also from quarantine")
    private @Nullable Long instance;

    @Option(names = "--list", description = "only list them")
    private boolean list;

    @Override
    public Integer call() {
        if (!list) {
            GivenOptions.only(spec, "recover");
        }
        Long only = instance;
        List<StuckInstance> stuck = server.client().stuck().stream()
                .filter(each -> only == null || each.flow() == only)
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (list && json.print(out, stuck)) {
            return 0;
        }
        for (StuckInstance each : stuck) {
            out.println(each.flow() + "  " + each.component() + "  failed "
                    + Counted.of(each.failures(), "time") + ", "
                    + (each.nextTry() == null ? "in quarantine: " : "next try at " + each.nextTry() + ": ")
                    + each.why());
        }
        if (list) {
            out.flush();
            return ExitCode.DONE;
        }
        int tried = only == null ? server.client().recover() : server.client().recover(only);
        out.println("tried again: " + Counted.of(tried, "process instance"));
        out.flush();
        return ExitCode.ofDone(tried);
    }
}

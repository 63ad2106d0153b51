package dev.weir.server.command;

import dev.weir.composite.runtime.StuckInstance;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir recover}. */
@Command(
        name = "recover",
        description =
                "Tries instances again now whose last step failed; by themselves they are tried every few minutes.",
        mixinStandardHelpOptions = true)
final class RecoverCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--list", description = "only list them")
    private boolean list;

    @Override
    public Integer call() {
        List<StuckInstance> stuck = server.client().stuck();
        PrintWriter out = spec.commandLine().getOut();
        if (list && json.print(out, stuck)) {
            return 0;
        }
        for (StuckInstance each : stuck) {
            out.println(each.flow() + "  " + each.component() + "  failed " + each.failures() + " times, next try at "
                    + each.nextTry() + ": " + each.why());
        }
        if (!list) {
            out.println("tried again: " + server.client().recover() + " process instances");
        }
        out.flush();
        return 0;
    }
}

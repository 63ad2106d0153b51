package dev.weir.server.command;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir dispatcher}. */
@Command(
        name = "dispatcher",
        description = "Shows how many threads dispatching may use at once, and changes it, for good.",
        mixinStandardHelpOptions = true)
final class DispatcherCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME=N",
            description = "dispatcherSystemThreads, dispatcherInvokeThreads or dispatcherEngineThreads, and how many")
    private Map<String, Integer> changes = new LinkedHashMap<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Integer> limits = server.client().dispatcher(changes);
        if (json.print(out, limits)) {
            return 0;
        }
        limits.forEach((name, threads) -> out.printf("%-24s %d%n", name, threads));
        out.flush();
        return 0;
    }
}

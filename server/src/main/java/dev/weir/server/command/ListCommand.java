package dev.weir.server.command;

import dev.weir.server.admin.AdminRecords.CompositeView;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir list}. */
@Command(
        name = "list",
        description = "Lists the deployed composites and their endpoints.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (CompositeView composite : server.client().composites()) {
            out.println(composite.name()
                    + (composite.defaultRevision() ? "" : "  (not the default revision)")
                    + (composite.on() ? "" : "  (stopped)")
                    + (composite.active() ? "" : "  (retired)"));
            composite.components().forEach(component -> out.println("  component  " + component));
            composite.endpoints().forEach(endpoint -> out.println("  endpoint   " + endpoint));
        }
        out.flush();
        return 0;
    }
}

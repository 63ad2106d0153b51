package dev.weir.server.command;

import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.CompositeView;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir list}. */
@Command(
        name = "list",
        description =
                "Lists the deployed composites, their state, their endpoints, what is unavailable of them, and why"
                        + " others are not served.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Option(names = "--json", description = "print what the admin API says")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(server.client().compositesAsJson());
            out.flush();
            return 0;
        }
        for (CompositeView composite : server.client().composites()) {
            out.println(composite.name()
                    + (composite.problems().isEmpty()
                            ? composite.defaultRevision() ? "" : "  (not the default revision)"
                            : "  (not served)")
                    + (composite.on() ? "" : "  (stopped)")
                    + (composite.active() ? "" : "  (retired)"));
            composite.components().forEach(component -> out.println("  component  " + component));
            composite.endpoints().forEach(endpoint -> out.println("  endpoint   " + endpoint));
            composite.unavailable().forEach(part -> out.println("  missing    " + part));
            composite.problems().forEach(problem -> out.println("  problem    " + problem));
        }
        for (AbandonedView gone : server.client().abandoned()) {
            out.println(gone.composite() + "  (not deployed)");
            out.println("  instances  " + gone.instances()
                    + " rest: deploy it again, or end them by `weir control terminate" + " --composite "
                    + gone.composite() + "`");
        }
        out.flush();
        return 0;
    }
}

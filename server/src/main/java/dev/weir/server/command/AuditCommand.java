package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir audit ID}. */
@Command(
        name = "audit",
        description = "Shows the flow trace of an instance as a tree: when each step began, how long it took.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Parameters(paramLabel = "ID", description = "the instance, as `weir instances` lists it")
    private long id;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        InstanceHistory history = server.client().history(id);
        InstanceView instance = history.instance();
        out.printf(
                "instance %d of %s: %s, created %s, %s %s%n",
                instance.id(),
                instance.composite(),
                FlowStateNames.name(instance.state()),
                instance.created(),
                instance.state().ended() ? "took" : "last changed after",
                time(Duration.between(instance.created(), instance.modified())));
        out.print(FlowTrace.render(history.events(), ZoneId.systemDefault()));
        out.flush();
        return 0;
    }

    private static String time(Duration duration) {
        return "%d.%03d s".formatted(duration.toSeconds(), duration.toMillisPart());
    }
}

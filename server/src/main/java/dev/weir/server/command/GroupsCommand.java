package dev.weir.server.command;

import dev.weir.store.CallQueue;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir groups}. */
@Command(
        name = "groups",
        description = "Lists the groups of resequenced messages that wait for a missing number.",
        mixinStandardHelpOptions = true)
final class GroupsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--skip", paramLabel = "GROUP", description = "let this group go on without what is missing")
    private @Nullable String skip;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String group = skip;
        if (group != null) {
            GivenOptions.only(spec, "--skip", "--skip");
            boolean skipped = server.client().skip(group);
            out.println(skipped ? group + " goes on" : group + " waits for no number");
            out.flush();
            return skipped ? ExitCode.DONE : ExitCode.NOT_DONE;
        }
        List<CallQueue> groups = server.client().groups();
        if (json.print(out, groups)) {
            return 0;
        }
        for (CallQueue each : groups) {
            out.println(each.name() + "  waits for " + each.expected() + " since " + each.since()
                    + (each.overdue() ? ", longer than its timeout" : "") + "; next is " + each.next() + ", "
                    + each.waiting() + (each.waiting() == 1 ? " message waits" : " messages wait"));
        }
        out.flush();
        return 0;
    }
}

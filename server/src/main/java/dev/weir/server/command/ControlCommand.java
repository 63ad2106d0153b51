package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.Counted;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir control}. */
@Command(
        name = "control",
        description = "Suspends, resumes or terminates an instance.",
        mixinStandardHelpOptions = true)
final class ControlCommand implements Callable<Integer> {
    /** What can be asked for, as it is written. */
    enum Verb {
        SUSPEND,
        RESUME,
        TERMINATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final class VerbWord extends EnumWord<Verb> {
        VerbWord() {
            super(Verb.class);
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Parameters(
            index = "0",
            paramLabel = "suspend|resume|terminate",
            description = "what to do",
            converter = VerbWord.class)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Verb verb;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ID",
            description = "an instance, as `weir instances` lists them")
    private @Nullable Long instance;

    @Option(
            names = "--composite",
            paramLabel = "NAME",
            description =
                    "all running instances that began in this composite: NAME for all its revisions, NAME!REVISION, or"
                            + " PARTITION/NAME!REVISION as `weir list` shows it")
    private @Nullable String composite;

    @Override
    public Integer call() {
        String all = composite;
        GivenOptions.eitherOr(instance != null, "instance", all != null, "a composite by --composite", "");
        if (all != null) {
            AdminClient client = server.client();
            boolean gone = verb == Verb.TERMINATE
                    && client.abandoned().stream()
                            .anyMatch(each -> each.composite().equals(all));
            if (gone) {
                long ended = client.terminateAbandoned(all);
                print(verb + " sent to " + Counted.of(ended, "instance") + " of " + all);
                return ExitCode.ofDone(ended);
            }
            CommandResult result = client.commandAll(all, verb.toString());
            return said(
                    result,
                    result.instances() == 0 && result.needless() > 0
                            ? "nothing to do: " + Counted.of(result.needless(), "instance") + " of " + all
                                    + already(result.needless())
                            : verb + " sent to " + Counted.of(result.instances(), "instance") + " of " + all);
        }
        CommandResult result = server.client().command(Objects.requireNonNull(instance), verb.toString());
        if (result.instances() > 0) {
            return said(result, verb + " sent to " + Counted.of(result.instances(), "running process instance"));
        }
        return said(
                result,
                result.needless() == 0
                        ? "instance " + instance + " has no running process"
                        : "nothing to do: instance " + instance
                                + (verb == Verb.SUSPEND ? " is suspended already" : " is not suspended"));
    }

    private String already(int instances) {
        return Counted.word(instances, " is", " are")
                + (verb == Verb.SUSPEND ? " suspended already" : " not suspended");
    }

    private int said(CommandResult result, String what) {
        result.refused().forEach(this::print);
        print(what);
        return result.refused().isEmpty() ? ExitCode.ofDone(result.instances()) : ExitCode.NOT_DONE;
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}

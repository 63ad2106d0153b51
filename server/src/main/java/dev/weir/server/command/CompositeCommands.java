package dev.weir.server.command;

import dev.weir.composite.deployment.Change;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.Counted;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that change what a deployed composite does: equal but for their names and what they ask for. */
final class CompositeCommands {
    private CompositeCommands() {}

    /** What they have in common. */
    abstract static class ChangeCommand implements Callable<Integer> {
        private final Change change;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final ServerOption server = new ServerOption();

        @Parameters(
                paramLabel = "COMPOSITE",
                description = "as `weir list` shows it: PARTITION/NAME!REVISION; without a partition it is in default")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String composite;

        ChangeCommand(Change change) {
            this.change = change;
        }

        @Override
        public Integer call() {
            CompositeChange done = server.client().change(ComponentText.revision(composite), change);
            if (!done.changed()) {
                throw new CommandException(done.change() + " changed nothing: " + done.composite() + " is so already");
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println(done.change() + "  " + done.composite());
            if (done.resting() > 0) {
                out.println(Counted.of(done.resting(), "running instance")
                        + Counted.word(done.resting(), " rests", " rest") + " until it is deployed again"
                        + " (weir instances --state running --composite " + done.composite() + ")");
                out.println("meanwhile a message that names no revision and can begin an instance begins one in the"
                        + " default revision, if one is left");
            }
            out.flush();
            return 0;
        }
    }

    /** {@code weir undeploy}. */
    @Command(
            name = "undeploy",
            description =
                    "Takes a composite off a running server. Its running instances rest until the same revision is deployed again.",
            mixinStandardHelpOptions = true)
    static final class UndeployCommand extends ChangeCommand {
        UndeployCommand() {
            super(Change.UNDEPLOY);
        }
    }

    /** {@code weir start}. */
    @Command(
            name = "start",
            description = "Lets a composite that is stopped take messages again.",
            mixinStandardHelpOptions = true)
    static final class StartCommand extends ChangeCommand {
        StartCommand() {
            super(Change.START);
        }
    }

    /** {@code weir stop}. */
    @Command(
            name = "stop",
            description = "Lets a composite take no messages. Its instances go on.",
            mixinStandardHelpOptions = true)
    static final class StopCommand extends ChangeCommand {
        StopCommand() {
            super(Change.STOP);
        }
    }

    /** {@code weir retire}. */
    @Command(
            name = "retire",
            description = "Lets a composite take no more messages, for good. Its instances go on.",
            mixinStandardHelpOptions = true)
    static final class RetireCommand extends ChangeCommand {
        RetireCommand() {
            super(Change.RETIRE);
        }
    }

    /** {@code weir activate}. */
    @Command(
            name = "activate",
            description = "Lets a composite that is retired take messages again.",
            mixinStandardHelpOptions = true)
    static final class ActivateCommand extends ChangeCommand {
        ActivateCommand() {
            super(Change.ACTIVATE);
        }
    }

    /** {@code weir default}. */
    @Command(
            name = "default",
            description = "Makes a revision the one that addresses without a revision lead to.",
            mixinStandardHelpOptions = true)
    static final class DefaultCommand extends ChangeCommand {
        DefaultCommand() {
            super(Change.DEFAULT);
        }
    }
}

package dev.weir.server.command;

import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.NearestName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The top of the command line. */
@Command(
        name = "weir",
        description = "Runs SOA composites: SOAP services, mediators, and durable BPEL processes.",
        mixinStandardHelpOptions = true,
        versionProvider = WeirCommand.Version.class,
        sortOptions = false,
        subcommands = {
            RunCommand.class,
            AssessCommand.class,
            ListCommand.class,
            DeployCommand.class,
            CompositeCommands.UndeployCommand.class,
            CompositeCommands.StartCommand.class,
            CompositeCommands.StopCommand.class,
            CompositeCommands.RetireCommand.class,
            CompositeCommands.ActivateCommand.class,
            CompositeCommands.DefaultCommand.class,
            InstancesCommand.class,
            AuditCommand.class,
            PurgeCommand.class,
            RetentionCommand.class,
            ArchiveCommand.class,
            ControlCommand.class,
            RecoverCommand.class,
            CallsCommand.class,
            MessagesCommand.class,
            GroupsCommand.class,
            StatisticsCommand.class,
            PublishCommand.class,
            UsersCommand.class,
            StoreCommand.class,
            DispatcherCommand.class,
            TuningCommand.class,
            XmlCommand.class,
            Wsdl2JavaCommand.class,
            BenchCommand.class,
            WarmUpCommand.class,
            AutoComplete.GenerateCompletion.class
        })
public final class WeirCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private final OrderlyStop stop = new OrderlyStop();

    /** Runs a command line; returns the exit code: 0, 1 where what was asked for was not done, 2 for wrong usage. */
    public static int execute(String... arguments) {
        WeirCommand weir = of(arguments);
        return weir.execute(new CommandLine(weir), arguments);
    }

    /** The same, but what the command prints goes there; {@code xml} and {@code run} write to the standard output too. */
    public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        WeirCommand weir = of(arguments);
        return weir.execute(new CommandLine(weir).setOut(out).setErr(err), arguments);
    }

    /** A server is stopped in order from the first moment on: reading the command line takes its time. */
    private static WeirCommand of(String... arguments) {
        WeirCommand weir = new WeirCommand();
        if (isRun(arguments)) {
            weir.stop.watch();
        }
        return weir;
    }

    private static boolean isRun(String... arguments) {
        return arguments.length > 0 && arguments[0].equals("run");
    }

    /** Stops the server of {@code run} in order. */
    OrderlyStop orderlyStop() {
        return stop;
    }

    private int execute(CommandLine line, String... arguments) {
        try {
            return interpret(line, arguments);
        } finally {
            stop.forget();
        }
    }

    private static int interpret(CommandLine line, String... arguments) {
        NumberOptions.on(line);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof UsageException
                    || failure instanceof AdminException refused && refused.isWrongUsage()) {
                return wrongUsage(command, String.valueOf(failure.getMessage()));
            }
            PrintWriter err = command.getErr();
            if (failure instanceof CommandException || failure instanceof AdminException) {
                err.println("weir: " + failure.getMessage());
            } else {
                failure.printStackTrace(err);
            }
            err.flush();
            return failure instanceof CommandException known ? known.exitCode() : ExitCode.NOT_DONE;
        });
        line.setParameterExceptionHandler((wrong, given) -> wrongUsage(wrong.getCommandLine(), reason(wrong)));
        if (!isRun(arguments)) {
            return line.execute(arguments);
        }
        List<String> all = new ArrayList<>(List.of("run"));
        try {
            List<String> given = Arrays.asList(arguments).subList(1, arguments.length);
            all.addAll(new RunSettings(System.getenv()).complete(given));
        } catch (CommandException e) {
            line.getErr().println("weir: " + e.getMessage());
            line.getErr().flush();
            return ExitCode.WRONG_USAGE;
        }
        return line.execute(all.toArray(String[]::new));
    }

    /** Says why, and where to read on: the usage itself would bury the reason. */
    private static int wrongUsage(CommandLine command, String reason) {
        PrintWriter err = command.getErr();
        err.println("weir: " + reason);
        err.println("see: " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.WRONG_USAGE;
    }

    private static String reason(ParameterException wrong) {
        String why = String.valueOf(wrong.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        String near = wrong instanceof UnmatchedArgumentException unmatched ? near(unmatched) : null;
        return near == null ? why : why + "; did you mean " + near + "?";
    }

    private static @Nullable String near(UnmatchedArgumentException wrong) {
        String typed = wrong.getUnmatched().get(0).split("=", 2)[0];
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        return NearestName.to(
                typed,
                typed.startsWith("-")
                        ? command.optionsMap().keySet()
                        : command.subcommands().keySet());
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** The version as built into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = WeirCommand.class.getPackage().getImplementationVersion();
            return new String[] {"weir " + (version == null ? "(not packaged)" : version)};
        }
    }
}

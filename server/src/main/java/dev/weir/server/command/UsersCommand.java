package dev.weir.server.command;

import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code weir users}: on the data folder itself, whether a server runs or not. */
@Command(
        name = "users",
        description = "Lists, adds and removes users of the admin API; a running server knows them at once.",
        mixinStandardHelpOptions = true,
        subcommands = {UsersCommand.Add.class, UsersCommand.Remove.class})
final class UsersCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final StoreCommand.DataOption data = new StoreCommand.DataOption();

    @Override
    public Integer call() throws IOException {
        for (Map.Entry<String, Role> user : new UsersFile(data.folder()).roles().entrySet()) {
            say(spec, user.getKey() + "  " + user.getValue().word());
        }
        return 0;
    }

    private static void say(CommandSpec spec, String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    /**
     * Does a part of a command; where that is refused the log has it, as it has what the server refuses. There is none where there is
     * no data folder.
     *
     * @param line the command as it was written
     */
    private static void logged(Path folder, String line, Part part) {
        CommandException refusal;
        try {
            part.run();
            return;
        } catch (CommandException e) {
            refusal = e;
        } catch (IllegalArgumentException | IOException e) {
            refusal = new CommandException(String.valueOf(e.getMessage()));
        }
        if (Files.isDirectory(folder)) {
            try {
                AdminLog.addLocal(folder, line, "refused: " + refusal.getMessage());
            } catch (IOException unlogged) {
                throw new CommandException(
                        refusal.getMessage() + "; and the log does not have it: " + unlogged.getMessage());
            }
        }
        throw refusal;
    }

    /** A part of a command; what it is refused by becomes a {@link CommandException}. */
    private interface Part {
        void run() throws IOException;
    }

    /** {@code weir users add}. */
    @Command(
            name = "add",
            description = "Adds a user, or gives one another role and password; the password is asked for.",
            mixinStandardHelpOptions = true)
    static final class Add implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli
        private UsersCommand users;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final StoreCommand.DataOption data = new StoreCommand.DataOption();

        @Parameters(index = "0", paramLabel = "NAME", description = "letters, digits, '.', '_', '@' and '-'")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String name;

        @Option(
                names = "--role",
                paramLabel = "viewer|operator|administrator",
                required = true,
                description = "what the user may do")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String role;

        @Override
        public Integer call() {
            Path folder = data.or(users.data).folder();
            logged(folder, line(), () -> {
                try {
                    UsersFile.requireName(name);
                    Role.of(role);
                } catch (IllegalArgumentException e) {
                    throw new UsageException(String.valueOf(e.getMessage()));
                }
            });
            Role wanted = Role.of(role);
            String password = PasswordInput.ask("new password of " + name + ": ");
            logged(folder, line(), () -> {
                new UsersFile(folder).put(name, wanted, password);
                AdminLog.addLocal(folder, line(), "done: with a new password");
            });
            say(spec, name + " is " + wanted.word());
            return 0;
        }

        private String line() {
            return "weir users add " + name + " --role " + role;
        }
    }

    /** {@code weir users remove}. */
    @Command(name = "remove", description = "Removes a user.", mixinStandardHelpOptions = true)
    static final class Remove implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli
        private UsersCommand users;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final StoreCommand.DataOption data = new StoreCommand.DataOption();

        @Parameters(index = "0", paramLabel = "NAME", description = "as `weir users` lists it")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String name;

        @Override
        public Integer call() {
            Path folder = data.or(users.data).folder();
            String line = "weir users remove " + name;
            logged(folder, line, () -> {
                if (!new UsersFile(folder).remove(name)) {
                    throw new CommandException("there is no user " + name);
                }
                AdminLog.addLocal(folder, line, "done");
            });
            say(spec, name + " is removed");
            return 0;
        }
    }
}

package dev.weir.server.command;

import dev.weir.server.deploy.DataBackup;
import dev.weir.store.StoreException;
import dev.weir.store.sqlite.StoreFiles;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir store check|backup|restore}: on the data folder itself, whether a server runs or not. */
@Command(
        name = "store",
        description = "Checks, backs up and restores the data of a server, on its machine.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {StoreCommand.Check.class, StoreCommand.Backup.class, StoreCommand.Restore.class})
final class StoreCommand implements Runnable {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code --data DIR}. */
    static final class DataOption {
        @Option(names = "--data", paramLabel = "DIR", description = "the data folder; default: data")
        private @Nullable Path data;

        Path folder() {
            return Objects.requireNonNullElse(data, Path.of("data"))
                    .toAbsolutePath()
                    .normalize();
        }

        /** This one, or that of the command before, where it is given there alone. */
        DataOption or(DataOption before) {
            return data == null ? before : this;
        }
    }

    private static void say(CommandSpec spec, String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    /** {@code weir store check}. */
    @Command(
            name = "check",
            description = "Reads the whole store and says what is damaged; a server may run.",
            mixinStandardHelpOptions = true)
    static final class Check implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final DataOption data = new DataOption();

        @Override
        public Integer call() {
            List<String> wrong;
            try {
                wrong = new StoreFiles(data.folder()).check();
            } catch (StoreException e) {
                throw new CommandException(String.valueOf(e.getMessage()));
            }
            wrong.forEach(line -> say(spec, "damaged   " + line));
            if (!wrong.isEmpty()) {
                throw new CommandException("the store in " + data.folder()
                        + " is damaged: stop the server, and bring back a backup by `weir store restore`");
            }
            say(spec, "the store in " + data.folder() + " is whole");
            return 0;
        }
    }

    /** {@code weir store backup}. */
    @Command(
            name = "backup",
            description = "Writes the store, as it is at one moment, with what is deployed and the files that instances"
                    + " need, to a new folder; a server may run.",
            mixinStandardHelpOptions = true)
    static final class Backup implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final DataOption data = new DataOption();

        @Parameters(paramLabel = "BACKUP", description = "a folder that is not there yet")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path target;

        @Override
        public Integer call() {
            try {
                new DataBackup(data.folder()).backup(target);
            } catch (StoreException e) {
                throw new CommandException(String.valueOf(e.getMessage()));
            }
            say(
                    spec,
                    "backed up " + data.folder() + " to "
                            + target.toAbsolutePath().normalize());
            return 0;
        }
    }

    /** {@code weir store restore}. */
    @Command(
            name = "restore",
            description = "Makes a backup the data of a server, which must not run.",
            mixinStandardHelpOptions = true)
    static final class Restore implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final DataOption data = new DataOption();

        @Parameters(paramLabel = "BACKUP", description = "a folder that `weir store backup` wrote")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path backup;

        @Option(
                names = "--replace",
                description = "where there is a store; what was there is kept in a folder replaced-TIME beside it")
        private boolean replace;

        @Override
        public Integer call() {
            if (!Files.isDirectory(backup)) {
                throw new CommandException("there is no folder " + backup);
            }
            try {
                new DataBackup(data.folder()).restore(backup, replace, STAMP.format(ZonedDateTime.now(ZoneOffset.UTC)));
            } catch (StoreException e) {
                throw new CommandException(String.valueOf(e.getMessage()));
            }
            say(
                    spec,
                    "restored " + data.folder()
                            + "; what partners and processes did since the backup is not known there");
            return 0;
        }
    }
}

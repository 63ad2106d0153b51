package dev.weir.server.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code weir run}. */
@Command(name = "run", description = "Serves composites.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new CommandException("not built yet");
    }
}

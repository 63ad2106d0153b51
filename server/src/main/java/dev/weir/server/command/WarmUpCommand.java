package dev.weir.server.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code weir warm-up}. */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new CommandException("not built yet");
    }
}

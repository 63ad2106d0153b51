package dev.weir.server.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir publish}. */
@Command(
        name = "publish",
        description = "Publishes a business event to all composites that have subscribed to it.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PublishCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Option(
            names = "--event",
            paramLabel = "{NAMESPACE}NAME",
            required = true,
            description = "the event, as its EDL document names it")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String event;

    @Option(names = "--file", paramLabel = "FILE", required = true, description = "its content, an XML document")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Override
    public Integer call() {
        long instance = server.client().publish(event, InputFile.read(file));
        PrintWriter out = spec.commandLine().getOut();
        out.println("published as instance " + instance + "; `weir audit " + instance + "` shows who gets it");
        out.flush();
        return 0;
    }
}

package dev.weir.server.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir xml}. */
@Command(
        name = "xml",
        description = "Works on XML documents, as text or as Fast Infoset.",
        mixinStandardHelpOptions = true,
        subcommands = ConvertCommand.class)
final class XmlCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}

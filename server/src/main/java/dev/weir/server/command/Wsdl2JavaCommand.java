package dev.weir.server.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code weir wsdl2java}, as the help lists it. The start script runs it as a program of its own, because the server
 * must not carry the compiler of schemas that it uses.
 */
@Command(name = "wsdl2java", description = "Makes Java classes from a WSDL; see weir wsdl2java --help.")
final class Wsdl2JavaCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        throw new CommandException(
                "the start script makes the classes: ./weir wsdl2java " + String.join(" ", arguments));
    }
}

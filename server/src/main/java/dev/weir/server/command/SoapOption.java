package dev.weir.server.command;

import dev.weir.composite.assembly.CompositeValues;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --soap}: which references are called, and which services are served, by SOAP whatever their bindings are. */
final class SoapOption {
    @Option(
            names = "--soap",
            paramLabel = "[COMPOSITE/]NAME=URL|true",
            description =
                    "call the reference NAME by SOAP at URL, whatever binding it has, such as binding.direct; true:"
                            + " serve the service NAME by SOAP; may be repeated")
    private Map<String, String> soap = new LinkedHashMap<>();

    CompositeValues with(Map<String, String> tokens, CommandSpec spec) {
        try {
            return new CompositeValues(tokens, soap);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--soap: " + e.getMessage(), e);
        }
    }
}

package dev.weir.server.command;

import dev.weir.composite.assembly.CompositeValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private List<String> soap = List.of();

    CompositeValues with(Map<String, String> tokens, CommandSpec spec) {
        Map<String, String> called = new HashMap<>();
        Set<String> served = new HashSet<>();
        try {
            for (String each : soap) {
                int equals = each.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("'" + each + "' is not NAME=URL or NAME=true");
                }
                String name = each.substring(0, equals);
                String value = each.substring(equals + 1);
                if (value.equals("true")) {
                    served.add(name);
                } else if (called.put(name, value) != null) {
                    throw new IllegalArgumentException(name + " has two addresses");
                }
            }
            return new CompositeValues(tokens, called, served);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--soap: " + e.getMessage(), e);
        }
    }
}

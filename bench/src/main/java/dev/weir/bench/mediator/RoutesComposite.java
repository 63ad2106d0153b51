package dev.weir.bench.mediator;

import dev.weir.bench.measure.MeasureException;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A composite of one mediator, whose rules send each message on to a target each. */
final class RoutesComposite {
    static final String SERVICE = "/soa-infra/services/default/Routes/Desk";
    static final String ACTION = "urn:routes:send";

    private static final String SCA = "http://xmlns.oracle.com/sca/1.0";
    private static final String UI = "http://xmlns.oracle.com/soa/designer/";
    private static final String INTERFACE = "<interface.wsdl interface=\"urn:routes#wsdl.interface(Desk)\"/>";
    private static final String PORT = "port=\"urn:routes#wsdl.endpoint(Desk/DeskPort)\"";

    private RoutesComposite() {}

    /**
     * Writes and reads the composite.
     *
     * @param folder to write it to
     * @param targets the address of the targets; each one's number is the last step of its path
     */
    static Composite load(Path folder, boolean parallel, int rules, String targets) throws IOException {
        try (InputStream in = RoutesComposite.class.getResourceAsStream("Routes.wsdl")) {
            if (in == null) {
                throw new MeasureException("Routes.wsdl is not beside the program");
            }
            Files.write(folder.resolve("Routes.wsdl"), in.readAllBytes());
        }
        Files.writeString(
                folder.resolve("composite.xml"),
                "<composite name=\"Routes\" revision=\"1.0\" xmlns=\"" + SCA + "\" xmlns:ui=\"" + UI + "\">"
                        + "<import namespace=\"urn:routes\" location=\"Routes.wsdl\" importType=\"wsdl\"/>"
                        + "<service name=\"Desk\" ui:wsdlLocation=\"Routes.wsdl\">" + INTERFACE + "<binding.ws " + PORT
                        + "/></service>"
                        + "<component name=\"Router\"><implementation.mediator src=\"Router.mplan\"/></component>"
                        + each(
                                rules,
                                rule -> "<reference name=\"Target" + rule + "\" ui:wsdlLocation=\"Routes.wsdl\">"
                                        + INTERFACE + "<binding.ws " + PORT + " location=\"" + targets + "/" + rule
                                        + "\"/></reference>")
                        + wire("Desk", "Router/Desk")
                        + each(rules, rule -> wire("Router/Target" + rule, "Target" + rule))
                        + "</composite>");
        Files.writeString(
                folder.resolve("Router.componentType"),
                "<componentType xmlns=\"" + SCA + "\" xmlns:ui=\"" + UI + "\">"
                        + "<service name=\"Desk\" ui:wsdlLocation=\"Routes.wsdl\">" + INTERFACE + "</service>"
                        + each(
                                rules,
                                rule -> "<reference name=\"Target" + rule + "\" ui:wsdlLocation=\"Routes.wsdl\">"
                                        + INTERFACE + "</reference>")
                        + "</componentType>");
        Files.writeString(
                folder.resolve("Router.mplan"),
                "<Mediator name=\"Router\" xmlns=\"" + SCA + "/mediator\"><operation name=\"send\"><switch>"
                        + each(
                                rules,
                                rule -> "<case executionType=\"" + (parallel ? "queued" : "direct")
                                        + "\" name=\"rule" + rule + "\"><action><invoke reference=\"Target" + rule
                                        + "\" operation=\"send\"/></action></case>")
                        + "</switch></operation></Mediator>");
        return Composite.load(Archive.open(folder), Archive.NOWHERE, Map.of());
    }

    private static String wire(String from, String to) {
        return "<wire><source.uri>" + from + "</source.uri><target.uri>" + to + "</target.uri></wire>";
    }

    private static String each(int rules, IntFunction<String> text) {
        return IntStream.range(0, rules).mapToObj(text).collect(Collectors.joining());
    }
}

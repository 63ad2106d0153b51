package dev.weir.bench.process;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The composite that is measured: a process for each workload, all with the same three operations. */
final class DeskComposite {
    static final CompositeRevision REVISION = new CompositeRevision("default", "Desk", "1.0");

    private static final List<String> PROCESSES =
            List.of("Reply", "InMemory", "Wait", "Callback", "Twenty", "Asked", "Turns", "Steps");

    private final Path folder;
    private final Composite composite;

    /** @param place where the composite's folder is made */
    DeskComposite(Path place) throws IOException {
        folder = Files.createDirectories(place.resolve("Desk"));
        copy("composite.xml");
        copy("Desk.wsdl");
        for (String process : PROCESSES) {
            copy(process + "Process.bpel");
            copy(process + "Process.componentType");
        }
        composite = Composite.load(Archive.open(folder), Archive.NOWHERE, Map.of());
    }

    private void copy(String name) throws IOException {
        try (InputStream in = DeskComposite.class.getResourceAsStream("Desk/" + name)) {
            if (in == null) {
                throw new MeasureException("the composite's file " + name + " is not beside the program");
            }
            Files.write(folder.resolve(name), in.readAllBytes());
        }
    }

    Path folder() {
        return folder;
    }

    Composite composite() {
        return composite;
    }

    ProcessDefinition process(String name) {
        Component component = composite.components().get(name + "Process");
        if (component == null) {
            throw new MeasureException("the composite has no process " + name);
        }
        return ProcessDefinition.compile(component.source(), composite.resources());
    }

    static ComponentId component(String process) {
        return REVISION.component(process + "Process");
    }

    static MessageValue message(String number, String text) {
        return MessageValue.of("case", XmlElement.parse(element(number, text).getBytes(StandardCharsets.UTF_8)));
    }

    /** A request as it goes over the wire. */
    static byte[] envelope(String number, String text) {
        return ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + element(number, text)
                        + "</s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String element(String number, String text) {
        return "<case xmlns=\"urn:desk\"><number>" + number + "</number><text>" + text + "</text></case>";
    }
}

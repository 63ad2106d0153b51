package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.server.DeployedModel.Sar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two composites as SARs, each in three revisions, each of these in variants that differ in what they answer:
 * Credit answers one message, a talk is an instance that answers the second of its two.
 */
final class DeployedVariants {
    /** The end of Credit's WSDL with a binding in rpc style with SOAP encoding, which cannot be served. */
    static final String ENCODED_BINDING = """
            <wsdl:binding name="Encoded" type="tns:CreditService"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
              <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
              <wsdl:operation name="checkCredit">
                <soap:operation soapAction="checkCredit"/>
                <wsdl:input><soap:body use="encoded" namespace="urn:credit"
                    encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></wsdl:input>
                <wsdl:output><soap:body use="encoded" namespace="urn:credit"
                    encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></wsdl:output>
              </wsdl:operation>
            </wsdl:binding>
            <wsdl:service name="CreditService">
              <wsdl:port name="CreditService_pt" binding="tns:Encoded">
                <soap:address location="http://localhost/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"/>
              </wsdl:port>
            </wsdl:service>
            </wsdl:definitions>""";

    static final String CREDIT = "Credit";
    static final String TALKS = "Talks";
    static final List<String> REVISIONS = List.of("1.0", "2.0", "3.0");

    private static final Map<String, Path> FILES = Map.of(
            CREDIT, RunningWeir.repository().resolve("examples/orders/Credit"),
            TALKS, RunningWeir.repository().resolve("server/src/test/composites/talks/Talks"));

    private final Path folder;
    private final List<Sar> all = new ArrayList<>();
    private final List<Path> broken = new ArrayList<>();

    DeployedVariants(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        for (String composite : List.of(CREDIT, TALKS)) {
            for (String revision : REVISIONS) {
                all.add(make(composite, revision, "a", true, true));
                all.add(make(composite, revision, "b", true, true));
                all.add(make(composite, revision, "off", false, true));
                all.add(make(composite, revision, "retired", true, false));
                broken.add(make(
                        composite,
                        revision,
                        "broken",
                        true,
                        true,
                        process(composite),
                        "</process>",
                        "<no/></process>"));
            }
        }
        for (String revision : REVISIONS) {
            broken.add(encoded(revision));
        }
        Path noZip = folder.resolve("sca_no_zip.jar");
        Files.writeString(noZip, "nothing of the kind");
        broken.add(noZip);
    }

    /** Those that can be deployed. */
    List<Sar> all() {
        return all;
    }

    Sar get(String composite, String revision, String variant) {
        return all.stream()
                .filter(each ->
                        each.composite().equals(composite) && each.answer().equals(revision + variant))
                .findFirst()
                .orElseThrow();
    }

    /** Those that must be refused. */
    List<Path> broken() {
        return broken;
    }

    /** One of Credit that is refused when all of it has been compiled, since its binding cannot be served. */
    Path refusedLast(String revision) {
        return folder.resolve(CREDIT + "-" + revision + "-encoded.jar");
    }

    private Path encoded(String revision) throws IOException {
        return make(
                CREDIT, revision, "encoded", true, true, "CreditService.wsdl", "</wsdl:definitions>", ENCODED_BINDING);
    }

    private static String process(String composite) {
        return composite.equals(CREDIT) ? "CreditProcess.bpel" : "TalkProcess.bpel";
    }

    private Sar make(String composite, String revision, String variant, boolean on, boolean active) throws IOException {
        Path file = make(composite, revision, variant, on, active, "composite.xml", "</composite>", "</composite>");
        return new Sar(composite, revision, revision + variant, on, active, file);
    }

    private Path make(
            String composite,
            String revision,
            String variant,
            boolean on,
            boolean active,
            String edited,
            String from,
            String to)
            throws IOException {
        Path source = FILES.get(composite);
        Path copy = folder.resolve(composite + "-" + revision + "-" + variant);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(source.relativize(file).toString()));
            }
        }
        Path xml = copy.resolve("composite.xml");
        edit(xml, "revision=\"1.0\"", "revision=\"" + revision + "\"");
        edit(xml, "state=\"on\"", "state=\"" + (on ? "on" : "off") + "\"");
        edit(xml, "mode=\"active\"", "mode=\"" + (active ? "active" : "retired") + "\"");
        Path process = copy.resolve(process(composite));
        if (composite.equals(CREDIT)) {
            edit(process, "'CR-'", "'" + revision + variant + ":'");
        } else {
            edit(process, "'talk 1, '", "'talk " + revision + variant + ", '");
        }
        edit(copy.resolve(edited), from, to);
        Path sar = folder.resolve(copy.getFileName() + ".jar");
        Files.write(sar, Archive.open(copy).toSar(Map.of()));
        return sar;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replace(from, to));
    }
}

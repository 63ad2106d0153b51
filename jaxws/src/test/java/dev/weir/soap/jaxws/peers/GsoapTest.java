package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.peers.Peers.Server;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client and a server that gSOAP makes from the endpoint's WSDL, compiled here from what is in {@code src/test/gsoap}.
 * Without gSOAP (Debian: gsoap, libgsoap-dev) and g++ this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class GsoapTest {
    private static final Path SOURCES = Path.of("src/test/gsoap");

    @TempDir
    Path folder;

    @BeforeAll
    static void requireGsoap(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("has.cpp"), "#include <stdsoap2.h>\n");
        for (String[] command :
                new String[][] {{"wsdl2h", "-V"}, {"soapcpp2", "-V"}, {"g++", "-fsyntax-only", "has.cpp"}}) {
            String missing;
            try {
                Peers.Run run = Peers.run(folder, 60, command);
                if (run.exitCode() == 0) {
                    continue;
                }
                missing = run.output();
            } catch (IOException e) {
                missing = String.valueOf(e.getMessage());
            }
            Peers.missing("gSOAP is not complete (Debian: gsoap, libgsoap-dev, g++): " + missing);
        }
    }

    private static Served publish(CourierService courier, String binding) {
        return Served.publish(new WeirProvider().createEndpoint(binding, courier));
    }

    /** Generates and compiles a program. */
    private void build(Served endpoint, String program, String generated) throws Exception {
        Files.writeString(folder.resolve("courier.wsdl"), endpoint.wsdlText());
        for (String file : new String[] {"parcels.hpp", program + ".cpp"}) {
            Files.copy(SOURCES.resolve(file), folder.resolve(file));
        }
        Peers.run(folder, 60, "wsdl2h", "-o", "courier.h", "courier.wsdl").succeeded();
        Peers.run(folder, 60, "soapcpp2", "-j", "-x", "-w", "-L", "courier.h").succeeded();
        Peers.run(folder, 240, "g++", "-I.", "-o", program, program + ".cpp", "soapC.cpp", generated, "-lgsoap++")
                .succeeded();
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void gsoapCallsEachOperationFromTheWsdl(String binding) throws Exception {
        CourierService courier = new CourierService();
        try (Served endpoint = publish(courier, binding)) {
            build(endpoint, "call_courier", "soapCourierPortBindingProxy.cpp");
            String output =
                    Peers.run(folder, 60, "./call_courier", endpoint.address()).succeeded();
            assertTrue(output.contains("ok   the declared fault's list"), output);
            assertEquals("by gSOAP, \u00e9", courier.notes.poll(1, TimeUnit.MINUTES));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void aTypedClientCallsGsoap(String binding) throws Exception {
        try (Served endpoint = publish(new CourierService(), binding)) {
            build(endpoint, "serve_courier", "soapCourierPortBindingService.cpp");
        }
        try (Server server = Server.start(folder, "./serve_courier")) {
            Courier courier = CourierClient.by(folder.resolve("courier.wsdl"), server.address());
            CourierClient.callEachOperation(courier);
            CourierClient.callWhatIsBroken(courier);
            assertEquals(List.of(" "), courier.words(List.of(" ")));
            courier.note("\u00e9 <to> gSOAP");
            server.says("note: \u00e9 <to> gSOAP");
        }
    }
}

package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.peers.Peers.Server;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A client and a server by node-soap, from the endpoint's WSDL. Without Node or its packages this is skipped, unless the
 * environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class NodeLiteralTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void installNodeSoap() throws Exception {
        NodeSoap.install(folder, "parcels.js", "call_courier.js", "serve_courier.js");
    }

    private static Served publish(CourierService courier, String binding) {
        return Served.publish(new WeirProvider().createEndpoint(binding, courier));
    }

    @ParameterizedTest
    @CsvSource({"1.1, " + SOAPBinding.SOAP11HTTP_BINDING, "1.2, " + SOAPBinding.SOAP12HTTP_BINDING})
    void nodeCallsEachOperationFromTheWsdl(String version, String binding) throws Exception {
        CourierService courier = new CourierService();
        try (Served endpoint = publish(courier, binding)) {
            String output = Peers.run(folder, 60, "node", "call_courier.js", endpoint.address(), version)
                    .succeeded();
            assertTrue(output.contains("ok   the declared fault's bean"), output);
            assertEquals("by node-soap, \u00e9", courier.notes.poll(1, TimeUnit.MINUTES));
        }
    }

    @ParameterizedTest
    @CsvSource({"1.1, " + SOAPBinding.SOAP11HTTP_BINDING, "1.2, " + SOAPBinding.SOAP12HTTP_BINDING})
    void aTypedClientCallsNode(String version, String binding) throws Exception {
        Path wsdl = folder.resolve("courier" + version + ".wsdl");
        try (Served endpoint = publish(new CourierService(), binding)) {
            Files.writeString(wsdl, endpoint.wsdlText());
        }
        try (Server server = Server.start(folder, "node", "serve_courier.js", wsdl.toString(), version)) {
            Courier courier = CourierClient.by(wsdl, server.address());
            CourierClient.callEachOperation(courier);
            CourierClient.callWhatIsBroken(courier);
            assertEquals(List.of(" "), courier.words(List.of(" ")));
            courier.note("\u00e9 <to> node-soap");
            server.says("note: \u00e9 <to> node-soap");
        }
    }
}

package dev.weir.soap.jaxws.peers;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.testing.FreePort;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * PHP's SoapClient and SoapServer, from the endpoint's WSDL. Without PHP and its extension soap this is skipped, unless the
 * environment says WEIR_REQUIRE_CLIENTS=1.
 */
class PhpLiteralTest {
    private static final Path SCRIPTS = Path.of("src/test/php").toAbsolutePath();

    @TempDir
    Path folder;

    @BeforeAll
    static void requirePhp() throws Exception {
        Peers.requirePhp();
    }

    private static Served publish(CourierService courier, String binding) {
        return Served.publish(new WeirProvider().createEndpoint(binding, courier));
    }

    @ParameterizedTest
    @CsvSource({"1.1, " + SOAPBinding.SOAP11HTTP_BINDING, "1.2, " + SOAPBinding.SOAP12HTTP_BINDING})
    void phpCallsEachOperationFromTheWsdl(String version, String binding) throws Exception {
        CourierService courier = new CourierService();
        try (Served endpoint = publish(courier, binding)) {
            String script = SCRIPTS.resolve("call_courier.php").toString();
            String output = Peers.run(folder, 60, "php", script, endpoint.address(), version)
                    .succeeded();
            assertTrue(output.contains("ok   the declared fault's list"), output);
            assertEquals("by PHP, \u00e9", courier.notes.poll(1, TimeUnit.MINUTES));
        }
    }

    @ParameterizedTest
    @CsvSource({"1.1, " + SOAPBinding.SOAP11HTTP_BINDING, "1.2, " + SOAPBinding.SOAP12HTTP_BINDING})
    void aTypedClientCallsPhp(String version, String binding) throws Exception {
        Path wsdl = folder.resolve("courier.wsdl");
        try (Served endpoint = publish(new CourierService(), binding)) {
            Files.writeString(wsdl, endpoint.wsdlText());
        }
        String listener = "127.0.0.1:" + FreePort.next();
        Path said = folder.resolve("server.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        "php",
                        "-S",
                        listener,
                        SCRIPTS.resolve("serve_courier.php").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("COURIER_WSDL", wsdl.toString());
        builder.environment().put("COURIER_SOAP", version);
        Process server = builder.start();
        try {
            Courier courier = CourierClient.by(wsdl, "http://" + listener + "/");
            awaitUp(courier, server);
            CourierClient.callEachOperation(courier);
            // PHP puts an empty element of the one declared fault into each fault of the operation.
            assertEquals(
                    "It is broken.",
                    assertThrows(Courier.Refused.class, () -> courier.send("broken"))
                            .getMessage());
            courier.note("\u00e9 <to> PHP");
            Path notes = folder.resolve("notes.txt");
            eventually("PHP notes", () -> Files.exists(notes) && Files.size(notes) > 0);
            assertEquals("\u00e9 <to> PHP\n", Files.readString(notes));
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void awaitUp(Courier courier, Process server) {
        AtomicReference<WebServiceException> last = new AtomicReference<>();
        eventually(() -> "the server answers, but " + last.get(), () -> {
            try {
                courier.nothing();
                return true;
            } catch (WebServiceException notYet) {
                assertTrue(server.isAlive(), "PHP has ended");
                last.set(notYet);
                return false;
            }
        });
    }
}

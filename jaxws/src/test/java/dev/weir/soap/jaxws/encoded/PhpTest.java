package dev.weir.soap.jaxws.encoded;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.encoded.Interop.SOAPStruct;
import dev.weir.soap.jaxws.peers.Peers;
import dev.weir.testing.FreePort;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PHP's SoapClient and SoapServer, over a WSDL that is generated from an annotated interface. Without PHP and its
 * extension soap this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
class PhpTest {
    private static final Path SCRIPTS = Path.of("src/test/php");

    @TempDir
    Path folder;

    private static Endpoint publish() {
        return new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/php", new InteropService());
    }

    private static String address(Endpoint endpoint) {
        return (String) endpoint.getProperties().get("dev.weir.jaxws.address");
    }

    @Test
    void phpCallsEachOperationFromTheWsdl() throws Exception {
        Peers.requirePhp();
        Endpoint endpoint = publish();
        try {
            Path output = folder.resolve("output.txt");
            Process process = new ProcessBuilder(
                            "php", SCRIPTS.resolve("call_interop.php").toString(), address(endpoint))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly().waitFor();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertTrue(ended && process.exitValue() == 0, text);
            assertTrue(text.contains("ok   a value that does not fit"), text);
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void aTypedClientCallsPhp() throws Exception {
        Peers.requirePhp();
        Endpoint endpoint = publish();
        Path wsdl = folder.resolve("interop.wsdl");
        try (var in = URI.create(address(endpoint) + "?wsdl").toURL().openStream()) {
            Files.copy(in, wsdl);
        } finally {
            endpoint.stop();
        }
        int port = FreePort.next();
        ProcessBuilder builder = new ProcessBuilder(
                        "php",
                        "-S",
                        "127.0.0.1:" + port,
                        SCRIPTS.resolve("serve_interop.php").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.txt").toFile());
        builder.environment().put("INTEROP_WSDL", wsdl.toString());
        Process server = builder.start();
        try {
            Interop client = new WeirProvider()
                    .createServiceDelegate(
                            wsdl.toUri().toURL(), new QName("http://soapinterop.org/", "InteropLab"), Service.class)
                    .getPort(new QName("http://soapinterop.org/", "InteropTestPort"), Interop.class);
            ((BindingProvider) client)
                    .getRequestContext()
                    .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://127.0.0.1:" + port + "/");
            awaitUp(client, server);

            assertArrayEquals(new String[] {"a", null}, client.echoStringArray(new String[] {"a", null}));
            assertEquals(42, client.echoInteger(42));
            assertArrayEquals(new int[] {1, -2}, client.echoIntegerArray(new int[] {1, -2}));
            assertArrayEquals(new float[] {1.5f}, client.echoFloatArray(new float[] {1.5f}));
            assertEquals(new BigDecimal("1.5"), client.echoDecimal(new BigDecimal("1.5")));
            assertTrue(client.echoBoolean(true));
            client.echoVoid();
            assertArrayEquals(new byte[] {1, -1}, client.echoBase64(new byte[] {1, -1}));
            SOAPStruct struct = new SOAPStruct("s", 1, 2.5f);
            assertEquals("s 1 2.5", client.echoStruct(struct).toString());
            assertEquals("s 1 2.5", client.echoStructArray(new SOAPStruct[] {struct, struct})[1].toString());
            assertEquals("s 1 2.5", client.echoSimpleTypesAsStruct("s", 1, 2.5f).toString());
            String[][] table = {{"a", "b"}, {"c", "d"}};
            assertArrayEquals(table, client.echo2DStringArray(table));
            Map<Object, Object> map = Map.of("one", 1, "two", "b");
            assertEquals(map, client.echoMap(map));
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void awaitUp(Interop client, Process server) {
        AtomicReference<WebServiceException> last = new AtomicReference<>();
        eventually(() -> "the server answers, but " + last.get(), () -> {
            try {
                assertEquals("up", client.echoString("up"));
                return true;
            } catch (WebServiceException notYet) {
                assertTrue(server.isAlive(), "PHP has ended");
                last.set(notYet);
                return false;
            }
        });
    }
}

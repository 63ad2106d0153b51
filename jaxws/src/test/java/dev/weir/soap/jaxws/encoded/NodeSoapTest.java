package dev.weir.soap.jaxws.encoded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.peers.NodeSoap;
import dev.weir.soap.jaxws.peers.Peers;
import jakarta.xml.ws.Endpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client by node-soap, which npm installs as package-lock.json says. What it checks is in {@code
 * src/test/node/call_interop.js}. Without Node or its packages this is skipped, unless the environment says
 * WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class NodeSoapTest {
    @TempDir
    Path folder;

    @Test
    void nodeCallsOperationsFromTheWsdl() throws Exception {
        NodeSoap.install(folder, "call_interop.js");
        Endpoint endpoint =
                new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/node", new InteropService());
        try {
            String address = (String) endpoint.getProperties().get("dev.weir.jaxws.address");
            String output =
                    Peers.run(folder, 60, "node", "call_interop.js", address).output();
            assertTrue(output.contains("ok   a declared fault"), output);
            assertEquals(
                    15, output.lines().filter(line -> line.startsWith("ok ")).count(), output);
        } finally {
            endpoint.stop();
        }
    }
}

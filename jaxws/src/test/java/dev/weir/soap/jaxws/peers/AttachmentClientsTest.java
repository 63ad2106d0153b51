package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.testing.PythonClient;
import jakarta.xml.ws.soap.MTOMFeature;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients without Java and MTOM: node-soap, which sends and takes parts, and zeep, which takes them. Without Node or Python, or their
 * packages, this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class AttachmentClientsTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Path REQUIREMENTS = REPOSITORY.resolve("server/src/test/python/requirements.txt");

    @TempDir
    Path folder;

    private static Served publish() {
        return Served.by(new CourierService(), new MTOMFeature());
    }

    /** Of SOAP 1.1: node-soap calls a package of SOAP 1.2 one of 1.1. */
    @Test
    void nodeSendsAndTakesParts() throws Exception {
        NodeSoap.install(folder, "call_attachments.js");
        try (Served endpoint = publish()) {
            String output = Peers.run(folder, 120, "node", "call_attachments.js", endpoint.address())
                    .succeeded();
            assertTrue(output.contains("ok   1000000 bytes in a part"), output);
        }
    }

    @Test
    void zeepTakesParts() throws Exception {
        PythonClient python = PythonClient.with(REPOSITORY, REQUIREMENTS, folder);
        try (Served endpoint = publish()) {
            PythonClient.Run run = python.run(120, Path.of("src/test/python/call_attachments.py"), endpoint.address());
            assertEquals(0, run.exitCode(), run.output());
            assertTrue(run.output().contains("ok   a fault"), run.output());
        }
    }
}

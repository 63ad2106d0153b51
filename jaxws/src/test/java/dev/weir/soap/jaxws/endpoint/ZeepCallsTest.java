package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.testing.PythonClient;
import jakarta.xml.ws.Endpoint;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Python zeep client, built from the WSDL that is generated from an annotated interface, calls each operation. What it
 * checks is in {@code src/test/python/call_shop.py}. Without Python 3 or its packages this is skipped, unless the
 * environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class ZeepCallsTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Path REQUIREMENTS = REPOSITORY.resolve("server/src/test/python/requirements.txt");
    private static final Path SCRIPT = Path.of("src/test/python/call_shop.py");

    @TempDir
    Path folder;

    @Test
    void eachOperationOfACodeFirstServiceIsCalledFromItsWsdl() throws Exception {
        PythonClient python = PythonClient.with(REPOSITORY, REQUIREMENTS, folder);
        ShopService shop = new ShopService();
        Endpoint endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/shop", shop);
        try {
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            PythonClient.Run run = python.run(120, SCRIPT, address);
            assertEquals(0, run.exitCode(), run.output());
            assertTrue(run.output().contains("ok   50,000 doubles are the same"), run.output());
            assertEquals("by zeep by note", shop.notes.poll(1, TimeUnit.MINUTES));
        } finally {
            endpoint.stop();
        }
    }
}

package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.PythonClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Python zeep client, built from the WSDL that the running server serves, places the example's orders and reads typed
 * answers. What it checks is in {@code src/test/python/place_orders.py}. Without Python 3 or its packages this is
 * skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class ZeepPlacesOrdersTest {
    private static final Path SERVER = RunningWeir.repository().resolve("server");
    private static final Path REQUIREMENTS = SERVER.resolve("src/test/python/requirements.txt");
    private static final Path SCRIPT = SERVER.resolve("src/test/python/place_orders.py");

    @TempDir
    Path folder;

    @Test
    void everyAnswerIsTypedAndRightBySoap11And12() throws Exception {
        PythonClient python = PythonClient.with(RunningWeir.repository(), REQUIREMENTS, folder);
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            PythonClient.Run run = python.run(
                    120,
                    SCRIPT,
                    weir.orderService().toString(),
                    RunningWeir.repository().resolve("examples/orders/payloads").toString());
            assertAll(
                    () -> assertEquals(0, run.exitCode(), run.output()),
                    () -> assertTrue(run.output().contains("ok   SOAP 1.1 order-500k.xml"), run.output()),
                    () -> assertTrue(run.output().contains("ok   SOAP 1.2 order-500k.xml"), run.output()));
        }
    }
}

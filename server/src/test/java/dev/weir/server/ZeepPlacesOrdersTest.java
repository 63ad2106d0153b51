package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assumptions;
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
        Path python = pythonWithZeep();
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            Run run = run(
                    120,
                    python.toString(),
                    "-B",
                    SCRIPT.toString(),
                    weir.orderService().toString(),
                    RunningWeir.repository().resolve("examples/orders/payloads").toString());
            assertAll(
                    () -> assertEquals(0, run.exitCode, run.output),
                    () -> assertTrue(run.output.contains("ok   SOAP 1.1 order-500k.xml"), run.output),
                    () -> assertTrue(run.output.contains("ok   SOAP 1.2 order-500k.xml"), run.output));
        }
    }

    /** An interpreter that has the packages: made once for each list of them, and kept under target. */
    private Path pythonWithZeep() throws IOException, InterruptedException {
        CRC32 hash = new CRC32();
        hash.update(Files.readAllBytes(REQUIREMENTS));
        Path venv = SERVER.resolve("target").resolve("python-" + Long.toHexString(hash.getValue()));
        Path python = venv.resolve("bin/python");
        Path complete = venv.resolve("complete");
        if (!Files.exists(complete)) {
            setUp("python3", "-m", "venv", "--clear", venv.toString());
            setUp(
                    python.toString(),
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--no-deps",
                    "-r",
                    REQUIREMENTS.toString());
            Files.createFile(complete);
        }
        return python;
    }

    private void setUp(String... command) throws InterruptedException {
        String reason;
        try {
            Run run = run(240, command);
            if (run.exitCode == 0) {
                return;
            }
            reason = run.output;
        } catch (IOException e) {
            reason = e.getMessage();
        }
        String message = "no Python with zeep: " + String.join(" ", command) + ": " + reason;
        if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
            fail(message);
        }
        Assumptions.abort(message);
    }

    private Run run(int withinSeconds, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(withinSeconds, TimeUnit.SECONDS);
        if (!ended) {
            Stream.concat(process.descendants(), Stream.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
            process.waitFor();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        return ended
                ? new Run(process.exitValue(), text)
                : new Run(
                        -1, text + "\nnot done within " + withinSeconds + " s: " + List.copyOf(Arrays.asList(command)));
    }

    private record Run(int exitCode, String output) {}
}

package dev.weir.soap.jaxws.encoded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
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
    private static final Path SCRIPTS = Path.of("src/test/node");

    @TempDir
    Path folder;

    @Test
    void nodeCallsOperationsFromTheWsdl() throws Exception {
        for (String file : new String[] {"package.json", "package-lock.json", "call_interop.js"}) {
            Files.copy(SCRIPTS.resolve(file), folder.resolve(file));
        }
        try {
            String installed = run(240, "npm", "ci", "--silent", "--ignore-scripts", "--no-audit");
            if (!Files.isDirectory(folder.resolve("node_modules/soap"))) {
                missing("npm has not installed node-soap: " + installed);
            }
        } catch (IOException e) {
            missing("there is no npm: " + e.getMessage());
        }
        Endpoint endpoint =
                new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/node", new InteropService());
        try {
            String address = (String) endpoint.getProperties().get("dev.weir.jaxws.address");
            String output = run(60, "node", "call_interop.js", address);
            assertTrue(output.contains("ok   a declared fault"), output);
            assertEquals(
                    15, output.lines().filter(line -> line.startsWith("ok ")).count(), output);
        } finally {
            endpoint.stop();
        }
    }

    private static void missing(String what) {
        if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
            fail(what);
        }
        Assumptions.abort(what);
    }

    private String run(int withinSeconds, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(withinSeconds, TimeUnit.SECONDS)) {
            Stream.concat(process.descendants(), Stream.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
            process.waitFor();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}

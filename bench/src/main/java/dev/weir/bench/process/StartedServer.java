package dev.weir.bench.process;

import dev.weir.bench.measure.Children;
import dev.weir.bench.measure.JvmProcess;
import dev.weir.bench.measure.MeasureException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The real server, {@code weir run}, in a process of its own, which is killed in the end. For one thread. */
final class StartedServer implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final URI endpoint;
    private final double startMs;

    private StartedServer(Process process, BufferedReader output, URI endpoint, double startMs) {
        this.process = process;
        this.output = output;
        this.endpoint = endpoint;
        this.startMs = startMs;
    }

    /**
     * Returns when the server says that it is ready.
     *
     * @param composites the folder of one composite, or of several
     * @param service the end of the address of one of its services
     */
    static StartedServer start(Path composites, Path data, String heap, String service) throws IOException {
        List<String> arguments =
                List.of("run", composites.toString(), "--port", "0", "--admin", "off", "--data", data.toString());
        List<String> command = JvmProcess.line(List.of("-Xmx" + heap), "dev.weir.server.Main", arguments);
        Process process = Children.start(new ProcessBuilder(command).redirectErrorStream(true));
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        try {
            URI endpoint = null;
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
                if (line.startsWith("endpoint") && line.endsWith(service)) {
                    endpoint = URI.create(line.substring(line.indexOf("http")));
                }
                if (line.startsWith("ready") && endpoint != null) {
                    double startMs = Double.parseDouble(line.replaceAll("\\D+", ""));
                    return new StartedServer(process, output, endpoint, startMs);
                }
            }
        } catch (IOException | RuntimeException failed) {
            kill(process);
            throw failed;
        }
        kill(process);
        throw new MeasureException("the server did not start: " + said);
    }

    /** The address of the service. */
    URI endpoint() {
        return endpoint;
    }

    /** From the start of the JVM until the server was ready, as it says itself. */
    double startMs() {
        return startMs;
    }

    long pid() {
        return process.pid();
    }

    private static void kill(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        try (output) {
            kill(process);
        }
    }
}

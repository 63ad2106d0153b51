package dev.weir.bench.audit;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.bench.measure.CompilerTime;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The process of one server. It answers with its port once it serves, and then each line on standard input with the CPU
 * time of the process and that of its compilers, in nanoseconds. When its input ends it closes the store, so that all is in one file, and ends.
 */
public final class AuditedServer {
    /** With a level of {@link Level}. */
    static final String LOG_LEVEL = "logLevel";

    private AuditedServer() {}

    /** @param arguments a folder; the address of the partners; of each knob its name, and its value */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // keeps the output of libraries out of the answers
        Path folder = Path.of(arguments[0]);
        try (HttpTransport transport = HttpTransport.start();
                SqliteStore store = SqliteStore.open(folder.resolve("store"));
                HttpServer server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
                CompositeRuntime runtime = new CompositeRuntime(
                        store,
                        server,
                        transport.client(HttpClientLimits.DEFAULT),
                        RuntimeSettings.DEFAULT,
                        InstantSource.system())) {
            for (int i = 2; i < arguments.length; i += 2) {
                tune(runtime, arguments[i], arguments[i + 1]);
            }
            runtime.deploy(QuotesComposite.load(Files.createDirectories(folder.resolve("Quotes")), arguments[1]));
            runtime.start();
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            answers.println(server.port());
            answers.flush();
            while (commands.readLine() != null) {
                answers.println(system.getProcessCpuTime() + " " + CompilerTime.nanos());
                answers.flush();
            }
        }
    }

    /** The levels of the log are a knob of the whole program only, which has set it up. Here it is as the JDK has it. */
    private static void tune(CompositeRuntime runtime, String knob, String value) {
        if (knob.equals(LOG_LEVEL)) {
            Logger.getLogger("").setLevel(Level.parse(value));
        } else {
            runtime.tuning().change(Map.of(knob, value), "bench");
        }
    }
}

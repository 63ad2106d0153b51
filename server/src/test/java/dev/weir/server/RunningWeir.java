package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;

import dev.weir.composite.runtime.StuckInstance;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.command.WeirCommand;
import dev.weir.testing.FreePort;
import dev.weir.testing.Interrupts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The real program in a process of its own, serving examples/orders (or what it is given) on a free port, with a data
 * folder that outlives restarts. Tests read its output in {@link #log}.
 */
public final class RunningWeir implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);
    /** In the reasons of what several kills in a row have met. */
    private static final String KILLED = "runs of the server in a row have ended during";

    static final List<String> MAIN = List.of("dev.weir.server.Main", "run");

    private final Path data;
    private final Path log;
    private final int port;
    private final List<String> what;
    private final List<String> options;
    private List<String> main = MAIN;
    private Process process;
    private int startsBefore;

    private RunningWeir(Path folder, int port, List<String> options, List<String> what) {
        this.options = options;
        this.data = folder.resolve("data");
        this.log = folder.resolve("weir.log");
        this.port = port;
        this.what = what;
        this.process = launch();
    }

    /** Starts the orders example; the folder keeps data and log. Returns when the program says that it is ready. */
    public static RunningWeir orders(Path folder) {
        return run(folder, List.of(repository().resolve("examples/orders").toString()));
    }

    /** Starts the program with arguments for {@code weir run}, port and data folder excepted. */
    public static RunningWeir run(Path folder, List<String> what) {
        return run(folder, ClassArchive.get().options(), what);
    }

    /** @param options for the JVM, the class path among them */
    static RunningWeir run(Path folder, List<String> options, List<String> what) {
        RunningWeir weir = new RunningWeir(folder, FreePort.next(), options, what);
        weir.awaitReady();
        return weir;
    }

    /** The root of the checkout. */
    public static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("mvnw"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("these tests run inside a checkout");
            }
            folder = parent;
        }
        return folder;
    }

    public URI url() {
        return URI.create("http://localhost:" + port);
    }

    /** Where the orders example takes its orders. */
    public URI orderService() {
        return url().resolve("/soa-infra/services/default/Orders/OrderService");
    }

    /** The data folder, with the admin API's address and token. */
    public Path data() {
        return data;
    }

    public AdminClient admin() {
        return AdminClient.of(data);
    }

    public int port() {
        return port;
    }

    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process is gone at once, as by {@code kill -9}. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /**
     * Asks the program to stop, as Ctrl-C does, and waits until it has; by SIGTERM where the tests were started in the
     * background, and nothing that they start hears of Ctrl-C. Returns its exit code.
     */
    public int interrupt() {
        signal(Interrupts.areIgnored() ? "-TERM" : "-INT");
        awaitEnd();
        return process.exitValue();
    }

    /** The same as a service manager does it, by SIGTERM. */
    public int terminate() {
        signal("-TERM");
        awaitEnd();
        return process.exitValue();
    }

    /** Sends a signal, and does not wait. */
    public void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts the program again on the same data and port. */
    public void restart() {
        restart(MAIN);
    }

    /** The same with another main class, and what stands before the arguments of {@code weir run}. */
    public void restart(List<String> otherMain) {
        launch(otherMain);
        awaitReady();
    }

    /** Begins to start it, and does not wait until it is ready. */
    public void launch(List<String> otherMain) {
        main = otherMain;
        process = launch();
    }

    /**
     * Lets go on what three kills in a row have met, and what waits for an operator since then: instances, which are in
     * quarantine, and calls, which rest. Returns how many there were.
     */
    public int releaseKilled() {
        int released = 0;
        for (StuckInstance stuck : admin().stuck()) {
            if (stuck.nextTry() == null && stuck.why().contains(KILLED)) {
                released += admin().recover(stuck.flow());
            }
        }
        for (RestingCallView call : admin().calls(null, 0, 100)) {
            if (call.reason().contains(KILLED)) {
                released += admin().decide(call.id(), "retry", null).decided();
            }
        }
        return released;
    }

    /** Runs another command of the program against this one, to its end, in the JVM of the test. */
    public CommandResult command(String... arguments) {
        return inThisJvm(withData(arguments));
    }

    /** The same in a process of its own, as people use it. */
    public CommandResult process(String... arguments) {
        return program(withData(arguments));
    }

    private List<String> withData(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", data.toString()));
        return all;
    }

    /** Runs a command of the program to its end in the JVM of the test: what is tested is no process. */
    public static CommandResult inThisJvm(List<String> arguments) {
        StringWriter output = new StringWriter();
        PrintWriter both = new PrintWriter(output);
        int code = WeirCommand.execute(both, both, arguments.toArray(String[]::new));
        both.flush();
        return new CommandResult(code, output.toString());
    }

    /** Runs the program to its end, in a process of its own. */
    public static CommandResult program(List<String> arguments) {
        List<String> command = new ArrayList<>(java());
        command.addAll(ClassArchive.get().options());
        command.add(MAIN.get(0));
        command.addAll(arguments);
        try {
            Process child =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandResult(child.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a command printed, to both its outputs, and its exit code. */
    public record CommandResult(int exitCode, String output) {}

    public boolean alive() {
        return process.isAlive();
    }

    /** Waits until the program has ended by itself; returns its exit code. */
    public int exitCode() {
        awaitEnd();
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroyForcibly();
            awaitEnd();
        }
    }

    /** As the start script starts it, options that quiet newer JVMs included. */
    static List<String> java() {
        List<String> program = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "--enable-native-access=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 24) {
            program.add("--sun-misc-unsafe-memory-access=allow");
        }
        return program;
    }

    private Process launch() {
        List<String> command = new ArrayList<>(java());
        Path exhausted = data.resolve("out-of-memory");
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:OnOutOfMemoryError=touch '" + exhausted + "'",
                "-Dweir.outOfMemory.file=" + exhausted));
        command.addAll(options);
        command.addAll(main);
        command.addAll(what);
        command.addAll(List.of("--port", Integer.toString(port), "--data", data.toString()));
        try {
            Files.createDirectories(data);
            startsBefore = starts();
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        eventually(() -> "weir is ready:\n" + log(), READY_WITHIN, () -> {
            boolean ready = starts() != startsBefore;
            if (!ready && !process.isAlive()) {
                throw new IllegalStateException("weir ended before it was ready:\n" + log());
            }
            return ready;
        });
    }

    private int starts() {
        if (!Files.exists(log)) {
            return 0;
        }
        return (int) log().lines()
                .filter(line -> line.startsWith("ready") || line.startsWith("paused"))
                .count();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("weir did not end within 30 s:\n" + log());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

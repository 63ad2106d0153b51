package dev.weir.server.command;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.runtime.Deployment;
import dev.weir.composite.runtime.DeploymentException;
import dev.weir.composite.runtime.DispatcherThreads;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.StoreException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir run}. */
@Command(
        name = "run",
        description = "Serves composites until it is stopped (Ctrl-C).",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RunCommand implements Callable<Integer> {
    private static final Path DATA = Path.of("data");
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]\\s]+):(\\d{1,5})");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR|SAR",
            arity = "0..*",
            description = "composite folders, SARs, or folders that hold several; beside what has been deployed on the"
                    + " running server")
    private List<Path> composites = List.of();

    @Option(names = "--strict", description = "do not start if one of the composites cannot be deployed")
    private boolean strict;

    @Option(names = "--port", paramLabel = "N", description = "default: ${DEFAULT-VALUE}; 0 for any free one")
    private int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "the address to listen on; default: ${DEFAULT-VALUE}, all of them")
    private String host = "0.0.0.0";

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT|off",
            description = "where the admin API is served; default: 127.0.0.1:8089, or any free port if that is taken")
    private @Nullable String admin;

    @Option(
            names = "--admin-insecure",
            description = "let --admin name an address that other machines reach, without encryption: whoever sees a"
                    + " request there has the token")
    private boolean adminInsecure;

    @Option(names = "--data", paramLabel = "DIR", description = "where the store is; default: ${DEFAULT-VALUE}")
    private Path data = DATA;

    @Option(
            names = "--token",
            paramLabel = "NAME=VALUE",
            description = "a value for $${NAME} in binding locations; serverURL is known")
    private Map<String, String> tokens = new HashMap<>();

    @Option(
            names = "--reply-wait",
            paramLabel = "SECONDS",
            description = "how long callers wait for a process's reply; default: ${DEFAULT-VALUE}")
    private int replyWaitSeconds = 45;

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            description = "how long requests that have begun may take when the server is stopped; default:"
                    + " ${DEFAULT-VALUE}")
    private int drainSeconds = 20;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "the largest request taken; default: ${DEFAULT-VALUE}")
    private int maxBodyBytes = 64 * 1024 * 1024;

    @Option(
            names = "--dispatcher",
            paramLabel = "NAME=N",
            description = "how many threads dispatching may use at once: dispatcherSystemThreads (2),"
                    + " dispatcherInvokeThreads (20), dispatcherEngineThreads (30)")
    private Map<String, Integer> dispatcher = new HashMap<>();

    @Option(
            names = "--mds",
            paramLabel = "PATH",
            description = "a folder, MAR or JAR with documents for oramds:/ addresses; may be repeated")
    private List<Path> metadata = List.of();

    @Option(
            names = "--allow-fetch",
            paramLabel = "HOST",
            description = "a host from which documents that composites import may be fetched; may be repeated")
    private Set<String> fetchHosts = Set.of();

    @Option(
            names = "--lenient",
            description = "deploy composites without the adapters, human tasks and other parts that Weir does not have:"
                    + " messages that reach them fail")
    private boolean lenient;

    @Option(
            names = "--allow-java",
            description = "compile and run the Java in processes (bpelx:exec), with all rights of the server")
    private boolean allowJava;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description =
                    "where callers and partners reach this server, if a proxy stands before it: WSDLs, wsa:ReplyTo"
                            + " and the addresses of callbacks name it")
    private @Nullable URI publicUrl;

    @Override
    public Integer call() throws InterruptedException {
        check("--port", port, 0, 65_535);
        check("--drain", drainSeconds, 0, 86_400);
        check("--reply-wait", replyWaitSeconds, 1, Integer.MAX_VALUE);
        check("--max-body", maxBodyBytes, 1, Integer.MAX_VALUE);
        RepeatedLines.install();
        PrintWriter out = spec.commandLine().getOut();
        Path store = data.toAbsolutePath().normalize();
        WeirServer server = start(new ServerSettings(
                composites,
                host,
                port,
                store,
                tokens,
                Duration.ofSeconds(replyWaitSeconds),
                maxBodyBytes,
                threads(),
                strict,
                new DocumentSettings(metadata, fetchHosts),
                lenient,
                publicUrl(),
                allowJava,
                adminListener()));
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            out.println("stopping");
                            out.flush();
                            server.close(Duration.ofSeconds(drainSeconds));
                            out.println("stopped; what was waiting goes on at the next start");
                            out.flush();
                            stopped.countDown();
                            // The JVM would report the signal; that it was obeyed is a success.
                            Runtime.getRuntime().halt(0);
                        },
                        "weir-stop"));
        if (!server.refused().isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            server.refused().forEach(err::println);
            err.println("weir: what has these problems is not served; --strict makes them an error");
            err.flush();
        }
        for (Deployment deployment : server.deployments()) {
            for (String path : deployment.paths()) {
                out.println("endpoint  " + server.publicUrl() + path);
            }
            for (String part : deployment.unavailable()) {
                out.println("missing   " + part + " of " + deployment.name());
            }
        }
        out.println("store     " + store);
        URI adminUrl = server.adminUrl();
        if (adminUrl == null) {
            out.println("admin     off");
        } else {
            out.println("admin     " + adminUrl + ", with the token in " + store.resolve(AdminToken.FILE));
            out.println("look at   ./weir list, ./weir instances, ./weir audit ID"
                    + (data.equals(DATA) ? "" : " (with --data " + store + ")"));
        }
        Instant now = Instant.now();
        Instant started = ProcessHandle.current().info().startInstant().orElse(now);
        out.printf("ready     after %d ms%n", Duration.between(started, now).toMillis());
        out.flush();
        stopped.await();
        return 0;
    }

    private @Nullable String publicUrl() {
        URI url = publicUrl;
        if (url == null) {
            return null;
        }
        if (!List.of("http", "https").contains(String.valueOf(url.getScheme()))
                || url.getHost() == null
                || url.getQuery() != null
                || url.getFragment() != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--public-url must be an http or https URL such as https://soa.example: " + url);
        }
        return url.toString();
    }

    private @Nullable AdminListener adminListener() {
        String given = admin;
        if (given == null) {
            return AdminListener.DEFAULT;
        }
        if (given.equals("off")) {
            return null;
        }
        Matcher address = HOST_AND_PORT.matcher(given);
        if (!address.matches()) {
            throw new ParameterException(
                    spec.commandLine(), "--admin must be HOST:PORT, such as 127.0.0.1:8089, or off: " + given);
        }
        int adminPort = Integer.parseInt(address.group(2));
        check("--admin's port", adminPort, 0, 65_535);
        if (adminPort != 0 && adminPort == port) {
            throw new ParameterException(
                    spec.commandLine(), "--admin must have another port than the services: " + adminPort);
        }
        String adminHost = address.group(1).replaceAll("[\\[\\]]", "");
        if (!adminInsecure && !isLoopback(adminHost)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--admin: other machines reach " + adminHost + ", and requests are not encrypted: put a proxy with"
                            + " TLS before 127.0.0.1, or accept it by --admin-insecure");
        }
        return new AdminListener(adminHost, adminPort, false);
    }

    private boolean isLoopback(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new ParameterException(spec.commandLine(), "--admin: there is no host " + name);
        }
    }

    private DispatcherThreads threads() {
        try {
            return DispatcherThreads.DEFAULT.with(dispatcher);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--dispatcher: " + e.getMessage());
        }
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be from " + least + " to " + most + ": " + value);
        }
    }

    private static WeirServer start(ServerSettings settings) {
        try {
            return WeirServer.start(settings);
        } catch (AssemblyException | DeploymentException | StoreException | UncheckedIOException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
    }
}

package dev.weir.server.command;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.runtime.Deployment;
import dev.weir.composite.runtime.DispatcherThreads;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.OpenIdProvider;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.ServerSettings.Reading;
import dev.weir.server.deploy.ServerSettings.ServiceListener;
import dev.weir.server.deploy.ServicePages;
import dev.weir.server.deploy.WeirServer;
import dev.weir.server.log.AccessLogSettings;
import dev.weir.server.log.LogFormat;
import dev.weir.server.log.LogLevels;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpServerLimits.Shares;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.store.StoreException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
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

    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli
    private WeirCommand weir;

    @Parameters(
            paramLabel = "DIR|SAR",
            arity = "0..*",
            description = "composite folders, SARs, or folders that hold several; beside what has been deployed on the"
                    + " running server")
    private List<Path> composites = List.of();

    /** Read by {@link RunSettings}, before the arguments are. */
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "a file with these options, as NAME = VALUE in a line each; default: that in the environment"
                    + " variable " + RunSettings.CONFIG + ". A variable such as WEIR_PORT has precedence over it, an"
                    + " option over both")
    private @Nullable Path config;

    @Option(names = "--strict", description = "do not start if one of the composites cannot be deployed")
    private boolean strict;

    @Option(
            names = "--paused",
            description =
                    "serve the admin API only: no message is taken, no instance is advanced, no call is made; to look"
                            + " into a store, and to end what must not go on")
    private boolean paused;

    @Option(names = "--port", paramLabel = "N", description = "default: ${DEFAULT-VALUE}; 0 for any free one")
    private int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "the address to listen on; default: ${DEFAULT-VALUE}, all of them")
    private String host = "0.0.0.0";

    @Mixin
    private ServiceTlsOptions serviceTls = new ServiceTlsOptions();

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

    @Mixin
    private AdminTlsOptions adminTls = new AdminTlsOptions();

    @Mixin
    private OpenIdOptions openId = new OpenIdOptions();

    @Option(names = "--data", paramLabel = "DIR", description = "where the store is; default: ${DEFAULT-VALUE}")
    private Path data = DATA;

    @Option(
            names = "--token",
            paramLabel = "NAME=VALUE",
            description = "a value for $${NAME} in binding locations; serverURL is known")
    private Map<String, String> tokens = new HashMap<>();

    @Mixin
    private SoapOption soap = new SoapOption();

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
            names = "--max-requests-per-service",
            paramLabel = "N",
            description = "how many requests to one service may be handled at once, of 4096 in all; default:"
                    + " ${DEFAULT-VALUE}")
    private int maxRequestsPerService = 3_072;

    @Option(
            names = "--max-connections-per-client",
            paramLabel = "N",
            description = "how many connections one IP address may have, of 10000 in all; a proxy has one for all its"
                    + " clients; default: ${DEFAULT-VALUE}")
    private int maxConnectionsPerClient = 10_000;

    @Option(
            names = "--no-http2",
            description = "speak HTTP/1.1 only with those who come by TLS, to the services or to the admin API; without"
                    + " it HTTP/2 is spoken with those who offer it")
    private boolean noHttp2;

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
            paramLabel = "HOST[:PORT]",
            description = "a host from which documents that composites import may be fetched; may be repeated")
    private Set<String> fetchHosts = Set.of();

    @Option(
            names = "--allow-callback",
            paramLabel = "HOST[:PORT]",
            description = "whom messages may name as the receiver of others (wsa:ReplyTo, addresses of partner links,"
                    + " endpointURI) beside the public internet and this server: a host, an address, or a network such"
                    + " as 10.0.0.0/8; may be repeated")
    private List<String> callbacks = List.of();

    @Option(
            names = "--partners",
            paramLabel = "FILE",
            description = "how partners are called: names and passwords, tokens, certificates, and whom to trust; only"
                    + " the file's owner may read it")
    private @Nullable Path partners;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "a file that gets a line for each request, in the combined format and with the seconds taken")
    private @Nullable Path accessLog;

    @Option(
            names = "--access-log-max-bytes",
            paramLabel = "BYTES",
            description =
                    "its length, beyond which it is put aside as FILE.1 and begun anew; default: ${DEFAULT-VALUE}")
    private long accessLogMaxBytes = 100L * 1024 * 1024;

    @Option(
            names = "--access-log-files",
            paramLabel = "N",
            description = "how many of these are kept; default: ${DEFAULT-VALUE}")
    private int accessLogFiles = 5;

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            description = "how the log is written to standard error; default: ${DEFAULT-VALUE}")
    private String logFormat = "text";

    @Option(
            names = "--log-level",
            paramLabel = "LOGGER=LEVEL",
            description =
                    "from which level on a logger such as dev.weir.soap, or root, logs: off, error, warning, info,"
                            + " debug or trace; may be repeated; `weir tuning logLevel/LOGGER=LEVEL` changes it while the server runs")
    private Map<String, String> logLevels = new HashMap<>();

    @Option(
            names = "--lenient",
            description = "deploy composites without the adapters, human tasks and other parts that Weir does not have:"
                    + " messages that reach them fail")
    private boolean lenient;

    @Option(
            names = "--allow-java",
            description =
                    "compile and run the Java in processes (bpelx:exec), and use the classes and XPath functions that"
                            + " composites bring (SCA-INF), with all rights of the server")
    private boolean allowJava;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description =
                    "where callers and partners reach this server, if a proxy stands before it: WSDLs, wsa:ReplyTo"
                            + " and the addresses of callbacks name it")
    private @Nullable URI publicUrl;

    @Option(
            names = "--known-host",
            paramLabel = "NAME",
            description =
                    "a host name by which callers reach this server, without a port; may be repeated. A WSDL has the name"
                            + " that it is asked for by, if it is one of these, the machine's own, or localhost")
    private List<String> knownHosts = new ArrayList<>();

    @Option(
            names = "--no-test-pages",
            description = "answer GET at a service's address by no page on which it can be tried, and at "
                    + ServicePages.PATH + "/ by no list of the services; ?wsdl is answered still")
    private boolean noTestPages;

    @Override
    public Integer call() throws InterruptedException {
        check("--port", port, 0, 65_535);
        check("--drain", drainSeconds, 0, 86_400);
        check("--reply-wait", replyWaitSeconds, 1, Integer.MAX_VALUE);
        check("--max-body", maxBodyBytes, 1, Integer.MAX_VALUE);
        check("--max-requests-per-service", maxRequestsPerService, 1, 4_096);
        check("--max-connections-per-client", maxConnectionsPerClient, 1, 10_000);
        if (accessLogMaxBytes < 1024) {
            throw new ParameterException(
                    spec.commandLine(), "--access-log-max-bytes must be 1024 or more: " + accessLogMaxBytes);
        }
        check("--access-log-files", accessLogFiles, 0, 1_000);
        if (!List.of("text", "json").contains(logFormat)) {
            throw new ParameterException(spec.commandLine(), "--log-format must be text or json: " + logFormat);
        }
        try {
            LogLevels.set(logLevels);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--log-level: " + e.getMessage());
        }
        (logFormat.equals("json") ? LogFormat.JSON : LogFormat.TEXT).install();
        RepeatedLines.install();
        Path store = data.toAbsolutePath().normalize();
        CompositeValues values = soap.with(tokens, spec);
        OrderlyStop stop = weir.orderlyStop();
        ServerSettings serverSettings = new ServerSettings(
                composites,
                new ServiceListener(host, port, limits(), settings(serviceTls::settings)),
                store,
                new Reading(values, new DocumentSettings(metadata, fetchHosts), lenient),
                strict,
                paused,
                RuntimeSettings.DEFAULT
                        .withMaxReplyWait(Duration.ofSeconds(replyWaitSeconds))
                        .withDispatcher(threads())
                        .withPublicUrl(publicUrl())
                        .withNames(knownHosts())
                        .withJava(allowJava)
                        .withCallbacks(peers())
                        .withTestPages(!noTestPages),
                adminListener(),
                partners,
                accessLog());
        WeirServer server = start(stop, serverSettings);
        stop.print(() -> announce(server, values, store));
        stop.await();
        return 0;
    }

    private void announce(WeirServer server, CompositeValues values, Path store) {
        PrintWriter out = spec.commandLine().getOut();
        Set<String> unused = server.unused(values);
        if (!unused.isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            unused.forEach(end -> err.println(
                    "weir: --soap " + end + ": no composite that is deployed has such a reference or service"));
            err.flush();
        }
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
        Path settings = config;
        if (settings != null) {
            out.println("config    " + settings.toAbsolutePath().normalize());
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
        out.printf(
                "%s after %d ms%n",
                paused ? "paused   " : "ready    ",
                Duration.between(started, now).toMillis());
        out.flush();
    }

    private HttpServerLimits limits() {
        HttpServerLimits limits = HttpServerLimits.DEFAULT
                .withMaxBodyBytes(maxBodyBytes)
                .withShares(new Shares(maxRequestsPerService, maxConnectionsPerClient));
        return noHttp2 ? limits.withMaxStreams(0) : limits;
    }

    private @Nullable AccessLogSettings accessLog() {
        Path file = accessLog;
        return file == null ? null : new AccessLogSettings(file, accessLogMaxBytes, accessLogFiles);
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

    private List<String> knownHosts() {
        for (String name : knownHosts) {
            if (!HOST_NAME.matcher(name).matches()) {
                throw new ParameterException(
                        spec.commandLine(), "--known-host must be a host name such as soa.example: " + name);
            }
        }
        return knownHosts;
    }

    private @Nullable AdminListener adminListener() {
        String given = admin;
        ServerTlsFiles tls = settings(adminTls::settings);
        OpenIdProvider provider = settings(openId::settings);
        if (given == null) {
            return AdminListener.DEFAULT.withTls(tls).withProvider(provider);
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
        if (!adminInsecure && tls == null && !isLoopback(adminHost)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--admin: other machines reach " + adminHost + ", and requests are not encrypted: name a"
                            + " certificate by --admin-tls-certificate, or accept it by --admin-insecure");
        }
        return new AdminListener(adminHost, adminPort, false, tls, provider);
    }

    private <T> @Nullable T settings(Supplier<@Nullable T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private boolean isLoopback(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new ParameterException(spec.commandLine(), "--admin: there is no host " + name);
        }
    }

    private PeerPolicy peers() {
        try {
            return PeerPolicy.PUBLIC.with(callbacks);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--allow-callback: " + e.getMessage());
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

    private WeirServer start(OrderlyStop stop, ServerSettings settings) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            return stop.start(settings, out, Duration.ofSeconds(drainSeconds), new StartLines(out, System::nanoTime));
        } catch (AssemblyException | DeploymentException | StoreException | UncheckedIOException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
    }
}

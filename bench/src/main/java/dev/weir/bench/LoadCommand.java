package dev.weir.bench;

import dev.weir.bench.load.GivenFile;
import dev.weir.bench.load.HeaderFields;
import dev.weir.bench.load.LoadDriver;
import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.load.LoadProgress;
import dev.weir.bench.load.LoadRequest;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.load.LoadTrust;
import dev.weir.bench.load.MixFile;
import dev.weir.bench.load.ReplyCheck;
import dev.weir.bench.load.ServerCpu;
import dev.weir.bench.load.SingleCall;
import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir bench load URL}: drives any service. */
@Command(
        name = "load",
        description =
                "Sends one request again and again, from agents that each wait for their reply (a closed loop), or"
                        + " at a constant rate whatever the server does (an open loop), and verifies every reply.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class LoadCommand implements Callable<Integer> {
    /** Eleven days, or in milliseconds a quarter of an hour. */
    private static final double MOST = 1e6;

    /** A thousandth: shorter times are counted as none. */
    private static final double LEAST = 0.001;

    /** A nanosecond, in milliseconds. */
    private static final double LEAST_SUSTAINED = 1e-6;

    /** As shells have it after Ctrl-C. The process ends with the code of its signal, which for that is the same. */
    private static final int INTERRUPTED = 130;

    private static final int MOST_AGENTS = 100_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "http://HOST:PORT/PATH, or https")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String url;

    @SuppressWarnings("NullAway.Init") // from the URL, first of all
    private URI target;

    @Option(names = "--body", paramLabel = "FILE", description = "POST these bytes; without, GET")
    private @Nullable Path body;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "a header field; with --body, Content-Type is text/xml unless given")
    private List<String> headers = List.of();

    @Option(
            names = "--mix",
            paramLabel = "FILE",
            description =
                    "several requests by weight: a line 'WEIGHT METHOD /PATH [BODY-FILE]' for each, and header fields"
                            + " indented below it; the URL's path does not count")
    private @Nullable Path mix;

    @Option(names = "--agents", paramLabel = "N", description = "concurrent virtual users; default: ${DEFAULT-VALUE}")
    private int agents = 8;

    @Option(names = "--rate", paramLabel = "N", description = "requests that fall due each second: an open loop")
    private @Nullable Double rate;

    @Option(names = "--think", paramLabel = "MS", description = "from a reply to the agent's next request")
    private long think;

    @Option(names = "--no-keep-alive", description = "a connection for each request")
    private boolean once;

    @Option(
            names = "--timeout",
            paramLabel = "S",
            description = "a request without its whole reply by then is an error; default: ${DEFAULT-VALUE}")
    private double timeout = 60;

    @Option(
            names = "--ramp",
            paramLabel = "S",
            description = "over how long the agents begin, not longer than --warm; default: 0")
    private double ramp;

    @Option(names = "--warm", paramLabel = "S", description = "before anything counts; default: ${DEFAULT-VALUE}")
    private double warm = 5;

    @Option(names = "--seconds", paramLabel = "S", description = "that count; default: ${DEFAULT-VALUE}")
    private double seconds = 10;

    @Option(
            names = "--any-reply",
            description = "accept every body; without, each must equal the first reply to the same request")
    private boolean anyReply;

    @Option(
            names = "--sustain",
            paramLabel = "MS",
            description = "search for the highest rate at which 99 of 100 replies come within MS")
    private @Nullable Double sustain;

    @Option(names = "--ca", paramLabel = "FILE", description = "trust these authorities (PEM), not those of the JDK")
    private @Nullable Path authorities;

    @Option(names = "--insecure", description = "trust every certificate, for any host")
    private boolean insecure;

    @Option(
            names = "--server-pid",
            paramLabel = "N",
            description = "the server's process on this machine: report its processor time for a request")
    private @Nullable Long serverPid;

    @Option(names = "--json", paramLabel = "FILE", description = "write settings and results as JSON")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException {
        target = target();
        requireNumbers();
        requireCombination();
        HeaderFields fields = fields();
        Load given = given(fields);
        LoadJson file = json == null ? null : new LoadJson(json, settings(fields));
        if (file != null) {
            file.begin();
        }
        try {
            return run(given, file);
        } catch (IOException | MeasureException failed) {
            if (file != null) {
                file.fail(String.valueOf(failed.getMessage()));
            }
            throw failed;
        }
    }

    private int run(Load given, @Nullable LoadJson file) throws IOException {
        LoadReport report = new LoadReport(spec.commandLine().getOut());
        try (Interruption interruption =
                Interruption.watch(() -> stoppedEarly(file, "the first call of each request"))) {
            List<LoadRequest> requests = new ArrayList<>();
            for (LoadRequest request : given.requests) {
                requests.add(verified(request, given.trust));
            }
            Load load = new Load(requests, given.trust, given.cpu);
            LoadReport.Measured measured = sustain != null
                    ? search(load, sustain, report, interruption)
                    : drive(load, rate == null ? 0 : rate, interruption);
            if (measured == null) {
                stoppedEarly(file, "the warm-up");
                return INTERRUPTED;
            }
            report.print(measured);
            if (file != null) {
                file.write(measured);
            }
            return exitCode(measured);
        }
    }

    private void stoppedEarly(@Nullable LoadJson file, String phase) {
        String early = "stopped in " + phase + ", before anything was measured";
        PrintWriter err = spec.commandLine().getErr();
        err.println("weir: " + early);
        err.flush();
        if (file != null) {
            file.fail(early);
        }
    }

    private static int exitCode(LoadReport.Measured measured) {
        if (measured.stopped()) {
            return INTERRUPTED;
        }
        boolean noneHeld = measured.sustained() != null && measured.sustained().held() == null;
        boolean wrong = measured.load().errors() > 0 || measured.load().overdue() > 0;
        return wrong || noneHeld ? 1 : 0;
    }

    private URI target() {
        try {
            URI parsed = new URI(url);
            LoadDriver.requireAddress(parsed); // before it is printed
            return parsed;
        } catch (URISyntaxException broken) { // whose message has the URL, and so a password that may be in it
            throw new ParameterException(
                    spec.commandLine(),
                    "this is no URL: " + broken.getReason()
                            + (broken.getIndex() < 0 ? "" : " at its character " + (broken.getIndex() + 1)),
                    broken);
        } catch (IllegalArgumentException unsendable) {
            throw new ParameterException(spec.commandLine(), unsendable.getMessage(), unsendable);
        }
    }

    private void requireCombination() throws IOException {
        excludes(rate != null && think > 0, "--rate and --think");
        excludes(mix != null && body != null, "--mix and --body");
        excludes(insecure && authorities != null, "--insecure and --ca");
        excludes(sustain != null && (rate != null || think > 0), "--sustain, and --rate or --think");
        if (authorities != null && !"https".equalsIgnoreCase(target.getScheme())) {
            throw wrong("--ca is for https, and the URL has " + target.getScheme());
        }
        if (ramp > warm) {
            throw wrong("--ramp must not be longer than --warm, as all agents must have begun before anything counts: "
                    + ramp + " s, and --warm has " + warm + " s");
        }
        requireOthers(Arrays.asList(mix, body, authorities));
    }

    /** Files that are read, or null where an option is not given: the JSON must not take their place. */
    private void requireOthers(List<? extends @Nullable Path> inputs) throws IOException {
        for (Path input : inputs) {
            if (BenchCommandLine.isSame(json, input)) {
                throw wrong("--json would overwrite " + input + ", which is an input of the load");
            }
        }
    }

    /** What the options name, before anything is sent. */
    private Load given(HeaderFields fields) throws IOException {
        BenchCommandLine.requireFolder(json);
        try {
            SSLContext trust = insecure ? LoadTrust.anybody() : authorities == null ? null : LoadTrust.of(authorities);
            ServerCpu cpu = serverPid == null ? null : new ServerCpu(serverPid);
            return new Load(requests(once ? fields.closing() : fields), trust, cpu);
        } catch (MeasureException unusable) {
            throw new OptionException(unusable.getMessage(), unusable);
        }
    }

    private void requireNumbers() {
        requireNumber("--agents", agents, 1, MOST_AGENTS);
        requireNumber("--rate", rate == null ? MOST : rate, LEAST, MOST);
        requireNumber("--think", (double) think, 0, MOST);
        requireNumber("--timeout", timeout, LEAST, MOST);
        requireNumber("--ramp", ramp, 0, MOST);
        requireNumber("--warm", warm, 0, MOST);
        requireNumber("--seconds", seconds, LEAST, MOST);
        requireNumber("--sustain", sustain == null ? MOST : sustain, LEAST_SUSTAINED, MOST);
    }

    private void requireNumber(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) { // also what is not a number
            throw wrong(String.format(
                    Locale.ROOT,
                    "%s must be between %s and %,.0f: %s",
                    option,
                    BigDecimal.valueOf(least).stripTrailingZeros().toPlainString(),
                    most,
                    value));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** What is driven. */
    private record Load(
            List<LoadRequest> requests,
            @Nullable SSLContext trust,
            @Nullable ServerCpu cpu) {}

    private void excludes(boolean both, String options) {
        if (both) {
            throw wrong(options + " exclude each other");
        }
    }

    /** Those that the user gives, for all requests. */
    private HeaderFields fields() {
        HeaderFields fields = HeaderFields.NONE;
        try {
            for (String header : headers) {
                fields = fields.with(header);
            }
        } catch (IllegalArgumentException unsendable) {
            throw new ParameterException(spec.commandLine(), "--header: " + unsendable.getMessage(), unsendable);
        }
        return fields;
    }

    private List<LoadRequest> requests(HeaderFields fields) throws IOException {
        if (mix != null) {
            MixFile read = MixFile.read(mix, target, fields);
            requireOthers(read.bodies());
            return read.requests();
        }
        byte[] bytes = body == null ? new byte[0] : GivenFile.bytes(body);
        String method = bytes.length == 0 ? "GET" : "POST";
        return List.of(LoadRequest.of(
                method + " " + target,
                method,
                target,
                body == null ? fields : fields.withTypeOfXml(),
                bytes,
                () -> ReplyCheck.ofLength(0, Long.MAX_VALUE)));
    }

    /** Sends a request once. What comes is right if its status is; then all others must be like it. */
    private LoadRequest verified(LoadRequest request, @Nullable SSLContext trust) {
        SingleCall.Reply first;
        try {
            first = SingleCall.send(target, request, Duration.ofMillis(millis(timeout)), trust);
        } catch (IOException | MeasureException failed) {
            throw new MeasureException(request.name() + ": " + failed.getMessage(), failed);
        }
        if (first.status() / 100 != 2) {
            throw new MeasureException(request.name() + ": answered by HTTP status " + first.status());
        }
        return request.answeredBy(first.status(), anyReply ? request.check() : () -> ReplyCheck.equalTo(first.body()));
    }

    private static long millis(double seconds) {
        return (long) (seconds * 1_000);
    }

    /** Null if it was stopped before anything was measured. */
    private LoadReport.@Nullable Measured drive(Load load, double perSecond, Interruption interruption)
            throws IOException {
        LoadPlan plan = new LoadPlan(agents, think, perSecond, !once, 1, millis(timeout));
        try (LoadDriver driver = new LoadDriver(target, load.requests, plan, load.trust)) {
            interruption.stops(driver);
            driver.run(millis(warm), millis(ramp), progress("warm-up", warm));
            if (driver.isStopped()) {
                spec.commandLine().getErr().println();
                return null;
            }
            Duration before = used(driver, load.cpu);
            LoadResult result = driver.run(millis(seconds), 0, progress("measured", seconds));
            spec.commandLine().getErr().println();
            Duration after = usedIfReadable(driver, load.cpu);
            return new LoadReport.Measured(
                    result,
                    after == null || before == null ? null : after.minus(before),
                    perSecond > 0 || think > 0 ? null : result.nanosCorrected(agents),
                    null);
        }
    }

    private static @Nullable Duration used(LoadDriver driver, @Nullable ServerCpu cpu) throws IOException {
        return cpu == null ? null : driver.lend(cpu::used);
    }

    /** A server that has ended takes none of the figures with it but this one. */
    private @Nullable Duration usedIfReadable(LoadDriver driver, @Nullable ServerCpu cpu) throws IOException {
        try {
            return used(driver, cpu);
        } catch (MeasureException ended) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("weir: " + ended.getMessage());
            err.flush();
            return null;
        }
    }

    private LoadProgress progress(String what, double total) {
        PrintWriter err = spec.commandLine().getErr();
        return (elapsed, answered, errors) -> {
            err.printf(
                    Locale.ROOT,
                    "\r%s: %.1f of %.1f s, %,.0f/s, %,d errors ",
                    what,
                    elapsed,
                    total,
                    answered / elapsed,
                    errors);
            err.flush();
        };
    }

    /** Null if it was stopped before anything was measured. */
    private LoadReport.@Nullable Measured search(
            Load load, double withinMillis, LoadReport report, Interruption interruption) throws IOException {
        LoadReport.Measured most = drive(load, 0, interruption);
        if (most == null || most.stopped()) {
            return most;
        }
        LoadSearch.Found found = new LoadSearch(withinMillis, seconds, report)
                .below(most.load().perSecond(), perSecond -> {
                    LoadReport.Measured one = drive(load, perSecond, interruption);
                    return one == null ? null : one.load();
                });
        return new LoadReport.Measured(most.load(), most.cpu(), most.corrected(), found);
    }

    private Map<String, Object> settings(HeaderFields fields) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("url", target.toString());
        settings.put("mix", mix == null ? null : mix.toString());
        settings.put("body", body == null ? null : body.toString());
        settings.put("headers", fields.shown());
        settings.put("agents", agents);
        settings.put("rate", rate);
        settings.put("thinkMs", think);
        settings.put("keepAlive", !once);
        settings.put("rampSeconds", ramp);
        settings.put("warmSeconds", warm);
        settings.put("seconds", seconds);
        settings.put("anyReply", anyReply);
        settings.put("sustainMs", sustain);
        settings.put("timeoutSeconds", timeout);
        settings.put("ca", authorities == null ? null : authorities.toString());
        settings.put("insecure", insecure);
        settings.put("serverPid", serverPid);
        return settings;
    }
}

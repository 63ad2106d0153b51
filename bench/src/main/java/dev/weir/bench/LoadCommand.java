package dev.weir.bench;

import dev.weir.bench.load.LoadDriver;
import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.load.LoadRequest;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.load.ReplyCheck;
import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
    private static final int SEARCH_STEPS = 7;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "http://HOST:PORT/PATH")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private URI target;

    @Option(names = "--body", paramLabel = "FILE", description = "POST these bytes; without, GET")
    private @Nullable Path body;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "a header field; with --body, Content-Type is text/xml unless given")
    private List<String> headers = List.of();

    @Option(names = "--agents", paramLabel = "N", description = "concurrent virtual users; default: ${DEFAULT-VALUE}")
    private int agents = 8;

    @Option(names = "--rate", paramLabel = "N", description = "requests that fall due each second: an open loop")
    private double rate;

    @Option(names = "--think", paramLabel = "MS", description = "from a reply to the agent's next request")
    private long think;

    @Option(names = "--no-keep-alive", description = "a connection for each request")
    private boolean once;

    @Option(names = "--ramp", paramLabel = "S", description = "over how long the agents begin; default: 0")
    private double ramp;

    @Option(names = "--warm", paramLabel = "S", description = "before anything counts; default: ${DEFAULT-VALUE}")
    private double warm = 5;

    @Option(names = "--seconds", paramLabel = "S", description = "that count; default: ${DEFAULT-VALUE}")
    private double seconds = 10;

    @Option(
            names = "--any-reply",
            description = "accept every body with status 200; without, each must equal the first one")
    private boolean anyReply;

    @Option(
            names = "--sustain",
            paramLabel = "MS",
            description = "search for the highest rate at which 99 of 100 replies come within MS")
    private double sustain;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (agents < 1 || rate < 0 || think < 0 || ramp < 0 || warm < 0 || seconds <= 0 || sustain < 0) {
            throw new ParameterException(spec.commandLine(), "numbers must not be negative, nor agents and seconds 0");
        }
        if (rate > 0 && think > 0) {
            throw new ParameterException(spec.commandLine(), "--rate and --think exclude each other");
        }
        LoadRequest request = request();
        if (sustain > 0) {
            search(request);
            return 0;
        }
        LoadResult result = drive(request, new LoadPlan(agents, think, rate, !once, 1));
        print(result);
        return result.errors() == 0 ? 0 : 1;
    }

    private LoadRequest request() throws IOException, InterruptedException {
        byte[] bytes = body == null ? new byte[0] : Files.readAllBytes(body);
        Map<String, String> fields = new LinkedHashMap<>();
        if (body != null) {
            fields.put("Content-Type", "text/xml; charset=utf-8");
        }
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new ParameterException(spec.commandLine(), "--header has the form 'NAME: VALUE': " + header);
            }
            String name = header.substring(0, colon).trim();
            fields.keySet().removeIf(name::equalsIgnoreCase);
            fields.put(name, header.substring(colon + 1).trim());
        }
        if (once) {
            fields.put("Connection", "close");
        }
        Supplier<ReplyCheck> check;
        if (anyReply) {
            check = () -> ReplyCheck.ofLength(0, Long.MAX_VALUE);
        } else {
            byte[] first = first(bytes, fields);
            check = () -> ReplyCheck.equalTo(first);
        }
        return LoadRequest.of("the request", target, fields, bytes, check);
    }

    private byte[] first(byte[] bytes, Map<String, String> fields) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target);
        fields.forEach((name, value) -> {
            if (!name.equals("Connection")) {
                request.header(name, value);
            }
        });
        if (bytes.length > 0) {
            request.POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
        }
        HttpResponse<byte[]> response = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new MeasureException(target + " answered by HTTP status " + response.statusCode());
        }
        return response.body();
    }

    private LoadResult drive(LoadRequest request, LoadPlan plan) throws IOException {
        try (LoadDriver driver = new LoadDriver(target, List.of(request), plan)) {
            driver.run((long) (warm * 1_000), (long) (ramp * 1_000), this::progress);
            return driver.run((long) (seconds * 1_000), 0, this::progress);
        }
    }

    private void progress(long count) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(Locale.ROOT, "\r%,12d", count);
        err.flush();
    }

    private void print(LoadResult result) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%n%,d requests in %.1f s: %,.0f/s%nmean %.3f ms, p50 %.3f, p90 %.3f, p99 %.3f, p99.9 %.3f, max %.3f%n",
                result.count(),
                result.seconds(),
                result.perSecond(),
                result.meanMillis(),
                result.millisAt(50),
                result.millisAt(90),
                result.millisAt(99),
                result.millisAt(99.9),
                result.millisAt(100));
        if (result.errors() > 0) {
            out.printf(Locale.ROOT, "%,d errors, the first: %s%n", result.errors(), result.firstError());
        }
        if (result.overdue() > 0) {
            out.printf(Locale.ROOT, "%,d requests were due and could not be sent%n", result.overdue());
        }
        if (result.driverIsLimit()) {
            out.println("the driver's core was busy all the time: it may be the limit, not the server");
        }
        out.flush();
    }

    /** Bisects between nothing and what a closed loop reaches. */
    private void search(LoadRequest request) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        LoadResult most = drive(request, new LoadPlan(agents, 0, 0, !once, 1));
        double high = most.perSecond();
        double low = 0;
        for (int step = 0; step < SEARCH_STEPS; step++) {
            double tried = (low + high) / 2;
            LoadResult result = drive(request, new LoadPlan(agents, 0, tried, !once, 1));
            boolean holds = result.errors() == 0 && result.overdue() == 0 && result.millisAt(99) <= sustain;
            out.printf(
                    Locale.ROOT,
                    "%n%,.0f/s: p99 %.3f ms, %s",
                    tried,
                    result.millisAt(99),
                    holds ? "holds" : "too much");
            low = holds ? tried : low;
            high = holds ? high : tried;
        }
        out.printf(Locale.ROOT, "%nsustained: %,.0f/s of %,.0f/s in a closed loop%n", low, most.perSecond());
        if (most.driverIsLimit()) {
            out.println("the driver's core was busy all the time: it may be the limit, not the server");
        }
        out.flush();
    }
}

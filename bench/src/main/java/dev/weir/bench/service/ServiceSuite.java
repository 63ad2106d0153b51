package dev.weir.bench.service;

import dev.weir.bench.load.LoadDriver;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.OtherLoad;
import dev.weir.bench.measure.Processors;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.measure.SteadyState;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What services cost over the wire: the CPU time of the server's process for each request. In every round each stack has a
 * new server, and the stacks take turns on each workload, in shuffled order.
 */
public final class ServiceSuite implements Suite {
    private static final Metric CPU = new Metric("cpu", "ms/request", false);
    private static final Metric P99 = new Metric("p99", "ms", false);
    private static final Metric ALLOC = Metric.alloc("request");
    private static final Metric WIRE = new Metric("wire", "B/request", false);
    /** Of one processor: what others may take while a server is measured. */
    private static final double DISTURBING = 0.25;

    private final String name;
    private final String title;
    private final List<ServiceStack> stacks;
    private final Function<Boolean, List<ServiceRequest>> requests;
    private final List<Published> published;

    private ServiceSuite(
            String name, String title, List<ServiceStack> stacks, Function<Boolean, List<ServiceRequest>> requests) {
        this(name, title, stacks, requests, List.of());
    }

    private ServiceSuite(
            String name,
            String title,
            List<ServiceStack> stacks,
            Function<Boolean, List<ServiceRequest>> requests,
            List<Published> published) {
        this.name = name;
        this.title = title;
        this.stacks = stacks;
        this.requests = requests;
        this.published = published;
    }

    /** CXF and Metro with their own parsers and binding, and with Weir's put in their place by properties. */
    public static ServiceSuite swap() {
        return new ServiceSuite(
                "swap",
                "CXF and Metro, with Weir underneath and without",
                List.of(ServiceStack.CXF, ServiceStack.CXF_WEIR, ServiceStack.METRO, ServiceStack.METRO_WEIR),
                quick -> ServiceRequests.swap());
    }

    /** Weir's JAX-WS provider beside CXF's and Metro's. */
    public static ServiceSuite soap() {
        return new ServiceSuite(
                "soap",
                "Web services in text and in Fast Infoset: Weir, CXF, Metro",
                List.of(
                        ServiceStack.WEIR,
                        ServiceStack.WEIR_NON_BLOCKING,
                        ServiceStack.CXF,
                        ServiceStack.METRO,
                        ServiceStack.WEIR_FAST_INFOSET,
                        ServiceStack.CXF_FAST_INFOSET,
                        ServiceStack.METRO_FAST_INFOSET,
                        ServiceStack.RAW),
                ServiceRequests::soap);
    }

    /** Bytes by MTOM and in base64. */
    public static ServiceSuite mtom() {
        return new ServiceSuite(
                "mtom", "Attachments: Weir, CXF, Metro", PROVIDERS, ServiceRequests::mtom, PublishedFigures.mtom());
    }

    /** The arrays of soap_bench. */
    public static ServiceSuite soapBench() {
        return new ServiceSuite(
                "soap-bench",
                "The operations of soap_bench: Weir, CXF, Metro",
                PROVIDERS,
                ExampleRequests::soapBench,
                PublishedFigures.soapBench());
    }

    /** Structs, lists and orders of WSTest. */
    public static ServiceSuite wsTest() {
        return new ServiceSuite(
                "wstest", "The operations of WSTest: Weir, CXF, Metro", PROVIDERS, quick -> ExampleRequests.wsTest());
    }

    /** The modules of the SOA Kit. */
    public static ServiceSuite soaKit() {
        return new ServiceSuite(
                "soakit",
                "The modules of the SOA Kit in text and in Fast Infoset: Weir, CXF, Metro",
                List.of(
                        ServiceStack.WEIR,
                        ServiceStack.CXF,
                        ServiceStack.METRO,
                        ServiceStack.WEIR_FAST_INFOSET,
                        ServiceStack.CXF_FAST_INFOSET,
                        ServiceStack.METRO_FAST_INFOSET,
                        ServiceStack.RAW),
                ExampleRequests::soaKit,
                PublishedFigures.soaKit());
    }

    /** The example that makes UUIDs, without SOAP. */
    public static ServiceSuite uuid() {
        return new ServiceSuite(
                "uuid",
                "A service over plain XML that makes UUIDs: Weir, CXF, a servlet on Jetty",
                List.of(ServiceStack.WEIR, ServiceStack.CXF, ServiceStack.JETTY, ServiceStack.RAW_ANSWER),
                UuidRequests::uuid,
                PublishedFigures.uuid());
    }

    private static final List<ServiceStack> PROVIDERS =
            List.of(ServiceStack.WEIR, ServiceStack.CXF, ServiceStack.METRO, ServiceStack.RAW);

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<Published> published() {
        return published;
    }

    /** The suite's requests; their workloads are those of {@link #workloads}. */
    List<ServiceRequest> requests(boolean quick) {
        return requests.apply(quick);
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        return requests(quick).stream().map(ServiceRequest::workload).toList();
    }

    /** Of the services that the requests ask. */
    Set<String> paths() {
        return requests(false).stream()
                .map(request -> URI.create(request.path()).getPath())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<ServiceStack> stacks() {
        return stacks;
    }

    @Override
    public List<String> stacks(Workload workload) {
        return stacks.stream().map(stack -> stack.id).toList();
    }

    @Override
    public List<String> rivals(String stack) {
        return ServiceStack.of(stack).rivals();
    }

    /** What a bound sends is no answer of a service, and no fewer bytes. */
    @Override
    public boolean compares(Metric metric, String rival) {
        return !metric.equals(WIRE) || !ServiceStack.of(rival).isLimit();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) {
        throw new UnsupportedOperationException("this suite measures by itself");
    }

    /**
     * Measures in rounds.
     *
     * @param windows in which each stack is measured on each workload, until the CPU time of a request is steady
     * @param wanted selects workloads by their names
     * @param taking selects the stacks that take part
     * @param seed of the order of turns
     */
    public Results measure(
            List<Workload> wanted,
            int rounds,
            Windows windows,
            Predicate<String> taking,
            long seed,
            Consumer<String> progress)
            throws IOException {
        Results results = new Results(rounds);
        Random random = new Random(seed);
        Map<String, String> meanings = new HashMap<>();
        List<String> names = wanted.stream().map(Workload::name).toList();
        for (int round = 0; round < rounds; round++) {
            Map<ServiceStack, ServiceProcess> servers = new EnumMap<>(ServiceStack.class);
            try {
                for (ServiceStack stack : stacks) {
                    if (taking.test(stack.id)) {
                        start(stack, names, servers, results);
                    }
                }
                List<ServiceRequest> order = new ArrayList<>(requests(false));
                order.removeIf(request -> !names.contains(request.workload().name()));
                Collections.shuffle(order, random);
                for (ServiceRequest request : order) {
                    List<Map.Entry<ServiceStack, ServiceProcess>> turns = new ArrayList<>(servers.entrySet());
                    Collections.shuffle(turns, random);
                    for (Map.Entry<ServiceStack, ServiceProcess> turn : turns) {
                        ServiceStack stack = turn.getKey();
                        String workload = request.workload().name();
                        progress.accept("round " + (round + 1) + " of " + rounds + ": " + workload + " " + stack.id);
                        if (!results.hasFailed(workload, stack.id)) {
                            turn(stack.asked(request), stack, turn.getValue(), windows, meanings, round, results);
                        }
                    }
                }
            } finally {
                servers.values().forEach(ServiceProcess::close);
            }
        }
        return results;
    }

    /** A stack whose server does not start has no figures, and the others go on. */
    private void start(
            ServiceStack stack, List<String> workloads, Map<ServiceStack, ServiceProcess> servers, Results results) {
        try {
            servers.put(stack, ServiceProcess.start(stack, paths()));
        } catch (MeasureException failed) {
            workloads.forEach(workload -> results.fail(workload, stack.id, failed));
        }
    }

    /** A stack that fails has no figure on the workload, and the others go on. */
    private static void turn(
            ServiceRequest request,
            ServiceStack stack,
            ServiceProcess server,
            Windows windows,
            Map<String, String> meanings,
            int round,
            Results results) {
        String workload = request.workload().name();
        try {
            byte[] answer = request.answer(server.address());
            if (!stack.isLimit()) {
                String meaning = request.meaning().apply(answer);
                String others = meanings.putIfAbsent(workload, meaning);
                if (others != null && !others.equals(meaning)) {
                    throw new MeasureException("answered otherwise than others");
                }
            }
            // Connections of its own: an idle one may be closed by its server while the others have their turn.
            try (LoadDriver driver =
                    new LoadDriver(server.address(), List.of(request.load(server.address(), answer)), request.plan())) {
                SteadyState<Window> state = new SteadyState<>(windows);
                boolean inPlace = !Processors.haveHalves();
                if (!inPlace) {
                    Processors.release(server.handle());
                }
                while (!state.isDone()) {
                    double compiling = window(driver, server, windows.ms(), inPlace, state);
                    if (!inPlace && compiling <= SteadyState.COMPILING) {
                        Processors.keepOnUpperHalf(server.handle());
                        inPlace = true;
                    }
                }
                List<Window> counted = state.counted();
                Histogram latencies = new Histogram(3);
                counted.forEach(window -> latencies.add(window.load.nanos()));
                double count = latencies.getTotalCount();
                double cpu = sum(counted, Window::cpuNanos) / 1e6 / count;
                double alloc = sum(counted, Window::allocatedBytes) / count;
                Steadiness steadiness = state.steadiness();
                results.add(workload, stack.id, CPU, round, cpu, steadiness);
                results.add(workload, stack.id, P99, round, latencies.getValueAtPercentile(99) / 1e6, steadiness);
                results.add(workload, stack.id, ALLOC, round, alloc, steadiness);
                results.add(workload, stack.id, WIRE, round, sum(counted, window -> window.load.bytes()) / count);
            }
        } catch (MeasureException failed) {
            results.fail(workload, stack.id, failed);
        } catch (IOException failed) {
            results.fail(workload, stack.id, new MeasureException(String.valueOf(failed.getMessage()), failed));
        }
    }

    /** A load, and what it has cost the server: its CPU time, and what its threads have allocated. */
    private record Window(LoadResult load, long cpuNanos, long allocatedBytes) {}

    private static double sum(List<Window> windows, ToLongFunction<Window> of) {
        return windows.stream().mapToLong(of).sum();
    }

    /**
     * Measures one window.
     *
     * @param inPlace whether the server is on its part of the processors: until its code is compiled it has all
     * @return for which part of it the server's JIT compilers worked
     */
    private static double window(
            LoadDriver driver, ServiceProcess server, long ms, boolean inPlace, SteadyState<Window> state)
            throws IOException {
        OtherLoad others = new OtherLoad(List.of(ProcessHandle.current(), server.handle()));
        ServiceProcess.Usage before = server.usage();
        LoadResult load = verified(driver.run(ms));
        ServiceProcess.Usage after = server.usage();
        double disturbing = others.processors();
        long cpuNanos = after.cpuNanos() - before.cpuNanos();
        double compiling = (after.compilerNanos() - before.compilerNanos()) / 1e9 / load.seconds();
        state.add(
                (double) cpuNanos / load.count(),
                compiling,
                disturbance(compiling, inPlace, disturbing),
                new Window(load, cpuNanos, after.allocatedBytes() - before.allocatedBytes()));
        return compiling;
    }

    private static @Nullable String disturbance(double compiling, boolean inPlace, double others) {
        if (others >= DISTURBING) {
            return String.format(Locale.ROOT, "others took %.2f of a processor in the last such one", others);
        }
        return inPlace
                ? null
                : String.format(Locale.ROOT, "the compilers worked for %.0f %% of the last such one", 100 * compiling);
    }

    private static LoadResult verified(LoadResult load) {
        if (load.errors() > 0 || load.count() == 0) {
            throw new MeasureException(load.errors() + " wrong answers, first: " + load.firstError());
        }
        return load;
    }
}

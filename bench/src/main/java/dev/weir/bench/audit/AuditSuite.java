package dev.weir.bench.audit;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Published.Line;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.measure.SteadyState;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What history costs, and what knobs bring: the same composite on servers that record by a level and policy, each beside
 * one that records nothing; and on servers of which one thing is tuned, each beside one as it is delivered. In every round
 * each has a new server. On a workload its server and the one beside it take many short turns, so that heat and other load
 * meet both. It measures by itself.
 */
public final class AuditSuite implements Suite {
    static final String WEIR = "weir";

    private static final Metric CPU = new Metric("cpu", "us/message", false);
    private static final Metric P99 = new Metric("p99", "ms", false);
    private static final Metric DISK = new Metric("disk", "B/message", false);

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String title() {
        return "What history costs, by level and policy, and what knobs bring";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        return TunedServer.compared().stream()
                .map(each -> new Workload(each.name(), each.group(), each.name(), to -> {}, "message", 1, false))
                .toList();
    }

    @Override
    public List<String> stacks(Workload workload) {
        return List.of(WEIR, TunedServer.of(workload.name()).rival().name());
    }

    @Override
    public List<String> rivals(String stack) {
        return stack.equals(WEIR) ? List.of(TunedServer.OFF.name(), TunedServer.DEFAULTS.name()) : List.of();
    }

    @Override
    public List<Published> published() {
        return List.of(new Published(
                "Performance Tuning: Oracle SOA Suite 11g, a page of advice about release 11.1.1.4 (2011)",
                "Load tests of mediators, without more words about them: what a change improves the performance by. Here, what it "
                        + "saves of the server's CPU time for a message.",
                List.of(WEIR),
                List.of(
                        saved(
                                "audit level Production in place of Development",
                                "46 %",
                                "production/immediate",
                                WEIR,
                                "development/immediate"),
                        off("Off in place of Production", "61 %", "production/immediate"),
                        off("Off in place of Production, with the policy Deferred", "nothing", "production/deferred"),
                        tuned(
                                "12 mediator worker threads and 600 rows in place of 4 and 200, synchronous",
                                "0 %",
                                TunedServer.MEDIATOR_THREADS),
                        tuned("log levels ERROR:1 in place of NOTIFICATION:1", "7 %", TunedServer.LOG_LEVELS))));
    }

    private static Line off(String what, String figure, String workload) {
        return saved(what, figure, workload, TunedServer.OFF.name(), workload);
    }

    /** @param workload of the tuned server */
    private static Line tuned(String what, String figure, String workload) {
        return new Line(
                what,
                figure,
                "%",
                (run, stack) -> saved(
                        run.median(workload, stack, CPU.name()),
                        run.median(workload, TunedServer.DEFAULTS.name(), CPU.name())));
    }

    /** What Weir saves on one workload, or a stack beside it, compared with Weir on another. */
    private static Line saved(String what, String figure, String cheap, String cheapStack, String dear) {
        return new Line(
                what,
                figure,
                "%",
                (run, stack) -> saved(run.median(cheap, cheapStack, CPU.name()), run.median(dear, stack, CPU.name())));
    }

    private static double saved(double cheap, double dear) {
        return 100 * (1 - cheap / dear);
    }

    @Override
    public Task open(String stack, Workload workload, Path document) {
        throw new UnsupportedOperationException("this suite measures by itself");
    }

    /**
     * How long is measured.
     *
     * @param warmUp of each server, before the first turn: until its cost is steady
     * @param turnMs of a turn
     * @param turns of each of the two servers on a workload
     * @param messages at least, in a turn and in each window of the warm-up
     */
    record Times(Windows warmUp, long turnMs, int turns, int messages) {
        static Times full(boolean noisy) {
            return new Times(new Windows(3_000, 20, noisy), 1_000, 16, 100);
        }

        static Times quick(boolean noisy) {
            return new Times(new Windows(1_000, 20, noisy), 300, 6, 30);
        }
    }

    /**
     * Measures in rounds.
     *
     * @param noisy whether there are figures also of servers whose cost is not steady
     * @param folder for stores
     * @param seed of the order of turns
     */
    public Results measure(
            List<Workload> wanted,
            int rounds,
            boolean quick,
            boolean noisy,
            long seed,
            Path folder,
            Consumer<String> progress)
            throws IOException {
        return measure(wanted, rounds, quick ? Times.quick(noisy) : Times.full(noisy), seed, folder, progress);
    }

    static Results measure(
            List<Workload> wanted, int rounds, Times times, long seed, Path folder, Consumer<String> progress)
            throws IOException {
        Results results = new Results(rounds);
        Random random = new Random(seed);
        try (QuotePartners partners = new QuotePartners()) {
            for (int round = 0; round < rounds; round++) {
                String where = "round " + (round + 1) + " of " + rounds + ": ";
                round(wanted, round, times, random, partners, folder, results, what -> progress.accept(where + what));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", stopped);
        }
        return results;
    }

    private static void round(
            List<Workload> wanted,
            int round,
            Times times,
            Random random,
            QuotePartners partners,
            Path folder,
            Results results,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<TunedServer, Measured> servers = new LinkedHashMap<>();
        try {
            List<TunedServer> compared =
                    wanted.stream().map(Workload::name).map(TunedServer::of).collect(Collectors.toList());
            Set<TunedServer> all = new LinkedHashSet<>(compared);
            compared.forEach(each -> all.add(each.rival()));
            for (TunedServer each : shuffled(all, random)) {
                progress.accept("warming up " + each.name());
                Path place = Files.createTempDirectory(folder, "audited");
                Measured server = new Measured(AuditedServerProcess.start(each, place, partners.address()), partners);
                servers.put(each, server);
                server.warmUp(times);
            }
            for (TunedServer each : shuffled(compared, random)) {
                progress.accept(each.name());
                compare(each, servers, times, round, random, results);
            }
            Map<TunedServer, Double> disk = new LinkedHashMap<>();
            for (Map.Entry<TunedServer, Measured> one : servers.entrySet()) {
                disk.put(one.getKey(), one.getValue().stop());
            }
            for (TunedServer each : compared) {
                results.add(each.name(), WEIR, DISK, round, disk.getOrDefault(each, Double.NaN));
                results.add(each.name(), each.rival().name(), DISK, round, disk.getOrDefault(each.rival(), Double.NaN));
            }
        } finally {
            servers.values().forEach(Measured::close);
        }
    }

    private static List<TunedServer> shuffled(Collection<TunedServer> servers, Random random) {
        List<TunedServer> shuffled = new ArrayList<>(servers);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** The two take turns, which of them is first is drawn each time. */
    private static void compare(
            TunedServer tuned,
            Map<TunedServer, Measured> servers,
            Times times,
            int round,
            Random random,
            Results results)
            throws IOException, InterruptedException {
        Measured ours = server(servers, tuned);
        Measured beside = server(servers, tuned.rival());
        ours.begin();
        beside.begin();
        List<Measured> pair = new ArrayList<>(List.of(ours, beside));
        for (int turn = 0; turn < times.turns(); turn++) {
            Collections.shuffle(pair, random);
            for (Measured one : pair) {
                one.turn(times.messages(), times.turnMs());
            }
        }
        add(results, tuned, WEIR, ours, round);
        add(results, tuned, tuned.rival().name(), beside, round);
    }

    private static void add(Results results, TunedServer tuned, String stack, Measured measured, int round) {
        results.add(tuned.name(), stack, CPU, round, measured.cpuMicros(), measured.steadiness);
        results.add(tuned.name(), stack, P99, round, measured.p99Ms(), measured.steadiness);
    }

    private static Measured server(Map<TunedServer, Measured> servers, TunedServer tuned) {
        Measured server = servers.get(tuned);
        if (server == null) {
            throw new IllegalStateException("no server was started for " + tuned.name());
        }
        return server;
    }

    /** A server with what was measured of it. */
    private static final class Measured {
        private final AuditedServerProcess process;
        private final QuotePartners partners;
        private final List<long[]> took = new ArrayList<>();
        private long cpuNanos;
        private long messages;
        private Steadiness steadiness = new Steadiness(null, false);

        Measured(AuditedServerProcess process, QuotePartners partners) {
            this.process = process;
            this.partners = partners;
        }

        /** Sends messages until their cost is steady, or there have been windows enough. */
        void warmUp(Times times) throws IOException, InterruptedException {
            SteadyState<Double> state = new SteadyState<>(times.warmUp());
            while (!state.isDone()) {
                begin();
                long begun = System.nanoTime();
                long compiled = process.usage().compilerNanos();
                turn(times.messages(), times.warmUp().ms());
                double compiling = process.usage().compilerNanos() - compiled;
                state.add(cpuMicros(), compiling / (System.nanoTime() - begun), null, cpuMicros());
            }
            steadiness = state.steadiness();
        }

        /** Forgets what was measured before. */
        void begin() {
            took.clear();
            cpuNanos = 0;
        }

        void turn(int atLeast, long millis) throws IOException, InterruptedException {
            long asked = partners.asked();
            long before = process.usage().cpuNanos();
            long[] nanos = partners.load(process.address(), atLeast, millis);
            cpuNanos += process.usage().cpuNanos() - before;
            took.add(nanos);
            messages += nanos.length;
            long calls = partners.asked() - asked;
            if (calls != (long) QuotesComposite.PARTNERS * nanos.length) {
                throw new MeasureException("the partners were called " + calls + " times by " + nanos.length
                        + " messages, not " + QuotesComposite.PARTNERS + " times by each");
            }
        }

        double cpuMicros() {
            return cpuNanos
                    / 1e3
                    / took.stream().mapToLong(nanos -> nanos.length).sum();
        }

        double p99Ms() {
            long[] sorted = took.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return sorted[(int) Math.min(sorted.length - 1, sorted.length * 99L / 100)] / 1e6;
        }

        /** Stops the server; returns the bytes on disk for each message it has had. */
        double stop() throws IOException, InterruptedException {
            return (double) process.stop() / messages;
        }

        void close() {
            process.close();
        }
    }
}

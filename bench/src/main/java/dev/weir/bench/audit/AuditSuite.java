package dev.weir.bench.audit;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Published.Line;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * What history costs: the same composite on servers that record by a level and policy, each beside one that records
 * nothing. In every round each has a new server. On a workload its server and that of Off take many short turns, so that
 * heat and other load meet both. It measures by itself.
 */
public final class AuditSuite implements Suite {
    static final String WEIR = "weir";
    static final String OFF = "limit:audit-off";

    private static final Metric CPU = new Metric("cpu", "us/message", false);
    private static final Metric P99 = new Metric("p99", "ms", false);
    private static final Metric DISK = new Metric("disk", "B/message", false);

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String title() {
        return "What history costs, by level and policy";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        return AuditMode.recording().stream()
                .map(mode -> new Workload(mode.workload(), "audit", mode.workload(), to -> {}, "message", 1, false))
                .toList();
    }

    @Override
    public List<String> stacks(Workload workload) {
        return List.of(WEIR, OFF);
    }

    @Override
    public List<String> rivals(String stack) {
        return stack.equals(WEIR) ? List.of(OFF) : List.of();
    }

    @Override
    public List<Published> published() {
        return List.of(new Published(
                "Performance Tuning: Oracle SOA Suite 11g, a page of advice about release 11.1.1.4 (2011)",
                "Load tests of mediators, without more words about them: what a change improves the performance by. Here, what it "
                        + "saves of the server's CPU time for a message.",
                List.of(WEIR),
                List.of(
                        saved("audit level Production in place of Development", "46 %", "development/immediate", WEIR),
                        saved("Off in place of Production", "61 %", "production/immediate", OFF),
                        saved(
                                "Off in place of Production, with the policy Deferred",
                                "nothing",
                                "production/deferred",
                                OFF))));
    }

    /** @param better that of Off beside the workload, or Weir with level Production */
    private static Line saved(String what, String figure, String workload, String better) {
        String cheap = better.equals(OFF) ? workload : "production/immediate";
        return new Line(
                what,
                figure,
                "%",
                (run, stack) ->
                        100 * (1 - run.median(cheap, better, CPU.name()) / run.median(workload, stack, CPU.name())));
    }

    @Override
    public Task open(String stack, Workload workload, Path document) {
        throw new UnsupportedOperationException("this suite measures by itself");
    }

    /**
     * How long is measured.
     *
     * @param warmMs for each server, before the first turn
     * @param turnMs of a turn
     * @param turns of each of the two servers on a workload
     * @param messages at least, in a turn and in the warm-up
     */
    record Times(long warmMs, long turnMs, int turns, int messages) {
        static final Times FULL = new Times(15_000, 1_000, 12, 100);
        static final Times QUICK = new Times(1_000, 300, 3, 30);
    }

    /**
     * Measures in rounds.
     *
     * @param folder for stores
     * @param seed of the order of turns
     */
    public Results measure(
            List<Workload> wanted, int rounds, boolean quick, long seed, Path folder, Consumer<String> progress)
            throws IOException {
        return measure(wanted, rounds, quick ? Times.QUICK : Times.FULL, seed, folder, progress);
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
        Map<AuditMode, Measured> servers = new LinkedHashMap<>();
        try {
            List<AuditMode> modes = new ArrayList<>(
                    wanted.stream().map(Workload::name).map(AuditMode::of).toList());
            Collections.shuffle(modes, random);
            List<AuditMode> all = new ArrayList<>(modes);
            all.add(random.nextInt(all.size() + 1), AuditMode.OFF);
            for (AuditMode mode : all) {
                progress.accept("warming up " + mode.workload());
                Path place = Files.createTempDirectory(folder, "audited");
                Measured server = new Measured(AuditedServerProcess.start(mode, place, partners.address()), partners);
                servers.put(mode, server);
                server.turn(times.messages(), times.warmMs());
            }
            for (AuditMode mode : modes) {
                progress.accept(mode.workload());
                compare(mode, servers, times, round, random, results);
            }
            Map<AuditMode, Double> disk = new LinkedHashMap<>();
            for (Map.Entry<AuditMode, Measured> one : servers.entrySet()) {
                disk.put(one.getKey(), one.getValue().stop());
            }
            for (AuditMode mode : modes) {
                results.add(mode.workload(), WEIR, DISK, round, disk.getOrDefault(mode, Double.NaN));
                results.add(mode.workload(), OFF, DISK, round, disk.getOrDefault(AuditMode.OFF, Double.NaN));
            }
        } finally {
            servers.values().forEach(Measured::close);
        }
    }

    /** The two take turns, which of them is first is drawn each time. */
    private static void compare(
            AuditMode mode, Map<AuditMode, Measured> servers, Times times, int round, Random random, Results results)
            throws IOException, InterruptedException {
        List<AuditMode> pair = new ArrayList<>(List.of(mode, AuditMode.OFF));
        for (AuditMode one : pair) {
            server(servers, one).begin();
        }
        for (int turn = 0; turn < times.turns(); turn++) {
            Collections.shuffle(pair, random);
            for (AuditMode one : pair) {
                server(servers, one).turn(times.messages(), times.turnMs());
            }
        }
        for (AuditMode one : List.of(mode, AuditMode.OFF)) {
            Measured server = server(servers, one);
            String stack = one.equals(AuditMode.OFF) ? OFF : WEIR;
            results.add(mode.workload(), stack, CPU, round, server.cpuMicros());
            results.add(mode.workload(), stack, P99, round, server.p99Ms());
        }
    }

    private static Measured server(Map<AuditMode, Measured> servers, AuditMode mode) {
        Measured server = servers.get(mode);
        if (server == null) {
            throw new IllegalStateException("no server was started for " + mode.workload());
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

        Measured(AuditedServerProcess process, QuotePartners partners) {
            this.process = process;
            this.partners = partners;
        }

        /** Forgets what was measured before. */
        void begin() {
            took.clear();
            cpuNanos = 0;
        }

        void turn(int atLeast, long millis) throws IOException, InterruptedException {
            long asked = partners.asked();
            long before = process.cpuNanos();
            long[] nanos = partners.load(process.address(), atLeast, millis);
            cpuNanos += process.cpuNanos() - before;
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

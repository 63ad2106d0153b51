package dev.weir.bench.process;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Processes in a store on disk: throughput by kind of process, what an instance takes while it waits, and the cost of a
 * transition over the length of an instance's history; and three works beside engines of others. It runs a server with
 * many threads, and so measures by itself.
 */
public final class ProcessSuite implements Suite {
    private static final String WEIR = EngineProcess.WEIR;
    private static final String ENGINES = "engines";
    private static final String ORDERS = "orders";
    private static final Metric INSTANCES = new Metric("instances", "1/s", true);
    private static final Metric TRANSITIONS = new Metric("transitions", "1/s", true);
    private static final Metric BATCH = new Metric("batch", "writes/commit", true);
    private static final Metric STORE = new Metric("store", "B/instance", false);
    private static final Metric HEAP = new Metric("heap", "B/instance", false);
    private static final Metric START = new Metric("start", "ms", false);
    private static final Metric ANSWER = new Metric("answer", "ms", false);
    private static final Metric ANSWER_99 = new Metric("p99", "ms", false);
    private static final Metric CPU = new Metric("cpu", "us/transition", false);
    private static final Metric WRITTEN = new Metric("written", "B/transition", false);

    private static final Metric CPU_OF_INSTANCE = new Metric("cpu", "ms/instance", false);
    private static final Metric TREE = new Metric("memory", "B/B", false);

    private static final int QUICK_WAITING = 2_000;
    private static final int WAITING = 100_000;
    private static final List<String> WORKS = List.of("reply", "callback", "twenty-steps");
    private static final List<Integer> TURNS = List.of(10, 100, 1_000, 10_000);

    /** Workload to process. */
    private static final Map<String, String> THROUGHPUT = new LinkedHashMap<>();

    static {
        THROUGHPUT.put("reply/durable", "Reply");
        THROUGHPUT.put("reply/in-memory", "InMemory");
        THROUGHPUT.put("wait", "Wait");
        THROUGHPUT.put("callback", "Callback");
        THROUGHPUT.put("twenty-activities", "Twenty");
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public String title() {
        return "BPEL processes in a store on disk";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        List<Workload> all = new ArrayList<>();
        THROUGHPUT.keySet().forEach(name -> all.add(workload(name, "throughput")));
        all.add(workload("waiting", "waiting"));
        TURNS.stream()
                .filter(turns -> !quick || turns < 10_000)
                .forEach(turns -> all.add(workload(turns(turns), "turns")));
        for (TreeFootprint footprint : TreeFootprint.values()) {
            all.add(workload(footprint.workload(), "tree"));
        }
        all.add(workload(ORDERS + "/place", ORDERS));
        WORKS.forEach(work -> all.add(workload(ENGINES + "/" + work, ENGINES)));
        return all;
    }

    private static String turns(int turns) {
        return "turns/" + turns;
    }

    private static Workload workload(String name, String group) {
        return new Workload(name, group, name, to -> {}, "instance", 1, false);
    }

    @Override
    public List<String> stacks(Workload workload) {
        List<String> all = new ArrayList<>(List.of(WEIR));
        if (workload.group().equals(ENGINES)) {
            all.addAll(EngineProcess.OTHERS);
        }
        return all;
    }

    @Override
    public List<String> rivals(String stack) {
        return stack.equals(WEIR) ? EngineProcess.OTHERS : List.of();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) {
        throw new UnsupportedOperationException("this suite measures by itself");
    }

    /**
     * Measures in rounds.
     *
     * @param waiting how many instances wait in one store; 0 for the default
     * @param taking the stacks that take part
     * @param noisy whether there are figures also of orders whose cost is not steady
     * @param seed of the order of engines
     * @param folder for stores
     */
    public Results measure(
            List<Workload> wanted,
            int rounds,
            boolean quick,
            int waiting,
            boolean noisy,
            Predicate<String> taking,
            long seed,
            Path folder,
            Consumer<String> progress)
            throws IOException {
        List<Workload> ofWeir = taking.test(WEIR)
                ? wanted.stream()
                        .filter(workload -> !workload.group().equals(ENGINES))
                        .toList()
                : List.of();
        List<Workload> ofEngines = wanted.stream()
                .filter(workload -> workload.group().equals(ENGINES))
                .toList();
        DeskComposite desk = new DeskComposite(folder);
        Results results = new Results(rounds);
        Random random = new Random(seed);
        try {
            for (int round = 0; round < rounds; round++) {
                for (Workload workload : ofWeir) {
                    progress.accept("round " + (round + 1) + " of " + rounds + ": " + workload.name());
                    Path place = Files.createTempDirectory(folder, "store");
                    switch (workload.group()) {
                        case "throughput" -> throughput(workload.name(), round, quick, place, desk, results);
                        case "tree" ->
                            results.add(
                                    workload.name(),
                                    WEIR,
                                    TREE,
                                    round,
                                    TreeFootprint.of(workload.name()).measure());
                        case ORDERS ->
                            orders(
                                    workload.name(),
                                    round,
                                    quick ? new Windows(2_000, 20, noisy) : new Windows(5_000, 40, noisy),
                                    place,
                                    results);
                        case "turns" -> turns(workload.name(), round, quick, place, desk, results);
                        // Many instances take long to make, and one store with them does not vary.
                        default -> {
                            if (round == 0) {
                                int count = waiting != 0 ? waiting : quick ? QUICK_WAITING : WAITING;
                                waiting(workload.name(), count, place, desk, results, progress);
                            }
                        }
                    }
                }
                if (!ofEngines.isEmpty()) {
                    List<String> order = new ArrayList<>(stacks(ofEngines.get(0)));
                    Collections.shuffle(order, random);
                    for (String stack : order) {
                        if (taking.test(stack)) {
                            progress.accept("round " + (round + 1) + " of " + rounds + ": engines, " + stack);
                            Path place = Files.createTempDirectory(folder, stack);
                            engine(stack, ofEngines, round, quick, place, results);
                        }
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
        return results;
    }

    private static void throughput(
            String workload, int round, boolean quick, Path folder, DeskComposite desk, Results results)
            throws IOException, InterruptedException {
        String process = THROUGHPUT.get(workload);
        if (process == null) {
            throw new IllegalArgumentException(workload);
        }
        try (Throughput throughput = new Throughput(folder, desk)) {
            Throughput.Rate rate = throughput.measure(process, quick ? 300 : 3_000, quick ? 500 : 5_000);
            results.add(workload, WEIR, INSTANCES, round, rate.instances());
            results.add(workload, WEIR, TRANSITIONS, round, rate.transitions());
            results.add(workload, WEIR, BATCH, round, rate.batch());
        }
    }

    /** One process for all workloads, as a server has many processes; what goes wrong is the stack's, not the run's. */
    private static void engine(
            String stack, List<Workload> workloads, int round, boolean quick, Path folder, Results results)
            throws IOException, InterruptedException {
        String measured = workloads.get(0).name();
        try (EngineProcess engine = EngineProcess.start(stack, folder)) {
            for (Workload workload : workloads) {
                measured = workload.name();
                String work = measured.substring(measured.indexOf('/') + 1);
                engine.run(work, quick ? 8_000 : 15_000);
                EngineProcess.Figures figures = engine.run(work, quick ? 2_000 : 10_000);
                results.add(measured, stack, INSTANCES, round, figures.instancesPerSecond());
                results.add(measured, stack, CPU_OF_INSTANCE, round, figures.cpuMs());
            }
            if (!engine.stops()) {
                throw new MeasureException("it did not stop");
            }
        } catch (MeasureException failed) {
            // Those after it are blank for the same reason.
            for (Workload workload : workloads.subList(names(workloads).indexOf(measured), workloads.size())) {
                results.fail(workload.name(), stack, failed);
            }
        }
    }

    private static List<String> names(List<Workload> workloads) {
        return workloads.stream().map(Workload::name).toList();
    }

    private static void orders(String workload, int round, Windows windows, Path folder, Results results)
            throws IOException, InterruptedException {
        try (PlacedOrders orders = PlacedOrders.start(folder)) {
            PlacedOrders.Figures figures = orders.measure(windows);
            results.add(workload, WEIR, CPU_OF_INSTANCE, round, figures.cpuMs(), figures.steadiness());
            results.add(workload, WEIR, INSTANCES, round, figures.perSecond(), figures.steadiness());
            results.add(workload, WEIR, ANSWER_99, round, figures.p99Ms(), figures.steadiness());
        } catch (MeasureException failed) {
            results.fail(workload, WEIR, failed);
        }
    }

    private static void turns(
            String workload, int round, boolean quick, Path folder, DeskComposite desk, Results results) {
        int turns = Integer.parseInt(workload.substring(workload.indexOf('/') + 1));
        TransitionCosts loop = new TransitionCosts();
        if (round == 0) {
            loop.run(folder, desk, 100, quick ? 200 : 3_000);
        }
        TransitionCosts.Cost cost = loop.run(folder, desk, turns, quick ? 200 : 10_000);
        results.add(workload, WEIR, CPU, round, cost.cpuMicros());
        results.add(workload, WEIR, WRITTEN, round, cost.bytes());
    }

    private static void waiting(
            String workload, int count, Path folder, DeskComposite desk, Results results, Consumer<String> progress)
            throws IOException, InterruptedException {
        WaitingInstances.Figures figures = new WaitingInstances(folder, desk, count, progress).measure();
        results.add(workload, WEIR, STORE, 0, figures.storeBytes());
        results.add(workload, WEIR, HEAP, 0, figures.heapBytes());
        results.add(workload, WEIR, START, 0, figures.startMs());
        results.add(workload, WEIR, ANSWER, 0, figures.medianMs());
        results.add(workload, WEIR, ANSWER_99, 0, figures.p99Ms());
    }
}

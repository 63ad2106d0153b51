package dev.weir.bench.measure;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Measures a suite in interleaved rounds. In every round each stack has a new JVM, so that what the compiler learned
 * from one stack does not influence another. The workloads run in shuffled order, and on each workload the stacks run
 * in shuffled order too. Drift of the machine thus affects all alike, and ratios are computed between measurements
 * close in time.
 */
public final class Rounds {
    private final Suite suite;
    private final List<Workload> workloads;
    private final Plan plan;
    private final Path folder;
    private final Consumer<String> progress;
    private final Map<String, Long> checks = new HashMap<>();

    /**
     * The number of rounds, and how each measures.
     *
     * @param isolated whether each workload has its own JVM as well
     */
    public record Plan(int rounds, Windows windows, boolean isolated, long seed) {}

    private record Turn(Workload workload, String stack) {}

    /**
     * @param folder where documents are written
     * @param progress receives a line for each stage, shown to the user
     */
    public Rounds(Suite suite, List<Workload> workloads, Plan plan, Path folder, Consumer<String> progress) {
        this.suite = suite;
        this.workloads = workloads;
        this.plan = plan;
        this.folder = folder;
        this.progress = progress;
    }

    /** @param stacks selects the suite's stacks that take part */
    public Results run(Predicate<String> stacks) throws IOException {
        Map<String, Path> documents = documents();
        Results results = new Results(plan.rounds());
        Random random = new Random(plan.seed());
        for (int round = 0; round < plan.rounds(); round++) {
            List<Turn> turns = turns(stacks, random);
            Map<String, WorkerProcess> workers = new LinkedHashMap<>();
            try {
                int done = 0;
                for (Turn turn : turns) {
                    progress.accept("round " + (round + 1) + " of " + plan.rounds() + ": " + ++done + " of "
                            + turns.size() + ", " + turn.workload.name() + " " + turn.stack);
                    if (!results.hasFailed(turn.workload.name(), turn.stack)) {
                        take(turn, round, documents, workers, results);
                    }
                }
            } finally {
                workers.values().forEach(WorkerProcess::close);
            }
            if (round == 0) {
                heaps(stacks, documents, results);
            }
        }
        return results;
    }

    private List<Turn> turns(Predicate<String> stacks, Random random) {
        List<Workload> order = new ArrayList<>(workloads);
        Collections.shuffle(order, random);
        List<Turn> turns = new ArrayList<>();
        for (Workload workload : order) {
            List<String> names = new ArrayList<>(suite.stacks(workload));
            names.removeIf(stacks.negate());
            Collections.shuffle(names, random);
            names.forEach(name -> turns.add(new Turn(workload, name)));
        }
        return turns;
    }

    /** Records a failure and does not retry it; the others continue. */
    private void take(
            Turn turn, int round, Map<String, Path> documents, Map<String, WorkerProcess> workers, Results results)
            throws IOException {
        Workload workload = turn.workload;
        Path document = Objects.requireNonNull(documents.get(workload.document()), workload.document());
        Sample sample;
        try {
            sample = sample(turn, document, workers);
            checkSameWork(turn, sample);
        } catch (MeasureException failure) {
            results.fail(workload.name(), turn.stack, failure);
            return;
        }
        double bytes = (double) Files.size(document) * sample.operations();
        Steadiness steadiness =
                new Steadiness(sample.unsettled(), plan.windows().noisy());
        Metric speed = suite.speed(workload);
        results.add(
                workload.name(),
                turn.stack,
                speed,
                round,
                speed.speed(sample.operations(), bytes, sample.nanos()),
                steadiness);
        results.add(
                workload.name(),
                turn.stack,
                Metric.alloc(workload.unit()),
                round,
                (double) sample.allocatedBytes() / sample.operations() / workload.units(),
                steadiness);
        if (sample.bytes() >= 0) {
            results.add(workload.name(), turn.stack, Metric.SIZE, round, (double) sample.bytes());
        }
    }

    private Sample sample(Turn turn, Path document, Map<String, WorkerProcess> workers) {
        WorkerProcess worker =
                workers.computeIfAbsent(turn.stack, name -> WorkerProcess.start(suite, name, suite.heapMiB(), true));
        boolean done = false;
        try {
            Sample sample = worker.run(turn.workload.name(), plan.windows(), document);
            done = !plan.isolated();
            return sample;
        } finally {
            if (!done) {
                workers.remove(turn.stack);
                worker.close();
            }
        }
    }

    private void checkSameWork(Turn turn, Sample sample) {
        Long check = checks.putIfAbsent(turn.workload.name(), sample.check());
        if (check != null && check != sample.check()) {
            throw new MeasureException(
                    "it saw " + sample.check() + ", where others saw " + check + ": they did not do the same work");
        }
    }

    /** Searches for the heaps once: the smallest heap hardly varies between rounds. */
    private void heaps(Predicate<String> stacks, Map<String, Path> documents, Results results) {
        HeapSearch search = new HeapSearch(suite, 10_000 + 60 * plan.windows().ms());
        for (Workload workload : workloads) {
            Path document = documents.get(workload.document());
            if (!workload.peakHeap() || document == null) {
                continue;
            }
            for (String stack : suite.heapStacks(workload)) {
                if (stacks.test(stack)) {
                    progress.accept("smallest heap: " + workload.name() + " " + stack);
                    heap(search, workload, stack, document, results);
                }
            }
        }
    }

    private static void heap(HeapSearch search, Workload workload, String stack, Path document, Results results) {
        try {
            results.add(workload.name(), stack, Metric.MEMORY, 0, search.smallest(stack, workload, document));
        } catch (MeasureException failure) {
            results.fail(workload.name(), stack, Metric.MEMORY, failure);
        }
    }

    private Map<String, Path> documents() throws IOException {
        Map<String, Path> documents = new HashMap<>();
        for (Workload workload : workloads) {
            if (!documents.containsKey(workload.document())) {
                progress.accept("writing " + workload.document());
                Path file = folder.resolve(workload.document() + ".xml");
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
                    workload.generator().write(out);
                }
                documents.put(workload.document(), file);
            }
        }
        return documents;
    }
}

package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Palette.Colour;
import dev.weir.bench.report.Summary.Pair;
import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a page's script draws, as the JSON that it reads. */
final class Plots {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CURVE = 3;

    /** The data of one plot, in the form that its {@code kind} has. */
    interface Plot {
        String kind();
    }

    /**
     * The stacks on one workload beside each other.
     *
     * @param values median, lowest and highest round; empty for a stack without a figure
     * @param labels each median with its marks, or what stands in its place
     */
    @JsonPropertyOrder({"kind", "title", "unit", "stacks", "values", "labels"})
    record Bars(String kind, String title, String unit, List<String> stacks, List<double[]> values, List<String> labels)
            implements Plot {}

    /**
     * A line for each stack over a workload that grows.
     *
     * @param lines for each stack its points: size, median, lowest and highest round, 1 if it settled and 0 if not, 1 if it
     *     lacks rounds and 0 if not
     * @param notes what has no point, and which points lack rounds
     */
    @JsonPropertyOrder({"kind", "title", "unit", "lines", "notes"})
    record Lines(String kind, String title, String unit, Map<String, List<double[]>> lines, List<String> notes)
            implements Plot {}

    /** A range from the worst to the best ratio, and the means, for each pair. */
    @JsonPropertyOrder({"kind", "title", "pairs"})
    record Ratios(String kind, String title, List<Pair> pairs) implements Plot {}

    private record Data(Map<String, Colour> colours, List<Plot> plots) {}

    private final Report report;
    private final List<Plot> plots = new ArrayList<>();

    Plots(Report report) {
        this.report = report;
    }

    /** Plots a table, and returns where: each number is that of a plot. */
    int firstOf(Table table) {
        int first = plots.size();
        Map<String, List<String>> curves = curves(table.rows().keySet());
        curves.entrySet().removeIf(curve -> !addLines(curve.getKey(), curve.getValue(), table));
        table.rows().forEach((workload, cells) -> {
            if (curves.values().stream().noneMatch(workloads -> workloads.contains(workload))) {
                plots.add(bars(workload, cells, table));
            }
        });
        return first;
    }

    /** False where there is no point: then there is what stands in the place of bars. */
    private boolean addLines(String name, List<String> workloads, Table table) {
        Lines lines = lines(name, workloads, table);
        return !lines.lines.isEmpty() && plots.add(lines);
    }

    int add(Summary summary) {
        plots.add(new Ratios("ratios", summary.metric(), summary.pairs()));
        return plots.size() - 1;
    }

    int count() {
        return plots.size();
    }

    Plot get(int number) {
        return plots.get(number);
    }

    /** For an element of HTML that is a script: its end cannot occur within. */
    String json(Map<String, Colour> colours) {
        try {
            return JSON.writeValueAsString(new Data(colours, plots)).replace("<", "\\u003c");
        } catch (JsonProcessingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private Bars bars(String workload, Map<String, Spread> cells, Table table) {
        List<String> stacks = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (String stack : table.columns()) {
            Spread spread = cells.get(stack);
            String none = none(workload, stack, table);
            if (spread != null) {
                values.add(new double[] {spread.median(), spread.min(), spread.max()});
                labels.add(spread.text());
            } else if (!none.isEmpty()) {
                values.add(new double[0]);
                labels.add(none);
            } else {
                continue;
            }
            stacks.add(stack);
        }
        return new Bars("bars", workload, table.unit(), stacks, values, labels);
    }

    /** What stands in the place of a figure that is missing; empty where the stack takes no part. */
    private String none(String workload, String stack, Table table) {
        if (table.isUnsettled(workload, stack)) {
            return Steadiness.NOT_SETTLED;
        }
        return report.lacks().stream().anyMatch(lack -> lack.explains(workload, stack, table.metric()))
                ? "no figure"
                : "";
    }

    private Lines lines(String name, List<String> workloads, Table table) {
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        Map<String, Map<String, List<String>>> remarks = new LinkedHashMap<>();
        for (String stack : table.columns()) {
            List<double[]> points = new ArrayList<>();
            for (String workload : workloads) {
                Spread spread = table.rows().getOrDefault(workload, Map.of()).get(stack);
                String remark =
                        spread == null ? none(workload, stack, table) : spread.partial() ? "of fewer rounds" : "";
                if (spread != null && spread.min() > 0) {
                    points.add(new double[] {
                        size(workload),
                        spread.median(),
                        spread.min(),
                        spread.max(),
                        spread.settled() ? 1 : 0,
                        spread.partial() ? 1 : 0
                    });
                } else if (spread != null) {
                    remark = "not above zero, as the axes require";
                }
                if (!remark.isEmpty()) {
                    remarks.computeIfAbsent(remark, first -> new LinkedHashMap<>())
                            .computeIfAbsent(stack, first -> new ArrayList<>())
                            .add(workload.substring(name.length() + 1));
                }
            }
            if (!points.isEmpty()) {
                lines.put(stack, points);
            }
        }
        List<String> notes = new ArrayList<>();
        remarks.forEach((remark, stacks) -> {
            List<String> parts = new ArrayList<>();
            stacks.forEach((stack, sizes) -> parts.add(stack + " at " + String.join(", ", sizes)));
            notes.add(remark + ": " + String.join("; ", parts));
        });
        return new Lines("lines", name, table.unit(), lines, notes);
    }

    /** The workloads that are one thing at three or more sizes, {@code persons-1000} and so on, by growing size. */
    private static Map<String, List<String>> curves(Set<String> workloads) {
        Map<String, List<String>> curves = new LinkedHashMap<>();
        for (String workload : workloads) {
            if (workload.matches(".*-\\d+")) {
                curves.computeIfAbsent(workload.substring(0, workload.lastIndexOf('-')), first -> new ArrayList<>())
                        .add(workload);
            }
        }
        curves.values().removeIf(sizes -> sizes.size() < CURVE);
        curves.values().forEach(sizes -> sizes.sort(Comparator.comparingDouble(Plots::size)));
        return curves;
    }

    private static double size(String workload) {
        return Double.parseDouble(workload.substring(workload.lastIndexOf('-') + 1));
    }
}

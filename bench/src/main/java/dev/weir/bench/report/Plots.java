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
     * @param marks of each figure, or what stands in its place
     */
    @JsonPropertyOrder({"kind", "title", "unit", "stacks", "values", "marks"})
    record Bars(String kind, String title, String unit, List<String> stacks, List<double[]> values, List<String> marks)
            implements Plot {}

    /**
     * A line for each stack over a workload that grows.
     *
     * @param lines for each stack its points: size, median, lowest and highest round, and 1 if it settled, 0 if not
     */
    @JsonPropertyOrder({"kind", "title", "unit", "lines"})
    record Lines(String kind, String title, String unit, Map<String, List<double[]>> lines) implements Plot {}

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
        curves.forEach((name, workloads) -> {
            Lines lines = lines(name, workloads, table);
            if (!lines.lines.isEmpty()) {
                plots.add(lines);
            }
        });
        table.rows().forEach((workload, cells) -> {
            if (curves.values().stream().noneMatch(workloads -> workloads.contains(workload))) {
                plots.add(bars(workload, cells, table));
            }
        });
        return first;
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
        List<String> marks = new ArrayList<>();
        for (String stack : table.columns()) {
            Spread spread = cells.get(stack);
            if (spread != null) {
                values.add(new double[] {spread.median(), spread.min(), spread.max()});
                marks.add(spread.settled() ? "" : TextReport.UNSTEADY);
            } else if (isMissing(workload, stack, table.metric())) {
                values.add(new double[0]);
                marks.add(report.didNotSettle(workload, stack, table.metric()) ? Steadiness.NOT_SETTLED : "no figure");
            } else {
                continue;
            }
            stacks.add(stack);
        }
        return new Bars("bars", workload, table.unit(), stacks, values, marks);
    }

    private boolean isMissing(String workload, String stack, String metric) {
        return report.withoutFigure().stream().anyMatch(failure -> failure.explains(workload, stack, metric));
    }

    private static Lines lines(String name, List<String> workloads, Table table) {
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        for (String stack : table.columns()) {
            List<double[]> points = new ArrayList<>();
            for (String workload : workloads) {
                Spread spread = table.rows().getOrDefault(workload, Map.of()).get(stack);
                if (spread != null && spread.min() > 0) { // the axes are logarithmic
                    points.add(new double[] {
                        size(workload), spread.median(), spread.min(), spread.max(), spread.settled() ? 1 : 0
                    });
                }
            }
            if (!points.isEmpty()) {
                lines.put(stack, points);
            }
        }
        return new Lines("lines", name, table.unit(), lines);
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

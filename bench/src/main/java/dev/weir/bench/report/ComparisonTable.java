package dev.weir.bench.report;

import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Comparison.Change;
import dev.weir.bench.report.Comparison.Difference;
import dev.weir.bench.report.Comparison.Verdict;
import dev.weir.bench.report.Report.Figure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words and cells of a comparison, the same on a terminal and on a page. */
final class ComparisonTable {
    /** The first three are names, the last is the verdict; between them are numbers. */
    static final List<String> COLUMNS =
            List.of("workload", "stack", "metric", "before", "now", "times better", "verdict");

    private static final String PARTIAL_BEFORE =
            TextReport.PARTIAL + ": before, of fewer rounds than that run had: the others did not settle.";

    private ComparisonTable() {}

    static String title(Comparison comparison) {
        return "compared with the earlier run, of Weir " + comparison.version();
    }

    /** Why the comparison tells little; nothing if the runs were made alike. */
    static List<String> caveats(Comparison comparison) {
        if (comparison.differences().isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of("The runs were not measured alike, so that changes tell little of Weir:"),
                        comparison.differences().stream().map(ComparisonTable::text))
                .toList();
    }

    private static String text(Difference difference) {
        return difference.what() + ": before " + orNone(difference.before()) + ", now " + orNone(difference.now());
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "none" : text;
    }

    /** With a place more for the ratio than other figures have, since changes are small. */
    static List<String> row(Change change) {
        return List.of(
                change.workload(),
                change.stack(),
                change.metric() + ", " + change.unit(),
                number(change.before(), change.settledBefore(), change.partialBefore()),
                number(change.now(), change.settledNow(), change.partialNow()),
                change.ratio() == null
                        ? ""
                        : (change.settledBefore() && change.settledNow() ? "" : TextReport.UNSTEADY)
                                + String.format(Locale.ROOT, "%.3f", change.ratio()),
                change.verdict().toString());
    }

    private static String number(@Nullable Double median, boolean settled, boolean partial) {
        return median == null ? Steadiness.NOT_SETTLED : TextReport.number(median, settled, partial);
    }

    /** The figures that only one run has, and how many of the others have which verdict. */
    static List<String> summary(Comparison comparison) {
        String counts = Stream.of(Verdict.values())
                .map(verdict -> comparison.count(verdict) + " " + verdict)
                .collect(Collectors.joining(", "));
        return Stream.of(
                        comparison.onlyBefore().stream().map(figure -> "only before: " + text(figure)),
                        comparison.onlyNow().stream().map(figure -> "only now: " + text(figure)),
                        Stream.of(counts),
                        hasMarks(comparison) ? Stream.of(TextReport.LEGEND) : Stream.<String>of(),
                        comparison.changes().stream().anyMatch(Change::partialBefore)
                                ? Stream.of(PARTIAL_BEFORE)
                                : Stream.<String>of())
                .flatMap(lines -> lines)
                .toList();
    }

    /** Whether figures of the earlier run do; those of this one have the legend beside them. */
    private static boolean hasMarks(Comparison comparison) {
        return comparison.onlyBefore().stream().anyMatch(figure -> !figure.settled())
                || comparison.changes().stream().anyMatch(change -> change.before() != null && !change.settledBefore());
    }

    private static String text(Figure figure) {
        return figure.workload() + " " + figure.stack() + " " + figure.metric() + " "
                + TextReport.number(figure.median(), figure.settled(), false) + " " + figure.unit();
    }
}

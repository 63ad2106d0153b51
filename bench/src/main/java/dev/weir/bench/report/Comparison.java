package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changed between an earlier run of a suite and this one, beyond the noise that both report.
 *
 * <p>The noise of a figure is the range of its rounds, from the lowest to the highest. A figure has changed where
 *
 * <ol>
 *   <li>the ranges of the two runs do not meet, and
 *   <li>their medians are further apart than the wider range is wide, and than a thousandth, to which reports round.
 * </ol>
 *
 * <p>This assumes nothing of how rounds are distributed: times have long tails, and allocated bytes often do not vary at
 * all. The first condition alone is met by chance, where nothing has changed, by one figure of 126 with five rounds in
 * both runs, and by one of ten with three. The second makes that rarer, to about one of 300 and of 20, and demands a larger
 * change of figures that vary more. One slow round widens the range: it may hide a change, but does not invent one. With
 * two rounds in both runs the ranges do not meet, by chance, for one figure of three, and a single round has no range: with
 * fewer than three rounds in either run the noise is not known, and there is no verdict. Nor is there one of a figure that
 * did not settle in one of the runs, also where it was accepted.
 *
 * @param version of Weir in the earlier run
 * @param differences between the runs that are none of Weir: where there are any, the changes tell little of it
 * @param changes of the figures that both runs have
 * @param onlyBefore figures that only the earlier run has
 * @param onlyNow figures that only this run has
 */
@JsonPropertyOrder({"version", "differences", "changes", "onlyBefore", "onlyNow"})
public record Comparison(
        String version,
        List<Difference> differences,
        List<Change> changes,
        List<Figure> onlyBefore,
        List<Figure> onlyNow) {
    private static final int ENOUGH_ROUNDS = 3;
    private static final double ROUNDING = 1e-3;

    /** What is to be thought of a change. */
    public enum Verdict {
        BETTER("better"),
        WORSE("worse"),
        WITHIN_NOISE("within the noise"),
        UNKNOWN("noise unknown"),
        UNSETTLED(Steadiness.NOT_SETTLED);

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @JsonValue
        @Override
        public String toString() {
            return text;
        }
    }

    /** Where the figures were measured, or how, in both runs. */
    @JsonPropertyOrder({"what", "before", "now"})
    public record Difference(String what, String before, String now) {}

    /**
     * The medians of a figure in both runs; null where it did not settle and was not accepted.
     *
     * @param settledBefore whether it settled in the earlier run
     * @param partialBefore whether it lacks rounds of the earlier run, in which it did not settle
     * @param settledNow whether it settled in this run
     * @param partialNow whether it lacks rounds of this run
     * @param ratio how many times better it is now; null where one of the two is missing
     */
    @JsonPropertyOrder({
        "workload",
        "stack",
        "metric",
        "unit",
        "before",
        "settledBefore",
        "partialBefore",
        "now",
        "settledNow",
        "partialNow",
        "ratio",
        "verdict"
    })
    public record Change(
            String workload,
            String stack,
            String metric,
            String unit,
            @Nullable Double before,
            boolean settledBefore,
            boolean partialBefore,
            @Nullable Double now,
            boolean settledNow,
            boolean partialNow,
            @Nullable Double ratio,
            Verdict verdict) {}

    /** What makes figures of two runs comparable. */
    private record Key(String workload, String stack, String metric, String unit, boolean higherIsBetter) {
        static Key of(Figure figure) {
            return new Key(figure.workload(), figure.stack(), figure.metric(), figure.unit(), figure.higherIsBetter());
        }
    }

    public static Comparison of(Report before, Report now) {
        Map<Key, Figure> earlier = new LinkedHashMap<>();
        before.results().forEach(figure -> earlier.put(Key.of(figure), figure));
        List<Change> changes = new ArrayList<>();
        List<Figure> onlyBefore = new ArrayList<>();
        List<Figure> onlyNow = new ArrayList<>();
        for (Figure figure : now.results()) {
            Figure old = earlier.remove(Key.of(figure));
            if (old != null || before.didNotSettle(figure.workload(), figure.stack(), figure.metric())) {
                changes.add(change(figure, old, before, figure, now));
            } else {
                onlyNow.add(figure);
            }
        }
        for (Figure figure : earlier.values()) {
            if (now.didNotSettle(figure.workload(), figure.stack(), figure.metric())) {
                changes.add(change(figure, figure, before, null, now));
            } else {
                onlyBefore.add(figure);
            }
        }
        return new Comparison(before.version(), differences(before, now), changes, onlyBefore, onlyNow);
    }

    /**
     * The change of a figure; one of the two is missing where it did not settle.
     *
     * @param of one of the two
     */
    private static Change change(Figure of, @Nullable Figure old, Report before, @Nullable Figure current, Report now) {
        return new Change(
                of.workload(),
                of.stack(),
                of.metric(),
                of.unit(),
                old == null ? null : old.median(),
                old != null && old.settled(),
                old != null && before.isPartial(old),
                current == null ? null : current.median(),
                current != null && current.settled(),
                current != null && now.isPartial(current),
                old == null || current == null ? null : ratio(old, current),
                old == null || current == null ? Verdict.UNSETTLED : verdict(old, current));
    }

    /** How many changes have this verdict. */
    long count(Verdict verdict) {
        return changes.stream().filter(change -> change.verdict == verdict).count();
    }

    private static List<Difference> differences(Report before, Report now) {
        List<Difference> all = List.of(
                new Difference("machine", before.machine(), now.machine()),
                new Difference("JDK", before.jdk(), now.jdk()),
                new Difference("options", before.options(), now.options()));
        return all.stream()
                .filter(difference -> !difference.before.equals(difference.now))
                .toList();
    }

    /** Equal figures have not changed, even if both are zero. */
    private static double ratio(Figure before, Figure now) {
        if (before.median() == now.median()) {
            return 1;
        }
        return now.higherIsBetter() ? now.median() / before.median() : before.median() / now.median();
    }

    private static Verdict verdict(Figure before, Figure now) {
        if (!before.settled() || !now.settled()) {
            return Verdict.UNSETTLED;
        }
        if (Math.min(before.runs(), now.runs()) < ENOUGH_ROUNDS) {
            return Verdict.UNKNOWN;
        }
        boolean apart = before.max() < now.min() || now.max() < before.min();
        double widest = Math.max(before.max() - before.min(), now.max() - now.min());
        double rounding = ROUNDING * Math.max(Math.abs(before.median()), Math.abs(now.median()));
        if (!apart || Math.abs(now.median() - before.median()) <= Math.max(widest, rounding)) {
            return Verdict.WITHIN_NOISE;
        }
        return now.median() > before.median() == now.higherIsBetter() ? Verdict.BETTER : Verdict.WORSE;
    }
}

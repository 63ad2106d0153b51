package dev.weir.server.assess;

import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.CompositeReport.Sources.Count;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.assess.Need;
import dev.weir.composite.assess.Totals;
import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Collectors;

/** An assessment for a terminal: each archive as soon as it is judged, then the totals. */
public final class AssessmentText {
    private final PrintWriter out;

    public AssessmentText(PrintWriter out) {
        this.out = out;
    }

    public void archive(CompositeReport report) {
        out.println(report.place() + ": " + report.id() + " " + verdict(report));
        report.problems().forEach(problem -> out.println("  " + problem));
        if (report.moreProblems() > 0) {
            out.println("  and " + report.moreProblems() + " more");
        }
        report.warnings().forEach(warning -> out.println("  warning: " + warning));
        out.flush();
    }

    /** {@code runs}, {@code runs but for file adapter}, {@code needs function ora:doc; ...}. */
    public static String verdict(CompositeReport report) {
        String needs = report.needs().stream().map(AssessmentText::named).collect(Collectors.joining("; "));
        return switch (report.grade()) {
            case RUNS -> "runs";
            case PARTLY -> "runs but for: " + needs;
            case NEEDS -> "needs " + needs;
            case UNREADABLE -> "cannot be read";
        };
    }

    /** A need as part of a sentence. */
    static String name(Need need) {
        return need.kind() == Need.Kind.CORRECTION ? "mistakes in its files (rule " + need.name() + ")" : need.name();
    }

    /** The same for one archive: documents by their own names. */
    private static String named(Need need) {
        return need.kind() == Need.Kind.DOCUMENT ? need.name() + " (" + need.example() + ")" : name(need);
    }

    public void totals(Totals totals) {
        out.println();
        out.println(totals.archives()
                + (totals.archives() == 1 ? " archive (" : " archives (")
                + totals.distinct()
                + (totals.distinct() == 1 ? " different composite)" : " different composites)"));
        for (Grade grade : Grade.values()) {
            out.printf("%6d  %s%n", totals.of(grade), grade.text());
        }
        String remark = " without a problem";
        for (Map.Entry<String, Count> of : totals.sources().counts().entrySet()) {
            Count count = of.getValue();
            out.printf("%6d  of %d %s%s%n", count.sound(), count.all(), of.getKey(), remark);
            remark = "";
        }
        if (!totals.needs().isEmpty()) {
            out.println();
            out.println("What would help most (archives that need only this, archives that need it):");
            totals.needs()
                    .forEach(count -> out.printf("%6d %6d  %s%n", count.alone(), count.archives(), name(count.need())));
        }
        out.println();
        out.println("What they are made of (archives, those that lack support for it):");
        totals.features()
                .forEach(count -> out.printf("%6d %6d  %s%n", count.archives(), count.lacking(), count.feature()));
        out.flush();
    }
}

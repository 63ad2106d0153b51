package dev.weir.bench.report;

import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.report.Comparison.Change;
import dev.weir.bench.report.Palette.Colour;
import dev.weir.bench.report.Report.Lack;
import dev.weir.bench.report.Summary.Extreme;
import dev.weir.bench.report.Summary.Mean;
import dev.weir.bench.report.Summary.Pair;
import dev.weir.bench.report.Tables.Spread;
import dev.weir.bench.report.Tables.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a page. A figure that did not settle has a mark. A blank says why: by a note where the stack failed, and otherwise that it takes no part. */
final class HtmlTables {
    static final String NO_PART = "the stack takes no part in this workload, or was not selected";
    private static final String NO_RATIO = "one of the two has no figure";
    private static final String NO_ROUND = "there is no round in which all figures that it needs had settled";

    private final Html page;
    private final Report report;
    private final List<Lack> lacks;
    private final Map<String, Colour> colours;

    HtmlTables(Html page, Report report, Map<String, Colour> colours) {
        this.page = page;
        this.report = report;
        this.lacks = report.lacks();
        this.colours = colours;
    }

    void append(Table table) {
        String rivalOf = table.rivalOf();
        page.add("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">workload</th>");
        table.columns().forEach(this::heading);
        page.add("</tr></thead><tbody>\n");
        table.rows().forEach((workload, cells) -> {
            page.add("<tr>").element("th scope=\"row\"", workload);
            for (String stack : table.columns()) {
                Spread spread = cells.get(stack);
                if (spread == null) {
                    blank(workload, stack, table);
                } else {
                    figure(workload, stack, table, spread);
                }
            }
            page.add("</tr>\n");
        });
        page.add("</tbody></table></div>\n");
        if (table.hasBlanks()) {
            page.add("<p class=\"note\">–: no figure, since ")
                    .text(rivalOf == null ? NO_PART : NO_RATIO)
                    .add(lacks.isEmpty() ? "." : "; with a number: the reason is in the list.")
                    .add("</p>\n");
        }
    }

    private void heading(String stack) {
        page.add("<th scope=\"col\">");
        stack(stack);
        page.add("</th>");
    }

    /** Its name beside its colour. */
    void stack(String stack) {
        Colour colour = colours.get(stack);
        if (colour != null) {
            page.add("<i class=\"swatch" + (colour.dashed() ? " dashed" : "") + "\" style=\"--light:" + colour.light()
                    + ";--dark:" + colour.dark() + "\"></i>");
        }
        page.text(stack);
    }

    private void figure(String workload, String stack, Table table, Spread spread) {
        page.add(table.isContest() && spread.median() < 1 ? "<td class=\"below\">" : "<td>")
                .text(spread.text());
        if (spread.partial()) {
            reference(lack(workload, stack, table));
        }
        if (spread.min() < spread.max()) {
            page.element("small", TextReport.number(spread.min()) + "–" + TextReport.number(spread.max()));
        }
        page.add("</td>");
    }

    private void blank(String workload, String stack, Table table) {
        int number = lack(workload, stack, table);
        boolean unsettled = table.isUnsettled(workload, stack);
        String none = table.rivalOf() == null ? NO_PART : unsettled ? NO_ROUND : NO_RATIO;
        page.add("<td class=\"blank\" title=\"")
                .text(number >= 0 ? report.reason(lacks.get(number)) : none)
                .add("\">")
                .add(unsettled ? Steadiness.NOT_SETTLED : "–");
        reference(number);
        page.add("</td>");
    }

    /** To the reason in the list, if it has one. */
    private void reference(int number) {
        if (number >= 0) {
            page.add(String.format(Locale.ROOT, "<sup><a href=\"#failure-%d\">%<d</a></sup>", number + 1));
        }
    }

    /** The number of the reason for want of a figure, or of one of its rounds; below zero if there is none. */
    private int lack(String workload, String stack, Table table) {
        int number = lack(workload, stack, table.metric());
        String rivalOf = table.rivalOf();
        return number < 0 && rivalOf != null ? lack(workload, rivalOf, table.metric()) : number;
    }

    private int lack(String workload, String stack, String metric) {
        for (int i = 0; i < lacks.size(); i++) {
            if (lacks.get(i).explains(workload, stack, metric)) {
                return i;
            }
        }
        return -1;
    }

    void append(Summary summary) {
        page.add("<div class=\"scroll\"><table class=\"summary\"><thead><tr><th scope=\"col\">")
                .text(summary.metric())
                .add("</th>");
        summary.groups().forEach(group -> page.element("th scope=\"col\"", "mean, " + group));
        page.add("<th scope=\"col\">worst</th><th scope=\"col\">best</th>"
                + "<th scope=\"col\">not worse,<br>in the best round</th></tr></thead><tbody>\n");
        for (Pair pair : summary.pairs()) {
            page.add("<tr><th scope=\"row\">");
            stack(pair.stack());
            page.add(" <span>against</span> ");
            stack(pair.vs());
            page.add("</th>");
            for (String group : summary.groups()) {
                Mean mean = pair.means().get(group);
                if (mean != null) {
                    ratio(mean.ratio(), TextReport.number(mean.ratio(), mean.settled(), mean.partial()), "");
                } else if (pair.unsettledMeans().contains(group)) {
                    unsettled();
                } else {
                    page.add("<td class=\"blank\" title=\"" + NO_RATIO + "\">–</td>");
                }
            }
            extreme(pair.worst());
            extreme(pair.best());
            page.element("td", pair.notWorse().text()).add("</tr>\n");
        }
        page.add("</tbody></table></div>\n");
    }

    private void extreme(@Nullable Extreme extreme) {
        if (extreme == null) {
            unsettled();
        } else {
            String number = TextReport.number(extreme.ratio(), extreme.settled(), extreme.partial());
            ratio(extreme.ratio(), number, extreme.workload());
        }
    }

    private void unsettled() {
        page.add("<td class=\"blank\" title=\"" + NO_ROUND + "\">" + Steadiness.NOT_SETTLED + "</td>");
    }

    private void ratio(double ratio, String number, String workload) {
        page.add(ratio < 1 ? "<td class=\"below\">" : "<td>").text(number + " ×");
        if (!workload.isEmpty()) {
            page.element("small", workload);
        }
        page.add("</td>");
    }

    void append(Published published) {
        page.add(
                "<div class=\"scroll\"><table class=\"published\"><thead><tr><th scope=\"col\">what</th><th scope=\"col\">published</th>");
        published.stacks().forEach(this::heading);
        page.add("<th scope=\"col\"></th></tr></thead><tbody>\n");
        for (Published.Line line : published.lines()) {
            page.add("<tr>").element("th scope=\"row\"", line.what()).element("td", line.figure());
            for (String stack : published.stacks()) {
                Used run = new Used(report);
                double here = line.here().of(run, stack);
                if (!Double.isNaN(here)) {
                    page.element("td", TextReport.number(here, run.settled, run.partial));
                } else if (run.unsettled && !run.missing) {
                    unsettled();
                } else {
                    page.add("<td class=\"blank\" title=\"this run has no figure for it\">–</td>");
                }
            }
            page.element("td class=\"unit\"", line.unit()).add("</tr>\n");
        }
        page.add("</tbody></table></div>\n");
    }

    /** The figures of a report that something is computed from. */
    private static final class Used implements Published.Figures {
        private final Report report;
        /** Whether all that there are did. */
        private boolean settled = true;
        /** Whether one of them lacks rounds. */
        private boolean partial;
        /** Whether one is not there since it did not settle. */
        private boolean unsettled;
        /** Whether one is not there for another reason. */
        private boolean missing;

        Used(Report report) {
            this.report = report;
        }

        @Override
        public List<String> workloads() {
            return report.workloads();
        }

        @Override
        public double median(String workload, String stack, String metric) {
            double median = report.median(workload, stack, metric);
            boolean didNotSettle = report.didNotSettle(workload, stack, metric);
            settled &= report.isSettled(workload, stack, metric);
            partial |= report.isPartial(workload, stack, metric);
            unsettled |= didNotSettle;
            missing |= Double.isNaN(median) && !didNotSettle;
            return median;
        }
    }

    void append(Comparison comparison) {
        page.add("<div class=\"scroll\"><table class=\"changes\"><thead><tr>");
        ComparisonTable.COLUMNS.forEach(column -> page.element("th scope=\"col\"", column));
        page.add("</tr></thead><tbody>\n");
        for (Change change : comparison.changes()) {
            page.add("<tr class=\"" + change.verdict().name().toLowerCase(Locale.ROOT) + "\">");
            ComparisonTable.row(change).forEach(cell -> page.element("td", cell));
            page.add("</tr>\n");
        }
        page.add("</tbody></table></div>\n");
    }
}

package dev.weir.server.assess;

import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.assess.Totals;
import dev.weir.server.assess.AssessedProjects.Project;
import dev.weir.server.assess.AssessedProjects.Variant;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An assessment as one HTML page: totals first, then what would help most, then every project with its archives, folder by
 * folder. It needs nothing beside itself, no script either.
 */
public final class AssessmentPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --line: #d5d9df; --soft: #f4f6f8; --text: #1c2430; --quiet: #5a6473;
              --runs: #1a7f4b; --partly: #6d8f1f; --needs: #b26a00; --unreadable: #b3261e; }
            @media (prefers-color-scheme: dark) { :root { --line: #3a4350; --soft: #1d242d; --text: #e6eaef;
              --quiet: #9aa5b3; --runs: #4cc38a; --partly: #a8c94f; --needs: #f0a94a; --unreadable: #ff7d73; } }
            * { box-sizing: border-box; }
            body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); max-width: 72rem; margin: 0 auto;
              padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
            @media (prefers-color-scheme: dark) { body { background: #12171d; } }
            h1 { font-size: 1.8rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
            p { max-width: 48rem; } .quiet { color: var(--quiet); }
            .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem;
              margin: 1.5rem 0 1rem; }
            .tile { background: var(--soft); border-radius: .5rem; border-left: .35rem solid var(--grade);
              padding: .75rem 1rem; }
            .tile b { display: block; font-size: 2rem; line-height: 1.2; }
            .bar { display: flex; height: .9rem; border-radius: .45rem; overflow: hidden; background: var(--soft); }
            .bar i { background: var(--grade); }
            .runs { --grade: var(--runs); } .partly { --grade: var(--partly); } .needs { --grade: var(--needs); }
            .unreadable { --grade: var(--unreadable); }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0;
              border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
            th { font-size: .85rem; color: var(--quiet); font-weight: 600; }
            td.n, th.n { text-align: right; width: 7rem; padding-right: 1.25rem; font-variant-numeric: tabular-nums; }
            details { border-bottom: 1px solid var(--line); padding: .45rem 0; }
            summary { cursor: pointer; } summary b { margin-right: .5rem; }
            .mark { display: inline-block; min-width: 10.5rem; margin-right: .5rem; color: var(--grade); font-weight: 600; }
            .folder { padding-left: 0; } .folder > details { margin-left: 1.25rem; } .folder .mark { min-width: 0; }
            details ul { margin: .5rem 0 .75rem; padding-left: 1.25rem; } li { margin: .35rem 0; }
            code { font: .85em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
            """;

    private AssessmentPage() {}

    /** The page. */
    public static String of(List<CompositeReport> reports, Totals totals, String when) {
        StringBuilder page = new StringBuilder(16_384);
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>Assessment of composites</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n");
        AssessedProjects projects = AssessedProjects.of(reports);
        head(page, projects, totals, when);
        needs(page, totals);
        features(page, totals);
        projects(page, projects);
        return page.append("</body>\n</html>\n").toString();
    }

    private static void head(StringBuilder page, AssessedProjects projects, Totals totals, String when) {
        page.append("<h1>Assessment of composites</h1>\n<p class=\"quiet\">");
        text(page, when);
        page.append("</p>\n<p><b>");
        text(page, sentence(projects));
        page.append("</b></p>\n<p class=\"quiet\">");
        text(
                page,
                "They are in " + totals.archives() + " folders and archives, with " + totals.distinct()
                        + " different names and revisions. A project counts once, by what is in its folder, with the archives"
                        + " that were made of it.");
        page.append("</p>\n<div class=\"tiles\">\n");
        for (Grade grade : Grade.values()) {
            page.append("<div class=\"tile ")
                    .append(style(grade))
                    .append("\"><b>")
                    .append(projects.of(grade));
            page.append("</b>").append(label(grade)).append("</div>\n");
        }
        page.append("</div>\n<div class=\"bar\" role=\"img\" aria-label=\"shares of the grades\">");
        for (Grade grade : Grade.values()) {
            if (projects.of(grade) > 0) {
                page.append("<i class=\"").append(style(grade)).append("\" style=\"flex:");
                page.append(projects.of(grade)).append("\"></i>");
            }
        }
        page.append("</div>\n<p>A composite <b>runs</b> if it can be deployed unchanged. It <b>runs but for parts</b>")
                .append(" if it can be deployed with <code>--lenient</code>: messages that reach one of the missing")
                .append(" parts get a fault, everything else works. (Where all that is missing is a document that a")
                .append(
                        " reference names, it is deployed without the switch, too.) A composite that <b>needs something</b> is refused")
                .append(" until what is listed for it has been added or changed.</p>\n<p class=\"quiet\">");
        text(
                page,
                totals.sources().counts().entrySet().stream()
                                .map(of -> of.getValue().sound() + " of "
                                        + of.getValue().all() + " " + of.getKey())
                                .collect(Collectors.joining(" and "))
                        + " have no problem.");
        page.append("</p>\n");
    }

    /** The whole page in one sentence. */
    private static String sentence(AssessedProjects projects) {
        int unreadable = projects.of(Grade.UNREADABLE);
        return "Of " + projects.size() + (projects.size() == 1 ? " composite, " : " composites, ")
                + projects.of(Grade.RUNS) + " run unchanged, " + projects.of(Grade.PARTLY) + " run but for parts, "
                + projects.of(Grade.NEEDS) + " need something first"
                + (unreadable == 0 ? "" : ", " + unreadable + " cannot be read") + ".";
    }

    private static void needs(StringBuilder page, Totals totals) {
        page.append("<h2>What would help most</h2>\n");
        if (totals.needs().isEmpty()) {
            page.append("<p>Nothing is missing.</p>\n");
            return;
        }
        page.append(
                        "<p class=\"quiet\">First what is the only obstacle for most archives.</p>\n<table><tr><th>What</th>")
                .append("<th>For example</th><th class=\"n\">only this</th><th class=\"n\">archives</th></tr>\n");
        for (Totals.NeedCount count : totals.needs()) {
            page.append("<tr><td>");
            text(page, AssessmentText.name(count.need()));
            page.append("</td><td class=\"quiet\">");
            text(page, count.need().example());
            page.append("</td><td class=\"n\">").append(count.alone());
            page.append("</td><td class=\"n\">").append(count.archives()).append("</td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static void features(StringBuilder page, Totals totals) {
        page.append("<h2>What they are made of</h2>\n<table><tr><th>Feature</th><th class=\"n\">archives</th>")
                .append("<th class=\"n\">missing in</th></tr>\n");
        for (Totals.FeatureCount count : totals.features()) {
            page.append("<tr><td>");
            text(page, count.feature());
            page.append("</td><td class=\"n\">").append(count.archives());
            page.append("</td><td class=\"n\">").append(count.lacking() == 0 ? "–" : count.lacking());
            page.append("</td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static void projects(StringBuilder page, AssessedProjects projects) {
        page.append("<h2>Composites</h2>\n");
        Path common = projects.common();
        if (common != null) {
            page.append("<p class=\"quiet\">All are below ");
            text(page, common.toString());
            page.append("</p>\n");
        }
        boolean one = projects.folders().size() == 1;
        projects.folders().forEach((folder, own) -> {
            if (!one) {
                page.append("<details class=\"folder\"><summary><b>");
                text(page, shown(common, folder));
                page.append("</b> ");
                for (Grade grade : Grade.values()) {
                    long count =
                            own.stream().filter(each -> each.grade() == grade).count();
                    if (count > 0) {
                        page.append("<span class=\"mark ")
                                .append(style(grade))
                                .append("\">")
                                .append(count);
                        page.append(' ').append(label(grade)).append("</span> ");
                    }
                }
                page.append("</summary>\n");
            }
            own.forEach(project -> project(page, folder, project));
            page.append(one ? "" : "</details>\n");
        });
    }

    private static void project(StringBuilder page, Path folder, Project project) {
        for (Variant variant : project.variants()) {
            CompositeReport report = variant.report();
            page.append("<details class=\"").append(style(report.grade())).append("\"><summary><span class=\"mark\">");
            page.append(label(report.grade())).append("</span> <b>");
            text(page, report.id());
            page.append("</b> <span class=\"quiet\">");
            text(page, shown(folder, report.place()));
            page.append("</span></summary>\n");
            if (!report.needs().isEmpty() && report.grade() != Grade.UNREADABLE) {
                page.append("<p>");
                text(page, AssessmentText.verdict(report));
                page.append("</p>\n");
            }
            page.append("<p class=\"quiet\">Made of: ");
            text(page, report.features().isEmpty() ? "unknown" : String.join(", ", report.features()));
            if (!variant.others().isEmpty()) {
                page.append(". The same was found in ");
                text(
                        page,
                        variant.others().stream()
                                .map(other -> shown(folder, other))
                                .collect(Collectors.joining(", ")));
            }
            page.append("</p>\n<ul>\n");
            problems(page, "", report, report.problems());
            if (report.moreProblems() > 0) {
                page.append("<li>and ").append(report.moreProblems()).append(" more</li>\n");
            }
            problems(page, "warning: ", report, report.warnings());
            page.append("</ul></details>\n");
        }
    }

    /** A place without the folder that is shown above it. */
    private static String shown(@Nullable Path folder, Path place) {
        return folder == null || folder.equals(place) || !place.startsWith(folder)
                ? place.toString()
                : folder.relativize(place).toString();
    }

    /** Of those with one rule and one file the first is seen at once. */
    private static void problems(StringBuilder page, String kind, CompositeReport report, List<Problem> problems) {
        for (List<Problem> alike : AssessedProjects.folded(problems)) {
            page.append("<li>");
            problem(page, kind, report, alike.get(0));
            if (alike.size() > 1) {
                page.append("<details><summary>and ").append(alike.size() - 1);
                page.append(" of this kind in this file</summary><ul>\n");
                for (Problem other : alike.subList(1, alike.size())) {
                    page.append("<li>");
                    problem(page, kind, report, other);
                    page.append("</li>\n");
                }
                page.append("</ul></details>");
            }
            page.append("</li>\n");
        }
    }

    private static void problem(StringBuilder page, String kind, CompositeReport report, Problem problem) {
        page.append("<code>");
        text(page, inside(report, problem.place()));
        page.append("</code><br>");
        text(page, kind + problem.what() + (problem.remedy().isEmpty() ? "" : " — " + problem.remedy()));
        page.append(" <span class=\"quiet\">[");
        text(page, problem.rule());
        page.append("]</span>");
    }

    /** The place inside its archive or folder. */
    private static String inside(CompositeReport report, String place) {
        String whole = report.place().toString();
        for (String end : List.of("!/", "/", "\\")) {
            if (place.startsWith(whole + end)) {
                return place.substring(whole.length() + end.length());
            }
        }
        return place;
    }

    private static String style(Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }

    private static String label(Grade grade) {
        return grade.text();
    }

    /** Text of archives: nothing in it is markup. */
    private static void text(StringBuilder page, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                default -> page.append(c < ' ' ? ' ' : c);
            }
        }
    }
}

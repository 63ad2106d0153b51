package dev.weir.server.assess;

import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.Grade;
import dev.weir.xml.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports as people look for them: the archives that were made of a project with the project, and projects by the folder that
 * has them.
 */
final class AssessedProjects {
    private static final String SOA_FOLDER = "SOA";
    /** How far above an archive its project is looked for: it is in {@code deploy} of the project, or of its folder SOA. */
    private static final int MOST_STEPS = 3;

    private final Map<Path, List<Project>> folders = new TreeMap<>();

    /**
     * A project, or an archive without one.
     *
     * @param variants what it is and was made to: first that of its folder, which somebody works on
     */
    record Project(Path place, List<Variant> variants) {
        /** That of its folder, else that of its first archive. */
        Grade grade() {
            return variants.get(0).report().grade();
        }
    }

    /**
     * Archives, or a folder, of one name and revision that lack the same.
     *
     * @param report of one of them
     * @param others where the others are
     */
    record Variant(CompositeReport report, List<Path> others) {}

    /** What makes reports alike: places and lines do not. */
    private record Finding(String id, Grade grade, Set<Object> needs, Set<List<String>> problems) {
        static Finding of(CompositeReport report) {
            Set<List<String>> problems = new HashSet<>();
            report.problems().forEach(each -> problems.add(List.of(each.rule(), each.what())));
            report.warnings().forEach(each -> problems.add(List.of("warning", each.rule(), each.what())));
            return new Finding(report.id(), report.grade(), Set.copyOf(report.needs()), problems);
        }
    }

    private AssessedProjects() {}

    static AssessedProjects of(List<CompositeReport> reports) {
        Set<Path> places = new HashSet<>();
        reports.forEach(report -> places.add(report.place()));
        Map<Path, List<CompositeReport>> byProject = new TreeMap<>();
        for (CompositeReport report : reports) {
            byProject
                    .computeIfAbsent(project(report.place(), places), any -> new ArrayList<>())
                    .add(report);
        }
        AssessedProjects projects = new AssessedProjects();
        byProject.forEach((place, own) -> {
            Path folder = place.getParent();
            projects.folders
                    .computeIfAbsent(folder == null ? place : folder, any -> new ArrayList<>())
                    .add(new Project(place, variants(place, own)));
        });
        return projects;
    }

    /** The folder of the project that an archive was made of, where it was found, too; else the place itself. */
    private static Path project(Path place, Set<Path> places) {
        if (Files.isDirectory(place)) {
            return place;
        }
        Path above = place.getParent();
        for (int i = 0; i < MOST_STEPS && above != null; i++) {
            if (places.contains(above)) {
                return above;
            }
            if (places.contains(above.resolve(SOA_FOLDER))) {
                return above.resolve(SOA_FOLDER);
            }
            above = above.getParent();
        }
        return place;
    }

    private static List<Variant> variants(Path place, List<CompositeReport> reports) {
        List<CompositeReport> ordered = new ArrayList<>(reports);
        ordered.sort(
                Comparator.comparing((CompositeReport report) -> !report.place().equals(place)));
        Map<Finding, Variant> variants = new LinkedHashMap<>();
        for (CompositeReport report : ordered) {
            Variant known = variants.putIfAbsent(Finding.of(report), new Variant(report, new ArrayList<>()));
            if (known != null) {
                known.others().add(report.place());
            }
        }
        return List.copyOf(variants.values());
    }

    /** By the folder that has them, in the order of their names. */
    Map<Path, List<Project>> folders() {
        return folders;
    }

    /** How many projects there are. */
    int size() {
        return folders.values().stream().mapToInt(List::size).sum();
    }

    /** How many projects have a grade. */
    int of(Grade grade) {
        return (int) folders.values().stream()
                .flatMap(List::stream)
                .filter(project -> project.grade() == grade)
                .count();
    }

    /** The folder in which all others are; null for none. */
    @Nullable Path common() {
        Path common = null;
        for (Path folder : folders.keySet()) {
            if (common == null) {
                common = folder;
            }
            while (common != null && !folder.startsWith(common)) {
                common = common.getParent();
            }
            if (common == null) {
                return null;
            }
        }
        return common;
    }

    /**
     * Problems of a report, with those together that have one rule and one file: a mistake at the beginning of a stylesheet
     * causes many below it.
     *
     * @param problems of a report
     */
    static List<List<Problem>> folded(List<Problem> problems) {
        Map<List<String>, List<Problem>> folded = new LinkedHashMap<>();
        problems.forEach(
                problem -> folded.computeIfAbsent(List.of(problem.file(), problem.rule()), any -> new ArrayList<>())
                        .add(problem));
        return List.copyOf(folded.values());
    }
}

package dev.weir.wsdl;

import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A document that cannot be had is one problem, whoever asks for it: readers report each need as a problem of its own,
 * and {@link #merged} makes one of those for the same document, with the list of all that need it.
 */
public final class MissingDocument {
    /** The rule of such problems. */
    public static final String RULE = "document-missing";

    private static final int MAX_SHOWN = 20;
    private static final String NEEDED = "; needed by ";

    private MissingDocument() {}

    /**
     * One need.
     *
     * @param reason why the document cannot be had, with its name; the same for all who need it
     * @param file as {@link Problem#file}
     * @param line 0 where the whole file needs it
     * @param subject who needs it there; empty where the place says all
     */
    public static Problem needed(String reason, String file, int line, String subject) {
        String place = (line == 0 ? file : file + ":" + line) + (subject.isEmpty() ? "" : " (" + subject + ")");
        return new Problem(file, line, 0, RULE, reason + NEEDED + place, "correct the location, or add the document");
    }

    /** Why the document of such a problem cannot be had, with its name; of other problems what they say. */
    public static String reason(Problem problem) {
        int end = problem.rule().equals(RULE) ? problem.what().lastIndexOf(NEEDED) : -1;
        return end < 0 ? problem.what() : problem.what().substring(0, end);
    }

    /** The same problems with one for each document, where the first need of it stood. */
    public static List<Problem> merged(Collection<Problem> problems) {
        Map<String, Problem> first = new LinkedHashMap<>();
        Map<String, Set<String>> needs = new LinkedHashMap<>();
        List<Object> order = new ArrayList<>();
        for (Problem problem : problems) {
            int end = problem.what().lastIndexOf(NEEDED);
            if (!problem.rule().equals(RULE) || end < 0) {
                order.add(problem);
                continue;
            }
            String reason = problem.what().substring(0, end);
            if (first.putIfAbsent(reason, problem) == null) {
                order.add(reason);
            }
            needs.computeIfAbsent(reason, none -> new LinkedHashSet<>())
                    .add(problem.what().substring(end + NEEDED.length()));
        }
        List<Problem> merged = new ArrayList<>();
        for (Object each : order) {
            if (each instanceof Problem problem) {
                merged.add(problem);
            } else if (each instanceof String reason) {
                Problem at = Objects.requireNonNull(first.get(reason));
                String places = shown(needs.getOrDefault(reason, Set.of()));
                merged.add(new Problem(at.file(), at.line(), at.column(), RULE, reason + NEEDED + places, at.remedy()));
            }
        }
        return merged;
    }

    private static String shown(Set<String> needs) {
        String places = String.join(", ", needs.stream().limit(MAX_SHOWN).toList());
        return needs.size() <= MAX_SHOWN ? places : places + " and " + (needs.size() - MAX_SHOWN) + " more";
    }
}

package dev.weir.composite.assess;

import dev.weir.composite.assess.CompositeReport.Sources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The sums over reports. One thread at a time. */
public final class Totals {
    private final Map<Grade, Integer> grades = new EnumMap<>(Grade.class);
    private final Map<String, FeatureCount> features = new TreeMap<>();
    private final Map<Need, NeedCount> needs = new TreeMap<>();
    private final Set<String> distinct = new HashSet<>();
    private Sources sources = Sources.NONE;
    private int archives;

    /**
     * How many archives use a feature.
     *
     * @param lacking in how many of them it is missing here
     */
    public record FeatureCount(String feature, int archives, int lacking) {}

    /**
     * How many archives need something.
     *
     * @param alone those that need nothing else
     */
    public record NeedCount(Need need, int archives, int alone) {}

    public Totals() {
        for (Grade grade : Grade.values()) {
            grades.put(grade, 0);
        }
    }

    public void add(CompositeReport report) {
        archives++;
        distinct.add(report.id());
        grades.merge(report.grade(), 1, Integer::sum);
        sources = sources.plus(report.sources());
        Set<String> lacking = new HashSet<>();
        for (Need need : report.needs()) {
            lacking.add(need.name());
            int alone = report.needs().size() == 1 ? 1 : 0;
            needs.merge(
                    need,
                    new NeedCount(need, 1, alone),
                    (one, more) -> new NeedCount(one.need(), one.archives() + 1, one.alone() + alone));
        }
        for (String feature : report.features()) {
            int missing = lacking.contains(feature) ? 1 : 0;
            features.merge(
                    feature,
                    new FeatureCount(feature, 1, missing),
                    (one, more) -> new FeatureCount(feature, one.archives() + 1, one.lacking() + missing));
        }
    }

    /** All archives. */
    public int archives() {
        return archives;
    }

    /** Composites that differ by name or revision. */
    public int distinct() {
        return distinct.size();
    }

    public int of(Grade grade) {
        return grades.getOrDefault(grade, 0);
    }

    public Sources sources() {
        return sources;
    }

    /** The most used first. */
    public List<FeatureCount> features() {
        List<FeatureCount> counts = new ArrayList<>(features.values());
        counts.sort(Comparator.comparing(FeatureCount::archives).reversed());
        return counts;
    }

    /** What would help most first: what is the only obstacle of many, then what is one of several. */
    public List<NeedCount> needs() {
        List<NeedCount> counts = new ArrayList<>(needs.values());
        counts.sort(Comparator.comparing(NeedCount::alone)
                .thenComparing(NeedCount::archives)
                .reversed());
        return counts;
    }
}

package dev.weir.composite.assess;

import dev.weir.composite.assembly.ComponentKind;
import dev.weir.composite.assembly.ComponentKinds;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * What was found out about one archive.
 *
 * @param place the folder or SAR
 * @param name of the composite; the file's name where it cannot be read
 * @param revision empty where it cannot be read
 * @param needs what it lacks to run; empty for one that runs
 * @param features what it is made of, whether it is supported or not
 * @param problems of all stages, at most {@link Assessment#MAX_PROBLEMS}
 * @param moreProblems how many there are beyond these
 * @param warnings what will fail when it is reached, and what else people should know; as many at most
 */
public record CompositeReport(
        Path place,
        String name,
        String revision,
        Grade grade,
        SortedSet<Need> needs,
        SortedSet<String> features,
        Sources sources,
        List<Problem> problems,
        int moreProblems,
        List<Problem> warnings) {
    /** {@code NAME!REVISION}. */
    public String id() {
        return revision.isEmpty() ? name : name + "!" + revision;
    }

    /**
     * How many files of each kind a composite's components have.
     *
     * @param counts by what a {@linkplain ComponentKind#files kind} calls them, of all kinds
     */
    public record Sources(Map<String, Count> counts) {
        static final Sources NONE = new Sources(Map.of());

        /** @param sound those that have no problem */
        public record Count(int all, int sound) {
            static final Count ZERO = new Count(0, 0);

            Count plus(Count other) {
                return new Count(all + other.all, sound + other.sound);
            }
        }

        public Sources {
            Map<String, Count> ordered = new LinkedHashMap<>();
            for (ComponentKind kind : ComponentKinds.all()) {
                ordered.put(kind.files(), counts.getOrDefault(kind.files(), Count.ZERO));
            }
            counts = Collections.unmodifiableMap(ordered);
        }

        Sources plus(Sources other) {
            Map<String, Count> sum = new HashMap<>(counts);
            other.counts.forEach((files, count) -> sum.merge(files, count, Count::plus));
            return new Sources(sum);
        }

        Count of(String files) {
            return counts.getOrDefault(files, Count.ZERO);
        }
    }
}

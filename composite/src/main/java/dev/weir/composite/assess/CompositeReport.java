package dev.weir.composite.assess;

import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.List;
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

    /** How many documents of a kind a composite's components have, and how many of them have no problem. */
    public record Sources(int processes, int soundProcesses, int plans, int soundPlans) {
        static final Sources NONE = new Sources(0, 0, 0, 0);

        Sources plus(Sources other) {
            return new Sources(
                    processes + other.processes,
                    soundProcesses + other.soundProcesses,
                    plans + other.plans,
                    soundPlans + other.soundPlans);
        }
    }
}

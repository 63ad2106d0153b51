package dev.weir.composite.runtime;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xpath.UnavailableCallException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What the compilation of a composite found. Used by one thread.
 *
 * @param problems what refuses it
 * @param warnings what will fail when it is reached, and what else people should know
 */
public record CompilerFindings(List<Problem> problems, List<Problem> warnings) {
    CompilerFindings() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    /** What is wrong with stylesheets: leniently they fail when they are reached. */
    void stylesheets(Collection<Problem> wrong, boolean lenient) {
        Problems sorted = new Problems("", lenient);
        for (Problem problem : wrong) {
            if (UnavailableCallException.isOfCall(problem)) {
                UnavailableCallException.report(problem, sorted);
            } else {
                sorted.tolerable(problem);
            }
        }
        problems.addAll(sorted.list());
        warnings.addAll(sorted.warnings());
    }
}

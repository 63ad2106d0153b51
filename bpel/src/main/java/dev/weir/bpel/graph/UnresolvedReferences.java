package dev.weir.bpel.graph;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * References that resolve to nothing. Static analysis reports them first, by its rules; one that no rule finds is reported
 * here, so that no activity is ever left out silently.
 */
final class UnresolvedReferences {
    private record Reference(String file, int line, String what) {}

    private final Problems problems;
    private final List<Reference> references = new ArrayList<>();

    UnresolvedReferences(Problems problems) {
        this.problems = problems;
    }

    void add(int line, String what) {
        references.add(new Reference(problems.file(), line, what));
    }

    void report() {
        if (problems.isEmpty()) {
            references.forEach(each -> problems.add(new Problem(
                    each.file(),
                    each.line(),
                    0,
                    "bpel-reference-unresolved",
                    each.what(),
                    "correct the name, or declare it")));
        }
    }
}

package dev.weir.bpel.graph;

import dev.weir.bpel.language.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * References that stand for nothing. Static analysis has told of them, with its rule and what to do; should one have come
 * past all rules, it is told here, so that no activity is ever left out in silence.
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
            references.forEach(
                    each -> problems.add(each.file(), each.line(), each.what(), "correct the name, or declare it"));
        }
    }
}

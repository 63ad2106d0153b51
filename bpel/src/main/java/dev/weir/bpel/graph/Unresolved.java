package dev.weir.bpel.graph;

import dev.weir.bpel.language.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * References that stand for nothing. Static analysis has told of them, with its rule and what to do; should one have come
 * past all rules, it is told here, so that no activity is ever left out in silence.
 */
final class Unresolved {
    private record Reference(int line, String what) {}

    private final List<Reference> references = new ArrayList<>();

    void add(int line, String what) {
        references.add(new Reference(line, what));
    }

    void report(Problems problems) {
        if (problems.isEmpty()) {
            references.forEach(each -> problems.add(each.line(), each.what(), "correct the name, or declare it"));
        }
    }
}

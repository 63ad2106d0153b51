package dev.weir.composite.assembly;

import dev.weir.xml.Problem;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What could be read of a composite, and what is wrong with it.
 *
 * @param composite null if composite.xml itself cannot be read; with problems it lacks what they concern, and must not
 *     be deployed
 * @param incomplete the components of whose contracts some could not be read
 */
public record Assembled(@Nullable Composite composite, Set<String> incomplete, List<Problem> problems) {
    public Assembled {
        incomplete = Set.copyOf(incomplete);
        problems = List.copyOf(problems);
    }
}

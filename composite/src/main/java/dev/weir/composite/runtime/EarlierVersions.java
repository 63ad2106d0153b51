package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Composite;
import java.util.List;

/**
 * Composites as they were deployed before, under revisions whose files have changed since. A version is a name that the
 * same files always have.
 */
public interface EarlierVersions {
    /** Keeps none. */
    EarlierVersions NONE = new EarlierVersions() {
        @Override
        public List<String> of(String composite) {
            return List.of();
        }

        @Override
        public Composite load(String composite, String version) {
            throw new IllegalArgumentException("no version is kept: " + composite + " " + version);
        }
    };

    /**
     * The versions of a composite that are kept; the one that is deployed now may be among them.
     *
     * @param composite as {@code Orders!1.0}
     */
    List<String> of(String composite);

    /**
     * Reads a version.
     *
     * @throws IllegalArgumentException if it is not kept
     * @throws dev.weir.composite.assembly.AssemblyException if it cannot be read
     */
    Composite load(String composite, String version);
}

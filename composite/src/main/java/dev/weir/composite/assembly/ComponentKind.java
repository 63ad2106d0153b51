package dev.weir.composite.assembly;

/**
 * A kind of components, and how composite.xml names it. Those that a server knows are found by {@link
 * java.util.ServiceLoader}; each is a {@code dev.weir.composite.engine.ComponentEngine}, which compiles and runs what is
 * read here. Thread-safe.
 */
public interface ComponentKind {
    /** The element that makes a component one of this kind: {@code implementation.bpel}. */
    String implementation();

    /** The name of its engine, as settings have it: {@code BPEL}. */
    String engine();

    /** What the files of such components are called, in the plural: {@code processes}. */
    String files();
}

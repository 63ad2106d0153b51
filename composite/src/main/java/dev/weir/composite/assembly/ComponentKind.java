package dev.weir.composite.assembly;

import dev.weir.xml.tree.XmlElement;
import java.util.function.Consumer;

/**
 * A kind of components, and how composite.xml names it. Those that a server knows are found by {@link
 * java.util.ServiceLoader}; each is a {@code dev.weir.composite.engine.ComponentEngine}, which compiles and runs what is
 * read here. Thread-safe.
 */
public interface ComponentKind {
    /** The element that makes a component one of this kind: {@code implementation.bpel}. */
    String implementation();

    /** What people call such a component: {@code BPEL process}. */
    String title();

    /**
     * The name of its engine, as settings have it: {@code BPEL}. There is one by this name, {@code BPEL/auditLevel}, which
     * docs/tuning.md lists.
     */
    String engine();

    /** What the files of such components are called, in the plural: {@code processes}. */
    String files();

    /**
     * Names what an element of such a file stands for, where that is worth counting among archives; nothing by itself.
     *
     * @param features takes the names
     */
    default void survey(XmlElement element, Consumer<String> features) {}
}

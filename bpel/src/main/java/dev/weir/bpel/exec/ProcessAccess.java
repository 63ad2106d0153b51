package dev.weir.bpel.exec;

import org.jspecify.annotations.Nullable;

/** What {@link JavaExec} reaches of its instance; for one execution, by one thread. */
public interface ProcessAccess {
    /**
     * The value of a variable, a part, or what a query selects in it: a String where it is of a simple type, else a DOM
     * element of its own; null where there is none.
     */
    @Nullable Object get(String variable, @Nullable String part, @Nullable String query);

    /** Replaces a variable, a part, or what a query selects in it, by a DOM node, or the text of any other object. */
    void set(String variable, @Nullable String part, @Nullable String query, Object value);

    /** Adds a line to the audit trail. */
    void audit(String text);

    /** Gives the flow a title. */
    void title(String title);

    long instance();
}

package dev.weir.bpel.exec;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the Java of an exec is a method of: it has the methods that Oracle documents for it. Values are copies: a change of
 * an element that was read takes effect when it is set. One object for each execution.
 */
public abstract class JavaExec {
    private @Nullable ProcessAccess process;
    private String title = "";

    /** For the classes that are compiled from the code. */
    protected JavaExec() {}

    /** The code as written. */
    protected abstract void execute() throws Exception;

    /** Runs it once. */
    final void execute(ProcessAccess access) throws Exception {
        process = access;
        execute();
    }

    private ProcessAccess process() {
        return Objects.requireNonNull(process);
    }

    protected final @Nullable Object getVariableData(String name) {
        return process().get(name, null, null);
    }

    protected final @Nullable Object getVariableData(String name, @Nullable String partOrQuery) {
        return partOrQuery != null && partOrQuery.startsWith("/")
                ? process().get(name, null, partOrQuery)
                : process().get(name, partOrQuery, null);
    }

    protected final @Nullable Object getVariableData(String name, @Nullable String part, @Nullable String query) {
        return process().get(name, part, query);
    }

    protected final void setVariableData(String name, Object value) {
        process().set(name, null, null, value);
    }

    protected final void setVariableData(String name, @Nullable String part, Object value) {
        process().set(name, part, null, value);
    }

    protected final void setVariableData(String name, @Nullable String part, @Nullable String query, Object value) {
        process().set(name, part, query, value);
    }

    protected final void addAuditTrailEntry(@Nullable String message) {
        process().audit(String.valueOf(message));
    }

    protected final void addAuditTrailEntry(@Nullable String message, @Nullable Object detail) {
        process().audit(message + ": " + detail);
    }

    protected final void addAuditTrailEntry(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        process().audit(trace.toString());
    }

    protected final long getInstanceId() {
        return process().instance();
    }

    /** The title that this code has set; empty before. */
    protected final String getTitle() {
        return title;
    }

    protected final void setTitle(String text) {
        title = text;
        process().title(text);
    }

    protected final void setCompositeInstanceTitle(String text) {
        setTitle(text);
    }

    protected final void setFlowInstanceTitle(String text) {
        setTitle(text);
    }

    protected final void setStatus(String status) {
        addAuditTrailEntry("status", status);
    }

    protected final void setCreator(String creator) {
        addAuditTrailEntry("creator", creator);
    }

    protected final void setPriority(int priority) {
        addAuditTrailEntry("priority", priority);
    }

    protected final void setMetadata(String metadata) {
        addAuditTrailEntry("metadata", metadata);
    }

    protected final void setIndex(int number, String value) {
        addAuditTrailEntry("index " + number, value);
    }
}

package dev.weir.store;

/**
 * Where in a flow's history an event belongs. Spans form a tree.
 *
 * @param flow the flow
 * @param instance the process instance, 0 outside of one
 * @param span the span that the event is about, 0 for none
 * @param parent the span above; 0 at the top
 * @param activity the activity that the span is a run of, by the number that it has in its process; 0 for none, and for
 *     the process itself
 */
public record AuditSpan(long flow, long instance, long span, long parent, int activity) {
    /** A span that is no run of an activity. */
    public AuditSpan(long flow, long instance, long span, long parent) {
        this(flow, instance, span, parent, 0);
    }
}

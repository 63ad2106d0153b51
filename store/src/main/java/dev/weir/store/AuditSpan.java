package dev.weir.store;

/**
 * Where in a flow's history an event belongs. Spans form a tree.
 *
 * @param flow the flow
 * @param instance the process instance, 0 outside of one
 * @param span the span that the event is about, 0 for none
 * @param parent the span above; 0 at the top
 */
public record AuditSpan(long flow, long instance, long span, long parent) {}

package dev.weir.bpel.instance;

/**
 * Which activity of the graph an active activity is, and where.
 *
 * @param id unique in the instance, ascending
 * @param node the activity in the graph
 * @param scope the id of the scope around it; 0 for the process
 * @param span its span in the audit
 */
public record ActivityPlace(int id, int node, int scope, long span) {}

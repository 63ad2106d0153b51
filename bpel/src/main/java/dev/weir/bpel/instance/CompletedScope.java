package dev.weir.bpel.instance;

/**
 * A scope that has completed and may still be compensated: its values are kept as they were then. Those in one scope form
 * a chain, the last completed first.
 *
 * @param id that of the activity that it was
 * @param node the scope in the graph
 * @param scope the id of the scope around it, active or itself completed
 * @param span its span in the audit
 * @param previous the id of the one that completed before it in the same scope; 0 for none
 * @param compensating true once its compensation handler has been started: it will not be again
 * @param stored true if it was active, or completed, before this step
 */
public record CompletedScope(
        int id, int node, int scope, long span, int previous, boolean compensating, boolean stored) {
    CompletedScope after(int other) {
        return new CompletedScope(id, node, scope, span, other, compensating, stored);
    }

    CompletedScope beingCompensated() {
        return new CompletedScope(id, node, scope, span, previous, true, stored);
    }
}

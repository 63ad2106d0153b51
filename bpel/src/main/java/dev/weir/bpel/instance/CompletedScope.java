package dev.weir.bpel.instance;

/**
 * A scope that has completed and may still be compensated: its values are kept as they were then. Those in one scope form
 * a chain, the last completed first.
 *
 * @param place the activity that it was; its scope is active or itself completed
 * @param previous the id of the one that completed before it in the same scope; 0 for none
 * @param compensating true once its compensation handler has been started: it will not be again
 * @param stored true if it was active, or completed, before this step
 */
public record CompletedScope(ActivityPlace place, int previous, boolean compensating, boolean stored) {
    public int id() {
        return place.id();
    }

    /** The scope in the graph. */
    public int node() {
        return place.node();
    }

    /** The id of the scope around it. */
    public int scope() {
        return place.scope();
    }

    /** Its span in the audit. */
    public long span() {
        return place.span();
    }

    CompletedScope after(int other) {
        return new CompletedScope(place, other, compensating, stored);
    }

    CompletedScope beingCompensated() {
        return new CompletedScope(place, previous, true, stored);
    }
}

package dev.weir.store;

/** How a flow, or an instance, stands. The order of constants is stored: append only. */
public enum FlowState {
    RUNNING,
    COMPLETED,
    FAULTED,
    TERMINATED;

    public boolean ended() {
        return this != RUNNING;
    }
}

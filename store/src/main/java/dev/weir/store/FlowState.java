package dev.weir.store;

/** The state of a flow or of an instance. */
public enum FlowState {
    RUNNING(0),
    COMPLETED(1),
    FAULTED(2),
    TERMINATED(3);

    private static final FlowState[] BY_CODE = values();

    private final int code;

    FlowState(int code) {
        this.code = code;
    }

    /** The number by which stores keep this state; it never changes. */
    public int code() {
        return code;
    }

    /**
     * The state with a code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FlowState ofCode(int code) {
        for (FlowState state : BY_CODE) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("no flow state has the code " + code);
    }

    public boolean ended() {
        return this != RUNNING;
    }
}

package dev.weir.composite.deployment;

/** What can be done to a deployed revision. */
public enum Change {
    START,
    STOP,
    RETIRE,
    ACTIVATE,
    DEFAULT,
    UNDEPLOY
}

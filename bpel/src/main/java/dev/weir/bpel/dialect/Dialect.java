package dev.weir.bpel.dialect;

/**
 * How a process is understood where Oracle's engine and the specification differ. A process by itself is plain WS-BPEL; one
 * that was deployed as a component of a composite was written for Oracle's engine.
 *
 * @param name for people, in problems and in the audit
 * @param initializeVariables true if a variable without a value has a default as soon as it is written into, or sent: made
 *     of the paths of all to-specs that the process has for it
 * @param checksAssertions false if what assertions say is not checked
 */
public record Dialect(String name, boolean initializeVariables, boolean checksAssertions) {
    /** WS-BPEL 2.0 and BPEL4WS 1.1 as they are specified. */
    public static final Dialect STANDARD = new Dialect("", false, true);

    public static final Dialect ORACLE = new Dialect("Oracle", true, true);

    /** True if a process is deployed although it breaks rules of the specification that show when they are reached. */
    public boolean takesWhatMayFail() {
        return !name.isEmpty();
    }

    /** True if {@code getVariableData} gives what is of a simple type as a value of it; BPEL4WS 1.1 says a node. */
    public boolean readsSimpleValues() {
        return !name.isEmpty();
    }

    /** True if faults of the engine have data, {@link RuntimeFaultData}; in WS-BPEL they have none. */
    public boolean describesFaults() {
        return !name.isEmpty();
    }

    /** The same with or without default values of variables. */
    public Dialect initializing(boolean initialize) {
        return new Dialect(name, initialize, checksAssertions);
    }

    /** The same with or without assertions. */
    public Dialect asserting(boolean check) {
        return new Dialect(name, initializeVariables, check);
    }

    /** How it shows in the audit of an instance; empty for the standard. */
    @Override
    public String toString() {
        return name
                + (name.isEmpty() || initializeVariables ? "" : ", initializeVariables=false")
                + (checksAssertions ? "" : ", disableAsserts=true");
    }
}

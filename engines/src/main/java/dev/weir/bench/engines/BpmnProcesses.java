package dev.weir.bench.engines;

import java.util.Locale;

/** The processes in BPMN 2.0. Engines have added attributes of their own to it. */
final class BpmnProcesses {
    /** The message for which an instance waits. */
    static final String GO_ON = "goOn";

    /** Variables. */
    static final String NUMBER = "number";

    static final String DONE = "done";
    static final String COUNT = "count";

    /** The bean that is told the end of an instance; see {@link #of}. */
    static final String ENDS = "ends";

    private final String prefix;
    private final String namespace;
    private final String result;
    private final String asynchronous;

    /**
     * Those for one engine.
     *
     * @param result the attribute that names the variable of an expression's value
     * @param asynchronous the attribute by which a task is done in a transaction of its own, by a thread of the engine
     */
    BpmnProcesses(String prefix, String namespace, String result, String asynchronous) {
        this.prefix = prefix;
        this.namespace = namespace;
        this.result = result;
        this.asynchronous = asynchronous;
    }

    /** The key of a process, and the name of the file that has it but for its ending. */
    static String key(Work work) {
        return work.name().toLowerCase(Locale.ROOT);
    }

    /** A process that ends by a call of {@code ends.of(execution)}, in the transaction that ends the instance. */
    String of(Work work) {
        return "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' xmlns:" + prefix + "='" + namespace
                + "' targetNamespace='urn:desk'><message id='" + GO_ON + "' name='" + GO_ON + "'/><process id='"
                + key(work) + "' isExecutable='true'><startEvent id='start'/>" + flow("start", "work1")
                + activities(work) + "<endEvent id='end'><extensionElements><" + prefix
                + ":executionListener event='end' expression='${" + ENDS
                + ".of(execution)}'/></extensionElements></endEvent></process></definitions>";
    }

    private String activities(Work work) {
        return switch (work) {
            case REPLY -> task("work1", NUMBER, DONE, "") + flow("work1", "end");
            case CALLBACK ->
                "<intermediateCatchEvent id='work1'><messageEventDefinition messageRef='" + GO_ON
                        + "'/></intermediateCatchEvent>" + flow("work1", "work2") + task("work2", NUMBER, DONE, "")
                        + flow("work2", "end");
            case TWENTY_STEPS -> {
                StringBuilder steps = new StringBuilder();
                for (int step = 1; step <= Work.STEPS; step++) {
                    steps.append(task("work" + step, COUNT + " + 1", COUNT, prefix + ":" + asynchronous + "='true'"))
                            .append(flow("work" + step, step < Work.STEPS ? "work" + (step + 1) : "end"));
                }
                yield steps.toString();
            }
        };
    }

    /** A task that gives a variable the value of an expression. */
    private String task(String id, String expression, String variable, String attribute) {
        return "<serviceTask id='" + id + "' " + prefix + ":expression='${" + expression + "}' " + prefix + ":" + result
                + "='" + variable + "' " + attribute + "/>";
    }

    private static String flow(String from, String to) {
        return "<sequenceFlow id='" + from + "_" + to + "' sourceRef='" + from + "' targetRef='" + to + "'/>";
    }
}

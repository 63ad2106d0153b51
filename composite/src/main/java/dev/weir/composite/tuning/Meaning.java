package dev.weir.composite.tuning;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a knob is for, in a sentence, for lists of them. The page docs/tuning.md says more.
 *
 * @param text the sentence, without a full stop
 * @param choices the values that it takes; empty where they are numbers or texts
 */
public record Meaning(String text, List<String> choices) {
    private static final String ACCEPTED = "taken from scripts, without effect: ";
    private static final List<String> FLAG = List.of("true", "false");
    private static final List<String> LEVEL = List.of("Off", "Minimal", "Production", "Development");
    private static final List<String> INHERITED = List.of("Inherit", "Off", "Minimal", "Production", "Development");
    private static final String DEFERRED = "AuditConfig/policies/Element_1/properties/";

    private static final Map<String, Meaning> ALL = new HashMap<>();

    static {
        put("dispatcherSystemThreads", "threads at most for starting the calls of instances");
        put("dispatcherInvokeThreads", "threads at most for messages that create instances");
        put("dispatcherEngineThreads", "threads at most for instances that go on: callbacks, replies, alarms");
        put(
                "retention",
                "when ended instances are removed of composites that say nothing themselves; never: they are kept for ever");
        put("retentionSchedule", "when those are removed whose time is over");
        put("retentionMaxRuntime", "minutes after which a run of the removal stops");
        put("retentionArchive", "whether instances are archived before they are removed", FLAG);
        put("logLevel", "the level of the whole log");
        put(
                "auditMaxActivities",
                "activities of one instance that are recorded one by one; later ones only when they fail");
        put("auditDetailThreshold", "payloads of more bytes are stored apart from their events");

        put("AuditConfig/level", "what the server records of instances", LEVEL);
        put("AuditConfig/compositeInstanceStateEnabled", ACCEPTED + "the state of an instance is always kept", FLAG);
        put(
                "AuditConfig/policies/Element_0/isActive",
                "Immediate: events are written with the change that they record",
                FLAG);
        put("AuditConfig/policies/Element_1/isActive", "Deferred: events are written later, in batches", FLAG);
        put("AuditConfig/policies/Element_0/name", "says which policy is which; fixed", List.of("Immediate"));
        put("AuditConfig/policies/Element_1/name", "says which policy is which; fixed", List.of("Deferred"));
        put(DEFERRED + "Element_0/name", "says which property is which; fixed", List.of("maxThreads"));
        put(DEFERRED + "Element_1/name", "says which property is which; fixed", List.of("flushDelay"));
        put(DEFERRED + "Element_2/name", "says which property is which; fixed", List.of("batchSize"));
        put(DEFERRED + "Element_0/value", "maxThreads: how many batches may be on their way to the disk at once");
        put(DEFERRED + "Element_1/value", "flushDelay: milliseconds that an event waits in memory at most");
        put(DEFERRED + "Element_2/value", "batchSize: the events of so many flows are written at once");

        put("BPEL/auditLevel", "what is recorded of all processes", INHERITED);
        put("BPEL/statsLastN", "above 0: so many of the latest requests of each operation are kept, for statistics");
        put("BPEL/syncMaxWaitTime", "seconds that a caller waits for the reply of a process");
        put("BPEL/validateXML", "whether messages of processes are checked against their schemas", FLAG);
        put("BPEL/largeDocumentThreshold", ACCEPTED + "large variables need no table of their own");
        put("BPEL/instanceKeyBlockSize", ACCEPTED + "ids come from blocks that are reserved ahead");
        put("BPEL/maximumNumberOfInvokeMessagesInCache", ACCEPTED + "messages wait in the store");
        put("BPEL/minBPELWait", ACCEPTED + "a wait of any length is kept with its instance");
        put("BPEL/expirationMaxRetry", ACCEPTED + "an alarm stays until its instance has taken it");
        put("BPEL/expirationRetryDelay", ACCEPTED + "an alarm stays until its instance has taken it");

        put("Mediator/auditLevel", "what is recorded of all mediators", INHERITED);
        put("Mediator/MetricsLevel", ACCEPTED + "requests are always counted", List.of("Enabled", "Disabled"));
        put("Mediator/ParallelWorkerThreads", ACCEPTED + "parallel rules are calls like others");
        put("Mediator/ParallelMaxRowsRetrieved", ACCEPTED + "as many calls are taken as there is room for");
        put("Mediator/ParallelLockerThreadSleep", ACCEPTED + "nobody polls");
        put("Mediator/ResequencerWorkerThreadCount", ACCEPTED + "groups take turns like other calls");
        put("Mediator/ResequencerMaxGroupsLocked", ACCEPTED + "groups are not locked");
        put("Mediator/ResequencerLockerThreadSleep", ACCEPTED + "nobody polls");
    }

    public Meaning {
        choices = List.copyOf(choices);
    }

    private static void put(String name, String text) {
        put(name, text, List.of());
    }

    private static void put(String name, String text, List<String> choices) {
        ALL.put(name, new Meaning(text, choices));
    }

    /** That of a knob; those of single parts, such as {@code retention/default/Orders!1.0}, have that of their kind. */
    public static Meaning of(String name) {
        Meaning known = ALL.get(name);
        if (known != null) {
            return known;
        }
        String kind = name.substring(0, Math.max(0, name.indexOf('/')));
        return switch (kind) {
            case "auditLevel" -> new Meaning("what is recorded of this part", INHERITED);
            case "retention" ->
                new Meaning(
                        "when ended instances of this composite are removed; never: they are kept for ever", List.of());
            case "logLevel" -> new Meaning("the level of this part of the log", List.of());
            default -> new Meaning("", List.of());
        };
    }
}

package dev.weir.bpel.step;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a step leaves in the audit. What the level leaves out is not made; facts about the flow are kept at every level.
 */
final class StepAudit {
    private final ProcessGraph graph;
    private final ClaimedInstance work;
    private final Instance instance;
    private final InstantSource clock;
    private final LongSupplier ids;
    private final AuditLevel level;
    /** The id of the last activity of the instance that is recorded by itself; ids count from 1. */
    private final int lastActivity;

    private final List<AuditEvent> events = new ArrayList<>();

    /** Activities that began to wait in this step, with what there is to say about it. */
    private final Map<Integer, String> waits = new LinkedHashMap<>();

    /** What the next event of an activity brings along. */
    private final Map<Integer, AuditPayload> payloads = new HashMap<>();

    StepAudit(
            ProcessGraph graph,
            ClaimedInstance work,
            Instance instance,
            InstantSource clock,
            LongSupplier ids,
            AuditLevel level,
            int lastActivity) {
        this.graph = graph;
        this.work = work;
        this.instance = instance;
        this.clock = clock;
        this.ids = ids;
        this.level = level;
        this.lastActivity = lastActivity;
    }

    private boolean keeps(Kind kind, int activity) {
        return activity <= lastActivity ? level.keeps(kind) : level.keeps(kind) && AuditLevel.MINIMAL.keeps(kind);
    }

    /** An activity begins to exist; the first that is not recorded by itself any more is where the history says so. */
    void created(int activity) {
        if (activity == lastActivity + 1) {
            instance(
                    Kind.HISTORY_REDUCED,
                    "after " + lastActivity + (lastActivity == 1 ? " activity" : " activities")
                            + " only faults and what matters to the instance are recorded");
        }
    }

    /** @param detail what matters beside the kind of the activity; null for nothing */
    void activity(Kind kind, ActivityInstance self, @Nullable String detail) {
        if (self.parent() == 0 || !keeps(kind, self.id())) {
            return;
        }
        Node.Head head = instance.node(self).head();
        add(
                new AuditSpan(
                        work.flow(),
                        work.instance(),
                        self.span(),
                        instance.get(self.parent()).span(),
                        head.id()),
                clock.instant(),
                kind,
                head.label(),
                detail == null ? head.kind() : head.kind() + " " + detail,
                payloads.remove(self.id()));
    }

    /** The next event of an activity brings a message or values along, at the level that keeps them. */
    void payload(ActivityInstance self, Supplier<byte[]> bytes) {
        if (level.keepsPayloads() && self.id() <= lastActivity) {
            payloads.put(self.id(), AuditPayload.of(bytes.get()));
        }
    }

    /** The instance gives its flow a title. */
    void title(String title) {
        fact(Kind.FLOW_TITLE, title);
        instance(Kind.INSTANCE_TITLED, title);
    }

    /** The instance fails. */
    void failed(String fault) {
        fact(Kind.FLOW_FAULT, fault);
        instance(Kind.INSTANCE_FAULTED, fault);
    }

    private void fact(Kind kind, String detail) {
        AuditSpan where = new AuditSpan(work.flow(), work.instance(), 0, 0);
        events.add(new AuditEvent(where, clock.instant(), kind, work.component(), "", detail));
    }

    /** An activity that is not run. */
    void skipped(ActivityInstance around, Node node, Instant now) {
        if (!keeps(Kind.ACTIVITY_SKIPPED, instance.nextActivity())) {
            return;
        }
        add(
                new AuditSpan(work.flow(), work.instance(), ids.getAsLong(), around.span(), node.id()),
                now,
                Kind.ACTIVITY_SKIPPED,
                node.head().label(),
                node.head().kind(),
                null);
    }

    void caught(ActivityInstance scope, String fault) {
        if (!level.keeps(Kind.FAULT_CAUGHT)) {
            return;
        }
        long above = scope.parent() == 0
                ? instance.origin()
                : instance.get(scope.parent()).span();
        add(
                new AuditSpan(work.flow(), work.instance(), scope.span(), above, scope.node()),
                clock.instant(),
                Kind.FAULT_CAUGHT,
                instance.node(scope).head().label(),
                fault,
                null);
    }

    void instance(Kind kind, @Nullable String detail) {
        if (!level.keeps(kind)) {
            return;
        }
        add(
                new AuditSpan(work.flow(), work.instance(), instance.span(), instance.origin()),
                clock.instant(),
                kind,
                graph.name().local(),
                detail,
                null);
    }

    /** A message that the instance has not received ends with it. */
    void ended(Message message, String by) {
        if (!level.keeps(Kind.MESSAGE_DECIDED)) {
            return;
        }
        add(
                new AuditSpan(work.flow(), work.instance(), ids.getAsLong(), instance.span()),
                clock.instant(),
                Kind.MESSAGE_DECIDED,
                message.operation(),
                "ended with instance " + work.instance() + ", which was terminated " + by,
                null);
    }

    void waits(ActivityInstance self, String detail) {
        if (!keeps(Kind.ACTIVITY_WAITING, self.id())) {
            return;
        }
        waits.put(self.id(), detail);
    }

    void waitsNoLonger(ActivityInstance self) {
        waits.remove(self.id());
    }

    private void add(
            AuditSpan where,
            Instant time,
            Kind kind,
            String name,
            @Nullable String detail,
            @Nullable AuditPayload payload) {
        events.add(new AuditEvent(where, time, kind, work.component(), name, detail, payload));
    }

    /** All events of a step after which the instance waits. */
    List<AuditEvent> events() {
        waits.forEach((id, detail) -> activity(Kind.ACTIVITY_WAITING, instance.get(id), detail));
        return List.copyOf(events);
    }

    /** All events of the step with which the instance ends. */
    List<AuditEvent> eventsOfTheEnd() {
        return List.copyOf(events);
    }
}

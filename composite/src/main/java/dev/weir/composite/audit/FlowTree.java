package dev.weir.composite.audit;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A flow's history as a tree: one node for each thing that happened, with all that was recorded of it, below what it was
 * done for.
 */
public final class FlowTree {
    private FlowTree() {}

    /**
     * The nodes in the order in which a reader meets them: each before those below it, sisters in the order in which they
     * began.
     *
     * @param events in the order in which they happened; those whose parent is not among them are at the top, or, where their
     *     process had come to where its history is reduced, below the line that says so
     */
    public static List<Node> nodes(List<AuditEvent> events) {
        Placed placed = new Placed();
        Set<Long> begun = new HashSet<>();
        events.forEach(event -> begun.add(event.span()));
        begun.remove(0L);
        // Events below a span whose own event comes only at its end, by that span.
        Map<Long, List<AuditEvent>> early = new HashMap<>();
        for (AuditEvent event : events) {
            boolean waits = !placed.bySpan.containsKey(event.parent()) && begun.contains(event.parent());
            if (waits && event.parent() != event.span()) {
                early.computeIfAbsent(event.parent(), span -> new ArrayList<>()).add(event);
                continue;
            }
            place(event, placed);
            Deque<List<AuditEvent>> due = new ArrayDeque<>();
            offer(early.remove(event.span()), due);
            while (!due.isEmpty()) {
                for (AuditEvent child : due.remove()) {
                    place(child, placed);
                    offer(early.remove(child.span()), due);
                }
            }
        }
        early.values().forEach(rest -> rest.forEach(event -> place(event, placed)));
        return inOrder(placed.top);
    }

    /** The nodes there are until now. */
    private static final class Placed {
        final Node top = new Node(null, null);
        final Map<Long, Node> bySpan = new HashMap<>();
        /** Those of processes, by their instances. */
        private final Map<Long, Node> processes = new HashMap<>();
        /** Where the history of a process begins to be reduced, by its instance. */
        private final Map<Long, Node> reduced = new HashMap<>();
        /** The last of these of a component: events of calls do not name the instance. */
        private final Map<ComponentId, Node> reducedOf = new HashMap<>();

        void reduced(Node node) {
            reduced.put(node.begin().instance(), node);
            reducedOf.put(node.begin().component(), node);
        }

        void add(Node node) {
            AuditEvent event = node.begin();
            if (event.span() != 0) {
                bySpan.put(event.span(), node);
            }
            if (event.kind() == Kind.INSTANCE_CREATED) {
                processes.put(event.instance(), node);
            }
        }

        /** The node that an event says more about; null where it is the first of its own. */
        @Nullable Node of(AuditEvent event) {
            if (event.span() != 0) {
                return bySpan.get(event.span());
            }
            // Who ends an instance by force knows no more of it.
            return event.kind() == Kind.INSTANCE_TERMINATED ? processes.get(event.instance()) : null;
        }

        /** The node below which an event belongs. */
        Node above(AuditEvent event) {
            Node parent = bySpan.get(event.parent());
            if (parent == null && event.parent() != 0) {
                parent = event.instance() == 0 ? reducedOf.get(event.component()) : reduced.get(event.instance());
            }
            return parent == null ? top : parent;
        }
    }

    private static List<Node> inOrder(Node top) {
        List<Node> nodes = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>();
        push(top, open);
        while (!open.isEmpty()) {
            Node node = open.pop();
            Node above = node.above;
            node.belowWhatEnded = above != null && (above.belowWhatEnded || above.isOver());
            nodes.add(node);
            push(node, open);
        }
        return nodes;
    }

    private static void push(Node node, Deque<Node> open) {
        for (int i = node.children.size() - 1; i >= 0; i--) {
            open.push(node.children.get(i));
        }
    }

    private static void offer(@Nullable List<AuditEvent> events, Deque<List<AuditEvent>> due) {
        if (events != null) {
            due.add(events);
        }
    }

    private static void place(AuditEvent event, Placed placed) {
        Node known = placed.of(event);
        if (known == null) {
            Node above = placed.above(event);
            Node node = new Node(event, above);
            above.children.add(node);
            placed.add(node);
            if (ends(event.kind(), event.kind())) {
                node.end = event;
            }
            return;
        }
        boolean ends = ends(event.kind(), known.begin().kind());
        boolean goesOn = goesOn(event.kind());
        if (ends) {
            known.end = event;
        } else if (goesOn) {
            known.since = event;
        }
        if (!ends && !goesOn || speaksForItself(event)) {
            Node line = new Node(event, known);
            known.children.add(line);
            if (event.kind() == Kind.HISTORY_REDUCED) {
                placed.reduced(line);
            }
        }
    }

    /** True for an event with which that is over which another began. What is sent ends by its own events, not what sends it. */
    private static boolean ends(Kind kind, Kind began) {
        return switch (kind) {
            case SERVICE_REPLY, SERVICE_ACCEPTED, MEDIATOR_COMPLETED, MEDIATOR_FAULTED, RULE_SKIPPED -> true;
            case INSTANCE_COMPLETED, INSTANCE_FAULTED, INSTANCE_TERMINATED -> true;
            case ACTIVITY_COMPLETED, ACTIVITY_FAULTED, ACTIVITY_SKIPPED, ACTIVITY_TERMINATED -> true;
            case CALL_COMPLETED, CALL_FAILED -> began == Kind.CALL_SENT;
            default -> false;
        };
    }

    /** True for an event that says in which state that goes on which another began. */
    private static boolean goesOn(Kind kind) {
        return switch (kind) {
            case INSTANCE_CREATED, INSTANCE_SUSPENDED, INSTANCE_RESUMED -> true;
            case ACTIVITY_STARTED, ACTIVITY_WAITING, MEDIATOR_STARTED -> true;
            default -> false;
        };
    }

    /** Events that get a line of their own below their span's, because they are what a reader looks for. */
    private static boolean speaksForItself(AuditEvent event) {
        return switch (event.kind()) {
            case SERVICE_REPLY, SERVICE_ACCEPTED, CALL_FAILED, INSTANCE_SUSPENDED, INSTANCE_RESUMED -> true;
            // Somebody has done it, at a time that the line of the process does not have.
            case INSTANCE_TERMINATED -> event.detail() != null;
            default -> false;
        };
    }

    /** One thing that happened. */
    public static final class Node {
        private final @Nullable AuditEvent event;
        private final @Nullable Node above;
        private final int depth;
        private final List<Node> children = new ArrayList<>(4);

        /** True if a process above it has ended. */
        private boolean belowWhatEnded;

        /** The last that says how it goes on. */
        private @Nullable AuditEvent since;

        private @Nullable AuditEvent end;

        private Node(@Nullable AuditEvent event, @Nullable Node above) {
            this.event = event;
            this.above = above;
            this.depth = above == null ? -1 : above.depth + 1;
        }

        /** How many nodes are above it. */
        public int depth() {
            return depth;
        }

        /** The node above; null at the top. */
        public @Nullable Node above() {
            return above == null || above.event == null ? null : above;
        }

        /** True if no sister of it began later. */
        public boolean isLast() {
            return above == null || above.children.get(above.children.size() - 1) == this;
        }

        /** What is known of its beginning. */
        public AuditEvent begin() {
            if (event == null) {
                throw new IllegalStateException("the top has no event");
            }
            return event;
        }

        /** From its beginning to its end; null where that is one moment, and for what has not ended. */
        public @Nullable Duration took() {
            return end == null || end == event ? null : Duration.between(begin().at(), end.at());
        }

        /** What was recorded beside the names: a condition, a fault, a key; null for nothing. */
        public @Nullable String detail() {
            AuditEvent begin = begin();
            if (end != null && end != begin && end.detail() != null && !speaksForItself(end)) {
                String ending = end.detail();
                return begin.detail() == null || begin.detail().equals(ending)
                        ? ending
                        : begin.detail() + ", " + ending;
            }
            return begin.detail();
        }

        /** The state in one word, such as faulted; empty for what has none. What ran when its process ended has ended with it. */
        public String state() {
            String own = ownState();
            boolean open = own.equals("running") || own.equals("waiting") || own.equals("suspended");
            return open && belowWhatEnded ? "terminated" : own;
        }

        /** True for a process that has ended. */
        private boolean isOver() {
            return end != null
                    && switch (end.kind()) {
                        case INSTANCE_COMPLETED, INSTANCE_FAULTED, INSTANCE_TERMINATED -> true;
                        default -> false;
                    };
        }

        private String ownState() {
            Kind kind = end == null ? (since == null ? begin().kind() : since.kind()) : end.kind();
            return switch (kind) {
                case RULE_CHOSEN -> "chosen";
                case RULE_SKIPPED, ACTIVITY_SKIPPED -> "skipped";
                case ACTIVITY_WAITING -> "waiting";
                case ACTIVITY_FAULTED, INSTANCE_FAULTED, MEDIATOR_FAULTED -> "faulted";
                case ACTIVITY_TERMINATED -> "terminated";
                // As below, of the line that says who did it.
                case INSTANCE_TERMINATED -> end == null ? "" : "terminated";
                case INSTANCE_COMPLETED -> "completed";
                // The state is the process's; the line below it that says who did it has none.
                case INSTANCE_SUSPENDED -> since == null ? "" : "suspended";
                case INSTANCE_RESUMED -> since == null ? "" : "running";
                case INSTANCE_CREATED, ACTIVITY_STARTED, MEDIATOR_STARTED -> "running";
                default -> "";
            };
        }

        /** What it is: the activity, the operation, the component. Text of others, as all texts here. */
        public String label() {
            AuditEvent event = begin();
            String shortName = event.component().name();
            return switch (event.kind()) {
                case SERVICE_REQUEST -> "service " + shortName + " " + event.name();
                case SERVICE_REPLY -> "reply " + event.name();
                case SERVICE_ACCEPTED -> "accepted " + event.name();
                case MEDIATOR_STARTED, MEDIATOR_COMPLETED, MEDIATOR_FAULTED ->
                    "mediator " + shortName + " " + event.name();
                case RULE_CHOSEN, RULE_SKIPPED -> "rule " + event.name();
                case INSTANCE_CREATED, INSTANCE_COMPLETED, INSTANCE_FAULTED ->
                    "process " + shortName + " instance " + event.instance();
                case INSTANCE_TERMINATED ->
                    end == null ? "terminated" : "process " + shortName + " instance " + event.instance();
                case ACTIVITY_STARTED,
                        ACTIVITY_WAITING,
                        ACTIVITY_COMPLETED,
                        ACTIVITY_FAULTED,
                        ACTIVITY_SKIPPED,
                        ACTIVITY_TERMINATED -> event.name();
                case FAULT_CAUGHT -> "caught " + event.name();
                case CALL_SENT, CALL_COMPLETED -> "call " + event.name();
                case CALL_FAILED -> "call failed " + event.name();
                case CALL_DECIDED -> "decision about call " + event.name();
                case REPLY_UNDELIVERED -> "reply not delivered";
                case MESSAGE_DECIDED -> "message " + event.name();
                case INSTANCE_SUSPENDED -> event.detail() == null ? "suspended by an operator" : "suspended";
                case INSTANCE_RESUMED -> event.detail() == null ? "resumed by an operator" : "resumed";
                case INSTANCE_TITLED -> "title";
                case HISTORY_REDUCED -> "history reduced";
                case EVENT_PUBLISHED -> "published " + event.name();
                case SENSOR_FAILED -> "sensor failed " + event.name();
                case AUDIT_ENTRY, FLOW_TITLE, FLOW_FAULT, SENSOR_VALUE -> event.name();
            };
        }
    }
}

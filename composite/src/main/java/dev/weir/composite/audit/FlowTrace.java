package dev.weir.composite.audit;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
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
 * A flow's history as a tree that people read: one line for each thing that happened, in the order in which it began,
 * with the time it began and how long it took.
 */
public final class FlowTrace {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private FlowTrace() {}

    /** Renders events, given in the order in which they happened; times are shown in a zone. */
    public static String render(List<AuditEvent> events, ZoneId zone) {
        Node top = new Node(null, null);
        Map<Long, Node> spans = new HashMap<>();
        Set<Long> begun = new HashSet<>();
        events.forEach(event -> begun.add(event.span()));
        begun.remove(0L);
        // Events below a span whose own event comes only at its end, by that span.
        Map<Long, List<AuditEvent>> early = new HashMap<>();
        for (AuditEvent event : events) {
            boolean waits = !spans.containsKey(event.parent()) && begun.contains(event.parent());
            if (waits && event.parent() != event.span()) {
                early.computeIfAbsent(event.parent(), span -> new ArrayList<>()).add(event);
                continue;
            }
            place(event, top, spans);
            Deque<List<AuditEvent>> due = new ArrayDeque<>();
            offer(early.remove(event.span()), due);
            while (!due.isEmpty()) {
                for (AuditEvent child : due.remove()) {
                    place(child, top, spans);
                    offer(early.remove(child.span()), due);
                }
            }
        }
        early.values().forEach(rest -> rest.forEach(event -> place(event, top, spans)));
        return write(top, zone);
    }

    private static void offer(@Nullable List<AuditEvent> events, Deque<List<AuditEvent>> due) {
        if (events != null) {
            due.add(events);
        }
    }

    private static void place(AuditEvent event, Node top, Map<Long, Node> spans) {
        Node known = event.span() == 0 ? null : spans.get(event.span());
        if (known == null) {
            Node above = spans.getOrDefault(event.parent(), top);
            Node node = new Node(event, above);
            above.children.add(node);
            if (event.span() != 0) {
                spans.put(event.span(), node);
            }
            if (ends(event.kind())) {
                node.end = event;
            }
        } else if (speaksForItself(event.kind())) {
            known.children.add(new Node(event, known));
            known.end = event;
        } else if (event.kind() == Kind.ACTIVITY_WAITING) {
            known.waiting = event;
        } else {
            known.end = event;
        }
    }

    private static boolean ends(Kind kind) {
        return switch (kind) {
            case ACTIVITY_COMPLETED, ACTIVITY_FAULTED, ACTIVITY_SKIPPED, ACTIVITY_TERMINATED -> true;
            case MEDIATOR_COMPLETED, RULE_SKIPPED -> true;
            default -> false;
        };
    }

    /** Events that get a line of their own below their span's, because they are what a reader looks for. */
    private static boolean speaksForItself(Kind kind) {
        return switch (kind) {
            case SERVICE_REPLY, SERVICE_ACCEPTED, FAULT_CAUGHT, CALL_FAILED, REPLY_UNDELIVERED -> true;
            case INSTANCE_SUSPENDED, INSTANCE_RESUMED, INSTANCE_TITLED -> true;
            default -> false;
        };
    }

    private static String write(Node top, ZoneId zone) {
        StringBuilder out = new StringBuilder();
        Deque<Node> open = new ArrayDeque<>();
        push(top, open);
        while (!open.isEmpty()) {
            Node node = open.pop();
            line(node, zone, out);
            push(node, open);
        }
        return out.toString();
    }

    private static void push(Node node, Deque<Node> open) {
        for (int i = node.children.size() - 1; i >= 0; i--) {
            open.push(node.children.get(i));
        }
    }

    private static void line(Node node, ZoneId zone, StringBuilder out) {
        AuditEvent event = node.begin();
        out.append(TIME.format(event.at().atZone(zone))).append(String.format("%10s  ", node.took()));
        StringBuilder rails = new StringBuilder();
        for (Node n = node; n.above != null && n.above.event != null; n = n.above) {
            boolean last = n.above.children.get(n.above.children.size() - 1) == n;
            rails.insert(0, n == node ? (last ? "└─ " : "├─ ") : (last ? "   " : "│  "));
        }
        out.append(rails).append(printable(label(event)));
        String detail = node.detail();
        if (detail != null) {
            out.append("  ").append(printable(detail));
        }
        String state = node.state();
        if (!state.isEmpty()) {
            out.append("  [").append(state).append(']');
        }
        out.append('\n');
    }

    /**
     * What can be shown on a terminal: a line end is a space; other controls, and characters that change the order of text or
     * are not seen, are written by their numbers. What partners sent does not command the reader's screen.
     */
    public static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            boolean unseen = type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.SURROGATE
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR;
            if (c == '\n' || c == '\t') {
                shown.append(' ');
            } else if (unseen) {
                shown.append(String.format("\\u{%X}", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static String label(AuditEvent event) {
        String shortName = event.component().name();
        return switch (event.kind()) {
            case SERVICE_REQUEST -> "service " + shortName + " " + event.name();
            case SERVICE_REPLY -> "reply " + event.name();
            case SERVICE_ACCEPTED -> "accepted " + event.name();
            case MEDIATOR_STARTED, MEDIATOR_COMPLETED, MEDIATOR_FAULTED -> "mediator " + shortName + " " + event.name();
            case RULE_CHOSEN, RULE_SKIPPED -> "rule " + event.name();
            case INSTANCE_CREATED, INSTANCE_COMPLETED, INSTANCE_FAULTED, INSTANCE_TERMINATED ->
                "process " + shortName + " instance " + event.instance();
            case ACTIVITY_STARTED,
                    ACTIVITY_WAITING,
                    ACTIVITY_COMPLETED,
                    ACTIVITY_FAULTED,
                    ACTIVITY_SKIPPED,
                    ACTIVITY_TERMINATED -> event.name();
            case FAULT_CAUGHT -> "caught " + event.name();
            case CALL_SENT, CALL_COMPLETED -> "call " + event.name();
            case CALL_FAILED -> "call failed " + event.name();
            case REPLY_UNDELIVERED -> "reply not delivered";
            case INSTANCE_SUSPENDED -> "suspended by an operator";
            case INSTANCE_RESUMED -> "resumed by an operator";
            case INSTANCE_TITLED -> "title";
            case EVENT_PUBLISHED -> "published " + event.name();
            case SENSOR_FAILED -> "sensor failed " + event.name();
            case AUDIT_ENTRY, FLOW_TITLE, FLOW_FAULT, SENSOR_VALUE -> event.name();
        };
    }

    /** A line of the tree. */
    private static final class Node {
        final @Nullable AuditEvent event;
        final @Nullable Node above;
        final List<Node> children = new ArrayList<>(4);

        @Nullable AuditEvent waiting;

        @Nullable AuditEvent end;

        Node(@Nullable AuditEvent event, @Nullable Node above) {
            this.event = event;
            this.above = above;
        }

        AuditEvent begin() {
            if (event == null) {
                throw new IllegalStateException("the top has no event");
            }
            return event;
        }

        String took() {
            if (end == null || end == event) {
                return "";
            }
            Instant from = begin().at();
            Duration time = Duration.between(from, end.at());
            return time.toMillis() < 10_000
                    ? time.toMillis() + " ms"
                    : time.toSeconds() + "." + time.toMillisPart() / 100 + " s";
        }

        @Nullable String detail() {
            AuditEvent begin = begin();
            if (end != null && end != begin && end.detail() != null && !speaksForItself(end.kind())) {
                String ending = end.detail();
                return begin.detail() == null || begin.detail().equals(ending)
                        ? ending
                        : begin.detail() + ", " + ending;
            }
            return begin.detail();
        }

        String state() {
            Kind kind = end == null ? (waiting == null ? begin().kind() : waiting.kind()) : end.kind();
            return switch (kind) {
                case RULE_CHOSEN -> "chosen";
                case RULE_SKIPPED, ACTIVITY_SKIPPED -> "skipped";
                case ACTIVITY_WAITING -> "waiting";
                case ACTIVITY_FAULTED, INSTANCE_FAULTED, MEDIATOR_FAULTED -> "faulted";
                case INSTANCE_TERMINATED, ACTIVITY_TERMINATED -> "terminated";
                case INSTANCE_COMPLETED -> "completed";
                case INSTANCE_SUSPENDED -> "suspended";
                case INSTANCE_RESUMED -> "running";
                case INSTANCE_CREATED, ACTIVITY_STARTED, MEDIATOR_STARTED -> "running";
                default -> "";
            };
        }
    }
}

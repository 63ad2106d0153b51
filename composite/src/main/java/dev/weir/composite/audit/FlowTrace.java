package dev.weir.composite.audit;

import dev.weir.composite.audit.FlowTree.Node;
import dev.weir.store.AuditEvent;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flow's history as text: one line for each thing that happened, in the order in which it began, with the time it began
 * and how long it took.
 */
public final class FlowTrace {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private FlowTrace() {}

    /** Renders events, given in the order in which they happened; times are shown in a zone. */
    public static String render(List<AuditEvent> events, ZoneId zone) {
        StringBuilder out = new StringBuilder();
        FlowTree.nodes(events).forEach(node -> line(node, zone, out));
        return out.toString();
    }

    private static void line(Node node, ZoneId zone, StringBuilder out) {
        AuditEvent event = node.begin();
        out.append(TIME.format(event.at().atZone(zone))).append(String.format("%10s  ", took(node.took())));
        StringBuilder rails = new StringBuilder();
        for (Node n = node, above = n.above(); above != null; n = above, above = n.above()) {
            rails.insert(0, n == node ? (n.isLast() ? "└─ " : "├─ ") : (n.isLast() ? "   " : "│  "));
        }
        out.append(rails).append(printable(node.label()));
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

    private static String took(@Nullable Duration time) {
        if (time == null) {
            return "";
        }
        return time.toMillis() < 10_000
                ? time.toMillis() + " ms"
                : time.toSeconds() + "." + time.toMillisPart() / 100 + " s";
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
}

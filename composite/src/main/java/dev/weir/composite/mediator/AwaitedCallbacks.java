package dev.weir.composite.mediator;

import dev.weir.store.StateRows;
import dev.weir.wsdl.MessageValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a mediator instance: the message that it was called with, and the rules of which it awaits a callback. The
 * message is a row that is written once; what is awaited is a small one.
 *
 * @param operation that the mediator was called by
 * @param callback where the caller takes callbacks; null if it does not
 * @param nextCall the number of the instance's next call
 * @param suspended true while an operator holds the instance
 */
record AwaitedCallbacks(
        String operation, @Nullable String callback, int nextCall, boolean suspended, List<Rule> rules) {
    /**
     * A rule that was followed.
     *
     * @param call the number of the call that follows it
     * @param index of the rule in the operation's plan
     * @param span of the rule in the audit
     */
    record Rule(int call, int index, long span) {
        String timer() {
            return "callback " + call;
        }
    }

    private static final String REQUEST = "request";
    private static final String AWAITED = "awaited";

    AwaitedCallbacks {
        rules = List.copyOf(rules);
    }

    Map<String, byte[]> rows(byte[] request) {
        Map<String, byte[]> rows = new LinkedHashMap<>();
        rows.put(REQUEST, request);
        rows.putAll(row());
        return rows;
    }

    /** What changes. */
    Map<String, byte[]> row() {
        StringBuilder text = new StringBuilder()
                .append(operation)
                .append('\n')
                .append(callback == null ? "" : callback)
                .append('\n')
                .append(nextCall)
                .append(' ')
                .append(suspended);
        for (Rule rule : rules) {
            text.append('\n')
                    .append(rule.call)
                    .append(' ')
                    .append(rule.index)
                    .append(' ')
                    .append(rule.span);
        }
        return Map.of(AWAITED, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    static MessageValue request(StateRows rows) {
        return MessageValue.fromBytes(row(rows, REQUEST));
    }

    static AwaitedCallbacks read(StateRows rows) {
        List<String> lines = List.of(new String(row(rows, AWAITED), StandardCharsets.UTF_8).split("\n", -1));
        List<Rule> rules = new ArrayList<>();
        for (String line : lines.subList(3, lines.size())) {
            List<String> fields = List.of(line.split(" "));
            rules.add(new Rule(
                    Integer.parseInt(fields.get(0)), Integer.parseInt(fields.get(1)), Long.parseLong(fields.get(2))));
        }
        List<String> counts = List.of(lines.get(2).split(" "));
        return new AwaitedCallbacks(
                lines.get(0),
                lines.get(1).isEmpty() ? null : lines.get(1),
                Integer.parseInt(counts.get(0)),
                Boolean.parseBoolean(counts.get(1)),
                rules);
    }

    private static byte[] row(StateRows rows, String name) {
        byte[] row = rows.get(name);
        if (row == null) {
            throw new IllegalStateException("a mediator instance has no row '" + name + "'");
        }
        return row;
    }

    AwaitedCallbacks without(Rule rule) {
        return new AwaitedCallbacks(
                operation,
                callback,
                nextCall,
                suspended,
                rules.stream().filter(other -> !other.equals(rule)).toList());
    }

    AwaitedCallbacks afterCall() {
        return new AwaitedCallbacks(operation, callback, nextCall + 1, suspended, rules);
    }

    AwaitedCallbacks suspended(boolean now) {
        return new AwaitedCallbacks(operation, callback, nextCall, now, rules);
    }
}

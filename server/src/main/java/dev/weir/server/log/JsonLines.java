package dev.weir.server.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.composite.log.FlowContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Lines for programs: a JSON object with {@code time}, {@code level}, {@code logger}, {@code thread} and {@code message};
 * with {@code flow}, {@code composite} and {@code component} where the line is about one, and {@code exception}, the stack
 * trace, where there is one. A line has at most {@link #MOST} characters of each text.
 */
final class JsonLines extends Formatter {
    static final int MOST = 32_768;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String format(LogRecord record) {
        ObjectNode line = JSON.createObjectNode()
                .put("time", record.getInstant().toString())
                .put("level", LogLevels.name(record.getLevel()))
                .put("logger", record.getLoggerName())
                .put("thread", Thread.currentThread().getName())
                .put("message", cut(formatMessage(record)));
        FlowContext flow = FlowContext.current();
        if (flow != null) {
            line.put("flow", flow.flow()).put("composite", flow.composite()).put("component", flow.component());
        }
        Throwable thrown = record.getThrown();
        if (thrown != null) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            line.put("exception", cut(trace.toString()));
        }
        try {
            return JSON.writeValueAsString(line) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= MOST ? text : text.substring(0, MOST) + "...";
    }
}

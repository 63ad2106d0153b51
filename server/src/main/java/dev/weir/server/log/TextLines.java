package dev.weir.server.log;

import dev.weir.composite.log.FlowContext;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Lines for people. */
final class TextLines extends SimpleFormatter {
    @Override
    public String formatMessage(LogRecord record) {
        FlowContext flow = FlowContext.current();
        String message = super.formatMessage(record);
        return flow == null
                ? message
                : message + " [flow " + flow.flow() + ", " + flow.composite() + "/" + flow.component() + "]";
    }
}

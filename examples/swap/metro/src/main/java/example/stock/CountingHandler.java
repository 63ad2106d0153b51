package example.stock;

import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts messages in both directions. */
public class CountingHandler implements LogicalHandler<LogicalMessageContext> {
    static final AtomicInteger MESSAGES = new AtomicInteger();

    @Override
    public boolean handleMessage(LogicalMessageContext context) {
        MESSAGES.incrementAndGet();
        return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
        return true;
    }

    @Override
    public void close(MessageContext context) {}
}

package dev.weir.soap.jaxws.handler;

import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.MessageContext.Scope;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one message exchange (section 9.3.2 of the specification). The request passes them in one direction,
 * the response in the other: of a client the request is outbound, of a server the response. For one thread at a time.
 */
public final class HandlerExchange {
    private final List<Handler<?>> order;
    private final boolean client;
    private final boolean oneWay;
    private final MessageProperties properties;

    /** Handlers of the request that have been called; those that are closed in the end. */
    private int called;

    /** What became of a request. */
    public enum Outcome {
        /** It goes on. */
        CONTINUE,
        /** A handler has ended it: the message is the response now, and has passed the handlers before that one. */
        ANSWERED,
        /** A handler has ended a one-way request. */
        DROPPED
    }

    /** @param client false for a server */
    public HandlerExchange(HandlerChain chain, boolean client, boolean oneWay, MessageProperties properties) {
        this.client = client;
        this.oneWay = oneWay;
        this.properties = properties;
        List<Handler<?>> all = new ArrayList<>(chain.all());
        if (!client) {
            Collections.reverse(all);
        }
        this.order = all;
    }

    public MessageProperties properties() {
        return properties;
    }

    /**
     * Shows the request to the handlers.
     *
     * @throws RuntimeException of a handler; a {@link ProtocolException} of a request that is not one-way becomes a
     *     fault of the message instead, and the outcome is ANSWERED
     */
    public Outcome request(HandledMessage message) {
        direct(client);
        for (int i = 0; i < order.size(); i++) {
            called = i + 1;
            boolean more;
            try {
                more = handle(order.get(i), message, false);
            } catch (ProtocolException failure) {
                if (oneWay) {
                    throw failure;
                }
                message.fault(failure);
                back(message, i - 1, true);
                return Outcome.ANSWERED;
            }
            if (!more) {
                if (oneWay) {
                    return Outcome.DROPPED;
                }
                back(message, i - 1, false);
                return Outcome.ANSWERED;
            }
        }
        return Outcome.CONTINUE;
    }

    /** Shows the response to the handlers; a {@link ProtocolException} of a server's becomes a fault of the message. */
    public void response(HandledMessage message) {
        boolean fault = message.isFault();
        called = order.size();
        back(message, order.size() - 1, fault);
    }

    private void back(HandledMessage message, int from, boolean isFault) {
        direct(!client);
        for (int i = from; i >= 0; i--) {
            try {
                if (!handle(order.get(i), message, isFault)) {
                    return;
                }
            } catch (ProtocolException failure) {
                if (client) {
                    throw failure;
                }
                message.fault(failure);
                return;
            }
        }
    }

    private void direct(boolean outbound) {
        properties.put(MessageContext.MESSAGE_OUTBOUND_PROPERTY, outbound, Scope.HANDLER);
    }

    @SuppressWarnings("unchecked") // a logical handler handles logical contexts, a SOAP handler those of SOAP
    private boolean handle(Handler<?> handler, HandledMessage message, boolean isFault) {
        if (handler instanceof LogicalHandler) {
            LogicalHandler<LogicalMessageContext> logical = (LogicalHandler<LogicalMessageContext>) handler;
            LogicalContext context = new LogicalContext(properties, message);
            return isFault ? logical.handleFault(context) : logical.handleMessage(context);
        }
        SOAPHandler<SOAPMessageContext> soap = (SOAPHandler<SOAPMessageContext>) handler;
        SoapContext context = new SoapContext(properties, message);
        return isFault ? soap.handleFault(context) : soap.handleMessage(context);
    }

    /** Ends the exchange: handlers that have been called are closed, the last one first. */
    public void close(HandledMessage message) {
        RuntimeException first = null;
        for (int i = called - 1; i >= 0; i--) {
            Handler<?> handler = order.get(i);
            try {
                handler.close(
                        handler instanceof LogicalHandler
                                ? new LogicalContext(properties, message)
                                : new SoapContext(properties, message));
            } catch (RuntimeException failure) {
                first = first(first, failure);
            }
        }
        called = 0;
        if (first != null) {
            throw first;
        }
    }

    private static RuntimeException first(@Nullable RuntimeException known, RuntimeException failure) {
        if (known == null) {
            return failure;
        }
        known.addSuppressed(failure);
        return known;
    }
}

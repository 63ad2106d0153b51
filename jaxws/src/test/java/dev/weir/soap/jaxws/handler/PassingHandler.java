package dev.weir.soap.jaxws.handler;

import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Set;
import javax.xml.namespace.QName;

/** A handler that passes on what it does not look at, and understands no header. */
public interface PassingHandler extends SOAPHandler<SOAPMessageContext> {
    @Override
    default Set<QName> getHeaders() {
        return Set.of();
    }

    @Override
    default boolean handleMessage(SOAPMessageContext context) {
        return true;
    }

    @Override
    default boolean handleFault(SOAPMessageContext context) {
        return true;
    }

    @Override
    default void close(MessageContext context) {}
}

package dev.weir.soap.jaxws.handler;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;

/** Looks at messages and leaves them as they are. */
public final class LookingHandler implements PassingHandler {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
        try {
            return context.getMessage().getSOAPBody().hasChildNodes();
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
        return handleMessage(context);
    }
}

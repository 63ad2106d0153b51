package example.greeter;

import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Iterator;
import java.util.Set;
import javax.xml.namespace.QName;

/** Takes the caller's name from a header block. */
public class CallerHandler implements SOAPHandler<SOAPMessageContext> {
    static final String CALLER = "example.greeter.caller";
    private static final QName BLOCK = new QName("urn:example:greeter", "caller");

    @Override
    public Set<QName> getHeaders() {
        return Set.of(BLOCK);
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
        if (Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY))) {
            return true;
        }
        try {
            SOAPHeader header = context.getMessage().getSOAPHeader();
            Iterator<?> blocks = header == null ? Set.of().iterator() : header.getChildElements(BLOCK);
            if (blocks.hasNext()) {
                context.put(CALLER, ((SOAPElement) blocks.next()).getTextContent());
                context.setScope(CALLER, MessageContext.Scope.APPLICATION);
            }
            return true;
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
        return true;
    }

    @Override
    public void close(MessageContext context) {}
}

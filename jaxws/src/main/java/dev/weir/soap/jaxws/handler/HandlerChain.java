package dev.weir.soap.jaxws.handler;

import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Handlers in the order of the standard (section 9.2.1.1): logical ones first, each kind in the order given. Immutable.
 */
public final class HandlerChain {
    public static final HandlerChain EMPTY = new HandlerChain(List.of());

    private final List<Handler<?>> all;

    private HandlerChain(List<Handler<?>> all) {
        this.all = List.copyOf(all);
    }

    /** @throws WebServiceException for a handler that is neither a LogicalHandler nor a SOAPHandler */
    @SuppressWarnings("rawtypes") // declared so by the standard
    public static HandlerChain of(List<? extends Handler> given) {
        List<Handler<?>> sorted = new ArrayList<>();
        for (Handler<?> handler : given) {
            if (handler instanceof LogicalHandler) {
                sorted.add(handler);
            } else if (!(handler instanceof SOAPHandler)) {
                throw new WebServiceException(handler.getClass().getName()
                        + " must be a LogicalHandler or a SOAPHandler, to be a handler of SOAP messages");
            }
        }
        for (Handler<?> handler : given) {
            if (handler instanceof SOAPHandler) {
                sorted.add(handler);
            }
        }
        return sorted.isEmpty() ? EMPTY : new HandlerChain(sorted);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public List<Handler<?>> all() {
        return all;
    }

    /** The header blocks that the handlers understand. */
    public Set<QName> headers() {
        Set<QName> names = new LinkedHashSet<>();
        for (Handler<?> handler : all) {
            if (handler instanceof SOAPHandler<?> soap) {
                Set<QName> own = soap.getHeaders();
                if (own != null) {
                    names.addAll(own);
                }
            }
        }
        return names;
    }
}

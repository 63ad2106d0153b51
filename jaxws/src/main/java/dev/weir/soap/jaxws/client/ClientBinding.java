package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.jaxws.handler.HandlerChain;
import dev.weir.soap.jaxws.model.MtomChoice;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The binding of one proxy or dispatch: its handlers and roles. */
final class ClientBinding implements SOAPBinding {
    private final ClientPort port;
    private volatile HandlerChain handlers = HandlerChain.EMPTY;
    private volatile Set<String> roles;

    private volatile MtomChoice mtom;

    /** True while nothing but an optional policy of the WSDL has switched MTOM on. */
    private volatile boolean mtomByOffer;

    ClientBinding(ClientPort port, MtomChoice mtom) {
        this.port = port;
        this.mtom = !mtom.said() && port.mtom() ? MtomChoice.ENABLED : mtom;
        this.mtomByOffer = !mtom.said() && port.mtomOptional();
        this.roles = port.format() == EnvelopeFormat.SOAP_12
                ? Set.of(
                        "http://www.w3.org/2003/05/soap-envelope/role/next",
                        "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver")
                : Set.of("http://schemas.xmlsoap.org/soap/actor/next", "");
    }

    HandlerChain handlers() {
        return handlers;
    }

    @Override
    @SuppressWarnings("rawtypes") // declared so by the standard
    public List<Handler> getHandlerChain() {
        return new ArrayList<>(handlers.all());
    }

    @Override
    @SuppressWarnings("rawtypes") // declared so by the standard
    public void setHandlerChain(List<Handler> chain) {
        handlers = HandlerChain.of(chain);
    }

    @Override
    public String getBindingID() {
        return port.getBindingID();
    }

    @Override
    public Set<String> getRoles() {
        return new LinkedHashSet<>(roles);
    }

    @Override
    public void setRoles(Set<String> given) {
        if (given.contains("http://www.w3.org/2003/05/soap-envelope/role/none")) {
            throw new WebServiceException("the role none must not be played (SOAP 1.2 Part 1, section 2.2)");
        }
        roles = Set.copyOf(given);
    }

    @Override
    public boolean isMTOMEnabled() {
        return mtom.enabled();
    }

    @Override
    public void setMTOMEnabled(boolean enabled) {
        mtomByOffer = false;
        mtom = mtom.enabled(enabled);
    }

    /** True where MTOM is on by an optional policy alone, which gives way to whatever the program says. */
    boolean isMtomByOffer() {
        return mtomByOffer;
    }

    MtomChoice mtom() {
        return mtom;
    }

    @Override
    public SOAPFactory getSOAPFactory() {
        try {
            return SOAPFactory.newInstance(protocol(port.format()));
        } catch (SOAPException e) {
            throw new WebServiceException(e);
        }
    }

    @Override
    public MessageFactory getMessageFactory() {
        try {
            return MessageFactory.newInstance(protocol(port.format()));
        } catch (SOAPException e) {
            throw new WebServiceException(e);
        }
    }

    private static String protocol(EnvelopeFormat format) {
        return format == EnvelopeFormat.SOAP_12 ? SOAPConstants.SOAP_1_2_PROTOCOL : SOAPConstants.SOAP_1_1_PROTOCOL;
    }
}

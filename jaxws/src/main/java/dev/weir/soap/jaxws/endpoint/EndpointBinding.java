package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.model.MtomChoice;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.SoapVersion;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The binding of an endpoint. */
@SuppressWarnings("rawtypes") // as the interface has it
final class EndpointBinding implements SOAPBinding {
    private final SoapVersion version;
    private List<Handler> chain = List.of();
    private MtomChoice mtom;

    /** Null until the endpoint is published, and where it has no WSDL. */
    private @Nullable ServiceDescription description;

    EndpointBinding(SoapVersion version, MtomChoice mtom) {
        this.version = version;
        this.mtom = mtom;
    }

    /** What counts when the endpoint is published. */
    MtomChoice mtom() {
        boolean isAskedFor = description != null && description.asksForMtom();
        return !mtom.said() && isAskedFor ? MtomChoice.ENABLED : mtom;
    }

    /** A policy of the WSDL counts where the program has said nothing of MTOM. */
    void describedBy(@Nullable ServiceDescription given) {
        description = given;
    }

    @Override
    public List<Handler> getHandlerChain() {
        return new ArrayList<>(chain);
    }

    /** Handlers that are there when the endpoint is published count; they replace those of HandlerChain. */
    @Override
    public void setHandlerChain(List<Handler> given) {
        chain = List.copyOf(given);
    }

    @Override
    public String getBindingID() {
        return version == SoapVersion.SOAP_11 ? SOAP11HTTP_BINDING : SOAP12HTTP_BINDING;
    }

    @Override
    public Set<String> getRoles() {
        return version == SoapVersion.SOAP_11
                ? Set.of(SOAPConstants.URI_SOAP_ACTOR_NEXT)
                : Set.of(SOAPConstants.URI_SOAP_1_2_ROLE_NEXT, SOAPConstants.URI_SOAP_1_2_ROLE_ULTIMATE_RECEIVER);
    }

    @Override
    public void setRoles(Set<String> roles) {
        if (!getRoles().containsAll(roles)) {
            throw new WebServiceException("an endpoint plays no other roles than " + getRoles());
        }
    }

    @Override
    public boolean isMTOMEnabled() {
        boolean isAllowed = description != null && description.allowsMtom();
        return mtom.said() ? mtom.enabled() : isAllowed;
    }

    @Override
    public void setMTOMEnabled(boolean enabled) {
        mtom = mtom.enabled(enabled);
    }

    private String protocol() {
        return version == SoapVersion.SOAP_11 ? SOAPConstants.SOAP_1_1_PROTOCOL : SOAPConstants.SOAP_1_2_PROTOCOL;
    }

    @Override
    public SOAPFactory getSOAPFactory() {
        try {
            return SOAPFactory.newInstance(protocol());
        } catch (SOAPException e) {
            throw new WebServiceException(e);
        }
    }

    @Override
    public MessageFactory getMessageFactory() {
        try {
            return MessageFactory.newInstance(protocol());
        } catch (SOAPException e) {
            throw new WebServiceException(e);
        }
    }
}

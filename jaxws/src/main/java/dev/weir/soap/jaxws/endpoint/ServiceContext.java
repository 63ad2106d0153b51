package dev.weir.soap.jaxws.endpoint;

import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** What an implementation gets injected; it speaks of the call that the current thread is working on. Thread-safe. */
final class ServiceContext implements WebServiceContext {
    private static ServerCall call() {
        ServerCall call = ServerCall.current();
        if (call == null) {
            throw new IllegalStateException("the context is there only while a request is served, on its thread");
        }
        return call;
    }

    @Override
    public MessageContext getMessageContext() {
        return call().context();
    }

    /** Who has authenticated to the container, or at an address of its own by a certificate; null for nobody. */
    @Override
    public @Nullable Principal getUserPrincipal() {
        return call().user();
    }

    @Override
    public boolean isUserInRole(String role) {
        return call().isUserInRole(role);
    }

    @Override
    public EndpointReference getEndpointReference(Element... referenceParameters) {
        return getEndpointReference(W3CEndpointReference.class, referenceParameters);
    }

    @Override
    public <T extends EndpointReference> T getEndpointReference(Class<T> type, Element... referenceParameters) {
        ServerCall call = call();
        return call.service().endpoint().reference(type, call.address(), referenceParameters);
    }
}

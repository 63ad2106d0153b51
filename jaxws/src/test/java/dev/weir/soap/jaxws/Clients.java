package dev.weir.soap.jaxws;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import java.util.Map;
import javax.xml.namespace.QName;

/** Typed clients of Weir's, without a WSDL. */
public final class Clients {
    private Clients() {}

    /** @param properties of its request context */
    public static <T> T at(String address, Class<T> type, Map<String, Object> properties) {
        T client = new WeirProvider()
                .createServiceDelegate(null, new QName("urn:test:client", "Service"), Service.class)
                .getPort(type);
        Map<String, Object> context = ((BindingProvider) client).getRequestContext();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        context.putAll(properties);
        return client;
    }
}

package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.spi.Provider;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.net.MalformedURLException;
import java.net.URI;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Whose client or server is at an end of a connection. */
enum Stack {
    WEIR,
    CXF,
    METRO;

    /**
     * A typed client: CXF's by the interface alone, others by the WSDL at the address.
     *
     * @param features MTOM or nothing
     */
    <T> T client(String address, QName service, QName port, Class<T> type, WebServiceFeature... features)
            throws MalformedURLException {
        if (this != CXF) {
            return service(address, service).getPort(port, type, features);
        }
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(type);
        factory.setAddress(address);
        T made = factory.create(type);
        ((SOAPBinding) ((BindingProvider) made).getBinding()).setMTOMEnabled(features.length > 0);
        return made;
    }

    /** A service of Weir or Metro, by the WSDL at an address. */
    ServiceDelegate service(String address, QName name) throws MalformedURLException {
        Provider provider = this == WEIR ? new WeirProvider() : new com.sun.xml.ws.spi.ProviderImpl();
        return provider.createServiceDelegate(URI.create(address + "?wsdl").toURL(), name, Service.class);
    }
}

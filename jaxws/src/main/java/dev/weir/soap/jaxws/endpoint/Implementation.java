package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.feature.Lax;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.MtomChoice;
import dev.weir.soap.jaxws.model.Names;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.RespectBinding;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * What a service's implementation says of the service. Whatever it asks for that is not supported is refused.
 *
 * @param marks what annotations say, of the implementor's class, or of the one behind it where the implementor is a proxy
 * @param service the name of the WSDL service
 * @param port the name of its port
 * @param wsdlLocation empty where the WSDL is generated
 * @param mtom what annotations and features say of it
 * @param validation which messages the schemas are held against
 * @param lax whether it takes what peers send that are not careful
 * @param addressing what it asks of WS-Addressing; null where it says nothing
 */
record Implementation(
        Object implementor,
        ImplementationMarks marks,
        XmlName service,
        String port,
        SoapVersion version,
        String wsdlLocation,
        MtomChoice mtom,
        ValidationChoice validation,
        boolean lax,
        @Nullable AddressingFeature addressing) {
    private static final String WITH_MTOM = "?mtom=true";
    private static final String SOAP_12_WITH_ENDPOINTS = "http://java.sun.com/xml/ns/jaxws/2003/05/soap/bindings/HTTP/";

    /**
     * @param given the class whose annotations count
     * @throws InterfaceException where something is not supported; names it
     */
    static Implementation of(
            Object implementor,
            Class<?> given,
            @Nullable String bindingId,
            Map<String, Object> properties,
            WebServiceFeature... features) {
        ImplementationMarks marks = ImplementationMarks.of(given);
        Class<?> type = marks.type();
        WebService mark = marks.service();
        if (marks.provider() != null) {
            ProviderForm.of(implementor, marks);
        }
        refuse(marks, features);
        String namespace = marks.said(WebService::targetNamespace, WebServiceProvider::targetNamespace);
        String service = marks.said(WebService::serviceName, WebServiceProvider::serviceName);
        String port = marks.said(WebService::portName, WebServiceProvider::portName);
        String annotation = mark != null ? "WebService" : "WebServiceProvider";
        String name = mark == null || mark.name().isEmpty()
                ? type.getSimpleName()
                : Names.require(mark.name(), type.getName(), "WebService.name");
        QName wantedService = property(properties, jakarta.xml.ws.Endpoint.WSDL_SERVICE, QName.class);
        QName wantedPort = property(properties, jakarta.xml.ws.Endpoint.WSDL_PORT, QName.class);
        String location = property(properties, WeirEndpoint.WSDL_LOCATION, String.class);
        return new Implementation(
                implementor,
                marks,
                wantedService != null
                        ? XmlName.of(wantedService.getNamespaceURI(), wantedService.getLocalPart())
                        : XmlName.of(
                                namespace.isEmpty() ? EndpointInterface.defaultNamespace(type) : namespace,
                                Names.require(
                                        service.isEmpty() ? type.getSimpleName() + "Service" : service,
                                        type.getName(),
                                        annotation + ".serviceName")),
                wantedPort != null
                        ? wantedPort.getLocalPart()
                        : Names.require(
                                port.isEmpty() ? name + "Port" : port, type.getName(), annotation + ".portName"),
                version(marks, bindingId),
                location != null ? location : marks.said(WebService::wsdlLocation, WebServiceProvider::wsdlLocation),
                mtom(marks, bindingId, features),
                ValidationMarks.of(marks, properties),
                lax(marks, properties),
                addressing(marks, features));
    }

    /** The property counts before the annotation. */
    private static boolean lax(ImplementationMarks marks, Map<String, Object> properties) {
        Boolean said = LaxProperty.said(properties);
        return said == null ? marks.get(Lax.class) != null : said;
    }

    private static <T> @Nullable T property(Map<String, Object> properties, String name, Class<T> type) {
        Object value = properties.get(name);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        throw new InterfaceException("the property " + name + " must be a " + type.getSimpleName() + ", but is a "
                + value.getClass().getName());
    }

    private static String bindingId(ImplementationMarks marks, @Nullable String given) {
        BindingType mark = marks.get(BindingType.class);
        return given != null ? given : mark == null ? "" : mark.value();
    }

    /** A feature counts before the annotation, and that before the binding's name. */
    private static MtomChoice mtom(
            ImplementationMarks marks, @Nullable String bindingId, WebServiceFeature... features) {
        MtomChoice choice = bindingId(marks, bindingId).endsWith(WITH_MTOM) ? MtomChoice.ENABLED : MtomChoice.UNSAID;
        choice = MtomChoice.of(marks.get(MTOM.class), choice);
        for (WebServiceFeature feature : features) {
            if (feature instanceof MTOMFeature wanted) {
                choice = MtomChoice.of(wanted);
            }
        }
        return choice;
    }

    private static SoapVersion version(ImplementationMarks marks, @Nullable String given) {
        String id = bindingId(marks, given);
        return switch (id) {
            case "", SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP11HTTP_MTOM_BINDING -> SoapVersion.SOAP_11;
            case SOAPBinding.SOAP12HTTP_BINDING, SOAPBinding.SOAP12HTTP_MTOM_BINDING, SOAP_12_WITH_ENDPOINTS ->
                SoapVersion.SOAP_12;
            default ->
                throw new InterfaceException(
                        marks.type().getName() + ": the binding " + id + " is not supported; it must be "
                                + SOAPBinding.SOAP11HTTP_BINDING + " or " + SOAPBinding.SOAP12HTTP_BINDING);
        };
    }

    /** A feature counts before the annotation. */
    private static @Nullable AddressingFeature addressing(ImplementationMarks marks, WebServiceFeature... features) {
        Addressing mark = marks.get(Addressing.class);
        AddressingFeature asked =
                mark == null ? null : new AddressingFeature(mark.enabled(), mark.required(), mark.responses());
        for (WebServiceFeature feature : features) {
            if (feature instanceof AddressingFeature wanted) {
                asked = wanted;
            }
        }
        return asked;
    }

    private static void refuse(ImplementationMarks marks, WebServiceFeature... features) {
        Class<?> type = marks.type();
        boolean provider = marks.provider() != null;
        Addressing addressing = marks.get(Addressing.class);
        RespectBinding respect = marks.get(RespectBinding.class);
        if (addressing != null && addressing.enabled() && !says(AddressingFeature.class, features)) {
            if (provider) {
                throw refused(type, "Addressing with WebServiceProvider");
            }
        }
        if (respect != null && respect.enabled() && !says(RespectBindingFeature.class, features)) {
            throw refused(type, "RespectBinding");
        }
        for (WebServiceFeature feature : features) {
            if (feature instanceof AddressingFeature wanted && wanted.isEnabled()) {
                if (provider) {
                    throw refused(type, "AddressingFeature with WebServiceProvider");
                }
            } else if (feature.isEnabled() && !(feature instanceof MTOMFeature)) {
                throw refused(type, feature.getID());
            }
        }
    }

    /** True where a feature is given, which counts before the annotation. */
    private static boolean says(Class<? extends WebServiceFeature> wanted, WebServiceFeature... features) {
        for (WebServiceFeature feature : features) {
            if (wanted.isInstance(feature)) {
                return true;
            }
        }
        return false;
    }

    private static InterfaceException refused(Class<?> type, String what) {
        return new InterfaceException(type.getName() + ": " + what + " is not supported for endpoints");
    }

    /** The class that names the service. */
    Class<?> type() {
        return marks.type();
    }

    /** True for an implementation that takes messages as they are. */
    boolean isProvider() {
        return marks.provider() != null;
    }

    /** For the file of HandlerChain. */
    PortInfo portInfo() {
        QName serviceName = new QName(service.namespace(), service.local());
        QName portName = new QName(service.namespace(), port);
        String id = version == SoapVersion.SOAP_11 ? SOAPBinding.SOAP11HTTP_BINDING : SOAPBinding.SOAP12HTTP_BINDING;
        return new PortInfo() {
            @Override
            public QName getServiceName() {
                return serviceName;
            }

            @Override
            public QName getPortName() {
                return portName;
            }

            @Override
            public String getBindingID() {
                return id;
            }
        };
    }

    /** The interface that says which methods are operations: another one, or the class itself. */
    EndpointInterface endpointInterface() {
        Class<?> type = type();
        Class<?> implemented = marks.implemented();
        if (implemented != null) {
            return EndpointInterface.of(implemented);
        }
        WebService mark = marks.service();
        String name = mark == null ? "" : mark.endpointInterface();
        if (name.isEmpty()) {
            return EndpointInterface.of(type);
        }
        try {
            return EndpointInterface.of(Class.forName(name, false, type.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new InterfaceException(
                    type.getName() + ": the endpointInterface " + name + " of WebService is not on its class path", e);
        }
    }
}

package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.RecordedLog;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Test;

/**
 * A message with a part that its binding puts neither into the body nor into a header, as Exchange's GetUserAvailability has
 * one. Generated interfaces have a parameter for it that looks like one of the body. CXF's clients send it as a second element of
 * the body, those of Metro and Weir not at all.
 */
class UnboundPartTest {
    private static final String NAMESPACE = "urn:test:ferry";
    private static final QName SERVICE = new QName(NAMESPACE, "FerryService");

    @WebService(name = "Ferry", targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Ferry {
        @WebMethod(action = "urn:test:ferry#book")
        @WebResult(name = "ticket", targetNamespace = NAMESPACE, partName = "result")
        String book(
                @WebParam(name = "crossing", targetNamespace = NAMESPACE, partName = "request") String crossing,
                @WebParam(name = "language", targetNamespace = NAMESPACE, header = true, partName = "Language")
                        String language,
                @WebParam(name = "deputy", targetNamespace = NAMESPACE, partName = "Deputy") String deputy);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.UnboundPartTest$Ferry",
            targetNamespace = NAMESPACE,
            serviceName = "FerryService",
            portName = "FerryPort",
            wsdlLocation = "contract/ferry.wsdl")
    static class FerryByContract implements Ferry {
        @Override
        public String book(String crossing, String language, String deputy) {
            return crossing + ", " + language + ", " + deputy;
        }
    }

    @WebService(endpointInterface = "dev.weir.soap.jaxws.endpoint.UnboundPartTest$Ferry", targetNamespace = NAMESPACE)
    static class FerryWithoutContract extends FerryByContract {}

    @Test
    void itsValueIsNotSentAndTheLogSaysSoOnce() throws Exception {
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.jaxws.body.InterfaceCodecs")) {
            for (int i = 0; i < 2; i++) {
                try (Served served = Served.by(new FerryByContract())) {
                    Ferry ferry = served.client(SERVICE, Ferry.class);
                    assertEquals("to Hven, sv, null", ferry.book("to Hven", "sv", "someone"));
                }
            }
            List<String> said = log.messages().stream()
                    .filter(one -> one.contains("[Deputy]"))
                    .toList();
            assertEquals(1, said.size(), said::toString);
        }
    }

    @Test
    void whatACxfClientSendsOfItArrives() throws Exception {
        try (Served served = Served.by(new FerryByContract())) {
            Ferry ferry = new ProviderImpl()
                    .createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                    .getPort(new QName(NAMESPACE, "FerryPort"), Ferry.class);
            assertEquals("to Hven, sv, someone", ferry.book("to Hven", "sv", "someone"));
        }
    }

    @Test
    void nothingElseMayFollowTheBodysPartAndItNotTwice() throws Exception {
        try (Served served = Served.by(new FerryByContract())) {
            String crossing = "<f:crossing xmlns:f='urn:test:ferry'>to Hven</f:crossing>";
            String deputy = "<f:deputy xmlns:f='urn:test:ferry'>someone</f:deputy>";
            String twice = served.post("", crossing + deputy + deputy).body();
            assertTrue(twice.contains("but {urn:test:ferry}deputy follows"), twice);
            String other = served.post("", crossing + crossing).body();
            assertTrue(other.contains("but {urn:test:ferry}crossing follows"), other);
            String alone = served.post("", deputy).body();
            assertTrue(alone.contains("deputy"), alone);
            assertTrue(alone.contains("Fault>"), alone);
        }
    }

    @Test
    void whereNoContractSaysWhichPartIsTheBodyTheMethodIsNamed() {
        InterfaceException served = assertThrows(InterfaceException.class, () -> Served.by(new FerryWithoutContract()));
        assertTrue(served.getMessage().contains("Ferry.book is bare"), served.getMessage());
        ServiceDelegate service = new WeirProvider().createServiceDelegate(null, SERVICE, Service.class);
        InterfaceException called = assertThrows(InterfaceException.class, () -> service.getPort(Ferry.class));
        assertTrue(called.getMessage().contains("let soap:body of a WSDL name one"), called.getMessage());
    }
}

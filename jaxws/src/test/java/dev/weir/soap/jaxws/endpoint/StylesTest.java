package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.AddressingFeature;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The other styles, the other version of SOAP, and what is refused when it is published. */
class StylesTest {
    @WebService(targetNamespace = "urn:test:styles")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Rpc {
        @WebResult(partName = "sum")
        int add(@WebParam(partName = "a") int a, @WebParam(partName = "b") int b);

        Shop.Line cheaper(
                @WebParam(partName = "line") Shop.Line line,
                @WebParam(partName = "by", mode = Mode.INOUT) Holder<String> by);

        String[] upper(@WebParam(partName = "texts") String[] texts);

        /** Not "nothing": CXF would take the wrapper of {@link Shop#nothing} for its own, which it finds by package and name. */
        @WebResult(partName = "absent")
        String absent();
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.StylesTest$Rpc",
            targetNamespace = "urn:test:styles:service",
            serviceName = "RpcService",
            portName = "RpcPort")
    static class RpcService implements Rpc {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public Shop.Line cheaper(Shop.Line line, Holder<String> by) {
            by.value = "minus " + by.value;
            return new Shop.Line(line.article, line.count, "1.00");
        }

        @Override
        public String[] upper(String[] texts) {
            return Stream.of(texts)
                    .map(text -> text.toUpperCase(java.util.Locale.ROOT))
                    .toArray(String[]::new);
        }

        @Override
        public String absent() {
            return null;
        }
    }

    @WebService(targetNamespace = "urn:test:styles")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Bare {
        @WebResult(name = "line", targetNamespace = "urn:test:styles")
        Shop.Line echo(@WebParam(name = "lineIn", targetNamespace = "urn:test:styles") Shop.Line line);

        int length(@WebParam(name = "text") String text);

        void ping();
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.StylesTest$Bare",
            targetNamespace = "urn:test:styles",
            serviceName = "BareService",
            portName = "BarePort")
    @BindingType("http://www.w3.org/2003/05/soap/bindings/HTTP/")
    static class BareService implements Bare {
        @Override
        public Shop.Line echo(Shop.Line line) {
            return line;
        }

        @Override
        public int length(String text) {
            return text.length();
        }

        @Override
        public void ping() {}
    }

    private static <T> T cxf(Endpoint endpoint, QName service, String port, Class<T> type) throws Exception {
        URI wsdl = URI.create(endpoint.getProperties().get(WeirEndpoint.ADDRESS) + "?wsdl");
        return new ProviderImpl()
                .createServiceDelegate(wsdl.toURL(), service, Service.class)
                .getPort(new QName(service.getNamespaceURI(), port), type);
    }

    @Test
    void rpcLiteralWithAServiceInAnotherNamespaceThanItsInterface() throws Exception {
        Endpoint endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/rpc", new RpcService());
        try {
            Rpc client = cxf(endpoint, new QName("urn:test:styles:service", "RpcService"), "RpcPort", Rpc.class);
            assertEquals(5, client.add(2, 3));
            Holder<String> by = new Holder<>("one");
            assertEquals(
                    "1.00",
                    client.cheaper(new Shop.Line("tea", 1, "2.00"), by).price.toString());
            assertEquals("minus one", by.value);
            assertArrayEquals(new String[] {"A", "B"}, client.upper(new String[] {"a", "b"}));
            String reason =
                    assertThrows(WebServiceException.class, client::absent).getMessage();
            assertTrue(reason.contains("part absent of the reply of operation absent must not be null"), reason);
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void bareMessagesBySoap12() throws Exception {
        Endpoint endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/bare", new BareService());
        try {
            Bare client = cxf(endpoint, new QName("urn:test:styles", "BareService"), "BarePort", Bare.class);
            assertEquals("tea", client.echo(new Shop.Line("tea", 1, "2.00")).article);
            assertEquals(4, client.length("four"));
            client.ping();
        } finally {
            endpoint.stop();
        }
    }

    @WebService(targetNamespace = "urn:x")
    static class TwoOfOneName {
        public void a() {}

        public void a(int number) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(use = SOAPBinding.Use.ENCODED)
    static class Encoded {
        public void a() {}
    }

    @WebService(targetNamespace = "urn:x")
    static class NoHolder {
        public void a(@WebParam(mode = Mode.OUT) String text) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    static class TwoBare {
        public void a(String one, String two) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    static class TwoOfOneElement {
        public void a(@WebParam(name = "order") String order) {}

        public void b(@WebParam(name = "order") String order) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    static class TwoWithoutElement {
        public void a() {}

        public void b() {}
    }

    @WebService(targetNamespace = "urn:x")
    static class TwoParametersOfOneName {
        public void a(@WebParam(name = "x") String one, @WebParam(name = "x") String two) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    static class TwoHeadersOfOneName {
        public void a(
                @WebParam(name = "x", header = true) String one,
                @WebParam(name = "y") String two,
                @WebParam(name = "x", header = true) String three) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    static class RpcList {
        public void a(List<String> texts) {}
    }

    @WebService(targetNamespace = "urn:x", wsdlLocation = "nowhere.wsdl")
    static class LostContract {
        public void a() {}
    }

    @WebService(targetNamespace = "urn:x")
    static class Empty {
        @WebMethod(exclude = true)
        public void a() {}
    }

    @BindingType("http://www.w3.org/2004/08/wsdl/http")
    @WebService(targetNamespace = "urn:x")
    static class PlainXml {
        public void a() {}
    }

    static class NoService {}

    static Stream<List<Object>> refused() {
        return Stream.of(
                List.of(new TwoOfOneName(), "operationName"),
                List.of(new Encoded(), "ENCODED"),
                List.of(new NoHolder(), "Holder"),
                List.of(new TwoBare(), "one part"),
                List.of(new TwoOfOneElement(), "TwoOfOneElement.a and " + TwoOfOneElement.class.getName() + ".b"),
                List.of(new TwoOfOneElement(), "first element is {urn:x}order, "),
                List.of(new TwoWithoutElement(), "body is empty"),
                List.of(new TwoParametersOfOneName(), "parameter 2 has the name x, as "),
                List.of(new TwoHeadersOfOneName(), "parameter 3 has the name {urn:x}x, as "),
                List.of(new RpcList(), "collection"),
                List.of(new LostContract(), "nowhere.wsdl"),
                List.of(new Empty(), "no operation"),
                List.of(new PlainXml(), "http://www.w3.org/2004/08/wsdl/http"),
                List.of(new NoService(), "WebService"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotSupportedIsRefusedByNameWhenItIsPublished(List<Object> implementorAndReason) {
        Object implementor = implementorAndReason.get(0);
        InterfaceException refused = assertThrows(
                InterfaceException.class,
                () -> new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/x", implementor));
        assertTrue(refused.getMessage().contains((String) implementorAndReason.get(1)), refused.getMessage());
    }

    @WebService(name = "a b", targetNamespace = "urn:x")
    static class NamedBadly {
        public void a() {}
    }

    @WebService(serviceName = "a:b", targetNamespace = "urn:x")
    static class ServiceNamedBadly {
        public void a() {}
    }

    @WebService(portName = "1", targetNamespace = "urn:x")
    static class PortNamedBadly {
        public void a() {}
    }

    @WebService(targetNamespace = "urn:x")
    static class OperationNamedBadly {
        @WebMethod(operationName = "<a>")
        public void a() {}
    }

    @WebService(targetNamespace = "urn:x")
    static class ParameterNamedBadly {
        public void a(@WebParam(name = "the text") String text) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    static class PartNamedBadly {
        @WebResult(partName = "the text")
        public String a() {
            return "";
        }
    }

    @WebService(targetNamespace = "urn:x")
    static class WrapperNamedBadly {
        @RequestWrapper(localName = "a/b")
        public void a() {}
    }

    @WebFault(name = "a b")
    static class NamedBadlyException extends Exception {
        private static final long serialVersionUID = 1;
    }

    @WebService(targetNamespace = "urn:x")
    static class FaultNamedBadly {
        public void a() throws NamedBadlyException {}
    }

    static Stream<List<Object>> named() {
        return Stream.of(
                List.of(new NamedBadly(), "NamedBadly: WebService.name must be ", "\"a b\""),
                List.of(new ServiceNamedBadly(), "ServiceNamedBadly: WebService.serviceName must be ", "\"a:b\""),
                List.of(new PortNamedBadly(), "PortNamedBadly: WebService.portName must be ", "\"1\""),
                List.of(new OperationNamedBadly(), "NamedBadly.a: WebMethod.operationName must be ", "\"<a>\""),
                List.of(new ParameterNamedBadly(), ".a, parameter 1: WebParam.name must be ", "\"the text\""),
                List.of(new PartNamedBadly(), ".a, the return value: WebResult.partName must be ", "\"the text\""),
                List.of(new WrapperNamedBadly(), ".a: RequestWrapper.localName must be ", "\"a/b\""),
                List.of(new FaultNamedBadly(), "NamedBadlyException: WebFault.name must be ", "\"a b\""));
    }

    @ParameterizedTest
    @MethodSource("named")
    void whatIsNoNameIsRefusedByTheAnnotationThatGivesIt(List<Object> implementorAndTexts) {
        String reason = assertThrows(
                        InterfaceException.class,
                        () -> new WeirProvider()
                                .createAndPublishEndpoint("http://127.0.0.1:0/x", implementorAndTexts.get(0)))
                .getMessage();
        assertTrue(reason.contains((String) implementorAndTexts.get(1)), reason);
        assertTrue(reason.endsWith((String) implementorAndTexts.get(2)), reason);
    }

    @WebService(name = "Shared", targetNamespace = "urn:x")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Shared {
        @WebMethod(action = "urn:x:keep")
        @WebResult(name = "done")
        String keep(@WebParam(name = "order") String order);

        @WebMethod(action = "urn:x:drop")
        @WebResult(name = "done")
        String drop(@WebParam(name = "order") String order);

        @Action(input = "urn:x:count")
        @WebResult(name = "done")
        String count(@WebParam(name = "item") String item);

        @Action(input = "urn:x:price")
        @WebResult(name = "done")
        String price(@WebParam(name = "item") String item);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.StylesTest$Shared",
            targetNamespace = "urn:x",
            serviceName = "SharedService",
            portName = "SharedPort")
    static class SharedService implements Shared {
        @Override
        public String keep(String order) {
            return "kept " + order;
        }

        @Override
        public String drop(String order) {
            return "dropped " + order;
        }

        @Override
        public String count(String item) {
            return "counted " + item;
        }

        @Override
        public String price(String item) {
            return "priced " + item;
        }
    }

    @Test
    void operationsOfOneElementAreToldApartByTheirActions() throws Exception {
        try (Served served = Served.publish(new WeirProvider().createEndpoint(null, new SharedService()))) {
            QName service = new QName("urn:x", "SharedService");
            Shared plain = served.client(service, Shared.class);
            assertEquals("kept a", plain.keep("a"));
            assertEquals("dropped a", plain.drop("a"));
            String reason = assertThrows(WebServiceException.class, () -> plain.price("a"))
                    .getMessage();
            assertTrue(reason.contains("[\"urn:x:count\", \"urn:x:price\"]"), reason);
            Shared addressing = served.client(service, Shared.class, new AddressingFeature());
            assertEquals("counted a", addressing.count("a"));
            assertEquals("priced a", addressing.price("a"));
        }
    }

    @Test
    void anAddressIsPublishedAtOnceOnlyAndAStoppedEndpointNeverAgain() {
        Endpoint first = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/one", new BareService());
        String address = (String) first.getProperties().get(WeirEndpoint.ADDRESS);
        Endpoint second = new WeirProvider().createEndpoint(null, new BareService());

        assertThrows(IllegalStateException.class, () -> first.publish("http://127.0.0.1:0/two"));
        assertThrows(WebServiceException.class, () -> second.publish(address));
        assertThrows(WebServiceException.class, () -> second.publish("https://127.0.0.1/one"));
        first.stop();
        assertThrows(IllegalStateException.class, () -> first.publish("http://127.0.0.1:0/one"));
    }
}

package dev.weir.soap.jaxws.encoded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Calendar;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Encoded services whose WSDL is given: its namespaces and types count, and what does not fit it is refused. */
class EncodedContractTest {
    @XmlType(name = "Quote", namespace = "urn:test:stock:types")
    public static class Quote {
        public String symbol;
        public double price;
    }

    @WebService(name = "Stock", targetNamespace = "urn:test:stock")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public interface Stock {
        @WebMethod(action = "urn:test:stock#quotes")
        @WebResult(name = "quotes")
        Quote[] quotes(
                @WebParam(name = "symbols") String[] symbols,
                @WebParam(name = "day") Calendar day,
                @WebParam(name = "key") byte[] key,
                @WebParam(name = "asOf", mode = Mode.OUT) Holder<Calendar> asOf);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.encoded.EncodedContractTest$Stock",
            targetNamespace = "urn:test:stock",
            serviceName = "StockService",
            portName = "StockPort",
            wsdlLocation = "contract/stock.wsdl")
    public static class StockService implements Stock {
        @Override
        public Quote[] quotes(String[] symbols, Calendar day, byte[] key, Holder<Calendar> asOf) {
            assertArrayEquals(new byte[] {0, -1}, key);
            asOf.value = day;
            Quote[] quotes = new Quote[symbols.length];
            for (int i = 0; i < quotes.length; i++) {
                quotes[i] = new Quote();
                quotes[i].symbol = symbols[i];
                quotes[i].price = i + 0.5;
            }
            return quotes;
        }
    }

    /** Names a part that the contract does not have. */
    @WebService(
            name = "Stock",
            targetNamespace = "urn:test:stock",
            serviceName = "StockService",
            portName = "StockPort",
            wsdlLocation = "contract/stock.wsdl")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class OtherParts {
        @WebResult(name = "quotes")
        public Quote[] quotes(@WebParam(name = "symbol") String[] symbols) {
            return new Quote[0];
        }
    }

    @WebService(
            name = "Stock",
            targetNamespace = "urn:test:stock",
            serviceName = "StockService",
            portName = "StockPort",
            wsdlLocation = "contract/stock.wsdl")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public static class Literal {
        @WebResult(name = "quotes")
        public Quote quotes(@WebParam(name = "symbols") String symbols) {
            return new Quote();
        }
    }

    /** A client's, of the other use. */
    @WebService(name = "Stock", targetNamespace = "urn:test:stock")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface LiteralStock {
        @WebResult(name = "quotes")
        String quotes(@WebParam(name = "symbols") String symbols);
    }

    private static Endpoint publish(Object implementor) {
        return new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/stock", implementor);
    }

    private static String address(Endpoint endpoint) {
        return (String) endpoint.getProperties().get("dev.weir.jaxws.address");
    }

    private static <T> T client(Endpoint endpoint, Class<T> type) throws Exception {
        return new WeirProvider()
                .createServiceDelegate(
                        URI.create(address(endpoint) + "?wsdl").toURL(),
                        new QName("urn:test:stock", "StockService"),
                        Service.class)
                .getPort(new QName("urn:test:stock", "StockPort"), type);
    }

    @Test
    void namespacesAndTypesAreThoseOfTheContract() throws Exception {
        Endpoint endpoint = publish(new StockService());
        try {
            Calendar day = jakarta.xml.bind.DatatypeConverter.parseDate("2002-05-01Z");
            Holder<Calendar> asOf = new Holder<>();
            Quote[] quotes =
                    client(endpoint, Stock.class).quotes(new String[] {"A", "B"}, day, new byte[] {0, -1}, asOf);
            assertEquals("B 1.5", quotes[1].symbol + " " + quotes[1].price);
            assertEquals(day.getTimeInMillis(), asOf.value.getTimeInMillis());

            String request = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                    + "<r:quotes xmlns:r='urn:test:stock:in'><key>00ff</key><day>2002-05-01Z</day><symbols/></r:quotes>"
                    + "</s:Body></s:Envelope>";
            String reply = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(address(endpoint)))
                                    .header("Content-Type", "text/xml; charset=utf-8")
                                    .header("SOAPAction", "\"urn:test:stock#quotes\"")
                                    .POST(BodyPublishers.ofString(request))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertTrue(reply.contains("quotesResponse xmlns:rpc=\"urn:test:stock:out\""), reply);
            assertTrue(reply.contains("xsi:type=\"xsd:date\">2002-05-01Z<"), reply);
            assertTrue(reply.contains("Quote[0]"), reply);

            WebServiceException refused =
                    assertThrows(WebServiceException.class, () -> client(endpoint, LiteralStock.class));
            assertTrue(refused.getMessage().contains("is literal, but not all its messages are"), refused.getMessage());
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void whatTheContractHasOtherwiseIsRefused() {
        String parts = assertThrows(InterfaceException.class, () -> publish(new OtherParts()))
                .getMessage();
        assertTrue(
                parts.contains("has the parts symbol in the interface, but in the WSDL, by types, symbols, day"),
                parts);
        String use = assertThrows(InterfaceException.class, () -> publish(new Literal()))
                .getMessage();
        assertTrue(use.contains("is literal, but not all its messages are so in its WSDL"), use);
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class OfList {
        public void a(List<String> texts) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class OfXmlList {
        public void a(@XmlList String[] texts) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class OfUnknown {
        public void a(Thread thread) {}
    }

    public static class WithTexts {
        @XmlList
        public List<String> texts;
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class OfStructWithXmlList {
        public void a(WithTexts texts) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    @jakarta.xml.ws.BindingType(jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING)
    public static class OfSoap12 {
        public void a(String text) {}
    }

    @Test
    void whatTheEncodingDoesNotKnowIsRefusedByName() {
        refused(new OfList(), "is a collection, which rpc/encoded does not know; use an array");
        refused(new OfXmlList(), "XmlList of parameter 1");
        refused(new OfUnknown(), "java.lang.Thread, which rpc/encoded does not know");
        refused(new OfStructWithXmlList(), "texts is a list in one text (XmlList)");
        refused(new OfSoap12(), "SOAP 1.1 only");
    }

    private static void refused(Object implementor, String reason) {
        String message = assertThrows(InterfaceException.class, () -> publish(implementor))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }
}

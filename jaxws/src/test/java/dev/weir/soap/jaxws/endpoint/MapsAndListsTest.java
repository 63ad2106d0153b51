package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Test;

/** Values of several items whose form the operation's style alone does not say: maps, and lists as one text. */
class MapsAndListsTest {
    private static final String NAMESPACE = "urn:test:several";

    /** A map as text. */
    public static class Pairs extends XmlAdapter<String, Map<String, String>> {
        @Override
        public Map<String, String> unmarshal(String text) {
            return Map.of("all", text);
        }

        @Override
        public String marshal(Map<String, String> map) {
            return map.toString();
        }
    }

    @SuppressWarnings("NonApiType") // services have it
    @WebService(targetNamespace = NAMESPACE)
    public interface Stock {
        @WebResult(name = "counted")
        HashMap<String, Integer> count(@WebParam(name = "wanted") Map<String, Integer> wanted);

        @XmlElement(required = true)
        @WebResult(name = "places")
        Map<Integer, String> places();

        String text(@WebParam(name = "pairs") @XmlJavaTypeAdapter(Pairs.class) Map<String, String> pairs);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.MapsAndListsTest$Stock",
            targetNamespace = NAMESPACE,
            serviceName = "StockService",
            portName = "StockPort")
    @SuppressWarnings("NonApiType")
    static class StockRoom implements Stock {
        @Override
        public HashMap<String, Integer> count(Map<String, Integer> wanted) {
            HashMap<String, Integer> counted = new HashMap<>();
            wanted.forEach((name, number) -> counted.put(name, number + 1));
            return counted;
        }

        @Override
        public Map<Integer, String> places() {
            return new TreeMap<>(Map.of(1, "left", 2, "right"));
        }

        @Override
        public String text(Map<String, String> pairs) {
            return pairs.toString();
        }
    }

    @Test
    void aMapIsAnElementWithItsEntries() throws Exception {
        try (Served served = Served.by(new StockRoom())) {
            QName service = new QName(NAMESPACE, "StockService");
            String answer = served.post(
                            "",
                            "<n:count xmlns:n='" + NAMESPACE + "'><wanted>"
                                    + "<entry><key>tea</key><value>4</value></entry></wanted></n:count>")
                    .body();
            assertTrue(answer.contains("<counted><entry><key>tea</key><value>5</value></entry></counted>"), answer);
            Stock weir = served.client(service, Stock.class);
            Stock cxf = new ProviderImpl()
                    .createServiceDelegate(served.wsdl(), service, Service.class)
                    .getPort(Stock.class);
            for (Stock stock : new Stock[] {weir, cxf}) {
                assertEquals(Map.of("tea", 5, "salt", 2), stock.count(Map.of("tea", 4, "salt", 1)));
                assertEquals(Map.of(1, "left", 2, "right"), stock.places());
                assertEquals("{all={a=b}}", stock.text(Map.of("a", "b")));
            }
        }
    }

    @WebService(targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Numbers {
        @XmlList
        int[] doubled(@XmlList @WebParam(name = "numbers") int[] numbers);

        @XmlList
        Set<String> words(@XmlList @WebParam(name = "text") Set<String> words);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.MapsAndListsTest$Numbers",
            targetNamespace = NAMESPACE,
            serviceName = "NumbersService",
            portName = "NumbersPort")
    static class NumbersService implements Numbers {
        @Override
        public int[] doubled(int[] numbers) {
            int[] doubled = new int[numbers.length];
            for (int i = 0; i < doubled.length; i++) {
                doubled[i] = 2 * numbers[i];
            }
            return doubled;
        }

        @Override
        public Set<String> words(Set<String> words) {
            return words;
        }
    }

    @Test
    void anArrayOrSetMayBeAListInABodyOfItsOwn() throws Exception {
        try (Served served = Served.by(new NumbersService())) {
            String answer = served.post("", "<n:numbers xmlns:n='" + NAMESPACE + "'>1 2</n:numbers>")
                    .body();
            assertTrue(answer.contains(">2 4</"), answer);
            Numbers numbers = served.client(new QName(NAMESPACE, "NumbersService"), Numbers.class);
            assertArrayEquals(new int[] {2, 6}, numbers.doubled(new int[] {1, 3}));
            assertArrayEquals(new int[0], numbers.doubled(new int[0]));
            assertEquals(Set.of("a", "b"), numbers.words(Set.of("a", "b")));
        }
    }
}

package example.greeter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.ws.Service;
import java.net.URI;
import java.net.URL;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerRegistry;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.DepthXMLStreamReader;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

/** What CXF reads, binds and writes a message by, seen at the endpoint while it answers a call. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext // the endpoint is watched from then on
class UnderneathTest {
    @LocalServerPort
    int port;

    @Autowired
    Bus bus;

    private Endpoint endpoint() {
        return bus.getExtension(ServerRegistry.class).getServers().stream()
                .map(Server::getEndpoint)
                .filter(each -> each.getEndpointInfo().getAddress().equals("/greeter"))
                .findFirst()
                .orElseThrow();
    }

    private static final class Watcher extends AbstractPhaseInterceptor<Message> {
        private final Consumer<Message> look;

        Watcher(String phase, Class<?> maker, Consumer<Message> look) {
            super(phase);
            addAfter(maker.getName());
            this.look = look;
        }

        @Override
        public void handleMessage(Message message) {
            look.accept(message);
        }
    }

    private static Class<?> unwrapped(XMLStreamReader reader) {
        return reader instanceof DepthXMLStreamReader counting ? unwrapped(counting.getReader()) : reader.getClass();
    }

    private static void assertWeirs(Class<?> type) {
        assertTrue(type.getName().startsWith("dev.weir."), type.getName());
    }

    /** Looked at before CXF puts a DOM tree in place of each stream, as it does for handlers of SOAP messages. */
    @Test
    void messagesAreReadAndWrittenByWeir() throws Exception {
        URL wsdl = URI.create("http://localhost:" + port + "/soap/greeter?wsdl").toURL();
        Greeter greeter = Service.create(wsdl, new QName("urn:example:greeter", "GreeterService"))
                .getPort(Greeter.class);
        Map<String, Class<?>> streams = new ConcurrentHashMap<>();
        endpoint()
                .getInInterceptors()
                .add(new Watcher(
                        Phase.POST_STREAM,
                        StaxInInterceptor.class,
                        message -> streams.put("in", unwrapped(message.getContent(XMLStreamReader.class)))));
        endpoint()
                .getOutInterceptors()
                .add(new Watcher(
                        Phase.PRE_STREAM,
                        StaxOutInterceptor.class,
                        message -> streams.put("out", message.getContent(XMLStreamWriter.class).getClass())));
        greeter.greet(new Person());
        assertEquals(Set.of("in", "out"), streams.keySet());
        assertWeirs(streams.get("in"));
        assertWeirs(streams.get("out"));
    }

    @Test
    void theirContentIsBoundByWeir() {
        JAXBDataBinding binding = (JAXBDataBinding) endpoint().getService().getDataBinding();
        assertWeirs(binding.getContext().getClass());
    }
}

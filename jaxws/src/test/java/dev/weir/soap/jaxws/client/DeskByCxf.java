package dev.weir.soap.jaxws.client;

import dev.weir.testing.FreePort;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;

/** Services of Apache CXF over Jetty, which the clients of these tests call. */
final class DeskByCxf implements AutoCloseable {
    static final QName SERVICE = new QName(Desk.NAMESPACE, "DeskService");
    static final QName PORT = new QName(Desk.NAMESPACE, "DeskPort");

    /** What one-way requests have said. */
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    /** The HTTP fields of the last request. */
    volatile Map<String, List<String>> fields = Map.of();

    private final List<Server> servers = new ArrayList<>();
    private final String root = "http://localhost:" + FreePort.next() + "/";

    DeskByCxf() {
        publish("desk", new DeskBeans.DeskBean(notes, this::remember), null);
        publish(
                "desk12",
                new DeskBeans.DeskBean(notes, this::remember),
                jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING);
        publish("bare", new DeskBeans.BareBean(), null);
        publish("rpc", new DeskBeans.RpcBean(), null);
    }

    private void publish(String path, Object bean, String binding) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(bean.getClass());
        factory.setServiceBean(bean);
        factory.setAddress(root + path);
        if (binding != null) {
            factory.setBindingId(binding);
        }
        servers.add(factory.create());
    }

    String address(String path) {
        return root + path;
    }

    URL wsdl(String path) {
        try {
            return URI.create(root + path + "?wsdl").toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked") // CXF's own map
    private void remember() {
        Map<String, List<String>> seen = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        seen.putAll((Map<String, List<String>>)
                PhaseInterceptorChain.getCurrentMessage().get(Message.PROTOCOL_HEADERS));
        fields = seen;
    }

    @Override
    public void close() {
        servers.forEach(Server::destroy);
    }
}

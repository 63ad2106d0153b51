package dev.weir.soap.jaxws.encoded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.encoded.Interop.Node;
import dev.weir.soap.jaxws.encoded.Interop.SOAPArrayStruct;
import dev.weir.soap.jaxws.encoded.Interop.SOAPStruct;
import dev.weir.soap.jaxws.encoded.Interop.SOAPStructStruct;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;
import javax.xml.namespace.QName;
import javax.xml.rpc.Call;
import org.apache.axis.AxisEngine;
import org.apache.axis.AxisFault;
import org.apache.axis.configuration.SimpleProvider;
import org.apache.axis.encoding.TypeMapping;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;
import org.apache.axis.handlers.soap.SOAPService;
import org.apache.axis.providers.java.RPCProvider;
import org.apache.axis.transport.http.SimpleAxisServer;
import org.junit.jupiter.api.Test;

/** Axis 1.4, which wrote and read most of rpc/encoded on the JVM, as client and as server. */
class AxisTest {
    private static final String NS = "http://soapinterop.org/";
    private static final String XSD = "http://soapinterop.org/xsd";

    private static void register(TypeMapping mapping) {
        for (Class<?> type :
                new Class<?>[] {SOAPStruct.class, SOAPStructStruct.class, SOAPArrayStruct.class, Node.class}) {
            QName name = new QName(XSD, type.getSimpleName());
            mapping.register(
                    type, name, new BeanSerializerFactory(type, name), new BeanDeserializerFactory(type, name));
        }
    }

    /** A client that Axis makes from the WSDL. */
    private record AxisClient(org.apache.axis.client.Service service) {
        Object call(String operation, Object... arguments) throws Exception {
            Call call = service.createCall(new QName(NS, "InteropTestPort"), new QName(NS, operation));
            return call.invoke(arguments);
        }
    }

    @Test
    void axisCallsAServiceFromItsWsdl() throws Exception {
        Endpoint endpoint =
                new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/axis", new InteropService());
        try {
            String address = (String) endpoint.getProperties().get("dev.weir.jaxws.address");
            org.apache.axis.client.Service service =
                    new org.apache.axis.client.Service(address + "?wsdl", new QName(NS, "InteropLab"));
            register((TypeMapping) service.getTypeMappingRegistry().getTypeMapping(""));
            register((TypeMapping)
                    service.getTypeMappingRegistry().getTypeMapping("http://schemas.xmlsoap.org/soap/encoding/"));
            AxisClient axis = new AxisClient(service);

            assertEquals("a<b", axis.call("echoString", "a<b"));
            assertNull(axis.call("echoString", (Object) null));
            assertArrayEquals(new String[] {"a", "b"}, (Object[])
                    axis.call("echoStringArray", (Object) new String[] {"a", "b"}));
            assertArrayEquals(new int[] {1, -2}, (int[]) axis.call("echoIntegerArray", new int[] {1, -2}));
            assertEquals(2.5f, axis.call("echoFloat", 2.5f));
            assertEquals(new BigDecimal("1.50"), axis.call("echoDecimal", new BigDecimal("1.50")));
            assertEquals(true, axis.call("echoBoolean", true));
            assertArrayEquals(new byte[] {1, -1}, (byte[]) axis.call("echoBase64", new byte[] {1, -1}));
            Calendar date = new GregorianCalendar(TimeZone.getTimeZone("GMT"));
            assertEquals(date.getTime(), ((Calendar) axis.call("echoDate", date)).getTime());
            SOAPStruct struct = new SOAPStruct("s", 1, 2.5f);
            assertEquals("s 1 2.5", String.valueOf(axis.call("echoStruct", struct)));
            SOAPStruct[] structs =
                    (SOAPStruct[]) axis.call("echoStructArray", (Object) new SOAPStruct[] {struct, struct});
            assertEquals("s 1 2.5", structs[1].toString());
            assertSame(structs[0], structs[1]);
            String[][] table = {{"a", "b"}, {"c", "d"}};
            assertArrayEquals(table, (String[][]) axis.call("echo2DStringArray", (Object) table));
            SOAPStructStruct nested = new SOAPStructStruct();
            nested.varStruct = struct;
            assertEquals("s 1 2.5", ((SOAPStructStruct) axis.call("echoNestedStruct", nested)).varStruct.toString());
            Map<Object, Object> map = new LinkedHashMap<>();
            map.put("one", 1);
            map.put(2, "two");
            assertEquals(map, axis.call("echoMap", map));
            Node node = new Node();
            node.name = "loop";
            node.next = node;
            Node echoed = (Node) axis.call("echoNode", node);
            assertSame(echoed, echoed.next);
            AxisFault declared = assertThrows(AxisFault.class, () -> axis.call("fail", (Object) null));
            assertEquals("too few", declared.getFaultString());
            assertEquals("ShortageException", declared.getFaultDetails()[0].getLocalName());
            AxisFault fault = assertThrows(AxisFault.class, () -> axis.call("describe", new StringBuilder("x")));
            assertTrue(fault.getFaultString() != null, fault.toString());
        } finally {
            endpoint.stop();
        }
    }

    /** What Axis serves: it wants a public class with a public constructor. */
    public static class Served extends InteropService {}

    @Test
    void aTypedClientCallsAxis() throws Exception {
        SOAPService service = new SOAPService(new RPCProvider());
        service.setOption("className", Served.class.getName());
        service.setOption("allowedMethods", "*");
        service.setOption(AxisEngine.PROP_DOMULTIREFS, true); // as the server-config.wsdd of its distribution
        register(service.getTypeMappingRegistry().getOrMakeTypeMapping("http://schemas.xmlsoap.org/soap/encoding/"));
        SimpleProvider configuration = new SimpleProvider();
        configuration.deployService(new QName("Interop"), service);
        SimpleAxisServer server = new SimpleAxisServer();
        server.setMyConfig(configuration);
        try (ServerSocket socket = new ServerSocket(0)) {
            server.setServerSocket(socket);
            server.start(true);
            WeirProvider weir = new WeirProvider();
            var delegate = weir.createServiceDelegate(null, new QName(NS, "InteropLab"), Service.class);
            delegate.addPort(
                    new QName(NS, "InteropTestPort"),
                    SOAPBinding.SOAP11HTTP_BINDING,
                    URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/axis/services/Interop")
                            .toString());
            Interop client = delegate.getPort(new QName(NS, "InteropTestPort"), Interop.class);

            assertEquals("a<b", client.echoString("a<b"));
            assertNull(client.echoString(null));
            assertArrayEquals(new String[] {"a", null}, client.echoStringArray(new String[] {"a", null}));
            assertArrayEquals(new int[] {1, -2}, client.echoIntegerArray(new int[] {1, -2}));
            assertEquals(2.5f, client.echoFloat(2.5f));
            assertEquals(new BigDecimal("1.50"), client.echoDecimal(new BigDecimal("1.50")));
            assertTrue(client.echoBoolean(true));
            assertArrayEquals(new byte[] {1, -1}, client.echoBase64(new byte[] {1, -1}));
            Calendar date = new GregorianCalendar(TimeZone.getTimeZone("GMT"));
            assertEquals(date.getTime(), client.echoDate(date).getTime());
            SOAPStruct struct = new SOAPStruct("s", 1, 2.5f);
            assertEquals("s 1 2.5", client.echoStruct(struct).toString());
            SOAPStruct[] structs = client.echoStructArray(new SOAPStruct[] {struct, struct});
            assertSame(structs[0], structs[1]);
            String[][] table = {{"a", "b"}, {"c", "d"}};
            assertArrayEquals(table, client.echo2DStringArray(table));
            SOAPStructStruct nested = new SOAPStructStruct();
            nested.varStruct = struct;
            assertEquals("s 1 2.5", client.echoNestedStruct(nested).varStruct.toString());
            SOAPArrayStruct array = new SOAPArrayStruct();
            array.varArray = new String[] {"x", "y"};
            assertArrayEquals(array.varArray, client.echoNestedArray(array).varArray);
            Map<Object, Object> map = new LinkedHashMap<>();
            map.put("one", 1);
            map.put(2, "two");
            assertEquals(map, client.echoMap(map));
            Node node = new Node();
            node.name = "loop";
            node.next = node;
            Node echoed = client.echoNode(node);
            assertSame(echoed, echoed.next);
        } finally {
            server.stop();
        }
    }
}

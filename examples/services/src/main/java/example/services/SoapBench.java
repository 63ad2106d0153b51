package example.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The nineteen operations of soap_bench, the benchmark of Indiana University: nothing at all, and for each kind of array one
 * operation that gives it back, one that counts it, and one that makes it. Written code first: arrays are lists of elements, bytes are
 * base64. Thread-safe.
 */
@WebService(
        name = "SoapBench",
        serviceName = "SoapBenchService",
        portName = "SoapBenchPort",
        targetNamespace = SoapBench.NAMESPACE)
public class SoapBench {
    static final String NAMESPACE = "urn:example:soap-bench";

    /** A struct with a text. Its elements may come in any order (xsd:all). */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "SimpleEvent", namespace = NAMESPACE, propOrder = {})
    public static class SimpleEvent {
        public int sequenceNumber;
        public double timestamp;
        public String message;

        static SimpleEvent at(int place) {
            SimpleEvent event = new SimpleEvent();
            event.sequenceNumber = place;
            event.timestamp = Math.sqrt(place);
            event.message = "Message #" + place;
            return event;
        }
    }

    /** A struct of numbers. Its elements may come in any order (xsd:all). */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "MeshInterfaceObject", namespace = NAMESPACE, propOrder = {})
    public static class MeshInterfaceObject {
        public int x;
        public int y;
        public double value;

        static MeshInterfaceObject at(int place) {
            MeshInterfaceObject object = new MeshInterfaceObject();
            object.x = place;
            object.y = place;
            object.value = Math.sqrt(place);
            return object;
        }
    }

    @WebMethod
    public void echoVoid() {}

    @WebMethod
    @WebResult(name = "item")
    public byte[] echoBase64(@WebParam(name = "item") byte[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveBase64(@WebParam(name = "item") byte[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public byte[] sendBase64(@WebParam(name = "size") int size) {
        byte[] made = new byte[size];
        for (int i = 0; i < size; i++) {
            made[i] = (byte) i;
        }
        return made;
    }

    @WebMethod
    @WebResult(name = "item")
    public String[] echoStrings(@WebParam(name = "item") String[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveStrings(@WebParam(name = "item") String[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public String[] sendStrings(@WebParam(name = "size") int size) {
        return IntStream.range(0, size).mapToObj(i -> "s" + i).toArray(String[]::new);
    }

    @WebMethod
    @WebResult(name = "item")
    public int[] echoInts(@WebParam(name = "item") int[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveInts(@WebParam(name = "item") int[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public int[] sendInts(@WebParam(name = "size") int size) {
        return IntStream.range(0, size).toArray();
    }

    @WebMethod
    @WebResult(name = "item")
    public double[] echoDoubles(@WebParam(name = "item") double[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveDoubles(@WebParam(name = "item") double[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public double[] sendDoubles(@WebParam(name = "size") int size) {
        double[] made = new double[size];
        Arrays.setAll(made, i -> i);
        return made;
    }

    @WebMethod
    @WebResult(name = "item")
    public SimpleEvent[] echoSimpleEvents(@WebParam(name = "item") SimpleEvent[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveSimpleEvents(@WebParam(name = "item") SimpleEvent[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public SimpleEvent[] sendSimpleEvents(@WebParam(name = "size") int size) {
        return IntStream.range(0, size).mapToObj(SimpleEvent::at).toArray(SimpleEvent[]::new);
    }

    @WebMethod
    @WebResult(name = "item")
    public MeshInterfaceObject[] echoMeshInterfaceObjects(@WebParam(name = "item") MeshInterfaceObject[] items) {
        return items;
    }

    @WebMethod
    @WebResult(name = "count")
    public int receiveMeshInterfaceObjects(@WebParam(name = "item") MeshInterfaceObject[] items) {
        return items.length;
    }

    @WebMethod
    @WebResult(name = "item")
    public MeshInterfaceObject[] sendMeshInterfaceObjects(@WebParam(name = "size") int size) {
        return IntStream.range(0, size).mapToObj(MeshInterfaceObject::at).toArray(MeshInterfaceObject[]::new);
    }
}

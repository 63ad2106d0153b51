package dev.weir.soap.jaxws.encoded;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** The operations of SOAPBuilders' round 2, base and group B, as its WSDLs have them. */
@WebService(name = "InteropTestPortType", targetNamespace = "http://soapinterop.org/")
@SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
public interface Interop {
    @XmlType(name = "SOAPStruct", namespace = "http://soapinterop.org/xsd")
    class SOAPStruct {
        public String varString;
        public int varInt;
        public float varFloat;

        public SOAPStruct() {}

        SOAPStruct(String varString, int varInt, float varFloat) {
            this.varString = varString;
            this.varInt = varInt;
            this.varFloat = varFloat;
        }

        @Override
        public String toString() {
            return varString + " " + varInt + " " + varFloat;
        }
    }

    @XmlType(name = "SOAPStructStruct", namespace = "http://soapinterop.org/xsd")
    class SOAPStructStruct extends SOAPStruct {
        public SOAPStruct varStruct;
    }

    @XmlType(name = "SOAPArrayStruct", namespace = "http://soapinterop.org/xsd")
    class SOAPArrayStruct extends SOAPStruct {
        public String[] varArray;
    }

    @XmlEnum
    enum Color {
        @XmlEnumValue("dark red")
        RED,
        BLUE
    }

    @XmlType(name = "Kinds", namespace = "http://soapinterop.org/xsd")
    @XmlAccessorType(XmlAccessType.FIELD)
    class Kinds {
        public Color color;
        public Color[] colors;

        @XmlSchemaType(name = "date")
        public XMLGregorianCalendar day;

        @XmlSchemaType(name = "hexBinary")
        public byte[] hex;

        public byte[] base64;
        public byte[][] manyBytes;
        public QName name;
        public Duration duration;
        public URI uri;
        public Long missing;
        public double[] numbers;

        @XmlElement(name = "label")
        public List<String> labels;

        public List<SOAPStruct> structs;

        @XmlAttribute
        public short version;
    }

    @XmlType(name = "Trouble", namespace = "http://soapinterop.org/xsd")
    class Trouble {
        public String where;
        public int[] codes;
        public SOAPStruct struct;
    }

    @WebFault(name = "TroubleFault", targetNamespace = "http://soapinterop.org/")
    class TroubleException extends Exception {
        private final transient Trouble info;

        public TroubleException(String message, Trouble info) {
            super(message);
            this.info = info;
        }

        public Trouble getFaultInfo() {
            return info;
        }
    }

    /** Without a bean. */
    class ShortageException extends Exception {
        private int missing;

        public ShortageException(String message) {
            super(message);
        }

        public int getMissing() {
            return missing;
        }

        public void setMissing(int missing) {
            this.missing = missing;
        }
    }

    @XmlType(name = "Node", namespace = "http://soapinterop.org/xsd")
    class Node {
        public String name;
        public Node next;
        public Object other;
    }

    @WebMethod(action = "http://soapinterop.org/")
    @WebResult(name = "return")
    String echoString(@WebParam(name = "inputString") String inputString);

    @WebMethod(action = "http://soapinterop.org/")
    String[] echoStringArray(@WebParam(name = "inputStringArray") String[] inputStringArray);

    @WebMethod(action = "http://soapinterop.org/")
    Integer echoInteger(@WebParam(name = "inputInteger") Integer inputInteger);

    @WebMethod(action = "http://soapinterop.org/")
    int[] echoIntegerArray(@WebParam(name = "inputIntegerArray") int[] inputIntegerArray);

    @WebMethod(action = "http://soapinterop.org/")
    float echoFloat(@WebParam(name = "inputFloat") float inputFloat);

    @WebMethod(action = "http://soapinterop.org/")
    float[] echoFloatArray(@WebParam(name = "inputFloatArray") float[] inputFloatArray);

    @WebMethod(action = "http://soapinterop.org/")
    SOAPStruct echoStruct(@WebParam(name = "inputStruct") SOAPStruct inputStruct);

    @WebMethod(action = "http://soapinterop.org/")
    SOAPStruct[] echoStructArray(@WebParam(name = "inputStructArray") SOAPStruct[] inputStructArray);

    @WebMethod(action = "http://soapinterop.org/")
    void echoVoid();

    @WebMethod(action = "http://soapinterop.org/")
    byte[] echoBase64(@WebParam(name = "inputBase64") byte[] inputBase64);

    @WebMethod(action = "http://soapinterop.org/")
    Calendar echoDate(@WebParam(name = "inputDate") Calendar inputDate);

    @WebMethod(action = "http://soapinterop.org/")
    @XmlJavaTypeAdapter(HexBinaryAdapter.class)
    byte[] echoHexBinary(
            @WebParam(name = "inputHexBinary") @XmlJavaTypeAdapter(HexBinaryAdapter.class) byte[] inputHexBinary);

    @WebMethod(action = "http://soapinterop.org/")
    BigDecimal echoDecimal(@WebParam(name = "inputDecimal") BigDecimal inputDecimal);

    @WebMethod(action = "http://soapinterop.org/")
    boolean echoBoolean(@WebParam(name = "inputBoolean") boolean inputBoolean);

    @WebMethod(action = "http://soapinterop.org/")
    void echoStructAsSimpleTypes(
            @WebParam(name = "inputStruct") SOAPStruct inputStruct,
            @WebParam(name = "outputString", mode = Mode.OUT) Holder<String> outputString,
            @WebParam(name = "outputInteger", mode = Mode.OUT) Holder<Integer> outputInteger,
            @WebParam(name = "outputFloat", mode = Mode.OUT) Holder<Float> outputFloat);

    @WebMethod(action = "http://soapinterop.org/")
    SOAPStruct echoSimpleTypesAsStruct(
            @WebParam(name = "inputString") String inputString,
            @WebParam(name = "inputInteger") int inputInteger,
            @WebParam(name = "inputFloat") float inputFloat);

    @WebMethod(action = "http://soapinterop.org/")
    String[][] echo2DStringArray(@WebParam(name = "input2DStringArray") String[][] input2DStringArray);

    @WebMethod(action = "http://soapinterop.org/")
    SOAPStructStruct echoNestedStruct(@WebParam(name = "inputStruct") SOAPStructStruct inputStruct);

    @WebMethod(action = "http://soapinterop.org/")
    SOAPArrayStruct echoNestedArray(@WebParam(name = "inputStruct") SOAPArrayStruct inputStruct);

    @WebMethod(action = "http://soapinterop.org/")
    Map<Object, Object> echoMap(@WebParam(name = "inputMap") Map<Object, Object> inputMap);

    /** Not of SOAPBuilders: the other kinds of accessors. */
    Kinds echoKinds(@WebParam(name = "kinds") Kinds kinds);

    /** Not of SOAPBuilders: throws what it gets. */
    void fail(@WebParam(name = "trouble") Trouble trouble) throws TroubleException, ShortageException;

    /** Not of SOAPBuilders: graphs. */
    Node echoNode(@WebParam(name = "node") Node node);

    /** Not of SOAPBuilders: says what has arrived. */
    String describe(@WebParam(name = "value") Object value);
}

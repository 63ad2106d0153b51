package dev.weir.soap.jaxws.encoded;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.Calendar;
import java.util.Map;

/** Returns what it gets. */
@WebService(
        endpointInterface = "dev.weir.soap.jaxws.encoded.Interop",
        targetNamespace = "http://soapinterop.org/",
        serviceName = "InteropLab",
        portName = "InteropTestPort")
class InteropService implements Interop {
    @Override
    public String echoString(String text) {
        return text;
    }

    @Override
    public String[] echoStringArray(String[] texts) {
        return texts;
    }

    @Override
    public Integer echoInteger(Integer number) {
        return number;
    }

    @Override
    public int[] echoIntegerArray(int[] numbers) {
        return numbers;
    }

    @Override
    public float echoFloat(float number) {
        return number;
    }

    @Override
    public float[] echoFloatArray(float[] numbers) {
        return numbers;
    }

    @Override
    public SOAPStruct echoStruct(SOAPStruct struct) {
        return struct;
    }

    @Override
    public SOAPStruct[] echoStructArray(SOAPStruct[] structs) {
        return structs;
    }

    @Override
    public void echoVoid() {}

    @Override
    public byte[] echoBase64(byte[] bytes) {
        return bytes;
    }

    @Override
    public Calendar echoDate(Calendar date) {
        return date;
    }

    @Override
    public byte[] echoHexBinary(byte[] bytes) {
        return bytes;
    }

    @Override
    public BigDecimal echoDecimal(BigDecimal number) {
        return number;
    }

    @Override
    public boolean echoBoolean(boolean truth) {
        return truth;
    }

    @Override
    public void echoStructAsSimpleTypes(
            SOAPStruct struct, Holder<String> text, Holder<Integer> integer, Holder<Float> number) {
        text.value = struct.varString;
        integer.value = struct.varInt;
        number.value = struct.varFloat;
    }

    @Override
    public SOAPStruct echoSimpleTypesAsStruct(String text, int integer, float number) {
        return new SOAPStruct(text, integer, number);
    }

    @Override
    public String[][] echo2DStringArray(String[][] texts) {
        return texts;
    }

    @Override
    public SOAPStructStruct echoNestedStruct(SOAPStructStruct struct) {
        return struct;
    }

    @Override
    public SOAPArrayStruct echoNestedArray(SOAPArrayStruct struct) {
        return struct;
    }

    @Override
    public Map<Object, Object> echoMap(Map<Object, Object> map) {
        return map;
    }

    @Override
    public Kinds echoKinds(Kinds kinds) {
        return kinds;
    }

    @Override
    public void fail(Trouble trouble) throws TroubleException, ShortageException {
        if (trouble != null) {
            throw new TroubleException("here is trouble", trouble);
        }
        ShortageException shortage = new ShortageException("too few");
        shortage.setMissing(3);
        throw shortage;
    }

    @Override
    public Node echoNode(Node node) {
        return node;
    }

    @Override
    public String describe(Object value) {
        StringBuilder text = new StringBuilder();
        describe(value, text);
        return text.toString();
    }

    private static void describe(Object value, StringBuilder text) {
        if (value != null && value.getClass().isArray()) {
            text.append(value.getClass().getComponentType().getSimpleName()).append('{');
            for (int i = 0; i < Array.getLength(value); i++) {
                text.append(i == 0 ? "" : ", ");
                describe(Array.get(value, i), text);
            }
            text.append('}');
        } else {
            text.append(value == null ? "" : value.getClass().getSimpleName() + " ")
                    .append(value);
        }
    }
}

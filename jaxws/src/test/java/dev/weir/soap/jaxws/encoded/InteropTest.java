package dev.weir.soap.jaxws.encoded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SOAPBuilders' round 2 with a service and a client of Weir, graphs, and what other peers write. */
class InteropTest {
    private static final String ADDRESS = "dev.weir.jaxws.address";

    private static Endpoint endpoint;
    private static String address;
    private static Interop client;

    @BeforeAll
    static void publish() throws Exception {
        endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/interop", new InteropService());
        address = (String) endpoint.getProperties().get(ADDRESS);
        client = new WeirProvider()
                .createServiceDelegate(
                        URI.create(address + "?wsdl").toURL(),
                        new QName("http://soapinterop.org/", "InteropLab"),
                        Service.class)
                .getPort(new QName("http://soapinterop.org/", "InteropTestPort"), Interop.class);
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    @Test
    void simpleTypes() {
        assertEquals("<&> ä", client.echoString("<&> ä"));
        assertEquals("", client.echoString(""));
        assertNull(client.echoString(null));
        assertEquals(42, client.echoInteger(42));
        assertNull(client.echoInteger(null));
        assertEquals(-1.5f, client.echoFloat(-1.5f));
        assertEquals(Float.NEGATIVE_INFINITY, client.echoFloat(Float.NEGATIVE_INFINITY));
        assertArrayEquals(new byte[] {0, 1, -1}, client.echoBase64(new byte[] {0, 1, -1}));
        assertArrayEquals(new byte[] {0, 1, -1}, client.echoHexBinary(new byte[] {0, 1, -1}));
        assertEquals(new BigDecimal("123.4500"), client.echoDecimal(new BigDecimal("123.4500")));
        assertTrue(client.echoBoolean(true));
        Calendar date = new GregorianCalendar(TimeZone.getTimeZone("GMT"));
        assertEquals(date.getTimeInMillis(), client.echoDate(date).getTimeInMillis());
        client.echoVoid();
    }

    @Test
    void arraysAndStructs() {
        String[] texts = {"a", null, ""};
        assertArrayEquals(texts, client.echoStringArray(texts));
        assertArrayEquals(new String[0], client.echoStringArray(new String[0]));
        assertArrayEquals(new int[] {1, -2}, client.echoIntegerArray(new int[] {1, -2}));
        assertArrayEquals(new float[] {1, -2.5f}, client.echoFloatArray(new float[] {1, -2.5f}));
        assertEquals("s 1 2.5", client.echoStruct(new SOAPStruct("s", 1, 2.5f)).toString());
        SOAPStruct[] structs = {new SOAPStruct("s", 1, 2.5f), null, new SOAPStruct(null, 2, 0)};
        SOAPStruct[] echoed = client.echoStructArray(structs);
        assertEquals("s 1 2.5", echoed[0].toString());
        assertNull(echoed[1]);
        assertEquals("null 2 0.0", echoed[2].toString());
        String[][] table = {{"a", "b"}, {"c"}, null};
        assertArrayEquals(table, client.echo2DStringArray(table));
    }

    @Test
    void groupB() {
        Holder<String> text = new Holder<>();
        Holder<Integer> integer = new Holder<>();
        Holder<Float> number = new Holder<>();
        client.echoStructAsSimpleTypes(new SOAPStruct("s", 1, 2.5f), text, integer, number);
        assertEquals("s 1 2.5", text.value + " " + integer.value + " " + number.value);
        assertEquals("s 1 2.5", client.echoSimpleTypesAsStruct("s", 1, 2.5f).toString());
        SOAPStructStruct nested = new SOAPStructStruct();
        nested.varString = "outer";
        nested.varStruct = new SOAPStruct("inner", 1, 2);
        assertEquals("inner 1 2.0", client.echoNestedStruct(nested).varStruct.toString());
        SOAPArrayStruct array = new SOAPArrayStruct();
        array.varArray = new String[] {"x", "y"};
        assertArrayEquals(array.varArray, client.echoNestedArray(array).varArray);
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("one", 1);
        map.put(2, "two");
        map.put("none", null);
        map.put("map", Map.of("deep", new BigDecimal("1.5")));
        assertEquals(map, client.echoMap(map));
    }

    @Test
    void aSubclassTravelsAsItselfWhereItsBaseIsDeclared() {
        SOAPStructStruct nested = new SOAPStructStruct();
        nested.varStruct = new SOAPStruct("inner", 1, 2);
        SOAPStructStruct echoed = assertInstanceOf(SOAPStructStruct.class, client.echoStruct(nested));
        assertEquals("inner 1 2.0", echoed.varStruct.toString());
    }

    @Test
    void accessorsOfAllKinds() throws Exception {
        Interop.Kinds kinds = new Interop.Kinds();
        kinds.color = Interop.Color.RED;
        kinds.colors = new Interop.Color[] {Interop.Color.BLUE, null, Interop.Color.RED};
        kinds.day = DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-11-25");
        kinds.hex = new byte[] {0, -1};
        kinds.base64 = new byte[] {1, -1};
        kinds.manyBytes = new byte[][] {{1}, null, {2, 3}};
        kinds.name = new QName("urn:n", "local");
        kinds.duration = DatatypeFactory.newInstance().newDuration("PT5M");
        kinds.uri = URI.create("urn:u");
        kinds.numbers = new double[] {1.5, Double.NaN};
        kinds.labels = List.of("a", "b");
        kinds.structs = List.of(new SOAPStruct("s", 1, 2), new SOAPStruct("t", 3, 4));
        kinds.version = 7;
        Interop.Kinds echoed = client.echoKinds(kinds);
        assertEquals(kinds.color, echoed.color);
        assertArrayEquals(kinds.colors, echoed.colors);
        assertEquals(kinds.day, echoed.day);
        assertArrayEquals(kinds.hex, echoed.hex);
        assertArrayEquals(kinds.base64, echoed.base64);
        assertArrayEquals(kinds.manyBytes, echoed.manyBytes);
        assertEquals(kinds.name, echoed.name);
        assertEquals(kinds.duration, echoed.duration);
        assertEquals(kinds.uri, echoed.uri);
        assertNull(echoed.missing);
        assertArrayEquals(kinds.numbers, echoed.numbers);
        assertEquals(kinds.labels, echoed.labels);
        assertEquals(kinds.structs.toString(), echoed.structs.toString());
        assertEquals(7, echoed.version);
        String wrong = call("echoKinds", "<kinds><color>green</color></kinds>", "");
        assertTrue(wrong.contains("must be one of dark red, BLUE"), wrong);
    }

    @Test
    void itemsOfAnArrayMayBeRepeatedAccessorsAsAxisWritesThem() throws Exception {
        String two = call(
                "echoNestedArray",
                "<inputStruct><varArray i:type='E:string'>a</varArray><varString>s</varString>"
                        + "<varArray href='#b'/></inputStruct>",
                "<r id='b' i:type='d:string'>b</r>");
        assertTrue(two.contains("xsd:string[2]\"><item xsi:type=\"xsd:string\">a</item>"), two);
        assertTrue(two.contains(">b</item>"), two);
        String one = call("echoNestedArray", "<inputStruct><varArray>a</varArray></inputStruct>", "");
        assertTrue(one.contains("xsd:string[1]"), one);
        String none = call("echoNestedArray", "<inputStruct><varArray i:nil='1'/></inputStruct>", "");
        assertTrue(none.contains("<varArray xsi:nil"), none);
        String struct = call(
                "echoKinds",
                "<kinds><structs i:type='x:SOAPStruct'><varInt>4</varInt></structs><label><i>a</i><i>b</i></label></kinds>",
                "");
        assertTrue(struct.contains("SOAPStruct[1]") && struct.contains("xsd:string[2]"), struct);
        String twice = call("echoStruct", "<inputStruct><varInt>1</varInt><varInt>2</varInt></inputStruct>", "");
        assertTrue(twice.contains("it is given twice in one {http://soapinterop.org/xsd}SOAPStruct"), twice);
        String text = call("echoStringArray", "<inputStringArray>a b</inputStringArray>", "");
        assertTrue(text.contains("it must be an array"), text);
    }

    @Test
    void declaredExceptionsHaveEncodedDetails() throws Exception {
        Interop.Trouble trouble = new Interop.Trouble();
        trouble.where = "cellar";
        trouble.codes = new int[] {7, 8};
        trouble.struct = new SOAPStruct("s", 1, 2);
        Interop.TroubleException thrown = assertThrows(Interop.TroubleException.class, () -> client.fail(trouble));
        assertEquals("here is trouble", thrown.getMessage());
        assertEquals("cellar", thrown.getFaultInfo().where);
        assertArrayEquals(trouble.codes, thrown.getFaultInfo().codes);
        assertEquals("s 1 2.0", thrown.getFaultInfo().struct.toString());
        Interop.ShortageException shortage = assertThrows(Interop.ShortageException.class, () -> client.fail(null));
        assertEquals(3, shortage.getMissing());
        String fault = call("fail", "<trouble/>", "");
        assertTrue(fault.contains("TroubleFault") && fault.contains(":Trouble\"><where"), fault);
    }

    @Test
    void graphsKeepIdentityAndCycles() {
        Node first = new Node();
        first.name = "first";
        first.next = new Node();
        first.next.name = "second";
        first.next.next = first;
        first.other = first.next;
        Node echoed = client.echoNode(first);
        assertEquals("first", echoed.name);
        assertSame(echoed, echoed.next.next);
        assertSame(echoed.next, echoed.other);

        SOAPStruct one = new SOAPStruct("one", 1, 1);
        SOAPStruct[] twice = client.echoStructArray(new SOAPStruct[] {one, one});
        assertEquals("one 1 1.0", twice[0].toString());
        assertSame(twice[0], twice[1]);
    }

    @Test
    void aListOfThirtyThousandNodesNeedsNoDeepStack() {
        Node first = new Node();
        Node end = first;
        for (int i = 0; i < 30_000; i++) {
            end.next = new Node();
            end = end.next;
        }
        end.name = "end";
        Node echoed = client.echoNode(first);
        int length = 0;
        while (echoed.next != null) {
            echoed = echoed.next;
            length++;
        }
        assertEquals(30_000, length);
        assertEquals("end", echoed.name);
    }

    // ---------------------------------------------------------------- as others write it

    private static String call(String operation, String parts, String after) throws Exception {
        String envelope = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:E='http://schemas.xmlsoap.org/soap/encoding/' xmlns:d='http://www.w3.org/2001/XMLSchema'"
                + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:x='http://soapinterop.org/xsd'"
                + " xmlns:f='http://www.w3.org/2003/05/soap-encoding'"
                + " xmlns:a='http://xml.apache.org/xml-soap' xmlns:old='http://www.w3.org/1999/XMLSchema-instance'>"
                + "<e:Body><m:" + operation + " xmlns:m='http://soapinterop.org/'>" + parts + "</m:" + operation + ">"
                + after + "</e:Body></e:Envelope>";
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .header("SOAPAction", "\"http://soapinterop.org/\"")
                                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.body();
    }

    private static void described(String expected, String value, String after) throws Exception {
        String answer = call("describe", value, after);
        assertTrue(answer.contains(">" + expected + "<"), answer);
    }

    @Test
    void arraysOfAllForms() throws Exception {
        described("String{String a, String b}", "<value E:arrayType='d:string[2]'><i>a</i><i>b</i></value>", "");
        described("Integer{Integer 1}", "<value i:type='E:Array' E:arrayType='d:int[]'><i>1</i></value>", "");
        described(
                "Object{Integer 1, String b, null}",
                "<value E:arrayType='d:anyType[3]'><i i:type='d:int'>1</i><i i:type='E:string'>b</i>"
                        + "<i i:nil='1'/></value>",
                "");
        described(
                "String{null, null, String c, String d}",
                "<value E:arrayType='d:string[4]' E:offset='[2]'><i>c</i><i>d</i></value>",
                "");
        described(
                "String{String a, null, null, String d}",
                "<value E:arrayType='d:string[]'><i>a</i><i E:position='[3]'>d</i></value>",
                "");
        described(
                "String[]{String{String a, String b, String c}, String{String d, String e, String f}}",
                "<value E:arrayType='d:string[2,3]'><i>a</i><i>b</i><i>c</i><i>d</i><i>e</i><i>f</i></value>",
                "");
        described(
                "String[]{String{null, null}, String{null, String x}}",
                "<value E:arrayType='d:string[2,2]'><i E:position='[1,1]'>x</i></value>",
                "");
        described(
                "String[]{String{String a}, String{String b, String c}}",
                "<value E:arrayType='d:string[][2]'><i href='#r'/><i E:arrayType='d:string[2]'><i>b</i><i>c</i></i></value>",
                "<r id='r' E:arrayType='d:string[1]'><i>a</i></r>");
        described(
                "Integer{Integer 1, Integer 2}",
                "<value f:itemType='d:int' f:arraySize='2'><i>1</i><i>2</i></value>",
                "");
    }

    @Test
    void referencesNullsAndOldSchemas() throws Exception {
        described(
                "SOAPStruct s 1 2.0",
                "<value href='#1'/>",
                "<r id='1' i:type='x:SOAPStruct'><varFloat>2</varFloat>"
                        + "<varString href='#2'/><varInt>1</varInt></r><r id='2' i:type='d:string'>s</r>");
        described("String s", "<value f:ref='1'/>", "<r f:id='1' i:type='d:string'>s</r>");
        described("null", "<value old:null='1'/>", "");
        described("Integer 7", "<value xmlns:o='http://www.w3.org/1999/XMLSchema' old:type='o:int'>7</value>", "");
        String map = call(
                "echoMap",
                "<inputMap i:type='a:Map'><item><key i:type='d:string'>k</key><value i:type='d:int'>3</value></item></inputMap>",
                "");
        assertTrue(map.contains(">3<"), map);
        String hex = call("echoHexBinary", "<inputHexBinary i:type='d:hexBinary'>00FF</inputHexBinary>", "");
        assertTrue(hex.contains("xsi:type=\"xsd:hexBinary\">00FF<"), hex);
        String base64 = call("echoHexBinary", "<inputHexBinary i:type='E:base64'>AP8=</inputHexBinary>", "");
        assertTrue(base64.contains(">00FF<"), base64);
        String untyped = call("echoInteger", "<inputInteger>5</inputInteger>", "");
        assertTrue(untyped.contains(">5<"), untyped);
    }

    @Test
    void whatIsHostileOrWrongIsAnsweredWithItsPlace() throws Exception {
        Map<String, String> wrong = new HashMap<>();
        wrong.put("<value href='#1'/>", "nothing in this message has the id");
        wrong.put("<value href='http://a/b'/>", "must be # and an id");
        wrong.put("<value id='1'/><value id='1'/>", "is given twice");
        wrong.put("<value id='1' href='#2'/><value id='2' href='#1'/>", "more than 16 others");
        wrong.put("<value E:arrayType='d:string[2147483647]'/>", "may lack at most");
        wrong.put("<value E:arrayType='d:string[99999999999]'/>", "must be a number");
        wrong.put("<value E:arrayType='d:string[46341,46341]'/>", "may lack at most");
        wrong.put("<value E:arrayType='d:string[2147483647,0]'/>", "may lack at most");
        wrong.put("<value E:arrayType='d:string[1]'><i E:position='[2147483647]'>a</i></value>", "may lack at most");
        wrong.put("<value E:arrayType='d:string[-1]'/>", "must not be negative");
        wrong.put("<value E:arrayType='d:string[" + ",".repeat(300) + "]'/>", "more than 16 dimensions");
        wrong.put("<value i:type='d:int'>seven</value>", "seven");
        wrong.put("<value i:type='x:Nothing'><a/></value>", "is not known here");
        wrong.put("<value i:type='x:SOAPStruct'><what/></value>", "none of the accessors");
        wrong.put("<nothing/>", "is no part of");
        wrong.put("<value i:type='x:SOAPStruct'>text</value>", "an element for each accessor, but has text");
        wrong.put("<value i:type='a:Map'>text</value>", "it must be a map");
        wrong.put("<value i:type='zz:int'>1</value>", "Element value at line 1, column");
        wrong.put("<value E:arrayType='[1]'><i>1</i></value>", "Element value at line 1, column");
        wrong.put(
                "<value E:arrayType='d:string[2]'><i E:position='[1]'>a</i><i E:position='[1]'>b</i></value>",
                "its place in the array, 1, is taken");
        wrong.put("<value E:arrayType='d:string" + "[]".repeat(300) + "[1]'/>", "more than 16 dimensions");
        wrong.put("<value E:arrayType='d:string[65536,1,1]'/>", "may lack at most");
        wrong.put("<value e:encodingStyle='urn:other'>x</value>", "encodingStyle \"urn:other\" is not known");
        wrong.put("<value>x</value><value>x</value>", "is given twice in");
        wrong.put(
                "<value i:type='a:Map'><item><key i:type='x:SOAPStruct'/><value>x</value></item></value>",
                "the key of a map must be");
        wrong.put(
                "<value E:arrayType='x:SOAPStruct[1]'><i i:type='x:Node'/></value>",
                "its type {http://soapinterop.org/xsd}Node does not fit here");
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            String answer = call("describe", one.getKey(), "");
            assertTrue(answer.contains("Fault>"), answer);
            assertTrue(answer.contains(one.getValue()), one.getKey() + " gave " + answer);
            assertTrue(answer.contains("line "), answer);
        }
    }

    @Test
    void manyReferencesToOneTextAreOneText() throws Exception {
        StringBuilder items = new StringBuilder("<inputStringArray E:arrayType='d:string[]'>");
        items.append("<i href='#1'/>".repeat(60_000)).append("</inputStringArray>");
        String answer = call("echoStringArray", items.toString(), "<r id='1' i:type='d:string'>x</r>");
        assertTrue(answer.contains("xsd:string[60000]"), answer.substring(0, 500));
    }

    @Test
    void aBombOfReferencesIsRefusedAndAGraphOfThemCostsWhatItSays() throws Exception {
        String items =
                "<inputStringArray E:arrayType='d:string[]'>" + "<i href='#1'/>".repeat(10_000) + "</inputStringArray>";
        String bomb = call("echoStringArray", items, "<r id='1' i:type='d:string'>" + "x".repeat(10_000) + "</r>");
        assertTrue(bomb.contains("what the references of the message repeat is more than"), bomb);

        StringBuilder laughs = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            String next = "<i href='#n" + (i + 1) + "'/>";
            laughs.append("<r id='n" + i + "' E:arrayType='d:anyType[2]'>")
                    .append(next.repeat(2))
                    .append("</r>");
        }
        laughs.append("<r id='n60' i:type='d:string'>ha</r>");
        String graph = call("echoNode", "<node><other href='#n0'/></node>", laughs.toString());
        assertTrue(graph.contains(">ha<") && graph.length() < 60_000, graph);
    }

    @Test
    void whatIsNestedDeeplyIsRefusedByTheLimitOfDepthAndNeedsNoDeepStackBelowIt() throws Exception {
        for (int depth : new int[] {200, 100_000}) {
            String answer =
                    call("echoNode", "<node>" + "<next>".repeat(depth) + "</next>".repeat(depth) + "</node>", "");
            assertEquals(depth == 200, answer.contains("echoNodeResponse"), answer);
            assertEquals(depth == 200, !answer.contains("Fault>"), answer);
        }
    }

    @Test
    void theWsdlDeclaresEncodedMessagesAndArraysAsAxisDoes() throws Exception {
        String wsdl = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address + "?wsdl")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertTrue(wsdl.contains("use=\"encoded\""), wsdl);
        assertTrue(wsdl.contains("wsdl:arrayType=\"xs:string[]\""), wsdl);
        assertNotNull(client);
    }
}

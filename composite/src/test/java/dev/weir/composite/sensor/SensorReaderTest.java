package dev.weir.composite.sensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sensor.xml and sensorAction.xml may say, and at which line each mistake is reported. */
class SensorReaderTest {
    @TempDir
    Path folder;

    private final ShopFixture shop = new ShopFixture();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    private static final String ORDER = """
            <sensor sensorName="Order" kind="service" target="undefined" filter="$in.payload/s:order/s:total > 100">
              <serviceConfig service="ShopService" operation="buy" expression="$in.payload/s:order/s:number"
                             outputDataType="string" outputNamespace="http://www.w3.org/2001/XMLSchema"/>
            </sensor>
            """;

    private CompositeSensors read(boolean lenient) {
        Composite composite =
                Composite.load(Archive.open(shop.folder(folder)), Archive.NOWHERE, CompositeValues.NONE, lenient);
        return SensorReader.read(composite, new CompositeRevision("default", "Shop", "2.1"), problems, warnings);
    }

    private void sensors(String content) {
        shop.with(
                "sensor.xml",
                "<sensors xmlns=\"http://xmlns.oracle.com/bpel/sensor\" xmlns:s=\"urn:shop\" xmlns:t=\"urn:stock\">\n"
                        + content + "</sensors>\n");
    }

    @Test
    void aCompositeWithoutTheFileHasNone() {
        assertSame(CompositeSensors.NONE, read(false));
        assertEquals(List.of(), problems);
        assertEquals(List.of(), warnings);
    }

    @Test
    void sensorsAreKnownByWhatTheyLookAt() {
        sensors(ORDER + """
                <sensor sensorName="Bought" kind="service">
                  <serviceConfig service="ShopService" operation="buy" expression="$out.payload"/>
                </sensor>
                <sensor sensorName="Reserved" kind="reference">
                  <referenceConfig reference="Stock.ref" operation="reserve" expression="$in.body/t:reserve"/>
                </sensor>
                """);
        CompositeSensors read = read(false);
        assertEquals(List.of(), problems);
        assertEquals(List.of(), warnings);
        assertEquals(Map.of(), read.ofService("Stock.ref"));
        assertNull(read.ofService("ShopService").get("tell"));
        assertTrue(read.ofService("ShopService").get("buy").lookAtReplies());
        OperationSensors reserve = read.ofReference("Stock.ref").get("reserve");
        assertNotNull(reserve);
        assertEquals(false, reserve.lookAtReplies());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            service="ShopService" | service="Gone" | 3 | there is no service 'Gone' in the composite
            operation="buy" | operation="sell" | 3 | the service 'ShopService' has no operation 'sell'; it has buy, tell
            $in.payload/s:order/s:number | $in.payload/s:order[ | 3 | '$in.payload/s:order[': Unexpected ''
            $in.payload/s:order/s:number | $in.payload/q:order | 3 | the prefix 'q' is not bound
            $in.payload/s:order/s:number | $in.body/s:order | 3 | $in.body: there is no part 'body' of the message {urn:shop}order, which has payload
            $in.payload/s:order/s:number | $initial.payload | 3 | there is no variable $initial.payload here; $in.PART, $out.PART, $in.property.NAME and $in.header.PREFIX_NAME are known
            $in.payload/s:order/s:number | $in.header.ticket | 3 | the header block 'ticket' must be PREFIX_NAME, with a prefix that is bound here
            $in.payload/s:order/s:number | s:gone() | 3 | there is no function
            $in.payload/s:order/s:total > 100 | $in.nothing | 2 | $in.nothing: there is no part 'nothing'
            expression="$in.payload/s:order/s:number" | expression="" | 3 | <serviceConfig> needs the attribute expression
            sensorName="Order" | name="Order" | 2 | the attribute name of <sensor> is not supported
            sensorName="Order" | sensorName="A=B" | 2 | instances cannot be searched by 'A=B'
            kind="service" | kind="servant" | 2 | the sensor 'Order' is of the kind 'servant'; there are service, reference and event
            kind="service" | kind="reference" | 2 | the sensor 'Order' of the kind reference has no <referenceConfig>
            target="undefined" | target="BAM" | 2 | the target 'BAM' of the sensor 'Order' is not supported
            outputDataType | dataType | 3 | the attribute dataType of <serviceConfig> is not supported
            </sensor> | <more/></sensor> | 5 | <more> is not supported here
            """)
    void aMistakeIsReportedWithItsLine(String right, String wrong, int line, String what) {
        assertTrue(ORDER.contains(right), right);
        sensors(ORDER.replace(right, wrong));
        read(false);
        List<String> found = ShopFixture.lines(problems);
        assertTrue(
                found.stream()
                        .anyMatch(problem -> problem.startsWith("sensor.xml:" + line + ": ") && problem.contains(what)),
                found::toString);
    }

    @Test
    void twoSensorsOfOneNameAreRefused() {
        sensors(ORDER + ORDER);
        read(false);
        assertEquals(List.of("sensor.xml:6: there are two sensors 'Order'"), ShopFixture.lines(problems));
    }

    @Test
    void anotherDocumentIsRefused() {
        shop.with("sensor.xml", "<probes/>");
        shop.with("sensorAction.xml", "<actions>");
        read(false);
        assertEquals(
                List.of("sensor.xml:1: the root element must be sensors, but is probes"), ShopFixture.lines(problems));
    }

    @Test
    void aOneWayOperationHasNoReplyToLookAtAndAnEventNeedsItsSubscription() {
        sensors("""
                <sensor sensorName="A" kind="service">
                  <serviceConfig service="ShopService" operation="tell" expression="$out.payload"/>
                </sensor>
                <sensor sensorName="B" kind="event" xmlns:e="urn:events">
                  <eventConfig component="Router" event="e:Ordered" expression="$in/e:order" actionType="subscribe"/>
                </sensor>
                <sensor sensorName="C" kind="event" xmlns:e="urn:events">
                  <eventConfig component="Router" event="e:Ordered" expression="$in/e:order" actionType="publish"/>
                </sensor>
                <sensor sensorName="D" kind="event">
                  <eventConfig component="Nobody" event="e:Ordered" expression="$in/e:order"/>
                </sensor>
                <sensor sensorName="E" kind="event">
                  <eventConfig component="Router" event="e:Ordered" expression="$in/e:order"/>
                </sensor>
                """);
        read(false);
        assertEquals(
                List.of(
                        "sensor.xml:3: there is no $out.payload: nothing is answered here",
                        "sensor.xml:6: component 'Router' has not subscribed to the event {urn:events}Ordered",
                        "sensor.xml:9: there are no sensors for events that a component publishes, only for those that"
                                + " come to it",
                        "sensor.xml:12: there is no component 'Nobody' in the composite",
                        "sensor.xml:15: the event 'e:Ordered' is not a QName with a declared prefix"),
                ShopFixture.lines(problems));
    }

    @Test
    void whatNeverFiresAndWhatIsNotPublishedIsAWarning() {
        sensors(ORDER + """
                <sensor sensorName="Step" kind="activity"><activityConfig/></sensor>
                <sensor sensorName="File" kind="service">
                  <serviceConfig service="ShopService" operation="buy" expression="$in.property.jca.file.FileName"/>
                </sensor>
                """);
        shop.with("sensorAction.xml", """
                <actions xmlns="http://xmlns.oracle.com/bpel/sensor">
                  <action name="Search" enabled="false" publishType="EM"><sensorName>File</sensorName></action>
                  <action name="Queue" enabled="true" publishType="JMSQueue" publishTarget="jms/orders">
                    <sensorName>Order</sensorName><sensorName>Gone</sensorName>
                    <property name="JMSConnectionFactory">jms/cf</property>
                  </action>
                  <action name="Off" enabled="false" publishType="JMSTopic"><sensorName>Order</sensorName></action>
                </actions>
                """);
        shop.replace(
                "composite.xml",
                "<implementation.bpel src=\"Process.bpel\"/>",
                "<implementation.bpel src=\"Process.bpel\"/>"
                        + "<property name=\"configuration.sensorLocation\">Process_sensor.xml</property>"
                        + "<property name=\"configuration.monitorLocation\">Process.monitor</property>");
        read(false);
        assertEquals(List.of(), problems);
        assertEquals(
                List.of(
                        "composite.xml:" + shop.line("composite.xml", "<component name=\"Process\"")
                                + ": component 'Process': the sensors in Process_sensor.xml look into a process: they never"
                                + " fire",
                        "composite.xml:" + shop.line("composite.xml", "<component name=\"Process\"")
                                + ": component 'Process': the monitors in Process.monitor look into a process: they never fire",
                        "sensorAction.xml:2: the action 'Search' is switched off: no values of File are kept",
                        "sensorAction.xml:4: there is no sensor 'Gone' in sensor.xml",
                        "sensorAction.xml:3: the action 'Queue' does nothing: values are not published by JMSQueue to"
                                + " jms/orders, only kept for searches",
                        "sensor.xml:6: the sensor 'Step' looks into a process (activity): it never fires",
                        "sensor.xml:8: the property jca.file.FileName will never come: the service is called by SOAP"),
                ShopFixture.lines(warnings));
    }

    @Test
    void leftOutLenientlyIsWhatIsNotSupported() {
        sensors(ORDER.replace("target=\"undefined\"", "target=\"BAM\"")
                .replace("service=\"ShopService\"", "service=\"ShopService\" port=\"x\""));
        CompositeSensors read = read(true);
        assertEquals(List.of(), problems);
        assertEquals(2, warnings.size());
        assertNotNull(read.ofService("ShopService").get("buy"));
    }

    @Test
    void aSensorAtAPartThatCannotBeHadNeverFires() {
        shop.replace(
                "composite.xml",
                "<binding.ws port=\"urn:stock#wsdl.endpoint(Stock/StockPort)\" location=\"Stock.wsdl\"/>",
                "<binding.jca config=\"x.jca\"/>");
        sensors("""
                <sensor sensorName="Reserved" kind="reference">
                  <referenceConfig reference="Stock.ref" operation="reserve" expression="$in.body/t:reserve"/>
                </sensor>
                """);
        read(true);
        assertEquals(List.of(), problems);
        assertEquals(
                List.of(
                        "sensor.xml:3: no message comes to the reference 'Stock.ref', since binding.jca is not supported:"
                                + " its sensor never fires"),
                ShopFixture.lines(warnings));
    }
}

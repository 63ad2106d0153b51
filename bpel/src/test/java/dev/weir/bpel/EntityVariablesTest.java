package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.xml.Problem;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle's entity variables (SDO), which Weir does not have: they are found when a process is deployed. */
class EntityVariablesTest {
    private static final String V11 = "http://schemas.xmlsoap.org/ws/2003/03/business-process/";
    private static final String V20 = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    private static ProcessDefinition compile(String version, String inner, boolean lenient) {
        boolean old = version.equals(V11);
        String activity = old ? inner : "<extensionActivity>" + inner + "</extensionActivity>";
        String process = "<process name='Order' targetNamespace='urn:order' xmlns:t='urn:shop' xmlns='" + version
                + "' xmlns:bpelx='http://schemas.oracle.com/bpel/extension' xmlns:xsd='http://www.w3.org/2001/XMLSchema'>"
                + (old
                        ? ""
                        : "<import namespace='urn:shop' location='shop.wsdl' importType='http://schemas.xmlsoap.org/wsdl/'/>")
                + Shop.DECLARATIONS.replace(
                        "<variable name=\"order\" element=\"t:order\"/>",
                        "\n<variable name=\"order\" element=\"t:order\" bpelx:entity.si=\"Orders\"/>\n")
                + "<sequence>" + Shop.BUY + "\n" + activity + Shop.REPLY + "</sequence></process>";
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                new ProcessSurroundings(
                        old ? List.of(URI.create("file:/shop/shop.wsdl")) : List.of(),
                        Map.of(),
                        List.of(),
                        lenient,
                        false),
                Dialect.ORACLE);
    }

    @ParameterizedTest
    @CsvSource({"bindEntity," + V11, "bindEntity," + V20, "createEntity," + V11, "createEntity," + V20})
    void entitiesAreRefusedOrFailWhenTheyAreReached(String activity, String version) {
        String inner =
                "<bpelx:" + activity + " name='Bind' variable='order'><bpelx:key keyname='t:number'>1</bpelx:key>"
                        + "</bpelx:" + activity + ">";
        List<Problem> refusals = assertThrows(BpelException.class, () -> compile(version, inner, false))
                .problems();

        assertEquals(
                List.of("bpel-unavailable", "bpel-unavailable"),
                refusals.stream().map(Problem::rule).toList(),
                refusals::toString);
        assertTrue(refusals.get(0).what().contains("the variable order is an entity variable"), refusals::toString);
        assertTrue(refusals.get(1).what().contains("<" + activity + ">"), refusals::toString);
        assertTrue(
                refusals.get(0).line() > 1
                        && refusals.get(1).line() > refusals.get(0).line(),
                refusals::toString);

        ProcessDefinition lenient = compile(version, inner, true);
        assertEquals(2, lenient.warnings().size());
        World world = new World(lenient);
        var reply = world.reply(world.send("shop", "buy", Shop.order("A1", "10")));
        assertEquals("{http://schemas.oracle.com/bpel/extension}runtimeFault", reply.fault());
        assertTrue(String.valueOf(reply.reason()).contains("entity variable order"), reply.reason());
    }

    /** In 1.1 Oracle's activities stand among the others, where elements of strangers are passed over. */
    @ParameterizedTest
    @ValueSource(strings = {"removeEntity", "loadEntity"})
    void anActivityThatIsNotKnownIsNotPassedOver(String activity) {
        BpelException refused =
                assertThrows(BpelException.class, () -> compile(V11, "<bpelx:" + activity + "/>", true));

        assertTrue(refused.getMessage().contains("<" + activity + "> is not supported"), refused.getMessage());
    }

    @Test
    void annotationsArePassedOver() {
        compile(V11, "<bpelx:annotation><bpelx:general/></bpelx:annotation>", true);
    }
}

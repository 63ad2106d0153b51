package dev.weir.composite.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.WireVersions;
import dev.weir.composite.process.DeafServices;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composites whose documents define one port type several times, as they do after years of changes. */
class VersionedDocumentsTest {
    private static final String LINKS = """
            <plnk:partnerLinkType name="Link" xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
              <plnk:role name="it" portType="%s"/>
            </plnk:partnerLinkType>
            </definitions>""";

    private static final String PROCESS = """
            <process name="Process" targetNamespace="urn:process" xmlns:s="urn:shop" xmlns:t="urn:stock"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable">
              <import namespace="urn:shop" location="Shop.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <import namespace="urn:stock" location="New.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="client" partnerLinkType="s:Link" myRole="it"/>
                <partnerLink name="stock" partnerLinkType="t:Link" partnerRole="it"/>
              </partnerLinks>
              <variables>
                <variable name="note" messageType="s:note"/>
                <variable name="request" messageType="t:reserve"/>
                <variable name="answer" messageType="t:reserved"/>
              </variables>
              <sequence>
                <receive partnerLink="client" operation="tell" variable="note" createInstance="yes"/>
                <assign><copy><from>$note.payload</from><to>$request.body</to></copy></assign>
                <invoke partnerLink="stock" operation="release" inputVariable="request" outputVariable="answer"/>
              </sequence>
            </process>
            """;

    private static final String REFERENCE = """
            <reference name="stock" ui:wsdlLocation="Stock.wsdl">
              <interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/>
            </reference>
            """;

    @TempDir
    Path folder;

    private final ShopFixture shop = new ShopFixture();

    @BeforeEach
    void aProcessThatCallsWhatOnlyItsOwnCopyOfTheWsdlHas() {
        shop.replace("Shop.wsdl", "</definitions>", LINKS.formatted("s:Shop"))
                .replace("Stock.wsdl", "</definitions>", LINKS.formatted("t:Stock"));
        shop.with(
                        "New.wsdl",
                        shop.text("Stock.wsdl").replace("operation name=\"reserve\"", "operation name=\"release\""))
                .with("Process.bpel", PROCESS)
                .replace("Process.componentType", "xmlns=", "xmlns:ui=\"http://xmlns.oracle.com/soa/designer/\" xmlns=")
                .replace("Process.componentType", "</componentType>", REFERENCE + "</componentType>");
    }

    private List<String> found(List<Problem> problems) {
        return problems.stream()
                .filter(each -> List.of("SA00010", "SA00014", "wsdl-duplicate").contains(each.rule()))
                .map(Problem::toString)
                .toList();
    }

    /** What does not work between two versions of a port type, as {@code line: what}. */
    private List<String> unanswered() {
        return check().warnings().stream()
                .filter(each -> List.of(WireVersions.RULE, DeafServices.RULE).contains(each.rule()))
                .map(each -> each.line() + ": " + each.what())
                .toList();
    }

    private void wire(String from, String to) {
        shop.replace(
                "composite.xml",
                "</composite>",
                "<wire><source.uri>" + from + "</source.uri><target.uri>" + to + "</target.uri></wire></composite>");
    }

    /** The process calls what only its own copy has; component type and reference go by the other one. */
    @Test
    void aCallOfAnOperationThatTheReferenceLacksIsAWarningAtTheWire() {
        wire("Process/stock", "Stock.ref");

        assertEquals(
                List.of(shop.line("composite.xml", "Process/stock")
                        + ": the process calls the operation 'release' by 'Process/stock', but 'Stock.ref' offers"
                        + " {urn:stock}Stock of Stock.wsdl, which has no such operation: these calls fail"),
                unanswered());
    }

    @Test
    void aWireToAnotherVersionOfThePortTypeIsAWarningForEachOperationThatItLacks() {
        wire("Process/stock", "Stock.ref");
        shop.replace("Process.componentType", "Stock.wsdl", "New.wsdl");

        assertEquals(
                List.of(shop.line("composite.xml", "Process/stock")
                        + ": 'Process/stock' calls the port type {urn:stock}Stock of New.wsdl, but 'Stock.ref' offers that"
                        + " of Stock.wsdl, which has no operation 'release': such messages by this wire fail"),
                unanswered());
    }

    @Test
    void aVersionWithOtherMessagesIsAWarningAndOneWithoutAFaultIsNone() {
        shop.replace("Process.bpel", "operation=\"release\"", "operation=\"reserve\"")
                .replace(
                        "composite.xml",
                        "\"Stock.ref\" ui:wsdlLocation=\"Stock.wsdl\"",
                        "\"Stock.ref\" ui:wsdlLocation=\"New.wsdl\"")
                .with(
                        "New.wsdl",
                        shop.text("Stock.wsdl")
                                .replace("<input message=\"t:reserve\"/>", "<input message=\"t:reserved\"/>"));

        assertEquals(
                List.of(shop.line("composite.xml", "Router/Stock.ref")
                        + ": 'Router/Stock.ref' calls the port type {urn:stock}Stock of Stock.wsdl, but 'Stock.ref' offers"
                        + " that of New.wsdl, which has other messages for the operation 'reserve': such messages by this"
                        + " wire fail"),
                unanswered());

        shop.with("New.wsdl", shop.text("Stock.wsdl").replace("<fault name=\"empty\" message=\"t:empty\"/>", ""));
        assertEquals(List.of(), unanswered());
    }

    /** Component types are often older than the process. */
    @Test
    void anOperationThatTheProcessDoesNotCallNeedNotBeThere() {
        wire("Process/stock", "Stock.ref");
        shop.replace("Process.componentType", "Stock.wsdl", "New.wsdl")
                .replace("Process.bpel", "operation=\"release\"", "operation=\"reserve\"");

        assertEquals(List.of(), unanswered());
    }

    @Test
    void aServiceOfWhichTheProcessReceivesNoOperationIsDeaf() {
        shop.with(
                "Old.wsdl",
                shop.text("Shop.wsdl")
                        .replace("name=\"tell\"", "name=\"say\"")
                        .replaceFirst("(?s)<operation name=\"buy\">.*?</operation>", ""));
        shop.replace(
                "Process.componentType",
                "<service name=\"client\">",
                "<service name=\"client\" ui:wsdlLocation=\"Old.wsdl\">");

        assertTrue(
                unanswered().stream()
                        .anyMatch(each -> each.equals(shop.line("composite.xml", "Process/client")
                                + ": the wire leads to 'Process/client', but the process receives none of the operations"
                                + " that {urn:shop}Shop has in Old.wsdl: messages by this wire fail")),
                () -> unanswered().toString());
    }

    private CompilerFindings check() {
        CompilerFindings findings = CompositeCompiler.check(shop.load(folder), false);
        assertEquals(List.of(), findings.problems());
        return findings;
    }

    @Test
    void anOperationThatOnlyTheImportedCopyOfThePortTypeHasIsCalledWithAWarning() {
        List<String> warnings = found(check().warnings());

        assertEquals(2, warnings.size(), warnings::toString);
        assertTrue(
                warnings.get(0)
                        .matches(".*Process.bpel:" + shop.line("Process.bpel", "<invoke")
                                + ":.* the port type \\{urn:stock}Stock of .*Stock.wsdl:14, which is the"
                                + " nearest to the partner link, has no operation release: that of .*New.wsdl:15 is taken"
                                + " \\[SA00010].*"),
                warnings::toString);
        assertTrue(warnings.get(1).contains("Stock.wsdl:14:"), warnings::toString);
    }

    @Test
    void ofAConflictThatTwoProcessesSeeThereIsOneWarning() {
        shop.replace(
                        "composite.xml",
                        "<reference ",
                        "<component name=\"Other\"><implementation.bpel src=\"Other.bpel\"/></component>\n<reference ")
                .with("Other.bpel", PROCESS.replace("\"Process\"", "\"Other\""))
                .with("Other.componentType", shop.text("Process.componentType"));

        List<String> conflicts = found(check().warnings()).stream()
                .filter(each -> each.contains("[SA00014]"))
                .toList();

        assertEquals(1, conflicts.size(), conflicts::toString);
    }

    @Test
    void ofAConflictWithinTheWsdlOfAReferenceThereIsOneWarning() {
        shop.with("Both.wsdl", """
                        <definitions targetNamespace="urn:both" xmlns="http://schemas.xmlsoap.org/wsdl/">
                          <import namespace="urn:stock" location="New.wsdl"/>
                          <import namespace="urn:stock" location="Stock.wsdl"/>
                        </definitions>
                        """).replace("Process.componentType", "Stock.wsdl", "Both.wsdl");

        List<String> warnings = found(check().warnings());

        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).contains("Stock.wsdl:14:"), warnings::toString);
    }
}

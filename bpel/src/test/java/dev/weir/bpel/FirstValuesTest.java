package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Variables that nothing was assigned to, in Oracle's dialect: written into below their element, and sent as they are. The
 * desk answers a question by a case, whose schema has parts of several forms.
 */
class FirstValuesTest {
    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:desk" xmlns:d="urn:desk"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
              <plnk:partnerLinkType name="deskLink"><plnk:role name="desk" portType="d:desk"/></plnk:partnerLinkType>
              <plnk:partnerLinkType name="fileLink"><plnk:role name="file" portType="d:file"/></plnk:partnerLinkType>
              <types>
                <xsd:schema targetNamespace="urn:desk" elementFormDefault="qualified" xmlns:d="urn:desk">
                  <xsd:complexType name="person"><xsd:sequence>
                    <xsd:element name="first" type="xsd:string"/><xsd:element name="last" type="xsd:string"/>
                  </xsd:sequence></xsd:complexType>
                  <xsd:complexType name="clerk"><xsd:complexContent><xsd:extension base="d:person"><xsd:sequence>
                    <xsd:element name="desk" type="xsd:int"/>
                  </xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>
                  <xsd:group name="ends"><xsd:sequence>
                    <xsd:element name="result" type="xsd:string"/>
                    <xsd:element name="plain" type="xsd:string" form="unqualified"/>
                  </xsd:sequence></xsd:group>
                  <xsd:element name="question" type="xsd:string"/>
                  <xsd:element name="case"><xsd:complexType><xsd:sequence>
                    <xsd:element name="clerk" type="d:clerk"/>
                    <xsd:choice>
                      <xsd:element name="line" type="d:person" maxOccurs="unbounded"/>
                      <xsd:element ref="d:question"/>
                    </xsd:choice>
                    <xsd:group ref="d:ends"/>
                  </xsd:sequence><xsd:attribute name="id" type="xsd:string"/></xsd:complexType></xsd:element>
                </xsd:schema>
              </types>
              <message name="questionMessage"><part name="payload" element="d:question"/></message>
              <message name="caseMessage"><part name="payload" element="d:case"/></message>
              <message name="clerkMessage">
                <part name="clerk" type="d:clerk"/><part name="count" type="xsd:int"/>
              </message>
              <portType name="desk">
                <operation name="ask"><input message="d:questionMessage"/><output message="d:caseMessage"/></operation>
                <operation name="whose"><input message="d:questionMessage"/><output message="d:clerkMessage"/></operation>
              </portType>
              <portType name="file"><operation name="keep"><input message="d:caseMessage"/></operation></portType>
            </definitions>
            """;

    private static final String DECLARATIONS = """
            <partnerLinks>
              <partnerLink name="desk" partnerLinkType="d:deskLink" myRole="desk"/>
              <partnerLink name="file" partnerLinkType="d:fileLink" partnerRole="file"/>
            </partnerLinks>
            <variables>
              <variable name="in" messageType="d:questionMessage"/>
              <variable name="out" messageType="d:caseMessage"/>
              <variable name="who" messageType="d:clerkMessage"/>
              <variable name="case" element="d:case"/>
            </variables>
            """;

    private static ProcessDefinition process(String language, Dialect dialect, String content) {
        String text = "<process name='Desk' targetNamespace='urn:p' xmlns:d='urn:desk' xmlns='" + language
                + "' xmlns:bpelx='http://schemas.oracle.com/bpel/extension'>"
                + (language.contains("wsbpel/2.0")
                        ? "<import namespace='urn:desk' location='desk.wsdl'"
                                + " importType='http://schemas.xmlsoap.org/wsdl/'/>"
                        : "")
                + DECLARATIONS + content + "</process>";
        return ProcessDefinition.compile(
                URI.create("file:/desk/desk.bpel"),
                Shop.in(Map.of("desk.bpel", text, "desk.wsdl", WSDL)),
                OracleFunctions.SYSTEM,
                List.of(URI.create("file:/desk/desk.wsdl")),
                Map.of(),
                dialect);
    }

    private static World asking(Dialect dialect, String... activities) {
        return new World(process(
                "http://docs.oasis-open.org/wsbpel/2.0/process/executable",
                dialect,
                "<sequence><receive partnerLink='desk' operation='ask' variable='in' createInstance='yes'/>"
                        + String.join("", activities)
                        + "<reply partnerLink='desk' operation='ask' variable='out'/></sequence>"));
    }

    private static ExchangeReply ask(World world) {
        return world.reply(world.send("desk", "ask", question()));
    }

    private static MessageValue question() {
        return MessageValue.of(
                "payload",
                XmlElement.parse("<question xmlns='urn:desk'>why</question>".getBytes(StandardCharsets.UTF_8)));
    }

    /** The case that is sent back, without its namespaces. */
    private static String answer(World world) {
        ExchangeReply reply = ask(world);
        assertNull(reply.fault(), () -> world.audit.toString());
        return plain(reply.payload());
    }

    private static String plain(byte[] payload) {
        return MessageValue.fromBytes(payload)
                .part("payload")
                .toString()
                .replaceAll(" xmlns(:\\w+)?=\"[^\"]*\"|(?<=<|</)d:", "");
    }

    private static String copies(String... fromsAndTos) {
        StringBuilder copies = new StringBuilder("<assign>");
        for (int i = 0; i < fromsAndTos.length; i += 2) {
            copies.append("<copy><from>")
                    .append(fromsAndTos[i])
                    .append("</from><to>")
                    .append(fromsAndTos[i + 1])
                    .append("</to></copy>");
        }
        return copies + "</assign>";
    }

    @Test
    void aVariableThatIsWrittenIntoHasAllPathsThatTheProcessWrites() {
        World world = asking(
                Dialect.ORACLE,
                copies("'open'", "$out.payload/d:result"),
                "<if><condition>false()</condition>",
                copies("'x'", "$out.payload/d:clerk/d:last", "'1'", "$out.payload/@id"),
                "</if>");

        assertEquals("<case id=\"\"><clerk><last/></clerk><result>open</result></case>", answer(world));
    }

    @Test
    void theSchemaOrdersWhatIsWrittenInAnyOrder() {
        World world = asking(
                Dialect.ORACLE,
                copies(
                        "'e'", "$out.payload/plain",
                        "'d'", "$out.payload/d:result",
                        "'c'", "$out.payload/d:line/d:last",
                        "'b'", "$out.payload/d:clerk/d:desk",
                        "'a'", "$out.payload/d:clerk/d:first"));

        assertEquals(
                "<case><clerk><first>a</first><desk>b</desk></clerk><line><last>c</last></line><result>d</result>"
                        + "<plain>e</plain></case>",
                answer(world));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $out.payload/d:line[2]/d:first            | <case><line/><line><first>x</first></line></case>
            $out.payload/d:line[last()]/d:first       | <case><line><first>x</first></line></case>
            $out.payload/d:line[d:last='Li']/d:first  | <case><line><first>x</first><last>Li</last></line></case>
            $out.payload/./d:question                 | <case><question>x</question></case>
            $out.payload/child::d:question[1]         | <case><question>x</question></case>
            """)
    void repeatedAndFilteredStepsAreMadeAsFarAsTheySayOneElement(String to, String expected) {
        assertEquals(expected, answer(asking(Dialect.ORACLE, copies("'x'", to))));
    }

    @ParameterizedTest
    @CsvSource({
        "$out.payload//d:result",
        "$out.payload/d:line[d:first != 'x']/d:last",
        "$out.payload/*",
        "$out.payload/d:line[99999]"
    })
    void othersSelectNothing(String to) {
        String fault = ask(asking(Dialect.ORACLE, copies("'x'", to))).fault();
        assertTrue(String.valueOf(fault).endsWith("selectionFailure"), fault);
    }

    @Test
    void variablesOfElementsHaveThemToo() {
        World world = asking(Dialect.ORACLE, copies("'x'", "$case/d:clerk/d:first", "$case", "$out.payload"));

        assertEquals("<case><clerk><first>x</first></clerk></case>", answer(world));
    }

    @Test
    void listsAreAppendedToThem() {
        World world = asking(
                Dialect.ORACLE,
                "<assign><extensionAssignOperation><bpelx:append><bpelx:from>$in.payload</bpelx:from>"
                        + "<bpelx:to>$out.payload/d:line</bpelx:to></bpelx:append></extensionAssignOperation></assign>");

        assertEquals("<case><line><question>why</question></line></case>", answer(world));
    }

    @Test
    void anElementThatTheProcessAppendsItselfIsNotThereBefore() {
        World world = asking(
                Dialect.ORACLE,
                "<assign><extensionAssignOperation><bpelx:append><bpelx:from><bpelx:literal><d:line/></bpelx:literal>"
                        + "</bpelx:from><bpelx:to>$out.payload</bpelx:to></bpelx:append></extensionAssignOperation>"
                        + "<extensionAssignOperation><bpelx:append><bpelx:from>$in.payload</bpelx:from>"
                        + "<bpelx:to>$out.payload/d:line</bpelx:to></bpelx:append></extensionAssignOperation></assign>");

        assertEquals("<case><line><question>why</question></line></case>", answer(world));
    }

    @Test
    void processesOfTheOlderLanguageHaveThemByPartAndQuery() {
        World world = new World(process(
                "http://schemas.xmlsoap.org/ws/2003/03/business-process/",
                Dialect.ORACLE,
                "<sequence><receive partnerLink='desk' operation='ask' variable='in' createInstance='yes'/>"
                        + "<assign><copy><from expression=\"'x'\"/>"
                        + "<to variable='out' part='payload' query='/d:case/d:result'/></copy>"
                        + "<copy><from expression=\"'y'\"/>"
                        + "<to variable='out' part='payload' query='/d:case/d:clerk/d:last'/></copy></assign>"
                        + "<reply partnerLink='desk' operation='ask' variable='out'/></sequence>"));

        assertEquals("<case><clerk><last>y</last></clerk><result>x</result></case>", answer(world));
    }

    @Test
    void partsOfTypesHaveThemUnderTheirOwnNames() {
        World world = new World(process(
                "http://docs.oasis-open.org/wsbpel/2.0/process/executable",
                Dialect.ORACLE,
                "<sequence><receive partnerLink='desk' operation='whose' variable='in' createInstance='yes'/>"
                        + copies("7", "$who.clerk/d:desk", "'x'", "$who.clerk/d:first")
                        + "<reply partnerLink='desk' operation='whose' variable='who'/></sequence>"));

        ExchangeReply reply = world.reply(world.send("desk", "whose", question()));
        assertNull(reply.fault());
        assertEquals(
                "<clerk><first>x</first><desk>7</desk></clerk>",
                MessageValue.fromBytes(reply.payload())
                        .part("clerk")
                        .toString()
                        .replaceAll(" xmlns(:\\w+)?=\"[^\"]*\"", ""));
    }

    @Test
    void aVariableThatNothingWasAssignedToIsSentAsItsFirstValue() {
        World world = asking(
                Dialect.ORACLE,
                "<if><condition>false()</condition>",
                copies("'x'", "$out.payload/d:result", "'y'", "$case/d:result"),
                "</if><invoke partnerLink='file' operation='keep' inputVariable='case'/>");

        assertEquals("<case><result/></case>", answer(world));
        Call call = world.onlyCall();
        assertEquals("<case><result/></case>", plain(call.payload()));
    }

    @Test
    void oneThatIsNeverWrittenIntoIsSentEmpty() {
        assertEquals("<case/>", answer(asking(Dialect.ORACLE)));
    }

    @Test
    void aVariableWithAValueIsNotAddedTo() {
        World world = asking(
                Dialect.ORACLE,
                "<assign><copy><from><literal><d:case><d:clerk/></d:case></literal></from><to>$out.payload</to></copy>"
                        + "<copy><from>'x'</from><to>$out.payload/d:result</to></copy></assign>");

        assertTrue(String.valueOf(ask(world).fault()).endsWith("selectionFailure"));
    }

    @Test
    void missingElementsAreInsertedWhereTheSchemaWantsThem() {
        World world = asking(
                Dialect.ORACLE,
                "<assign><copy><from><literal><d:case><d:result>r</d:result></d:case></literal></from>"
                        + "<to>$out.payload</to></copy><copy bpelx:insertMissingToData='yes'><from>'x'</from>"
                        + "<to>$out.payload/d:clerk/d:first</to></copy></assign>");

        assertEquals("<case><clerk><first>x</first></clerk><result>r</result></case>", answer(world));
    }

    @Test
    void whatHasNoValueAndIsWrittenNowhereCannotBeRead() {
        World world = asking(Dialect.ORACLE, copies("$case/d:result", "$out.payload/d:result"));

        assertTrue(String.valueOf(ask(world).fault()).endsWith("uninitializedVariable"));
    }

    @Test
    void whatIsWrittenElsewhereIsReadAsItsFirstValue() {
        World world = asking(
                Dialect.ORACLE,
                "<assign><copy ignoreMissingFromData='yes'><from>$in.payload/d:nothing</from>"
                        + "<to>$case/d:clerk/d:first</to></copy></assign>",
                "<if><condition>$case/d:clerk/d:first = ''</condition>"
                        + copies("concat('empty', $case/d:clerk/d:first)", "$out.payload/d:result") + "</if>");

        assertEquals("<case><result>empty</result></case>", answer(world));
    }

    @Test
    void whatIsReadAsItsFirstValueHasNoValueAllTheSame() {
        World world = asking(
                Dialect.ORACLE,
                copies("string($case/d:result)", "$out.payload/d:result"),
                copies("'x'", "$case/d:clerk/d:first"),
                copies("count($case/*)", "$out.payload/d:result"));

        assertEquals("<case><result>1</result></case>", answer(world));
    }

    @ParameterizedTest
    @CsvSource({"true, selectionFailure", "false, uninitializedVariable"})
    void plainProcessesHaveNone(boolean written, String fault) {
        for (Dialect dialect : List.of(Dialect.STANDARD, Dialect.ORACLE.initializing(false))) {
            World world = written ? asking(dialect, copies("'x'", "$out.payload/d:result")) : asking(dialect);

            assertTrue(String.valueOf(ask(world).fault()).endsWith(fault));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, ask (dialect Oracle)", "false, 'ask (dialect Oracle, initializeVariables=false)'"})
    void theHistoryShowsTheDialect(boolean initialize, String expected) {
        World world = asking(
                Dialect.ORACLE.initializing(initialize),
                "<assign><copy><from><literal><d:case/></literal></from><to>$out.payload</to></copy></assign>");
        ask(world);

        assertTrue(
                world.audit.stream()
                        .anyMatch(event ->
                                event.kind() == AuditEvent.Kind.INSTANCE_CREATED && expected.equals(event.detail())),
                () -> world.audit.toString());
    }
}

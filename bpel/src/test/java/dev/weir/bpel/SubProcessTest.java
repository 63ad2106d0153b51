package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle's sub-processes: activities that a process calls and that run in its instance, inline or with a document of their own. */
class SubProcessTest {
    /** Adds a line's text to what it was given. */
    private static final String GREET = """
            <variables>
              <variable name="who" type="xsd:string" bpelx:argumentRequired="yes"/>
              <variable name="said" type="xsd:string"/>
            </variables>
            <sequence>
              <assign>
                <copy><from>concat('hello ', $who)</from><to>$said</to></copy>
                <copy><from>'changed'</from><to>$who</to></copy>
              </assign>
            </sequence>
            """;

    private static final String IMPORT =
            "<import namespace='urn:shop' location='shop.wsdl'" + " importType='http://schemas.xmlsoap.org/wsdl/'/>";

    private static String document(String name, String content) {
        return """
                <bpelx:subProcess name="%s" targetNamespace="urn:sub" xmlns:t="urn:shop"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable" xmlns:s="urn:sub"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                %s</bpelx:subProcess>
                """.formatted(name, IMPORT + content);
    }

    private static String inline(String name, String content) {
        return "<bpelx:inlineSubProcess name='" + name + "'>" + content + "</bpelx:inlineSubProcess>";
    }

    private static String call(String target, String... params) {
        return "<extensionActivity><bpelx:call name='Call' target='" + target + "' xmlns:s='urn:sub'>"
                + String.join("", params) + "</bpelx:call></extensionActivity>";
    }

    private static String byValue(String name, String variable) {
        return "<bpelx:param name='" + name + "' variable='" + variable + "' copyByValue='true'/>";
    }

    private static String byReference(String name, String variable) {
        return "<bpelx:param name='" + name + "' variable='" + variable + "'/>";
    }

    /** A process with inline sub-processes, and with documents of sub-processes by component. */
    private static ProcessDefinition process(String inline, Map<String, String> documents, String... activities) {
        Map<String, String> files = new HashMap<>(documents);
        files.put(
                "order.bpel",
                Shop.text(inline + Shop.DECLARATIONS + "<sequence>" + Shop.BUY + String.join("", activities)
                        + Shop.REPLY + "</sequence>"));
        files.put("shop.wsdl", Shop.WSDL);
        Map<String, URI> subProcesses = new HashMap<>();
        documents
                .keySet()
                .forEach(file ->
                        subProcesses.put(file.substring(0, file.indexOf('.')), URI.create("file:/shop/" + file)));
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"), Shop.in(files), XPathFunctions.NONE, List.of(), subProcesses);
    }

    private static ExchangeReply reply(ProcessDefinition process) {
        World world = new World(process);
        return world.reply(world.send("shop", "buy", Shop.order("A1", "12")));
    }

    private static String problems(String inline, Map<String, String> documents, String... activities) {
        return assertThrows(BpelException.class, () -> process(inline, documents, activities)).problems().stream()
                .map(problem -> problem.file() + ":" + problem.line() + ": " + problem.what())
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @CsvSource({"Greet, true", "Greet, false", "s:Greet, false"})
    void aCallReadsItsArgumentsAndWritesThoseGivenByReference(String target, boolean inline) {
        String order = Shop.copy("'you'", "$text");
        String param = "<bpelx:param name='said' variable='answer'/>";
        String scope = "<scope><variables><variable name='answer' type='xsd:string'/></variables><sequence>"
                + call(target, byValue("who", "text"), param)
                + Shop.answer("concat($answer, ', ', $text)") + "</sequence></scope>";

        ExchangeReply reply = reply(process(
                inline ? inline("Greet", GREET) : "",
                inline ? Map.of() : Map.of("Greet.sbpel", document("Greet", GREET)),
                order,
                scope));

        assertEquals("hello you, you", Shop.receipt(reply));
    }

    @Test
    void anArgumentByReferenceIsTheCallersVariable() {
        ExchangeReply reply = reply(process(
                "",
                Map.of("Greet.sbpel", document("Greet", GREET)),
                Shop.copy("'you'", "$text"),
                call("Greet", byReference("who", "text")),
                Shop.answer("$text")));

        assertEquals("changed", Shop.receipt(reply));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anArgumentMayBeAnExpressionOfTheCaller(boolean inline) {
        String expression = "<bpelx:param name='who' copyByValue='yes'>concat($text, '!')</bpelx:param>";
        ExchangeReply reply = reply(process(
                inline ? inline("Greet", GREET) : "",
                inline ? Map.of() : Map.of("Greet.sbpel", document("Greet", GREET)),
                Shop.copy("'you'", "$text"),
                "<scope><variables><variable name='answer' type='xsd:string'/></variables><sequence>"
                        + call("Greet", expression, byReference("said", "answer"))
                        + Shop.answer("concat($answer, ' ', $text)") + "</sequence></scope>"));

        assertEquals("hello you! you", Shop.receipt(reply));
    }

    @Test
    void eachCallHasVariablesOfItsOwn() {
        String counting = "<variables><variable name='seen' type='xsd:string'><from>'fresh'</from></variable>"
                + "<variable name='log' type='xsd:string'/></variables><sequence>"
                + Shop.copy("concat($log, ' ', $seen)", "$log") + Shop.copy("'used'", "$seen") + "</sequence>";

        ExchangeReply reply = reply(process(
                inline("Count", counting),
                Map.of(),
                Shop.copy("'log'", "$text"),
                call("Count", byReference("log", "text")),
                call("Count", byReference("log", "text")),
                Shop.answer("$text")));

        assertEquals("log fresh fresh", Shop.receipt(reply));
    }

    @Test
    void anArgumentWithoutAValueIsPassedWithoutOne() {
        String writing = "<variables><variable name='p' type='xsd:string'/></variables>" + Shop.copy("'set'", "$p");

        assertEquals(
                "ok",
                Shop.receipt(reply(process(
                        inline("Write", writing),
                        Map.of(),
                        call("Write", byValue("p", "text")),
                        Shop.answer("'ok'")))));
        assertEquals(
                "set",
                Shop.receipt(reply(process(
                        inline("Write", writing),
                        Map.of(),
                        call("Write", byReference("p", "text")),
                        Shop.answer("$text")))));
    }

    @Test
    void messagesAndElementsArePassed() {
        String reading = "<variables><variable name='m' messageType='t:orderMessage'/><variable name='e'"
                + " element='t:order'/></variables><sequence>"
                + Shop.copy("'B2'", "$m.order/t:number") + Shop.copy("'C3'", "$e/t:number") + "</sequence>";
        Map<String, String> documents = Map.of("Read.sbpel", document("Read", reading));

        ExchangeReply reply = reply(process(
                "",
                documents,
                Shop.copy("$in.order", "$order"),
                call("Read", byValue("m", "in"), byReference("e", "order")),
                Shop.answer("concat($in.order/t:number, ' ', $order/t:number)")));

        assertEquals("A1 C3", Shop.receipt(reply));
    }

    @Test
    void anInlineOneSeesWhatTheProcessDeclares() {
        ExchangeReply reply = reply(process(
                inline("Fill", Shop.copy("$in.order/t:number", "$text")),
                Map.of(),
                call("Fill"),
                Shop.answer("$text")));

        assertEquals("A1", Shop.receipt(reply));
    }

    @Test
    void aStandaloneOneSeesNothingButItsArguments() {
        String found = problems(
                "",
                Map.of("Fill.sbpel", document("Fill", Shop.copy("$in.order/t:number", "$text"))),
                call("Fill"),
                Shop.answer("$text"));

        assertTrue(found.contains("Fill.sbpel:"), found);
    }

    @Test
    void aSubProcessMayWaitAndCallPartners() {
        String asking = """
                <partnerLinks><partnerLink name="who" partnerLinkType="t:bankLink" partnerRole="bank"/></partnerLinks>
                <variables>
                  <variable name="n" messageType="t:numberMessage"/><variable name="c" messageType="t:creditMessage"/>
                </variables>
                <sequence><wait><for>'PT1H'</for></wait>
                  <invoke partnerLink="who" operation="check" inputVariable="n" outputVariable="c"/></sequence>
                """;
        World world = new World(process(
                "",
                Map.of("Ask.sbpel", document("Ask", asking)),
                Shop.copy("'7'", "$number.number"),
                call(
                        "Ask",
                        byValue("n", "number"),
                        byReference("c", "credit"),
                        "<bpelx:param name='who' partnerLink='bank'/>"),
                Shop.answer("$credit.limit")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));
        world.pass(Duration.ofHours(1));
        Call made = world.onlyCall();
        world.answer(made, Shop.credit(true, "50"));

        assertEquals("bank", made.partnerLink());
        assertEquals("50", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void aPartnerLinkOfItsOwnIsKnownByItsComponent() {
        String telling = """
                <partnerLinks><partnerLink name="who" partnerLinkType="t:bankLink" partnerRole="bank"/></partnerLinks>
                <variables><variable name="m" messageType="t:orderMessage"/></variables>
                <invoke partnerLink="who" operation="book" inputVariable="m"/>
                """;
        World world = new World(process(
                "",
                Map.of("Tell.sbpel", document("Tell", telling)),
                call("Tell", byValue("m", "in")),
                Shop.answer("'told'")));

        assertEquals("told", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
        assertEquals("Tell/who", world.onlyCall().partnerLink());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <throw faultName='t:broken'/>                                             | caught outside
            <faultHandlers><catchAll><empty/></catchAll></faultHandlers><throw faultName='t:broken'/> | went on
            """)
    void aFaultThatTheSubProcessDoesNotCatchIsTheCallers(String body, String expected) {
        String guarded = "<scope><faultHandlers><catch faultName='t:broken'>" + Shop.answer("'caught outside'")
                + "</catch></faultHandlers><sequence>" + call("Break") + Shop.answer("'went on'")
                + "</sequence></scope>";

        assertEquals(
                expected, Shop.receipt(reply(process("", Map.of("Break.sbpel", document("Break", body)), guarded))));
    }

    @Test
    void whatASubProcessCompletedIsCompensatedFromOutside() {
        String booking = "<variables><variable name='log' type='xsd:string'/></variables>"
                + "<scope name='booked'><compensationHandler>" + Shop.copy("concat($log, ' undone')", "$log")
                + "</compensationHandler>" + Shop.copy("'booked'", "$log") + "</scope>";
        String guarded = "<scope><faultHandlers><catchAll><sequence><compensate/>" + Shop.answer("$text")
                + "</sequence></catchAll></faultHandlers><sequence>"
                + call("Book", byReference("log", "text")) + "<throw faultName='t:broken'/></sequence></scope>";

        assertEquals(
                "booked undone",
                Shop.receipt(reply(process("", Map.of("Book.sbpel", document("Book", booking)), guarded))));
    }

    @Test
    void subProcessesCallOneAnother() {
        String outer = inline("Inner", Shop.copy("concat($who, '!')", "$who"))
                + "<variables><variable name='who' type='xsd:string'/></variables><sequence>"
                + call("Inner") + call("s:Greet", byReference("who", "who")) + "</sequence>";
        String greet = "<variables><variable name='who' type='xsd:string'/></variables>"
                + Shop.copy("concat('hello ', $who)", "$who");

        ExchangeReply reply = reply(process(
                "",
                Map.of("Outer.sbpel", document("Outer", outer), "Greet.sbpel", document("Greet", greet)),
                Shop.copy("'you'", "$text"),
                call("Outer", byReference("who", "text")),
                Shop.answer("$text")));

        assertEquals("hello you!", Shop.receipt(reply));
    }

    @Test
    void callsRunSideBySideAndInLoops() {
        String adding =
                "<variables><variable name='n' type='xsd:int'/></variables><sequence><wait><for>'PT1S'</for></wait>"
                        + Shop.copy("$n + 1", "$n") + "</sequence>";
        World world = new World(process(
                inline("Add", adding),
                Map.of(),
                Shop.copy("0", "$count"),
                "<while><condition>$count &lt; 3</condition>" + call("Add", byReference("n", "count")) + "</while>",
                "<flow>" + call("Add", byReference("n", "count")) + call("Add", byValue("n", "count")) + "</flow>",
                Shop.answer("string($count)")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));
        for (int i = 0; i < 5; i++) {
            world.pass(Duration.ofSeconds(1));
        }

        assertEquals("4", Shop.receipt(world.reply(exchange)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Nothing |                                                         | there is no sub-process Nothing
            Greet   |                                                         | the sub-process Greet wants the argument who
            Greet   | <bpelx:param name='who' variable='text'/><bpelx:param name='x' variable='text'/> | declares no variable x
            Greet   | <bpelx:param name='who' variable='in'/>                 | the variable in is not of the type of the parameter who
            Greet   | <bpelx:param name='who' variable='gone'/>               | the variable gone is not declared
            Greet   | <bpelx:param name='who'>$nothing</bpelx:param> | the variable nothing is not declared
            Greet   | <bpelx:param name='me'>1</bpelx:param><bpelx:param name='who'>1</bpelx:param> | the sub-process Greet declares no variable me
            Greet   | <bpelx:param name='who'/>                               | the argument who is not one variable, one partner link or one expression
            Greet   | <bpelx:param name='who' variable='text'/><bpelx:param name='who' variable='text'/> | the argument who is given twice
            Greet   | <bpelx:param name='who' partnerLink='bank'/>            | declares no partner link who
            Endless |                                                         | Again.sbpel:4: the sub-process Endless calls itself
            Started |                                                         | Started.sbpel:4: a sub-process is not started by a message
            """)
    void misuseIsToldWhenTheProcessIsDeployed(String target, String params, String expected) {
        String found = problems(
                "",
                Map.of(
                        "Greet.sbpel",
                        document("Greet", GREET),
                        "Endless.sbpel",
                        document("Endless", call("Again")),
                        "Again.sbpel",
                        document("Again", call("Endless")),
                        "Started.sbpel",
                        document(
                                "Started",
                                "<partnerLinks><partnerLink name='shop' partnerLinkType='t:shopLink' myRole='shop'/>"
                                        + "</partnerLinks><variables><variable name='m' messageType='t:orderMessage'/></variables>"
                                        + "<receive partnerLink='shop' operation='submit' variable='m'"
                                        + " createInstance='yes'/>")),
                call(target, params == null ? "" : params),
                Shop.answer("'x'"));

        assertTrue(found.contains(expected), found);
    }

    @Test
    void whatIsNoSubProcessIsRefusedAsOne() {
        String found = problems("", Map.of("Wrong.sbpel", "<process/>"), Shop.answer("'x'"));

        assertTrue(found.contains("Wrong.sbpel:1: the document's element is process"), found);
    }
}

package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_NEXT;
import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Header variables and properties on their way: in SOAP over HTTP, from component to component, and where they cannot go. */
class CarriedHeadersTest {
    private static final String TICKET = "<d:ticket xmlns:d='urn:desk'>T1</d:ticket>";
    private static final String OTHERS =
            "<a:MessageID xmlns:a='http://www.w3.org/2005/08/addressing'>urn:m:1</a:MessageID>"
                    + "<o:secret xmlns:o='urn:other'>S3CRET</o:secret>";

    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static Part part(String name, String process, boolean inMemory) {
        return new Part(name, process, Map.of("inMemoryOptimization", Boolean.toString(inMemory)));
    }

    /** A process whose first receive reads headers and properties. */
    private static String reading(String name, String attributes, String properties, String body) {
        return process(name, "ask", body)
                .replace(
                        "createInstance=\"yes\"/>",
                        "createInstance=\"yes\" " + attributes + ">" + properties(properties, "from") + "</receive>");
    }

    private static String properties(String properties, String direction) {
        return "<bpelx:" + direction + "Properties>" + properties + "</bpelx:" + direction + "Properties>";
    }

    private static String property(String direction, String name, String variable) {
        return "<bpelx:" + direction + "Property name='" + name + "' variable='" + variable + "'/>";
    }

    private static String assign(String from, String to) {
        return "<assign><copy><from>" + from + "</from><to>" + to + "</to></copy></assign>";
    }

    private String ask(String headers) {
        HttpResponse<String> reply =
                desk.sendLater("Shop", "ask", "pears", headers).join();
        return reply.statusCode() + " " + reply.body();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void headersComeInBySoapGoOutBySoapAndComeBack(boolean inMemory) {
        String body = ASK_OUT.replace("/>", " bpelx:inputHeaderVariable='headers' bpelx:outputHeaderVariable='stamp'/>")
                + assign("concat($headers.ticket, ' ', $stamp, ' ', $text)", "$answer")
                + REPLY.replace("/>", " bpelx:headerVariable='stamp'/>");
        desk.deploy(
                "Shop",
                part(
                        "P",
                        reading("P", "bpelx:headerVariable='headers'", property("from", "wsa.messageId", "text"), body),
                        inMemory));
        desk.runtime.start();

        String reply = ask(TICKET + OTHERS);

        assertTrue(reply.startsWith("200 "), reply);
        assertEquals("T1 partner's urn:m:1", OrderDesk.text(reply.substring(4)));
        assertTrue(reply.contains(">partner's</d:stamp></soap:Header>"), reply);
        String sent = String.valueOf(desk.envelopes.poll());
        assertTrue(sent.contains(">T1<"), sent);
        assertFalse(sent.contains("S3CRET"), "what the process does not read goes nowhere: " + sent);
    }

    @Test
    void whatNobodyReadsIsNotKept() {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy("Shop", part("P", process("P", "ask", ASK_OUT + REPLY), false));
        desk.runtime.open();

        var reply = desk.sendLater("Shop", "ask", "pears", OTHERS);
        eventually(
                "the message is stored",
                () -> desk.store.counts().openMessages() > 0
                        || desk.store.counts().liveInstances() > 0);

        assertTrue(isInFiles("pears"));
        assertFalse(isInFiles("S3CRET"));
        desk.partnerAnswers.complete(null);
        desk.runtime.start();
        assertEquals(200, reply.join().statusCode());
    }

    private boolean isInFiles(String text) {
        try (Stream<Path> files = Files.list(desk.data)) {
            for (Path file : files.toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, requiresNew", "false, required", "true, requiresNew"})
    void propertiesAndHeadersGoFromComponentToComponentAndBack(boolean inMemory, String transaction) {
        String calling = assign("'a.txt'", "$text")
                + assign("'H'", "$stamp")
                + ASK_NEXT.replace(
                        "/>",
                        " bpelx:inputHeaderVariable='stamp'>"
                                + properties(property("to", "jca.file.FileName", "text"), "to")
                                + properties(property("from", "size", "text"), "from") + "</invoke>")
                + assign("concat($answer, ' ', $text)", "$answer")
                + REPLY;
        String called = assign("concat('file ', $text, ' header ', $stamp)", "$answer")
                + REPLY.replace(
                        "/>",
                        "><bpelx:toProperties><bpelx:toProperty name='size'>6 * 7</bpelx:toProperty>"
                                + "</bpelx:toProperties></reply>");
        desk.deploy(
                "Shop",
                part("P", process("P", "ask", calling), inMemory),
                new Part(
                        "Q",
                        reading(
                                "Q",
                                "bpelx:headerVariable='stamp'",
                                property("from", "jca.file.FileName", "text"),
                                called),
                        Map.of("transaction", transaction)));
        desk.runtime.start();

        assertEquals("200 file a.txt header H 42", desk.ask("Shop", "pears"));
    }

    @Test
    void mediatorsHandOnWhatGoesBesideAMessageAndAddToIt() {
        String plan = """
                <Mediator name="M" wsdlTargetNamespace="urn:desk" xmlns="http://xmlns.oracle.com/sca/1.0/mediator">
                  <operation name="ask" deliveryPolicy="AllOrNothing" priority="4" validateSchema="false">
                    <switch><case executionType="direct" name="On"><action>
                      <assign>
                        <copy target="$out.property.added" expression="concat($in.property.file, '!')"/>
                      </assign>
                      <invoke reference="Next" operation="ask"><onReply><reply/></onReply></invoke>
                    </action></case></switch>
                  </operation>
                </Mediator>
                """;
        String calling = assign("'a.txt'", "$text")
                + assign("'H'", "$stamp")
                + ASK_NEXT.replace(
                        "/>",
                        " bpelx:inputHeaderVariable='stamp'>" + properties(property("to", "file", "text"), "to")
                                + properties(property("from", "size", "text"), "from") + "</invoke>")
                + assign("concat($answer, ' ', $text)", "$answer")
                + REPLY;
        String called = assign("concat($text, ' ', $i, ' ', $stamp)", "$answer")
                + REPLY.replace(
                        "/>",
                        "><bpelx:toProperties><bpelx:toProperty name='size'>42</bpelx:toProperty>"
                                + "</bpelx:toProperties></reply>");
        String both = property("from", "file", "text") + property("from", "added", "i");
        desk.deploy(
                "Shop",
                part("P", process("P", "ask", calling), false),
                new Part("M", plan, Map.of()),
                part(
                        "Q",
                        reading("Q", "bpelx:headerVariable='stamp'", both, called)
                                .replace("name=\"i\" type=\"xsd:int\"", "name=\"i\" type=\"xsd:string\""),
                        false));
        desk.runtime.start();

        assertEquals("200 a.txt a.txt! H 42", desk.ask("Shop", "pears"));
    }

    @Test
    void aPropertyMaySayWhereACallGoes() {
        String body = assign("'%s'".formatted(desk.partnerUrl() + "elsewhere"), "$text")
                + ASK_OUT.replace("/>", ">" + properties(property("to", "endpointURI", "text"), "to") + "</invoke>")
                + REPLY;
        desk.deploy("Shop", part("P", process("P", "ask", body), false));
        desk.runtime.start();

        assertEquals("200 partner", desk.ask("Shop", "pears"));
        String sent = String.valueOf(desk.envelopes.poll());
        assertTrue(sent.contains("/elsewhere</"), "wsa:To is the address: " + sent);
    }

    @Test
    void propertiesThatSoapHasNoPlaceForAreToldWhenTheCompositeIsDeployed() {
        String body = assign("'a.txt'", "$text")
                + ASK_OUT.replace(
                        "/>",
                        ">" + properties(property("to", "jca.file.FileName", "text"), "to")
                                + properties(property("from", "jca.file.Size", "text"), "from") + "</invoke>")
                + REPLY.replace("/>", ">" + properties(property("to", "mine", "text"), "to") + "</reply>");

        desk.deploy("Shop", part("P", reading("P", "", property("from", "jca.file.Directory", "text"), body), false));
        desk.runtime.start();

        String told = String.join("\n", desk.warnings());
        assertTrue(told.contains("the property jca.file.Directory will never come: only SOAP leads to P/client"), told);
        assertTrue(
                told.contains("the property jca.file.FileName would be lost: the reference Partner is called"), told);
        assertTrue(told.contains("the property jca.file.Size will never come: the reference Partner answers"), told);
        assertTrue(told.contains("the property mine would be lost: P/client answers by SOAP"), told);
        assertTrue(told.contains("P.bpel:"), told);
        assertEquals("200 partner", desk.ask("Shop", "pears"), "deployed all the same");
    }
}

package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.deployment.Change;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retired revision begins nothing new, and takes what its running instances wait for. */
class RetiredRevisionTest {
    private static final Path TALKS = RunningWeir.repository().resolve("server/src/test/composites/talks/Talks");
    private static final String TALK = "default/Talks!1.0";

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();
    private WeirServer server;
    private AdminClient admin;

    @BeforeEach
    void open() {
        server = WeirServer.start(new ServerSettings(
                List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), Duration.ofSeconds(20), 1 << 20));
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void deploy(Path composite, boolean overwrite) throws IOException {
        admin.deploy(Archive.open(composite).toSar(Map.of()), new Upload("default", overwrite, true));
    }

    private HttpResponse<String> send(String element, String id) throws IOException {
        return send("Talks", element, id);
    }

    /** @param composite perhaps with a revision */
    private HttpResponse<String> send(String composite, String element, String id) throws IOException {
        return post.send(
                server.url().resolve("/soa-infra/services/default/" + composite + "/Talks"),
                SoapPost.SOAP_11,
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><" + element
                        + " xmlns='http://talks.example'><id>" + id + "</id></" + element + "></s:Body></s:Envelope>");
    }

    private void isRefused(HttpResponse<String> answer) {
        assertEquals(500, answer.statusCode());
        assertTrue(answer.body().contains(TALK + " is retired"), answer.body());
    }

    /** Until the only running instance waits at a receive: its first message is accepted before that. */
    private void untilItWaitsAt(String receive) {
        List<InstanceView> running = admin.instances(FlowState.RUNNING, null, 0, 10);
        assertEquals(1, running.size());
        eventually(
                "the instance waits at " + receive,
                () -> admin.history(running.get(0).id()).events(),
                events -> events.stream()
                        .anyMatch(event -> event.kind() == Kind.ACTIVITY_WAITING && receive.equals(event.name())));
    }

    private void goesOnWhereItWasBegun(String talk) throws IOException {
        HttpResponse<String> answer = send("ask", talk);
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("talk 1, advice 1"), answer.body());
    }

    @Test
    void aMessageThatBeginsAnInstanceIsRefusedAndOneThatAnInstanceWaitsForIsTaken() throws IOException {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        assertEquals(202, send("begin", "too").statusCode());

        admin.change(TALK, Change.RETIRE);

        isRefused(send("begin", "new"));
        assertEquals(2, admin.instances(null, null, 0, 10).size(), "what is refused leaves nothing");
        goesOnWhereItWasBegun("old");
        close();
        open();
        isRefused(send("begin", "new"));
        goesOnWhereItWasBegun("too");

        admin.change(TALK, Change.STOP);
        assertEquals(503, send("ask", "too").statusCode());
        admin.change(TALK, Change.START);
        isRefused(send("begin", "new"));
        admin.change(TALK, Change.ACTIVATE);
        assertEquals(202, send("begin", "new").statusCode());
        assertEquals(1, admin.instances(FlowState.RUNNING, null, 0, 10).size());
    }

    private Path copy() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("Talks"));
        try (Stream<Path> files = Files.list(TALKS)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replace(from, to));
    }

    /** The sender has named no revision when the talk began, and names none later. */
    @Test
    void anInstanceOfAnEarlierRevisionGetsItsMessagesWhenAnotherIsTheDefault() throws IOException {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("ask");
        deploy(second(), false);

        assertEquals(202, send("begin", "new").statusCode());
        goesOnWhereItWasBegun("old");
        goesOnWhereItWasBegun("new");
        assertEquals(
                Set.of("default/Talks!2.0", TALK),
                admin.instances(FlowState.COMPLETED, null, 0, 10).stream()
                        .map(InstanceView::composite)
                        .collect(Collectors.toSet()));
        assertEquals(202, send("Talks!1.0", "begin", "same").statusCode());
        assertEquals(202, send("Talks!2.0", "begin", "same").statusCode());
        for (String revision : List.of("2.0", "1.0")) {
            assertEquals(200, send("Talks!" + revision, "ask", "same").statusCode(), "each has its own");
            eventually(
                    "that of " + revision + " has ended",
                    () -> admin.instances(FlowState.RUNNING, "default/Talks!" + revision, 0, 10)
                            .isEmpty());
        }
        assertEquals(202, send("begin", "late").statusCode());
        admin.change("default/Talks!2.0", Change.RETIRE);
        admin.change(TALK, Change.RETIRE);
        goesOnWhereItWasBegun("late");
    }

    private Path second() throws IOException {
        Path next = copy();
        edit(next.resolve("composite.xml"), "revision=\"1.0\"", "revision=\"2.0\"");
        return next;
    }

    private void isStopped(HttpResponse<String> answer) {
        assertEquals(503, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("<faultstring>" + TALK + " is stopped</faultstring>"), answer.body());
        assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""), "it is to be sent again");
    }

    /** The default revision has nobody for it: there it would wait for ever. */
    @Test
    void whatAnInstanceOfAStoppedRevisionWaitsForIsRefusedAlsoWhereItNamesNoRevision() throws IOException {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("ask");
        deploy(second(), false);
        assertEquals(202, send("begin", "new").statusCode());

        admin.change(TALK, Change.STOP);
        isStopped(send("Talks!1.0", "ask", "old"));
        isStopped(send("ask", "old"));
        assertEquals(List.of(), admin.messages(0, 10), "what is refused does not wait");
        assertEquals(List.of(), admin.instances(FlowState.FAULTED, null, 0, 10), "and nothing has begun");
        goesOnWhereItWasBegun("new");
        close();
        open();
        isStopped(send("ask", "old"));
        assertEquals(1, admin.instances(FlowState.RUNNING, TALK, 0, 10).size());

        admin.change(TALK, Change.START);
        goesOnWhereItWasBegun("old");
    }

    /** It rests in the default revision, which is deployed, until that of its instance is deployed again. */
    @Test
    void whatAnInstanceOfAnUndeployedRevisionWaitsForIsJoinedWhenThatIsDeployedAgain() throws Exception {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        assertEquals(202, send("begin", "older").statusCode());
        eventually(
                "both wait",
                () -> admin.instances(FlowState.RUNNING, TALK, 0, 10).stream()
                        .filter(running -> admin.history(running.id()).events().stream()
                                .anyMatch(event -> event.kind() == Kind.ACTIVITY_WAITING && "ask".equals(event.name())))
                        .count(),
                waiting -> waiting == 2);
        deploy(second(), false);
        admin.change(TALK, Change.UNDEPLOY);
        CompletableFuture<HttpResponse<String>> asked = asking("old");
        eventually("it waits", () -> admin.messages(0, 10).size(), waiting -> waiting == 1);

        admin.deploy(Archive.open(TALKS).toSar(Map.of()), new Upload("default", false, false));
        HttpResponse<String> answer = asked.get(30, TimeUnit.SECONDS);
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("talk 1, advice 1"), answer.body());
        assertEquals(List.of(), admin.messages(0, 10));

        admin.change(TALK, Change.UNDEPLOY);
        asked = asking("older");
        eventually("it waits", () -> admin.messages(0, 10).size(), waiting -> waiting == 1);
        close();
        asked.get(30, TimeUnit.SECONDS);
        open();
        assertEquals(1, admin.messages(0, 10).size(), "over a restart, too");
        admin.deploy(Archive.open(TALKS).toSar(Map.of()), new Upload("default", false, false));
        eventually("it was taken", () -> admin.messages(0, 10).isEmpty());
        eventually(
                "both have ended",
                () -> admin.instances(FlowState.COMPLETED, TALK, 0, 10).size() == 2);
    }

    private CompletableFuture<HttpResponse<String>> asking(String talk) {
        return CompletableFuture.supplyAsync(() -> sendUnchecked("Talks", "ask", talk));
    }

    private HttpResponse<String> sendUnchecked(String composite, String element, String id) {
        try {
            return send(composite, element, id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void undeployingSaysWhereTheInstancesThatRestAreAndThatMessagesMayBeginOthers() throws IOException {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("ask");
        deploy(second(), false);

        assertEquals(
                List.of(
                        "undeploy  " + TALK,
                        "1 running instance rests until it is deployed again (weir instances --state running --composite "
                                + TALK + ")",
                        "meanwhile a message that names no revision and can begin an instance begins one in the default"
                                + " revision, if one is left"),
                command("undeploy", TALK));

        assertEquals(
                1,
                command("instances", "--state", "running", "--composite", TALK).size());
        assertTrue(command("list").contains(TALK + "  (not deployed)"));
        assertEquals(202, send("begin", "old").statusCode());
        assertEquals(
                1,
                admin.instances(null, "default/Talks!2.0", 0, 10).size(),
                "though the instance that rests has the same correlation");
    }

    private List<String> command(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        return RunningWeir.inThisJvm(all).output().lines().toList();
    }

    @Test
    void aMessageThatNamesARevisionIsNotOfferedToAnother() throws Exception {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("ask");
        deploy(second(), false);
        admin.change(TALK, Change.UNDEPLOY);
        CompletableFuture<HttpResponse<String>> named =
                CompletableFuture.supplyAsync(() -> sendUnchecked("Talks!2.0", "ask", "old"));
        eventually("it waits", () -> admin.messages(0, 10).size(), waiting -> waiting == 1);
        CompletableFuture<HttpResponse<String>> other = asking("old");
        eventually("both wait", () -> admin.messages(0, 10).size(), waiting -> waiting == 2);
        admin.deploy(Archive.open(TALKS).toSar(Map.of()), new Upload("default", false, false));
        assertEquals(200, other.get(30, TimeUnit.SECONDS).statusCode(), "the later one, which names none");
        assertEquals(1, admin.messages(0, 10).size());
        assertEquals(202, send("Talks!2.0", "begin", "old").statusCode());
        assertEquals(200, named.get(30, TimeUnit.SECONDS).statusCode());
    }

    @Test
    void aMediatorInFrontLetsThroughWhatAnInstanceWaitsFor() throws IOException {
        Path composite = copy();
        String talks = "<interface.wsdl interface='http://talks.example#wsdl.interface(Talks)'/>";
        Files.writeString(
                composite.resolve("Front.componentType"),
                "<componentType xmlns='http://xmlns.oracle.com/sca/1.0'"
                        + " xmlns:ui='http://xmlns.oracle.com/soa/designer/'><service name='Front'"
                        + " ui:wsdlLocation='Talks.wsdl'>" + talks + "</service><reference name='Talk'"
                        + " ui:wsdlLocation='Talks.wsdl'>" + talks + "</reference></componentType>");
        Files.writeString(
                composite.resolve("Front.mplan"),
                "<Mediator name='Front' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'>"
                        + passOn("begin", "")
                        + passOn("ask", "<onReply><reply/></onReply>") + "</Mediator>");
        edit(
                composite.resolve("composite.xml"),
                "<component name=\"TalkProcess\"",
                "<component name=\"Front\"><implementation.mediator src=\"Front.mplan\"/></component>"
                        + "<component name=\"TalkProcess\"");
        edit(
                composite.resolve("composite.xml"),
                "<target.uri>TalkProcess/client</target.uri>",
                "<target.uri>Front/Front</target.uri></wire><wire><source.uri>Front/Talk</source.uri>"
                        + "<target.uri>TalkProcess/client</target.uri>");
        deploy(composite, false);
        assertEquals(202, send("begin", "old").statusCode());
        admin.change(TALK, Change.RETIRE);
        isRefused(send("begin", "new"));
        goesOnWhereItWasBegun("old");
    }

    private static String passOn(String operation, String answers) {
        return "<operation name='" + operation + "' deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'>"
                + "<switch><case executionType='direct' name='pass'><action><invoke reference='Talk' operation='"
                + operation + "'>" + answers + "</invoke></action></case></switch></operation>";
    }

    @Test
    void anInstanceOfAnEarlierVersionIsReachedToo() throws IOException {
        Path composite = copy();
        deploy(composite, false);
        assertEquals(202, send("begin", "old").statusCode());
        // From here on no process of the composite waits for anything.
        Path process = composite.resolve("TalkProcess.bpel");
        Files.writeString(
                process,
                Files.readString(process)
                        .replaceAll("(?s)<receive name=\"ask\".*(?=</sequence>)", "<wait><for>'P1D'</for></wait>"));
        deploy(composite, true);
        admin.change(TALK, Change.RETIRE);
        isRefused(send("begin", "new"));
        goesOnWhereItWasBegun("old");
    }

    /** Both messages are accepted before the instance has had its first step, or while it is in it. */
    @Test
    void aSecondMessageOfTheOperationThatBeginsMeetsTheInstanceOfTheFirst() throws IOException {
        Path composite = copy();
        edit(
                composite.resolve("TalkProcess.bpel"),
                "<receive name=\"ask\"",
                "<wait><for>'PT0.2S'</for></wait><receive name=\"again\" partnerLink=\"client\""
                        + " operation=\"begin\" variable=\"begin\"><correlations><correlation set=\"talk\"/>"
                        + "</correlations></receive><receive name=\"ask\"");
        deploy(composite, false);
        for (int talk = 0; talk < 10; talk++) {
            assertEquals(202, send("begin", "talk " + talk).statusCode());
            assertEquals(202, send("begin", "talk " + talk).statusCode());
        }
        for (int talk = 0; talk < 10; talk++) {
            goesOnWhereItWasBegun("talk " + talk);
        }
        assertEquals(10, admin.instances(FlowState.COMPLETED, null, 0, 100).size());
        assertEquals(10, admin.instances(null, null, 0, 100).size());
    }

    /** It waits for another instance that may take it, as in Oracle's, and an operator sees why the flow has not ended. */
    @Test
    void whatAnInstanceHasNotReceivedWhenItEndsIsListedAndItsFlowIsUndelivered() throws IOException {
        Path composite = copy();
        edit(
                composite.resolve("TalkProcess.bpel"),
                "<receive name=\"ask\"",
                "<wait><for>'PT0.2S'</for></wait><if><condition>false()</condition><receive name=\"again\""
                        + " partnerLink=\"client\" operation=\"begin\" variable=\"begin\"><correlations>"
                        + "<correlation set=\"talk\"/></correlations></receive></if><receive name=\"ask\"");
        deploy(composite, false);
        assertEquals(202, send("begin", "old").statusCode());
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("ask");
        assertFalse(onlyFlow().undelivered());
        assertEquals(List.of(), admin.messages(0, 10), "the instance holds it");
        goesOnWhereItWasBegun("old");

        assertEquals(
                FlowState.RUNNING,
                eventually("it has ended", this::onlyFlow, InstanceView::undelivered)
                        .state());
        String data = folder.resolve("data").toString();
        String listed = RunningWeir.inThisJvm(List.of("instances", "--state", "running", "--data", data))
                .output();
        assertTrue(listed.contains("  undelivered  "), listed);
        List<MessageView> messages = admin.messages(0, 10);
        assertEquals(1, messages.size());
        admin.decideMessage(messages.get(0).id(), "cancel");
        assertTrue(onlyFlow().state().ended());
        assertFalse(onlyFlow().undelivered());
    }

    private InstanceView onlyFlow() {
        List<InstanceView> flows = admin.instances(null, null, 0, 10);
        assertEquals(1, flows.size());
        return flows.get(0);
    }

    @Test
    void anOperationThatBeginsAndContinuesIsTakenWhileAnInstanceWaitsForIt() throws IOException {
        Path composite = copy();
        edit(
                composite.resolve("TalkProcess.bpel"),
                "<receive name=\"ask\"",
                "<receive name=\"again\" partnerLink=\"client\" operation=\"begin\" variable=\"begin\">"
                        + "<correlations><correlation set=\"talk\"/></correlations></receive><receive name=\"ask\"");
        deploy(composite, false);
        assertEquals(202, send("begin", "old").statusCode());
        untilItWaitsAt("again");
        admin.change(TALK, Change.RETIRE);
        isRefused(send("begin", "new"));
        assertEquals(202, send("begin", "old").statusCode());
        isRefused(send("begin", "old"));
        goesOnWhereItWasBegun("old");
    }
}

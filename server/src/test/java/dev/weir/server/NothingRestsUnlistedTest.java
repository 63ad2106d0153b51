package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.deployment.Change;
import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent;
import dev.weir.store.FlowState;
import dev.weir.store.PurgeReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that no instance takes, and instances whose composite is gone: an operator sees them and can end them. */
class NothingRestsUnlistedTest {
    private static final Path TALKS = RunningWeir.repository().resolve("server/src/test/composites/talks/Talks");
    private static final String TALK = "default/Talks!1.0";

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();
    private WeirServer server;
    private AdminClient admin;

    @BeforeEach
    void open() {
        open(Duration.ofSeconds(25));
    }

    private void open(Duration wait) {
        server = WeirServer.start(
                new ServerSettings(List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), wait, 1 << 20));
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void deploy(Path composite, boolean overwrite) throws IOException {
        admin.deploy(Archive.open(composite).toSar(Map.of()), new Upload("default", overwrite, true));
    }

    private HttpResponse<String> send(String element, String id) {
        return send("Talks", element, id);
    }

    /** @param composite by its name, or by that and a revision */
    private HttpResponse<String> send(String composite, String element, String id) {
        try {
            return post.send(
                    server.url().resolve("/soa-infra/services/default/" + composite + "/Talks"),
                    SoapPost.SOAP_11,
                    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><" + element
                            + " xmlns='http://talks.example'><id>" + id + "</id><more>else</more></" + element
                            + "></s:Body></s:Envelope>");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A question that nobody has begun to wait for, and its caller. */
    private CompletableFuture<HttpResponse<String>> ask(String talk) {
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> send("ask", talk));
        eventually("the question is listed", () -> !admin.messages(0, 10).isEmpty());
        return answer;
    }

    @Test
    void aMessageThatNobodyTakesIsListedShownAndCancelled() throws Exception {
        deploy(TALKS, false);
        CompletableFuture<HttpResponse<String>> answer = ask("early");

        List<MessageView> waiting = admin.messages(0, 10);
        assertEquals(1, waiting.size());
        MessageView message = waiting.get(0);
        assertEquals("default/Talks!1.0/TalkProcess", message.component().toString());
        assertEquals("ask", message.operation());
        String audit = command("audit", Long.toString(message.instance())).output();
        assertTrue(
                audit.contains(
                        "message " + message.id() + " (ask for " + message.component() + ") waits for an instance"),
                audit);
        assertTrue(message.answered());
        assertTrue(admin.message(message.id()).parts().get("ask").contains("early"));

        assertEquals(new MessageDecision(message.id(), "WAITS"), admin.decideMessage(message.id(), "deliver"));
        assertEquals(new MessageDecision(message.id(), "CANCELLED"), admin.decideMessage(message.id(), "cancel"));
        assertEquals(500, answer.join().statusCode());
        assertTrue(
                answer.join().body().contains("cancelled by an operator"),
                answer.join().body());
        assertEquals(List.of(), admin.messages(0, 10));
        for (String verb : List.of("cancel", "deliver")) {
            AdminException gone = assertThrows(AdminException.class, () -> admin.decideMessage(message.id(), verb));
            assertEquals(404, gone.status(), gone.getMessage());
        }
        RunningWeir.CommandResult never = command("messages", "--cancel", "123456789");
        assertEquals(1, never.exitCode(), never.output());
        assertTrue(never.output().startsWith("message 123456789 does not wait: "), never.output());
        assertThrows(AdminException.class, () -> admin.message(message.id()));
        assertThrows(AdminException.class, () -> admin.decideMessage(message.id(), "eat"));
        assertEquals(
                FlowState.TERMINATED,
                admin.history(message.instance()).instance().state());
        assertEquals(
                1,
                admin.purge(PurgeRequest.before(Instant.now().plusSeconds(60))).purged(),
                "its flow is purged like others");
    }

    @Test
    void messagesThatNobodyTakesArePurgedByTheirOwnFilter() throws Exception {
        close();
        open(Duration.ofSeconds(1)); // the callers of messages that are purged get no answer
        deploy(TALKS, false);
        ask("early");
        PurgeRequest other = undelivered("Others", false);
        assertEquals(0, admin.purge(other).purged());
        PurgeResult counted = admin.purge(undelivered("Talks", true));
        assertEquals(1, counted.purged());
        assertEquals(PurgeReport.End.DRY_RUN, counted.end());
        assertEquals(1, admin.messages(0, 10).size());

        PurgeResult purged = admin.purge(undelivered("Talks", false));
        assertEquals(1, purged.purged());
        assertEquals(PurgeReport.End.DONE, purged.end());
        assertEquals(purged, admin.purgeStatus().result());
        assertEquals(1, admin.purgeStatus().expected());
        assertEquals(List.of(), admin.messages(0, 10));
    }

    private static PurgeRequest undelivered(String composite, boolean dryRun) {
        return new PurgeRequest(
                null, null, composite, null, null, "ask", null, null, null, null, null, null, 10, null, null, dryRun,
                true);
    }

    @Test
    void aMessageWithTheKeysOfAWrongVersionIsDeliveredByThoseOfTheNext() throws Exception {
        Path wrong = copy(TALKS);
        Path wsdl = wrong.resolve("Talks.wsdl");
        String right = Files.readString(wsdl);
        int alias = right.indexOf("messageType=\"tns:askMessage\" part=\"ask\"");
        int query = right.indexOf("<vprop:query", alias);
        int open = right.indexOf('>', query) + 1;
        int end = right.indexOf("</vprop:query>", open);
        Files.writeString(wsdl, right.substring(0, open) + "tns:more" + right.substring(end));
        deploy(wrong, false);
        CompletableFuture<HttpResponse<String>> answer = ask("talk");
        MessageView message = admin.messages(0, 10).get(0);
        assertTrue(message.keys().toString().contains("else"), message.toString());

        deploy(TALKS, true);
        assertEquals(202, send("begin", "talk").statusCode());
        assertEquals(List.of(message), admin.messages(0, 10), "it has its old key");
        String outcome = admin.decideMessage(message.id(), "deliver").outcome();
        assertTrue(List.of("DELIVERED", "WAITS").contains(outcome), "the instance may not wait for it yet: " + outcome);

        assertEquals(200, answer.join().statusCode(), answer.join().body());
        assertEquals(List.of(), admin.messages(0, 10));
    }

    /** A question to revision 1.0 waits, and 2.0 is deployed, too. */
    private CompletableFuture<HttpResponse<String>> askThenDeploySecondRevision() throws IOException {
        CompletableFuture<HttpResponse<String>> answer =
                CompletableFuture.supplyAsync(() -> send("Talks!1.0", "ask", "moved"));
        eventually("the question waits", () -> admin.messages(0, 10).size() == 1);
        Path next = copy(TALKS);
        Path composite = next.resolve("composite.xml");
        Files.writeString(composite, Files.readString(composite).replace("revision=\"1.0\"", "revision=\"2.0\""));
        deploy(next, false);
        return answer;
    }

    @Test
    void aMessageIsMovedToAnotherRevisionAndTheHistorySaysByWhom() throws Exception {
        deploy(TALKS, false);
        CompletableFuture<HttpResponse<String>> answer = askThenDeploySecondRevision();
        MessageView message = admin.messages(0, 10).get(0);
        assertEquals(202, send("Talks!2.0", "begin", "moved").statusCode());

        for (String wrong : List.of("default/Other!2.0", "default/Talks!3.0", "Talks")) {
            AdminException refused = assertThrows(AdminException.class, () -> admin.moveMessage(message.id(), wrong));
            assertEquals(400, refused.status(), refused.getMessage());
        }
        String second = "default/Talks!2.0";
        refusesToMove(message, TALK, "is for default/Talks!1.0 already: ");
        admin.change(second, Change.STOP);
        refusesToMove(message, second, "is stopped, and takes no messages: start it first");
        admin.change(second, Change.START);
        admin.change(second, Change.RETIRE);
        refusesToMove(message, second, "is retired, and takes no new messages: activate it first");
        admin.change(second, Change.ACTIVATE);
        assertEquals(List.of(message), admin.messages(TALK, 0, 10));
        assertEquals(List.of(), admin.messages(second, 0, 10));
        admin.moveMessage(message.id(), second);
        eventually(
                "the instance of revision 2.0 takes it",
                () -> admin.messages(0, 10).isEmpty()
                        || admin.decideMessage(message.id(), "deliver")
                                .outcome()
                                .equals("DELIVERED"));
        assertEquals(200, answer.join().statusCode(), answer.join().body());
        long taker = admin.instances(null, "default/Talks!2.0", 0, 10).get(0).id();
        assertTrue(
                admin.history(taker).events().stream()
                        .anyMatch(event ->
                                String.valueOf(event.detail()).equals("moved to default/Talks!2.0 by " + Caller.TOKEN)),
                () -> admin.history(taker).toString());
        assertTrue(trace(taker).contains("message ask  moved to default/Talks!2.0 by "), trace(taker));
    }

    @Test
    void aMessageThatIsMovedAndWaitsThereIsMoved() throws Exception {
        deploy(TALKS, false);
        CompletableFuture<HttpResponse<String>> answer = askThenDeploySecondRevision();
        MessageView message = admin.messages(0, 10).get(0);
        String id = Long.toString(message.id());

        RunningWeir.CommandResult moved = command("messages", "--deliver", id, "--to", "Talks!2.0");
        assertEquals(
                "message " + id + " moved to default/Talks!2.0, where it waits for an instance",
                moved.output().strip());
        assertEquals(0, moved.exitCode());
        assertEquals(1, admin.messages("default/Talks!2.0", 0, 10).size());
        String log = Files.readString(folder.resolve("data/admin.log"));
        assertTrue(log.contains("\"outcome\":\"done: moved to default/Talks!2.0, waits\""), log);
        RunningWeir.CommandResult waits = command("messages", "--deliver", id);
        assertEquals(1, waits.exitCode());
        assertTrue(waits.output().contains("still waits: no instance"), waits.output());
        RunningWeir.CommandResult wrong = command("messages", "--deliver", id, "--to", "Talks");
        assertEquals(2, wrong.exitCode(), wrong.output());
        assertEquals(2, command("messages", "--cancel", id, "--all").exitCode(), "either one, or all");
        assertEquals(0, command("messages", "--cancel", id).exitCode());
        assertEquals(500, answer.join().statusCode());
    }

    private boolean has(long instance, AuditEvent.Kind kind) {
        return admin.history(instance).events().stream().anyMatch(event -> event.kind() == kind);
    }

    private String trace(long instance) {
        return FlowTrace.render(admin.history(instance).events(), ZoneOffset.UTC);
    }

    private void refusesToMove(MessageView message, String to, String why) {
        AdminException refused = assertThrows(AdminException.class, () -> admin.moveMessage(message.id(), to));
        assertEquals(400, refused.status());
        assertTrue(refused.reason().contains(why), refused.reason());
    }

    @Test
    void aCommandAboutAllMessagesGoesOnAfterOneThatIsRefused() throws Exception {
        deploy(TALKS, false);
        CompletableFuture<HttpResponse<String>> answer = ask("early");
        CompletableFuture<HttpResponse<String>> other = CompletableFuture.supplyAsync(() -> send("ask", "late"));
        eventually("both wait", () -> admin.messages(0, 10).size() == 2);

        RunningWeir.CommandResult moved = command("messages", "--deliver", "--all", "--to", "default/Other!1.0");
        assertEquals(1, moved.exitCode());
        assertTrue(moved.output().contains("2 refused: the message is for default/Talks: "), moved.output());
        RunningWeir.CommandResult waits = command("messages", "--deliver", "--all", "--composite", TALK);
        assertEquals(1, waits.exitCode());
        assertTrue(waits.output().contains("2 still waits: "), waits.output());
        assertEquals(
                1,
                command("messages", "--cancel", "--all", "--composite", "default/Talks!2.0")
                        .exitCode());
        assertEquals(2, admin.messages(0, 10).size(), "it is of another composite");
        assertEquals(
                0, command("messages", "--cancel", "--all", "--composite", TALK).exitCode());
        assertEquals(500, answer.join().statusCode());
        assertEquals(500, other.join().statusCode());
    }

    private RunningWeir.CommandResult command(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        return RunningWeir.inThisJvm(all);
    }

    /** The question has come to the instance, which does not receive it while it is held. */
    @Test
    void whatASuspendedInstanceHasNotReceivedEndsWithIt() throws Exception {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "held").statusCode());
        long instance = admin.instances(FlowState.RUNNING, TALK, 0, 1).get(0).id();
        eventually("it waits for the question", () -> has(instance, AuditEvent.Kind.ACTIVITY_WAITING));
        assertEquals(1, admin.command(instance, "suspend").instances());
        eventually(
                "it is held",
                () -> admin.instances(FlowState.RUNNING, TALK, 0, 1).get(0).suspended());
        assertEquals(new AdminRecords.CommandResult(0, 1, List.of()), admin.command(instance, "suspend"));
        RunningWeir.CommandResult again = command("control", "suspend", Long.toString(instance));
        assertEquals(1, again.exitCode());
        assertEquals(
                "nothing to do: instance " + instance + " is suspended already",
                again.output().strip());
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> send("ask", "held"));
        eventually(
                "the question has come",
                () -> admin.history(instance).events().stream()
                        .anyMatch(event -> event.kind() == AuditEvent.Kind.SERVICE_REQUEST
                                && event.name().equals("ask")));
        assertEquals(List.of(), admin.messages(0, 10));

        assertEquals(1, admin.command(instance, "terminate").instances());
        assertEquals(500, answer.join().statusCode());
        assertEquals(List.of(), admin.messages(0, 10));
        assertTrue(trace(instance).contains("message ask  ended with instance "), trace(instance));
    }

    private Path copy(Path composite) throws IOException {
        Path copy = Files.createDirectories(folder.resolve(composite.getFileName()));
        try (Stream<Path> files = Files.list(composite)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    @Test
    void whatIsDeliveredForAComponentThatIsGoneIsRefusedByName() throws Exception {
        deploy(TALKS, false);
        CompletableFuture<HttpResponse<String>> answer = ask("early");
        admin.change(TALK, Change.UNDEPLOY);
        long id = admin.messages(0, 10).get(0).id();
        AdminException refused = assertThrows(AdminException.class, () -> admin.decideMessage(id, "deliver"));
        assertTrue(String.valueOf(refused.getMessage()).contains("is not deployed"), refused.getMessage());
        admin.decideMessage(id, "cancel");
        assertEquals(500, answer.join().statusCode());
    }

    @Test
    void allInstancesThatFitAFilterAreSuspendedResumedAndEnded() throws Exception {
        deploy(TALKS, false);
        for (String id : List.of("one", "two", "three")) {
            assertEquals(202, send("begin", id).statusCode());
        }
        eventually(
                "all run", () -> admin.instances(FlowState.RUNNING, TALK, 0, 10).size() == 3);
        AdminException all = assertThrows(AdminException.class, () -> admin.commandAll("", "terminate"));
        assertEquals(400, all.status(), all.getMessage());
        AdminException unknown =
                assertThrows(AdminException.class, () -> admin.commandAll("default/Talks!2.0", "suspend"));
        assertEquals(404, unknown.status(), unknown.getMessage());
        assertEquals(3, admin.commandAll(TALK, "suspend").instances());
        eventually(
                "all are held",
                () -> admin.instances(FlowState.RUNNING, TALK, 0, 10).stream().allMatch(InstanceView::suspended));
        assertEquals(3, admin.commandAll("Talks", "resume").instances());
        assertEquals(3, admin.commandAll("Talks!1.0", "terminate").instances());
        eventually(
                "all are terminated",
                () -> admin.instances(FlowState.TERMINATED, TALK, 0, 10).size() == 3);
        assertEquals(0, admin.commandAll(TALK, "terminate").instances(), "none is left");
    }

    @Test
    void instancesOfACompositeThatIsGoneAreListedAndEndedByForce() throws Exception {
        deploy(TALKS, false);
        assertEquals(202, send("begin", "one").statusCode());
        assertEquals(202, send("begin", "two").statusCode());
        assertEquals(202, send("begin", "three").statusCode());
        assertEquals(List.of(), admin.abandoned());
        AdminException deployed = assertThrows(AdminException.class, () -> admin.terminateAbandoned(TALK));
        assertTrue(String.valueOf(deployed.getMessage()).contains("is deployed"), deployed.getMessage());
        admin.change(TALK, Change.UNDEPLOY);
        assertEquals(List.of(new AbandonedView(TALK, 3)), admin.abandoned());
        AdminException needless = assertThrows(AdminException.class, () -> admin.commandAll(TALK, "suspend"));
        assertEquals(409, needless.status());
        assertTrue(
                needless.reason().contains(TALK + " is not deployed, and its 3 instances cannot carry out suspend"),
                needless.reason());
        long one = admin.instances(FlowState.RUNNING, TALK, 0, 1).get(0).id();
        assertEquals(
                409,
                assertThrows(AdminException.class, () -> admin.command(one, "resume"))
                        .status());
        RunningWeir.CommandResult refused = command("control", "suspend", "--composite", TALK);
        assertEquals(1, refused.exitCode());
        assertTrue(refused.output().contains("deploy it again, or end them by"), refused.output());
        assertEquals(List.of(), admin.stuck());

        server.close();
        try (Stream<Path> files = Files.walk(folder.resolve("data/versions"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        open();
        assertEquals(List.of(new AbandonedView(TALK, 3)), admin.abandoned());

        long first = admin.instances(FlowState.RUNNING, TALK, 0, 10).get(0).id();
        assertEquals(1, admin.command(first, "terminate").instances());
        eventually(
                "the first instance is terminated",
                () -> admin.history(first).instance().state() == FlowState.TERMINATED);
        assertTrue(
                admin.history(first).events().stream()
                        .anyMatch(event -> String.valueOf(event.detail()).startsWith("by (token), by force: ")),
                () -> admin.history(first).toString());
        assertEquals(2, admin.terminateAbandoned(TALK));
        eventually("no instance is abandoned", () -> admin.abandoned().isEmpty());
        assertEquals(List.of(), admin.instances(FlowState.RUNNING, null, 0, 10));
    }
}

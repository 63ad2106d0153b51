package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a running server. */
@Tag("slow")
@Tag("jdk")
class CommandLineTest {
    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static final SoapPost POST = new SoapPost();

    @BeforeAll
    static void start() {
        weir = RunningWeir.orders(folder);
    }

    @AfterAll
    static void stop() {
        weir.close();
    }

    private static String place(String orderNumber) throws IOException {
        HttpResponse<String> response =
                POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place(orderNumber));
        assertEquals(200, response.statusCode(), response.body());
        return response.body();
    }

    private static String run(String... arguments) {
        CommandResult result = weir.command(arguments);
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    /** The id of the newest instance of the Orders composite in a state. */
    private static String newest(String state) {
        return run("instances", "--state", state, "--composite", "default/Orders!1.0", "--limit", "1")
                .split("\\s")[0];
    }

    @Test
    void aCommandIsAProcessWhoseExitCodeSaysWhetherItSucceeded() {
        CommandResult listed = weir.process("list");
        assertEquals(0, listed.exitCode(), listed.output());
        assertTrue(listed.output().contains("default/Orders!1.0"), listed.output());

        CommandResult unknown = weir.process("audit", "999999999");
        assertEquals(1, unknown.exitCode(), unknown.output());
        assertTrue(unknown.output().contains("there is no instance 999999999"), unknown.output());
    }

    @Test
    void startingSaysEveryEndpointWhereTheDataIsAndWhereToLookNext() {
        String log = weir.log();

        assertTrue(log.contains(weir.orderService().toString()), log);
        assertTrue(log.contains("/soa-infra/services/default/Credit/CreditService"), log);
        assertTrue(log.contains(folder.resolve("data").toString()), log);
        assertTrue(log.lines().anyMatch(line -> line.startsWith("ready")), log);
        assertTrue(log.contains("weir instances"), log);
    }

    @Test
    void aRunningInstanceIsSuspendedResumedAndTerminated() throws IOException {
        POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.submitDomestic("PO-HELD-1"));
        String instance = newest("running");

        assertTrue(
                run("control", "suspend", instance).startsWith("suspend sent to 1 "),
                "its process waits for the shipment");
        awaitAudit(instance, "suspended  by (token)");
        assertTrue(run("instances", "--suspended").startsWith(instance), "it is the only one");
        assertTrue(run("instances", "--suspended").contains("  suspended  "), "and says so");
        nothingToDo("nothing to do: instance " + instance + " is suspended already", "control", "suspend", instance);
        run("control", "resume", instance);
        awaitAudit(instance, "resumed  by (token)");
        assertEquals("", run("instances", "--suspended").strip());
        nothingToDo("nothing to do: instance " + instance + " is not suspended", "control", "resume", instance);
        run("control", "terminate", instance);
        awaitAudit(instance, "terminated");
        nothingToDo("instance " + instance + " has no running process", "control", "resume", instance);
        assertEquals("", run("groups").strip());
        CommandResult wrong = weir.command("control", "suspend", "123456789");
        assertEquals(1, wrong.exitCode());
        assertTrue(wrong.output().contains("there is no instance 123456789"), wrong.output());
    }

    private static void nothingToDo(String said, String... arguments) {
        CommandResult result = weir.command(arguments);
        assertEquals(1, result.exitCode(), result.output());
        assertEquals(said, result.output().strip());
    }

    @Test
    void aCommandThatFindsNothingToDoDoesNotSucceed() {
        nothingToDo("tried again: 0 process instances", "recover");
        nothingToDo("retry: 0 calls", "calls", "retry", "--all");
        nothingToDo("weir: no message waits; nothing was done", "messages", "--deliver", "--all");
        nothingToDo("weir: no message waits; nothing was done", "messages", "--cancel", "--all");
        nothingToDo("weir: start changed nothing: default/Credit!1.0 is so already", "start", "Credit!1.0");
        assertEquals("stop  default/Credit!1.0", run("stop", "Credit!1.0").strip());
        nothingToDo("weir: stop changed nothing: default/Credit!1.0 is so already", "stop", "Credit!1.0");
        run("start", "Credit!1.0");
        assertEquals("", run("calls").strip(), "an empty list is shown");
        assertEquals("", run("recover", "--list").strip());
    }

    @Test
    void aWrongCommandLineIsAnsweredByItsReasonAndWhereToReadOn() {
        wrong(
                "weir: Unknown options: '--compposite', 'x'; did you mean --composite?",
                "instances",
                "instances",
                "--compposite",
                "x");
        wrong("weir: Unmatched argument at index 0: 'instancs'; did you mean instances?", "", "instancs");
        wrong("weir: Missing required parameter: 'ID'", "audit", "audit");
        wrong("weir: --port must be from 0 to 65535: 70000", "run", "run", "--port", "70000");
        saysWrong(
                "weir: name the calls, or give --all (with --fault for those of a fault)",
                "weir calls",
                weir.command("calls", "retry"));
        String either = ": either, not both";
        saysWrong(
                "weir: name the calls, or give --all" + either,
                "weir calls",
                weir.command("calls", "retry", "1:2", "--all"));
        saysWrong(
                "weir: name the messages, or give --all" + either,
                "weir messages",
                weir.command("messages", "--cancel", "1", "--all"));
        saysWrong(
                "weir: name the instance, or give a composite by --composite" + either,
                "weir control",
                weir.command("control", "suspend", "1", "--composite", "Orders"));
        for (String verb : List.of("calls", "control")) {
            String words = verb.equals("calls")
                    ? "retry, cancel, continue, rethrow, abort, replay"
                    : "suspend, resume, terminate";
            CommandResult unknown = weir.command(verb, "undo", "1");
            assertEquals(2, unknown.exitCode());
            assertTrue(unknown.output().contains("must be one of " + words + ": undo"), unknown.output());
        }
    }

    @Test
    void aCompositeThatDoesNotExistIsSaidToBeNone() {
        CommandResult none = weir.command("control", "suspend", "--composite", "Ordres");
        assertEquals(1, none.exitCode());
        assertTrue(
                none.output().contains("no composite Ordres is deployed, and there is no instance of one"),
                none.output());
    }

    @Test
    void anOptionThatWouldBeIgnoredIsRefused() {
        String retry = "weir: --%s does not go with retry ID, which takes --payload";
        doesNotGo(retry.formatted("open"), "calls", "retry", "1", "--open", "--of", "default/Orders!1.0");
        doesNotGo(retry.formatted("fault"), "calls", "retry", "1", "--fault", "remoteFault");
        doesNotGo(retry.formatted("json"), "calls", "retry", "1", "--json");
        doesNotGo(
                "weir: --limit does not go with abort --all, which takes --all, --fault",
                "calls",
                "abort",
                "--all",
                "--limit",
                "1");
        doesNotGo(
                "weir: --of does not go with the list of calls that rest, which takes --json, --fault, --limit, --offset",
                "calls",
                "--of",
                "default/Orders!1.0");
        doesNotGo("weir: --json does not go with recover", "recover", "--json");
        doesNotGo(
                "weir: --to does not go with --cancel, which takes --cancel, --all, --composite",
                "messages",
                "--cancel",
                "1",
                "--to",
                "Orders!1.0");
        doesNotGo(
                "weir: --all does not go with the list, which takes --json, --composite, --limit, --offset",
                "messages",
                "--all");
        doesNotGo("weir: --limit must be from 0 on: -1", "instances", "--limit", "-1");
    }

    private static void doesNotGo(String reason, String command, String... options) {
        List<String> line = new ArrayList<>(List.of(command));
        line.addAll(List.of(options));
        saysWrong(reason, "weir " + command, RunningWeir.inThisJvm(line));
    }

    @Test
    void whatTheServerRefusesBecauseOfHowItWasAskedIsWrongUsage() {
        CommandResult refused = weir.command("control", "terminate", "--composite", "");
        assertEquals(2, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("the parameter composite is empty"), refused.output());
        for (List<String> wrong : List.of(
                List.of("calls", "--open", "--of", "Orders"),
                List.of("calls", "--decided", "--of", "a/b/c/d"),
                List.of("calls", "abort", "--open", "--all", "--of", "Orders"),
                List.of("calls", "retry", "17"),
                List.of("calls", "retry", "../purge"),
                List.of("messages", "--deliver", "1", "--to", "Orders"),
                List.of("messages", "--composite", "Orders"),
                List.of("audit", "one"),
                List.of("control", "suspend", "-1"))) {
            CommandResult result = weir.command(wrong.toArray(String[]::new));
            assertEquals(2, result.exitCode(), wrong + ": " + result.output());
        }
    }

    private static void wrong(String reason, String command, String... arguments) {
        String place = command.isEmpty() ? "weir" : "weir " + command;
        saysWrong(reason, place, RunningWeir.inThisJvm(List.of(arguments)));
    }

    private static void saysWrong(String reason, String command, CommandResult result) {
        assertEquals(2, result.exitCode(), result.output());
        assertEquals(
                List.of(reason, "see: " + command + " --help"),
                result.output().lines().toList());
    }

    private static void awaitAudit(String instance, String content) {
        eventually("the audit contains: " + content, () -> run("audit", instance), audit -> audit.contains(content));
    }

    @Test
    void dispatchersThreadsAreShownAndChanged() {
        assertTrue(run("dispatcher").contains("dispatcherSystemThreads  2"), run("dispatcher"));
        assertTrue(run("dispatcher", "dispatcherInvokeThreads=7").contains("dispatcherInvokeThreads  7"));
        assertTrue(run("dispatcher").contains("dispatcherInvokeThreads  7"));
        CommandResult wrong = weir.command("dispatcher", "threads=7");
        assertEquals(1, wrong.exitCode());
        assertTrue(wrong.output().contains("there are no threads called threads"), wrong.output());
    }

    @Test
    void statisticsShowPoolsAndRequestsByOperation() throws IOException {
        place("PO-COUNT-1");
        String shown = run("statistics");
        assertTrue(shown.lines().anyMatch(line -> line.matches("dispatcherSystemThreads +\\d+ +\\d+ +\\d+")), shown);
        String counted = " +Mediator +[1-9]\\d* +0 +0( +\\d+\\.\\d{3}){5}";
        assertTrue(
                shown.lines().anyMatch(line -> line.matches("default/Orders!1\\.0/OrderRouter \\w+" + counted)), shown);
        assertFalse(shown.contains("activity"), shown);

        assertFalse(run("statistics", "--composite", "Credit").contains("Orders"));
        assertTrue(run("statistics", "--composite", "Orders!1.0").contains("default/Orders!1.0/"));
        CommandResult unknown = weir.command("statistics", "--composite", "Order");
        assertEquals(1, unknown.exitCode());
        assertTrue(unknown.output().contains("no composite Order is deployed"), unknown.output());
        run("tuning", "BPEL/statsLastN=3");
        try {
            place("PO-COUNT-2");
            String detailed = run("statistics", "--composite", "default/Orders!1.0");
            assertTrue(
                    detailed.lines()
                            .anyMatch(line ->
                                    line.matches("default/Orders!1\\.0/\\w+ .* assign +\\d+( +\\d+\\.\\d{3}){3}")),
                    detailed);
            assertTrue(detailed.contains("latest of default/Orders!1.0/OrderProcess "), detailed);
            assertTrue(detailed.lines().anyMatch(line -> line.endsWith(" done")), detailed);
        } finally {
            run("tuning", "BPEL/statsLastN=default");
        }
    }

    @Test
    void whatIsListedIsPrintedAsJsonForPrograms() throws IOException {
        ObjectMapper json = new ObjectMapper();
        for (String command : List.of("instances", "messages", "calls")) {
            assertTrue(json.readTree(run(command, "--json")).isArray(), command);
        }
        assertTrue(json.readTree(run("dispatcher", "--json")).has("dispatcherSystemThreads"));
        assertEquals(3, json.readTree(run("statistics", "--json")).get("pools").size());
    }

    @Test
    void listNamesCompositesComponentsAndEndpoints() {
        String output = run("list");

        assertTrue(output.contains("default/Orders!1.0"), output);
        assertTrue(output.contains("OrderRouter"), output);
        assertTrue(output.contains(weir.orderService().toString()), output);
        assertTrue(output.contains("default/Credit!1.0"), output);
    }

    @Test
    void theAuditOfAnOrderTellsServiceMediatorRuleActivitiesAndReplyInOrder() throws IOException {
        place("PO-AUDIT-1");

        String audit = run("audit", newest("completed"));

        int from = 0;
        for (String step : List.of(
                "service OrderService placeOrder",
                "mediator OrderRouter placeOrder",
                "rule DomesticSmallOrder",
                "process OrderProcess",
                "ReceiveOrder",
                "PrepareCreditCheck",
                "CheckCredit",
                "call checkCredit",
                "ReplyToOrder",
                "reply placeOrder")) {
            int at = audit.indexOf(step, from);
            assertTrue(at >= 0, () -> "'" + step + "' is not where it belongs in\n" + audit);
            from = at;
        }
        assertTrue(audit.lines().skip(1).allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}.*")), audit);
    }

    @Test
    void anOrderThatWaitsIsRunningUntilItsShippingIsConfirmed() throws IOException {
        HttpResponse<String> taken =
                POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.submitDomestic("PO-WAIT-1"));
        assertEquals(202, taken.statusCode());
        assertEquals("", taken.body());
        String id = newest("running");
        awaitAudit(id, "[waiting]");

        POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.confirmSubmitted("PO-WAIT-1"));

        String audit = awaitCompleted(id);
        assertTrue(audit.contains("confirmShipping"), audit);
        assertFalse(audit.contains("[waiting]"), audit);
    }

    private static String awaitCompleted(String id) {
        return eventually(
                "the instance is completed",
                () -> run("audit", id),
                audit -> audit.lines().findFirst().orElse("").contains(": completed"));
    }

    @Test
    void aCallerWhoWaitsForTheShippingGetsItsReplyThen() throws Exception {
        CompletableFuture<HttpResponse<String>> reply = CompletableFuture.supplyAsync(() -> {
            try {
                return POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.placeWhenShipped("PO-SHIP-1"));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });

        POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.confirmPlaced("PO-SHIP-1"));

        assertEquals(200, reply.get().statusCode());
        assertTrue(reply.get().body().contains("SHIPPED"), reply.get().body());
    }

    @Test
    void purgeDeletesEndedInstancesOnly() throws IOException {
        place("PO-PURGE-1");
        POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.submitDomestic("PO-PURGE-2"));
        String ended = newest("completed");
        String running = newest("running");

        assertTrue(run("purge", "--created-before", "2000-01-01").contains("purged 0"));
        assertTrue(run("purge", "--created-before", "2999-01-01T00:00:00Z", "--batch", "2")
                .contains("purged"));

        assertEquals(1, weir.command("audit", ended).exitCode());
        assertEquals(0, weir.command("audit", running).exitCode());
    }

    @Test
    void aWrongCommandSaysWhatIsWrongInOneLine() {
        CommandResult unknown = weir.command("audit", "999999999");
        assertEquals(1, unknown.exitCode());
        assertTrue(
                unknown.output().contains("there is no instance 999999999 [admin-instance-unknown]"), unknown.output());

        CommandResult state = weir.command("instances", "--state", "sleepy");
        assertEquals(2, state.exitCode());
        assertTrue(state.output().contains("running, completed, faulted, terminated"), state.output());

        CommandResult time = weir.command("purge", "--created-before", "yesterday");
        assertEquals(2, time.exitCode());
        assertTrue(time.output().contains("2026-01-31"), time.output());
    }
}

package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.deployment.Change;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.store.AuditEvent;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls to a partner that is down, while they are still tried: an operator sees them and can decide about them. */
class OpenCallsTest {
    private static final String CUSTOMER = "default/Customer!1.0";
    private static final String APPLY = CUSTOMER + "/Apply";

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();
    private RunningWeir weir;
    private AdminClient admin;

    @BeforeEach
    void askABankThatIsDown() throws Exception {
        weir = RunningWeir.run(folder, List.of());
        admin = weir.admin();
        deploy("Bank");
        deploy("Customer");
        admin.change("default/Bank!1.0", Change.STOP);
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    202,
                    post.send(
                                    weir.url().resolve("/soa-infra/services/default/Customer/Entry"),
                                    SoapPost.SOAP_11,
                                    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                                            + "<application xmlns='http://examples.weir.dev/loans'><name>Ada</name>"
                                            + "<amount>900</amount></application></s:Body></s:Envelope>")
                            .statusCode());
        }
        eventually(
                "each has failed at least once, and waits",
                () -> admin.openCalls(null, null, 0, 10),
                open -> open.size() == 3 && open.stream().allMatch(each -> each.attempts() > 0 && !each.underWay()));
    }

    private void deploy(String composite) throws IOException {
        Path files = RunningWeir.repository().resolve("examples/loans").resolve(composite);
        admin.deploy(Archive.open(files).toSar(Map.of()), new Upload("default", false, true));
    }

    @AfterEach
    void close() {
        weir.close();
    }

    @Test
    void theyAreListedByWhereTheyLead() throws Exception {
        assertEquals(List.of(), admin.calls(null, 0, 10), "they do not rest");
        OpenCallLineView line = admin.openCallLines(null, null).get(0);
        assertEquals(APPLY, line.component().toString());
        assertEquals(3, line.calls());

        String link = line.partnerLink();
        assertEquals(3, admin.openCalls(CUSTOMER, link, 0, 10).size());
        assertEquals(1, admin.openCalls(APPLY, null, 2, 10).size());
        assertEquals(List.of(), admin.openCalls("default/Bank!1.0", null, 0, 10));
        assertEquals(List.of(), admin.openCallLines(null, "none"));
        List<String> pages = new ArrayList<>();
        for (int offset = 0; offset < 3; offset++) {
            admin.openCalls(null, null, offset, 1).forEach(each -> pages.add(each.id()));
        }
        assertEquals(
                admin.openCalls(null, null, 0, 10).stream()
                        .map(OpenCallView::id)
                        .toList(),
                pages);
        assertEquals(
                400,
                assertThrows(AdminException.class, () -> admin.openCalls("Customer", null, 0, 10))
                        .status());

        String listed = weir.command("calls", "--open", "--of", APPLY).output();
        assertEquals(3, listed.lines().filter(each -> each.contains(link + ".")).count(), listed);
        OpenCallView first = admin.openCalls(null, null, 0, 1).get(0);
        assertEquals(first, admin.openCall(first.id()));
        assertEquals(null, admin.openCall("1:99"));
        String failure = String.valueOf(first.failure());
        assertTrue(failure.contains("Bank"), failure);
        assertTrue(listed.contains(failure), listed);
        RunningWeir.CommandResult never = weir.command("calls", "abort", "1:99");
        assertEquals(1, never.exitCode());
        assertTrue(never.output().contains("no such call: 1:99"), never.output());
        String counted = weir.command("calls", "--open", "--lines").output();
        assertTrue(counted.contains(APPLY + "  " + link + "  3 calls"), counted);
        assertEquals(2, weir.command("calls", "--of", APPLY).exitCode());
        assertEquals(
                2, weir.command("calls", "--open", "--fault", "remoteFault").exitCode());
    }

    @Test
    void oneOrAllAreTriedNowOrEnded() throws Exception {
        List<OpenCallView> open = admin.openCalls(null, null, 0, 10);
        OpenCallView first = open.get(0);
        assertEquals(1, admin.decide(first.id(), "abort", null).decided());
        eventually("its instance ends", () -> state(first) == FlowState.TERMINATED);
        assertEquals(
                List.of("no such call: " + first.id() + " neither rests nor is still tried"),
                admin.decide(first.id(), "abort", null).refused());

        admin.change("default/Bank!1.0", Change.START);
        eventually("each is tried again, and answered", () -> {
            admin.decideOpen("retry", APPLY, null);
            return open.stream().skip(1).allMatch(each -> state(each) == FlowState.COMPLETED);
        });
        assertTrue(weir.command("audit", Long.toString(open.get(1).instance()))
                .output()
                .contains("retry by"));
    }

    @Test
    void thoseOfAnUndeployedCompositeWaitForItAndGoOnWhenItIsDeployed() throws Exception {
        List<OpenCallView> open = admin.openCalls(null, null, 0, 10);
        admin.change(CUSTOMER, Change.UNDEPLOY);
        eventually(
                "all wait for it",
                () -> admin.openCalls(CUSTOMER, null, 0, 10),
                waiting -> waiting.size() == 3 && waiting.stream().allMatch(OpenCallView::waitsForDeployment));
        assertEquals(3, admin.openCallLines(null, null).get(0).waitForDeployment());
        String listed = weir.command("calls", "--open").output();
        assertTrue(listed.contains("waits for its composite, which is not deployed"), listed);
        String counted = weir.command("calls", "--open", "--lines").output();
        assertTrue(counted.contains("and 3 for their composite, which is not deployed"), counted);

        String first = open.get(0).id();
        assertEquals(
                409,
                assertThrows(AdminException.class, () -> admin.decide(first, "rethrow", null))
                        .status());
        RunningWeir.CommandResult refused = weir.command("calls", "retry", first);
        assertEquals(1, refused.exitCode());
        assertTrue(
                refused.output().contains(first + " waits for " + CUSTOMER + ", which is not deployed"),
                refused.output());
        assertEquals(3, admin.decideOpen("retry", CUSTOMER, null).refused().size());
        assertEquals(1, admin.decide(first, "abort", null).decided());
        eventually("its instance ends", () -> state(open.get(0)) == FlowState.TERMINATED);

        admin.change("default/Bank!1.0", Change.START);
        deploy("Customer");
        eventually(
                "the others are answered",
                () -> open.stream().skip(1).allMatch(each -> state(each) == FlowState.COMPLETED));
        assertEquals(List.of(), admin.openCalls(null, null, 0, 10));
    }

    @Test
    void anAnswerThatDoesNotSayWhatItAnswersIsGivenToItsInstanceByAnOperator() throws Exception {
        assertEquals(
                202,
                post.send(
                                weir.url().resolve("/soa-infra/services/default/Customer/Bank"),
                                SoapPost.SOAP_11,
                                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                                        + "<decision xmlns='http://examples.weir.dev/loans'>granted</decision>"
                                        + "</s:Body></s:Envelope>")
                        .statusCode());
        String message =
                Long.toString(eventually("nobody takes it", () -> admin.messages(0, 9), found -> found.size() == 1)
                        .get(0)
                        .id());
        long waiting = admin.openCalls(null, null, 1, 1).get(0).instance();
        String instance = Long.toString(waiting);

        RunningWeir.CommandResult wrong = weir.command("messages", "--deliver", message, "--to-instance", "1");
        assertEquals(1, wrong.exitCode());
        assertTrue(wrong.output().contains("instance 1 does not wait for decided of " + APPLY), wrong.output());
        assertEquals(
                2,
                weir.command("messages", "--deliver", message, "--to-instance", instance, "--to", CUSTOMER)
                        .exitCode());
        RunningWeir.CommandResult given = weir.command("messages", "--deliver", message, "--to-instance", instance);
        assertEquals(0, given.exitCode(), given.output());
        assertEquals(
                "message " + message + " moved to instance " + instance + ", and delivered",
                given.output().strip());
        eventually(
                "its process ends",
                () -> admin.history(waiting).events().stream()
                        .anyMatch(each -> each.kind() == AuditEvent.Kind.INSTANCE_COMPLETED));
        String audit = weir.command("audit", instance).output();
        assertTrue(audit.contains("moved to instance " + instance + " by (token)"), audit);
        assertEquals(List.of(), admin.messages(0, 9));
    }

    @Test
    void whoDecidesAboutAllLeavesOthersAlone() throws Exception {
        assertEquals(
                1,
                weir.command("calls", "abort", "--open", "--all", "--of", "default/Bank!1.0")
                        .exitCode());
        assertEquals(3, admin.openCalls(null, null, 0, 10).size());
        assertTrue(admin.bulk().open());
        assertEquals("default/Bank!1.0", admin.bulk().of());
        assertEquals(
                0,
                weir.command("calls", "abort", "--open", "--all", "--of", CUSTOMER)
                        .exitCode());
        eventually(
                "nothing is tried any more",
                () -> admin.openCalls(null, null, 0, 10).isEmpty());
        assertEquals(
                400,
                assertThrows(AdminException.class, () -> admin.decideOpen("eat", null, null))
                        .status());
    }

    private FlowState state(OpenCallView call) {
        return admin.history(call.instance()).instance().state();
    }
}

package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import dev.weir.server.access.AdminLog;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.testing.Chromium.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An instance whose call waits for a decision, in a real Chromium: what its pages say before somebody has decided, and after.
 * Without Chromium this is skipped.
 */
class DecisionsTest {
    private static final String SHOP = "default/Shop!1.0";

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP);

    private final Page page = visit.page();

    /** Orders an article that the warehouse does not know; returns the call that rests by that. */
    private RestingCallView order(String number, String article) throws Exception {
        List<RestingCallView> before = visit.admin().calls(null, 0, 100);
        visit.order(number, article);
        return restsBeside(before);
    }

    private RestingCallView restsBeside(List<RestingCallView> others) throws Exception {
        return eventually(
                "a call rests",
                () -> visit.admin().calls(null, 0, 100).stream()
                        .filter(call -> !others.contains(call))
                        .findFirst()
                        .orElse(null),
                call -> call != null);
    }

    private void decide(RestingCallView call, String verb, @Nullable String payload) {
        byte[] message = payload == null ? null : payload.getBytes(StandardCharsets.UTF_8);
        assertEquals(1, visit.admin().decide(call.id(), verb, message).decided());
    }

    private static String instance(RestingCallView call) {
        return "/console/instances/" + call.instance();
    }

    private void trace(RestingCallView call) throws Exception {
        visit.go(instance(call), "Instance " + call.instance());
    }

    /** The lines of the trace with a text: what happened, state, time, duration. */
    private String lines(String text) throws Exception {
        return page.evaluate("[...document.querySelectorAll('.trace tbody tr')].filter(row =>"
                + " row.cells[0].innerText.includes('" + text + "')).map(row => [0, 1, 3].map(cell =>"
                + " row.cells[cell].innerText.replaceAll(/\\s+/g, ' ').trim()).join(' | ')).join('\\n')");
    }

    @Test
    void theTraceKeepsEachFailureAndWhatWasDecided() throws Exception {
        RestingCallView call = order("T-1", "salt");
        decide(call, "retry", null);
        RestingCallView again = restsBeside(List.of(call));
        assertEquals(call.id(), again.id());
        trace(call);
        String failed = "call failed send fault remoteFault: no such article: salt; human intervention by fault policy"
                + " AskSomebody, action ask |  | ";
        assertEquals(failed + "\n" + failed, lines("call failed"));
        assertEquals("decision about call send retry by (token) |  | ", lines("decision"));
        // It is under way: it has not taken its time yet.
        assertEquals("send invoke send | waiting | ", lines("send invoke"));
        visit.picture("instance-waiting");

        decide(call, "continue", null);
        page.await("document.querySelector('h1').innerText.includes('completed')");
        assertTrue(lines("decision").endsWith("decision about call send continue by (token) |  | "), lines("decision"));
        visit.go(instance(call) + "/diagram", "Diagram of instance " + call.instance());
        String send = page.evaluate("[...document.querySelectorAll('.box > .head')].find(each =>"
                + " each.querySelector('strong').textContent === 'send').innerText");
        assertTrue(send.contains("an operator decided: continue by (token)"), send);
    }

    @Test
    void allPagesSayThatAnInstanceWaitsForADecisionAndLeadThere() throws Exception {
        RestingCallView call = order("T-3", "sugar");
        String row = "[...document.querySelectorAll('tbody tr')].find(row => row.cells[0].innerText === '"
                + call.instance() + "')?.cells[3].innerText";
        visit.go("/console/instances", "Instances");
        assertEquals("waits for a decision", page.evaluate(row));
        page.evaluate("document.querySelector('[name=state][value=\"waits for a decision\"]').checked = true");
        visit.press("Search");
        page.await("location.search.includes('state=waits') && document.readyState === 'complete'");
        assertEquals("waits for a decision", page.evaluate(row));
        assertEquals(
                "true",
                page.evaluate("[...document.querySelectorAll('tbody tr')].every(row =>"
                        + " row.cells[3].innerText === 'waits for a decision')"));
        visit.go("/console/instances?state=waits+for+a+decision&state=faulted", "Instances");
        assertTrue(visit.text("[role=alert]").contains("choose no other state"), visit.text("[role=alert]"));

        trace(call);
        assertTrue(visit.text("h1").endsWith("waits for a decision"), visit.text("h1"));
        String notice = visit.text(".notice.bad");
        visit.go(instance(call) + "/diagram", "Diagram of instance " + call.instance());
        assertTrue(visit.text("h1").endsWith("waits for a decision"), visit.text("h1"));
        assertEquals(notice, visit.text(".notice.bad"));
        assertTrue(notice.contains("no such article: sugar"), notice);
        visit.picture("diagram-decision");
        visit.click(".notice.bad a");
        page.await("document.title.startsWith('Call ')");
        // The call is in no scope that could begin again.
        assertEquals(
                "Retry, Continue, Rethrow, Abort",
                page.evaluate("[...document.querySelectorAll('.actions button')].map(b => b.textContent).join(', ')"));

        visit.admin().command(call.instance(), "suspend");
        visit.go(instance(call) + "/diagram", "Diagram of instance " + call.instance());
        page.await("document.querySelector('h1').innerText.endsWith('suspended')");
        visit.admin().command(call.instance(), "resume");
        page.await("document.querySelector('h1').innerText.endsWith('waits for a decision')");
        decide(call, "abort", null);
        page.await("document.querySelector('h1').innerText.endsWith('terminated')");
        visit.go("/console/instances", "Instances");
        assertEquals("terminated", page.evaluate(row));
        assertEquals(List.of(), page.errors());
    }

    /** A retry is made, though nobody takes its answer yet; what else is decided waits in the store. */
    @Test
    void aSuspendedInstanceIsFoundAndSaysWhatADecisionDoes() throws Exception {
        RestingCallView call = order("T-5", "thyme");
        visit.admin().command(call.instance(), "suspend");
        eventually("it is suspended", () -> visit.admin().callAlone(call.id()).suspended());
        visit.go("/console/dashboard", "Dashboard");
        assertEquals(
                "1",
                page.evaluate("document.querySelector('.tiles a[href=\"/console/instances?state=suspended\"]')"
                        + ".textContent"));
        visit.click(".tiles a[href=\"/console/instances?state=suspended\"]");
        page.await("document.title === 'Instances · Weir' && document.readyState === 'complete'");
        assertEquals(
                call.instance() + ": suspended, waits for a decision",
                page.evaluate("[...document.querySelectorAll('tbody tr')].map(row => row.cells[0].innerText + ': '"
                        + " + row.cells[3].innerText.replaceAll(/\\s*\\n\\s*/g, ', ')).join()"));
        assertEquals("true", page.evaluate("document.querySelector('[name=state][value=suspended]').checked"));
        visit.go("/console/instances?state=suspended&state=waits+for+a+decision", "Instances");
        assertTrue(visit.text("[role=alert]").contains("choose one of the two"), visit.text("[role=alert]"));
        visit.go("/console/instances?state=suspended&state=completed", "Instances");
        assertTrue(visit.text("[role=alert]").contains("choose no other state"), visit.text("[role=alert]"));
        visit.go("/console/faults", "Faults");
        assertTrue(visit.text("tbody").contains("suspended"), visit.text("tbody"));

        visit.go("/console/calls/" + call.id(), "Call " + call.id());
        assertTrue(visit.text("main").contains("Its process is suspended."), visit.text("main"));
        assertEquals(
                List.of("continue", "rethrow", "replay"),
                visit.admin().callAlone(call.id()).waitsForResume());
        visit.press("Retry");
        visit.noticed("The call is made again; here is its instance. Its process is suspended: it takes the answer");
        eventually(
                "it was made while the process is suspended, and rests again",
                () -> visit.admin().callsOf(call.instance()).stream()
                        .anyMatch(again -> again.attempts() == call.attempts() + 1));

        visit.go("/console/calls/" + call.id(), "Call " + call.id());
        visit.press("Continue");
        page.await("document.title.startsWith('Continue ')");
        assertTrue(visit.text("main").contains("carries the decision out after Resume"), visit.text("main"));
        visit.press("Continue");
        visit.noticed("Its process is suspended: it carries the decision out after Resume.");
        assertTrue(visit.text("h1").endsWith("suspended"), visit.text("h1"));
        assertEquals(
                "continue by (token)", visit.admin().decidedCalls(0, 9).get(0).decision());
        visit.go("/console/faults", "Faults");
        assertTrue(visit.text("#decided").contains("continue by (token), done on Resume"), visit.text("#decided"));
        visit.go("/console/open-calls", "Calls that are still tried");
        assertTrue(visit.text("main").contains("continue by (token), done on Resume"), visit.text("main"));
        visit.go("/console/calls/" + call.id(), "Call " + call.id());
        assertTrue(visit.text("main").contains("Decided: continue by (token), done on Resume."), visit.text("main"));
        String listed = calls("--decided", "--of", SHOP);
        assertTrue(listed.contains(call.id()) && listed.contains("decided: continue by (token) at "), listed);
        String json = calls("--decided", "--json", "--limit", "1");
        assertTrue(json.contains("\"decision\" : \"continue by (token)\""), json);
        assertEquals("", calls("--decided", "--partner-link", "another").strip());
        String hint = "calls of suspended processes that are decided about are listed by --decided";
        for (List<String> list :
                List.of(List.<String>of(), List.of("--json"), List.of("--limit", "0"), List.of("--open"))) {
            String shown = calls(list.toArray(String[]::new));
            assertTrue(shown.contains(hint) && !shown.contains("there may be more"), shown);
        }
        assertEquals("kept for 1 call, to be done on Resume", outcome("/continue"));
        assertEquals("done for 1 call; a suspended process takes the answer when it is resumed: 1", outcome("/retry"));
        assertTrue(
                visit.admin().decide(call.id(), "abort", null).refused().get(0).contains("is decided: continue by"),
                "it is no call any more");
        visit.go(instance(call), "Instance " + call.instance());
        visit.admin().command(call.instance(), "resume");
        page.await("document.querySelector('h1').innerText.endsWith('completed')");
        assertEquals(0, visit.admin().overview().suspendedInstances());
        assertEquals(List.of(), visit.admin().decidedCalls(0, 9));
    }

    private static String calls(String... options) {
        List<String> line =
                new ArrayList<>(List.of("calls", "--data", visit.data().toString()));
        line.addAll(List.of(options));
        return RunningWeir.inThisJvm(line).output();
    }

    /** What the log says of the last request to an address that ends so. */
    private static String outcome(String end) {
        AdminLog.Filter filter = new AdminLog.Filter(null, null, null, null, null);
        return visit.admin().log(filter, null, 100).lines().stream()
                .filter(line -> line.request().endsWith(end))
                .map(line -> String.valueOf(line.outcome()))
                .findFirst()
                .orElse("none");
    }

    @Test
    void theHistoryHasTheMessageThatTookThePlaceOfAnother() throws Exception {
        visit.admin().tuning(Map.of("auditLevel/" + SHOP, "Development"));
        RestingCallView call = order("T-2", "pepper");
        decide(call, "retry", "<order xmlns='http://shop.example'><number>T-2</number><article>tea</article></order>");
        visit.admin().tuning(Map.of("auditLevel/" + SHOP, "Inherit"));
        visit.go(instance(call) + "/trail", "Audit trail of instance " + call.instance());
        String decided = page.evaluate("[...document.querySelectorAll('tbody tr')].find(row =>"
                + " row.innerText.includes('call decided')).textContent");
        assertTrue(decided.contains("retry by (token), with another message"), decided);
        assertTrue(decided.contains("<article>tea</article>"), decided);
    }
}

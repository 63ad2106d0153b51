package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.testing.Chromium.Page;
import java.nio.charset.StandardCharsets;
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

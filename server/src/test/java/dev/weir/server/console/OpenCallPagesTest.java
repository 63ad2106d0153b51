package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Change;
import dev.weir.server.RunningWeir;
import dev.weir.testing.Chromium.Page;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A partner is down, and its calls are still tried: what the console shows of them, and ends. Without Chromium this is skipped. */
class OpenCallPagesTest {
    private static final Path LOANS = RunningWeir.repository().resolve("examples/loans");

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(LOANS.resolve("Bank"), LOANS.resolve("Customer"));

    private final Page page = visit.page();

    @Test
    void thePageFaultsLeadsToTheCallsOfAPartnerThatIsDown() throws Exception {
        visit.go("/console/open-calls", "Calls that are still tried");
        assertTrue(visit.text(".empty").contains("No such call"), visit.text(".empty"));
        visit.admin().change("default/Bank!1.0", Change.STOP);
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    202,
                    visit.send(
                            "Customer/Entry",
                            "<application xmlns='http://examples.weir.dev/loans'><name>Ada</name><amount>900</amount>"
                                    + "</application>"));
        }
        eventually(
                "both have failed",
                () -> visit.admin().openCalls(null, null, 0, 10),
                open -> open.size() == 2 && open.stream().allMatch(each -> each.attempts() > 0 && !each.underWay()));

        visit.go("/console/faults", "Faults");
        assertTrue(visit.text("#tried tbody").contains("default/Customer!1.0/Apply"), visit.text("#tried"));
        visit.picture("faults-tried");
        visit.click("#tried tbody a");
        page.await("document.title === 'Calls that are still tried · Weir'");
        assertTrue(visit.text("#tried").startsWith("2 in all"), visit.text("#tried"));
        assertEquals("2", page.evaluate("'' + document.querySelectorAll('#tried tbody tr').length"));
        visit.picture("open-calls");

        // They are one-way: nobody waits for an answer or a fault.
        String offered =
                "[...document.querySelectorAll('.actions button[name=verb]')].map(b => b.textContent).join(', ')";
        assertEquals("Retry, Cancel, Abort", page.evaluate(offered));
        assertTrue(visit.text("#tried tbody").contains("Bank"), "why the last attempt failed");
        visit.click("#tried tbody th a");
        page.await("document.title.startsWith('Call ')");
        visit.picture("open-call");
        visit.press("Cancel");
        page.await("document.title.startsWith('Cancel ')");
        visit.press("Cancel");
        visit.noticed("Cancel: decided for 1 call.");
        assertEquals(1, visit.admin().openCalls(null, null, 0, 10).size());
        visit.send(
                "Customer/Entry",
                "<application xmlns='http://examples.weir.dev/loans'><name>Ada</name><amount>900</amount></application>");
        eventually(
                "two are tried",
                () -> visit.admin().openCalls(null, null, 0, 10),
                open -> open.size() == 2 && open.stream().allMatch(each -> each.attempts() > 0 && !each.underWay()));
        visit.go("/console/open-calls", "Calls that are still tried");

        visit.press("Abort");
        page.await("document.title === 'Abort 2 calls that are still tried? · Weir'");
        visit.press("Abort");
        visit.noticed("Abort: decided for 2 calls.");
        page.await("document.querySelector('#tried .empty') !== null");
        assertEquals(List.of(), visit.admin().openCalls(null, null, 0, 10));
        visit.go("/console/faults", "Faults");
        assertTrue(visit.text("#live").contains("abort for all calls that were still tried"), visit.text("#live"));
        assertEquals(List.of(), page.errors());
    }
}

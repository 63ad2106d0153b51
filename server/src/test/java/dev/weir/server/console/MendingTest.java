package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.server.access.AdminLog;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.FlowFilter;
import dev.weir.testing.Chromium.Page;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Orders fail at a warehouse that does not know their article; an operator finds them in a real Chromium, mends them and
 * sends them on, or ends them, and cleans up. Without Chromium this is skipped.
 */
class MendingTest {
    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP, ConsoleVisit.TALKS);

    private final Page page = visit.page();

    /** Opens the first instance that is found by a text. */
    private void open(String text) throws Exception {
        visit.go("/console/instances?q=" + Fields.encoded(text).replace("+", "%20"), "Instances");
        visit.click("tbody th a");
        page.await("document.title.startsWith('Instance ')");
    }

    @Test
    void anOrderThatFailedIsFoundMendedAndSentOn() throws Exception {
        int before = visit.resting();
        visit.order("4711", "coffe");
        eventually("the call rests", () -> visit.resting() == before + 1);

        // No title begins so: what has it somewhere is found, in letters of either case.
        visit.go("/console/instances?q=ORDER%204711", "Instances");
        open("4711");
        String instance = page.evaluate("location.pathname");
        assertTrue(visit.text("h1").contains("waits for a decision"), visit.text("h1"));
        assertTrue(visit.text(".notice.bad").contains("no such article"), visit.text(".notice.bad"));
        String call = visit.admin().calls(null, before, 1).get(0).id();
        assertEquals(visit.admin().call(call).call(), visit.admin().callAlone(call));
        assertTrue(visit.admin().call(call).parts().toString().contains("coffe"));
        visit.go("/console/faults", "Faults");
        visit.picture("faults");
        page.go(visit.address(instance));
        page.await("!!document.querySelector('.notice.bad a')");
        visit.click(".notice.bad a");
        page.await("document.title.startsWith('Call ')");
        visit.picture("call");
        for (String wrong : List.of("", "<order>", "<other/>")) {
            page.evaluate("document.querySelector('[role=alert]')?.remove()");
            page.evaluate("document.querySelector('textarea').value = '" + wrong + "'");
            visit.press("Retry");
            page.await("document.readyState === 'complete' && !!document.querySelector('[role=alert]')"
                    + " && document.querySelector('textarea').value === '" + wrong + "'");
        }
        page.go(visit.address("/console/calls/" + call));
        page.await("document.querySelector('textarea')?.value.includes('coffe')");
        // Where its form is sent to there is no page: who looks there is led to the call.
        page.go(visit.address("/console/calls/" + call + "/retry"));
        page.await("document.querySelector('textarea')?.value.includes('coffe')");
        assertEquals("/console/calls/" + call, page.evaluate("location.pathname"));
        page.evaluate("(() => { const t = document.querySelector('textarea');"
                + " t.value = t.value.replace('coffe', 'tea'); })()");
        visit.press("Retry");
        visit.noticed("The call is made again");
        assertEquals(instance, page.evaluate("location.pathname"));
        eventually("the order is done", () -> visit.resting() == before);
        page.go(visit.address(instance));
        page.await("document.querySelector('h1')?.textContent.includes('completed')");
        assertTrue(visit.text(".trace").contains("retry by (token), with another message"), visit.text(".trace"));
        page.go(visit.address("/console/calls/" + call));
        page.await("document.querySelector('h1')?.textContent === 'This call waits no more'");
    }

    @Test
    void whoIsAskedCanGoBackAndHasDecidedNothing() throws Exception {
        orders("B-", 2);
        visit.go("/console/faults", "Faults");
        int before = chosenOf("");
        assertTrue(visit.text("tbody").contains("order B-0"), visit.text("tbody"));
        visit.click("[data-ticks]");
        assertEquals(before, chosenOf(":checked"));
        // The key Enter on a row that is ticked is no decision.
        page.evaluate("document.querySelector('[name=call]').focus()");
        page.enter();
        assertEquals("Faults · Weir", page.evaluate("document.title"));
        visit.press("Abort");
        page.await("document.title.startsWith('Abort " + before + " calls')");
        // The question has an address of its own: it is read again without sending anything.
        page.evaluate("location.reload()");
        page.await("document.readyState === 'complete' && document.title.startsWith('Abort " + before + " calls')");
        visit.click("a.button[href]");
        page.await("document.title === 'Faults · Weir' && document.readyState === 'complete'");
        assertEquals(String.valueOf(before), page.evaluate("document.querySelectorAll('[name=call]:checked').length"));
        page.evaluate("history.go(-2)");
        page.await("document.title === 'Faults · Weir' && location.search === ''");
        assertTrue(visit.resting() >= before, "none has ended");
    }

    /** Sends orders, from 0, whose calls rest in the end, beside those of other tests. */
    private void orders(String name, int number) throws Exception {
        int others = visit.resting();
        for (int i = 0; i < number; i++) {
            visit.order(name + i, "nothing");
        }
        eventually("the calls rest", () -> visit.resting() == others + number);
    }

    /** How many calls the list has, or has of those that are ticked. */
    private int chosenOf(String which) throws Exception {
        return Integer.parseInt(page.evaluate("document.querySelectorAll('[name=call]" + which + "').length"));
    }

    @Test
    void whatComesWhileAQuestionIsOpenIsLeftAlone() throws Exception {
        orders("Q-", 1);
        visit.go("/console/faults", "Faults");
        visit.click("[name=all]");
        visit.press("Abort");
        page.await(
                "document.title.startsWith('Abort ') && document.querySelector('.card p')?.textContent.includes('order ')");
        int before = visit.resting();
        visit.order("Q-2", "nothing");
        eventually("another rests", () -> visit.resting() == before + 1);
        visit.press("Abort");
        visit.noticed("Abort: decided for ");
        eventually("the later one is left", () -> visit.resting() == 1);
        assertTrue(visit.admin().calls(null, 0, 1).get(0).title().contains("Q-2"));

        visit.order("Q-3", "tea");
        String filter = "/console/purge?composite=default%2FShop%211.0&state=completed";
        eventually("it has ended", () -> {
            visit.go(filter, "Purge");
            return !visit.text("#counted strong").startsWith("0 ");
        });
        visit.press("Purge them");
        page.await(
                "document.title.startsWith('Purge ') && document.title.includes('?') && document.querySelector('.card p') !== null");
        visit.order("Q-4", "tea");
        eventually(
                "it has ended",
                () -> visit.admin().instances(FlowFilter.ALL.withTitle("order Q-4"), null, 1).instances().stream()
                        .anyMatch(each -> each.state().ended()));
        visit.press("Purge");
        visit.noticed("Purged: ");
        assertEquals("1 instance", visit.text("#counted strong"), "the one that ended meanwhile is still there");
    }

    @Test
    void whoComesTooLateIsLedToWhatBecameOfTheCall() throws Exception {
        int before = visit.resting();
        visit.order("L-1", "nothing");
        eventually("the call rests", () -> visit.resting() == before + 1);
        String call = visit.admin().calls(null, before, 1).get(0).id();
        page.go(visit.address("/console/calls/" + call));
        page.await("document.querySelector('textarea')?.value.includes('nothing')");
        visit.admin().decide(call, "abort", null);
        visit.press("Retry");
        visit.noticed("the call waits no more");
        page.await("document.querySelector('.trace')?.innerText.includes('abort by (token)')");
    }

    @Test
    void whatSomebodyHasTypedIsNotLostByAQuestion() throws Exception {
        int before = visit.resting();
        visit.order("K-1", "nothing");
        eventually("the call rests", () -> visit.resting() == before + 1);
        String call = visit.admin().calls(null, before, 1).get(0).id();
        page.go(visit.address("/console/calls/" + call));
        page.await("document.querySelector('textarea')?.value.includes('nothing')");
        page.evaluate(
                "(() => { const t = document.querySelector('textarea'); t.value = t.value.replace('nothing', 'tea');"
                        + " t.dispatchEvent(new Event('input')); })()");
        visit.press("Abort");
        page.await("document.title.startsWith('Abort ')");
        visit.click("a.button[href]");
        page.await("document.querySelector('textarea')?.value.includes('tea')");
        visit.press("As it was");
        page.await("document.querySelector('textarea').value.includes('nothing')");
        page.evaluate(
                "(() => { const t = document.querySelector('textarea'); t.value = t.value.replace('nothing', 'tea');"
                        + " t.dispatchEvent(new Event('input')); })()");
        visit.press("Retry");
        visit.noticed("The call is made again");
        assertEquals("0", page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('edit')).length"));
    }

    @Test
    void severalAreTriedAgainAndComeBackToTheListThatIsOpen() throws Exception {
        orders("R-", 1);
        visit.go("/console/composites", "Composites");
        assertTrue(visit.text("tbody").contains("for a decision"), visit.text("tbody"));
        visit.go("/console/faults", "Faults");
        int before = chosenOf("");
        visit.click("[data-ticks]");
        visit.press("Retry");
        visit.noticed("Retry: begun for " + before + (before == 1 ? " call." : " calls."));
        visit.noticed("comes back");
        page.await(
                "document.querySelectorAll('[name=call]').length === " + before
                        + " && [...document.querySelectorAll('td[data-label=Attempts]')].every(td => Number(td.textContent) > 1)");
    }

    /** Another tab, or the page that is about to be left, looks again just before the next page is there. */
    @Test
    void whatAPageLooksUpByItselfTakesNoWordFromTheNextOne() throws Exception {
        orders("N-", 1);
        visit.go("/console/faults", "Faults");
        page.evaluate("(async () => { const form = document.querySelector('[name=call]').form;"
                + " const fields = new URLSearchParams(new FormData(form));"
                + " fields.append('call', document.querySelector('[name=call]').value);"
                + " fields.set('verb', 'retry');"
                + " await fetch(form.action, {method: 'POST', body: fields, redirect: 'manual'});"
                + " await fetch('/console/faults', {headers: {'HX-Request': 'true'}}).then(answer => answer.text());"
                + " location.reload(); })()");
        visit.noticed("Retry: begun for 1 call.");
    }

    @Test
    void anInstanceIsSuspendedAndGoesOn() throws Exception {
        int before = visit.resting();
        visit.order("4712", "coffe");
        eventually("the call rests", () -> visit.resting() == before + 1);
        open("order 4712");
        assertEquals("Suspend, Terminate", buttons(), "nothing is there to resume, and no step has failed");
        visit.press("Suspend");
        visit.noticed("Suspend: asked of 1 process; this page shows it as soon as it is done.");
        page.await("document.querySelector('h1').textContent.includes('suspended')");
        assertEquals("Resume, Terminate", buttons());
        assertTrue(visit.text(".trace").contains("suspended by (token)"), visit.text(".trace"));
        visit.press("Resume");
        visit.noticed("Resume: asked of 1 process");
        page.await("!document.querySelector('h1').textContent.includes('suspended')");
        assertEquals("Suspend, Terminate", buttons());
        visit.press("Terminate");
        page.await("document.title.startsWith('Terminate instance ')");
        visit.press("Terminate");
        visit.noticed("Terminate: asked of 1 process");
        eventually("its call is gone", () -> visit.resting() == before);
        page.await("document.querySelector('h1').textContent.includes('terminated')");
        assertEquals("", buttons());
        assertTrue(
                page.evaluate("[...document.querySelectorAll('.trace tr')].some(row => row.cells[0].innerText ==="
                                + " 'terminated by (token)' && row.querySelector('time') !== null)")
                        .equals("true"),
                visit.text(".trace"));
        assertTrue(visit.text(".trace").contains("resumed by (token)"), visit.text(".trace"));
        assertFalse(
                visit.text(".trace").contains("waiting") || visit.text(".trace").contains("running"),
                visit.text(".trace"));
    }

    private String buttons() throws Exception {
        return page.evaluate("[...document.querySelectorAll('form[action^=\"/console/instances/\"] button')]"
                + ".map(b => b.textContent).join(', ')");
    }

    @Test
    void severalAreDecidedAboutAtOnce() throws Exception {
        orders("S-", 5);
        visit.go("/console/instances", "Instances");
        visit.picture("instances");
        visit.go("/console/faults", "Faults");
        page.evaluate("document.querySelectorAll('[name=call]')[0].checked = true");
        page.evaluate("document.querySelectorAll('[name=call]')[1].checked = true");
        int before = visit.resting();
        visit.press("Abort");
        page.await("document.title === 'Abort 2 calls? · Weir'");
        visit.press("Abort");
        visit.noticed("Abort: decided for 2 calls. The pages of their instances show");
        eventually("two have ended", () -> visit.resting() == before - 2);

        visit.press("Retry");
        visit.noticed("No call was chosen: nothing was done.");
        page.evaluate("document.querySelector('[name=all]').checked = true");
        visit.press("Abort");
        page.await("document.title.startsWith('Abort ') && document.title.endsWith('calls? · Weir')");
        visit.press("Abort");
        visit.noticed("Abort: decided for ");
        eventually("none rests", () -> visit.resting() == 0);
    }

    @Test
    void aMessageThatNobodyTookIsShownAndDropped() throws Exception {
        Thread caller = new Thread(() -> {
            try {
                visit.send("Talks/Talks", "<ask xmlns='http://talks.example'><id>early</id></ask>");
            } catch (Exception | AssertionError e) {
                // it is dropped: the caller gets a fault
            }
        });
        caller.start();
        eventually("it waits", () -> !visit.admin().messages(0, 10).isEmpty());
        visit.go("/console/messages", "Messages");
        visit.picture("messages");
        visit.click("tbody th a");
        page.await("document.title.startsWith('Message ')");
        assertTrue(page.evaluate("document.querySelector('pre').textContent").contains("early"));
        visit.press("Deliver again");
        visit.noticed("it waits on");
        visit.click("tbody th a");
        page.await("document.title.startsWith('Message ')");
        visit.press("Drop");
        page.await("document.title.startsWith('Drop message ')");
        visit.press("Drop");
        visit.noticed(" was dropped.");
        assertEquals(List.of(), visit.admin().messages(0, 10));
        caller.join();
    }

    @Test
    void aSettingIsChangedAndTakenBack() throws Exception {
        visit.go("/console/tuning", "Tuning");
        visit.picture("tuning");
        String field = "[...document.querySelectorAll('form')].find(f => f.elements.name?.value === 'BPEL/statsLastN')";
        page.evaluate(field + ".elements.value.value = '7'");
        page.evaluate(field + ".querySelector('button').click()");
        visit.noticed("BPEL/statsLastN is 7 now.");
        assertEquals(
                "7", visit.admin().tuningOf(List.of("BPEL/statsLastN")).get(0).value());
        page.evaluate(field + ".elements.value.value = 'many'");
        page.evaluate(field + ".querySelector('button').click()");
        visit.noticed("Nothing was changed: BPEL/statsLastN");
        assertEquals("many", page.evaluate(field + ".elements.value.value"), "what was typed stays");
        page.evaluate(field + ".querySelector('[name=default]').click()");
        visit.noticed("BPEL/statsLastN is ");
        assertFalse(visit.admin()
                .tuningOf(List.of("BPEL/statsLastN"))
                .get(0)
                .value()
                .equals("7"));
    }

    @Test
    void endedInstancesAreCountedAndPurged() throws Exception {
        visit.order("P-1", "tea");
        visit.order("P-2", "tea");
        visit.go("/console/purge?composite=default%2FShop%211.0&state=completed", "Purge");
        eventually("both have ended", () -> {
            visit.go("/console/purge?composite=default%2FShop%211.0&state=completed", "Purge");
            return Integer.parseInt(
                            page.evaluate("document.querySelector('#counted strong').textContent.split(' ')[0]"))
                    >= 2;
        });
        visit.picture("purge");
        visit.click("#counted a");
        page.await("document.title === 'Instances · Weir' && document.querySelectorAll('tbody tr').length >= 2");
        assertTrue(visit.text("tbody").contains("completed")
                && !visit.text("tbody").contains("faulted"));
        visit.go("/console/purge?composite=default%2FShop%211.0&state=completed", "Purge");
        visit.press("Purge them");
        page.await("document.title.startsWith('Purge ') && document.title.includes('instances?')");
        visit.press("Purge");
        visit.noticed("Purged: ");
        // The filter stays.
        assertEquals("default/Shop!1.0", page.evaluate("document.querySelector('[name=composite]').value"));
        assertEquals("0 instances", page.evaluate("document.querySelector('#counted strong').textContent"));
        assertTrue(visit.text("#counted").contains("of default/Shop!1.0, completed"), visit.text("#counted"));
        visit.go("/console/purge?composite=&title=", "Purge");
        assertTrue(visit.text("[role=alert]").startsWith("Choose a composite"), visit.text("[role=alert]"));
        visit.go("/console/purge?composite=&title=*", "Purge");
        assertTrue(visit.text("[role=alert]").startsWith("Choose a composite"), "any title is no filter");
    }

    @Test
    void whatWasCountedForAnotherFilterIsNotPurged() throws Exception {
        visit.go("/console/purge?composite=default%2FShop%211.0&state=completed", "Purge");
        page.evaluate("(() => { const t = document.querySelector('[name=title]'); t.value = 'order';"
                + " t.dispatchEvent(new Event('input', {bubbles: true})); })()");
        assertEquals("false", page.evaluate("!!document.querySelector('form[method=post] button.danger')"));
        visit.noticed("count again");
        visit.press("Count");
        page.await("location.search.includes('title=order') && !!document.getElementById('counted')");
    }

    @Test
    void aTitleWithAnAsteriskAtItsEndIsFoundByThat() throws Exception {
        visit.order("A", "tea");
        visit.order("A*", "tea");
        eventually(
                "both are there",
                () -> visit.admin()
                                .instances(FlowFilter.ALL.withTitle("order A*"), null, 5)
                                .instances()
                                .size()
                        == 2);
        visit.go("/console/instances?q=order%20A%2A", "Instances");
        assertEquals("2", page.evaluate("document.querySelectorAll('tbody tr').length"));
        visit.click("main p.quiet a");
        page.await("location.search.startsWith('?title=') && document.querySelectorAll('tbody tr').length === 1");
        assertTrue(visit.text("tbody").contains("order A*"), visit.text("tbody"));
    }

    @Test
    void aLongTitleIsShortInListsAndWholeOnThePageOfItsInstance() throws Exception {
        String number = "long-" + "0123456789".repeat(20);
        visit.order(number, "tea");
        eventually(
                "it is there",
                () -> visit.admin()
                                .instances(FlowFilter.ALL.withTitle("order long-*"), null, 5)
                                .instances()
                                .size()
                        == 1);
        open("order long-");
        page.await("document.querySelector('.title summary').textContent.endsWith('…')");
        assertTrue(page.evaluate("document.querySelector('.title').textContent").contains("order " + number));
        visit.go("/console/instances?q=order%20long-", "Instances");
        assertEquals("order " + number, page.evaluate("document.querySelector('td[data-label=Title]').title"));
        assertEquals("100", page.evaluate("document.querySelector('td[data-label=Title]').textContent.length"));
    }

    @Test
    void onAPhoneAllAreChosenAndTheButtonsAreInSight() throws Exception {
        orders("F-", 8);
        page.width(390);
        try {
            visit.go("/console/faults", "Faults");
            assertEquals("true", page.evaluate("document.querySelector('[data-ticks]').checkVisibility()"));
            assertTrue(visit.text(".choosing thead").contains("all of this page"), visit.text(".choosing thead"));
            page.evaluate("document.querySelectorAll('[name=call]')[0].scrollIntoView()");
            assertEquals(
                    "true",
                    page.evaluate(
                            "[...document.querySelectorAll('.deciding button')].every(b => {"
                                    + " const r = b.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })"));
            visit.click("[data-ticks]");
            assertEquals(chosenOf(""), chosenOf(":checked"));
            visit.picture("faults-many");
        } finally {
            page.width(1440);
        }
    }

    @Test
    void theLogSaysWhoDecidedWhatOverAllInstances() throws Exception {
        int before = visit.resting();
        visit.order("LOG-1", "nothing");
        eventually("the call rests", () -> visit.resting() == before + 1);
        RestingCallView call = visit.admin().calls(null, before, 1).get(0);
        visit.admin().command(call.instance(), "suspend");
        visit.admin().decide(call.id(), "abort", null);
        visit.go("/console/log", "Log");
        visit.picture("log");
        String line = visit.text("tbody tr");
        assertTrue(line.contains("Abort the process of call " + call.id()), line);
        assertTrue(line.contains("instance " + call.instance() + ": order LOG-1"), line);
        assertTrue(line.contains("default/Shop!1.0"), line);
        assertTrue(line.contains("which failed by remoteFault: no such article: nothing"), line);
        assertTrue(line.contains("done for 1 call"), line);
        assertEquals(
                "/console/calls/" + call.id() + " /console/instances/" + call.instance(),
                page.evaluate("[...document.querySelectorAll('tbody tr:first-child th a')].map(a =>"
                        + " decodeURIComponent(a.pathname)).join(' ')"));
        visit.go("/console/log?text=log-1+abort", "Log");
        assertEquals("1", page.evaluate("document.querySelectorAll('tbody tr').length"));
        visit.go("/console/log", "Log");
        page.evaluate("document.querySelector('[name=what]').value = 'suspend instance " + call.instance() + "'");
        page.evaluate("document.querySelector('[name=who]').value = 'TOKEN'");
        visit.press("Search");
        page.await("location.search.includes('what=suspend') && document.querySelectorAll('tbody tr').length === 1");
        assertTrue(
                visit.text("tbody").contains("(token)") && visit.text("tbody").contains("done"), visit.text("tbody"));
        visit.click("tbody th a");
        page.await("document.title === 'Instance " + call.instance() + " · Weir'");
        visit.go("/console/log?who=nobody", "Log");
        assertEquals("Nothing was found here.", visit.text(".empty"));
    }

    /** The newest line of the log. */
    private static AdminLog.LogLine last() {
        return visit.admin()
                .log(new AdminLog.Filter(null, null, null, null, null), null, 1)
                .lines()
                .get(0);
    }

    @Test
    void theLogSaysWhatBecameOfDecisionsAboutManyAndOfPurges() throws Exception {
        orders("B-", 2);
        int resting = visit.resting();
        visit.admin().decideAll("continue", "remoteFault");
        assertEquals("all calls that wait with remoteFault", last().about());
        assertEquals("done for " + resting + " calls", last().outcome());
        visit.order("B-3", "nothing");
        eventually("it rests", () -> visit.resting() == 1);
        RestingCallView call = visit.admin().calls(null, 0, 1).get(0);
        assertThrows(AdminException.class, () -> visit.admin().decide(call.id(), "cancel", null));
        assertEquals(400, last().status());
        assertEquals(call.instance(), last().instance());
        assertTrue(String.valueOf(last().outcome()).contains("awaits an answer"), last().toString());
        visit.admin()
                .decide(
                        call.id(),
                        "retry",
                        "<order xmlns='http://shop.example'><number>B-3</number><article>tea</article></order>"
                                .getBytes(StandardCharsets.UTF_8));
        assertTrue(String.valueOf(last().about()).contains("with an edited message"), last().toString());
        eventually(
                "it is over",
                () -> visit.admin().openCalls(null, null, 0, 100).stream()
                        .noneMatch(each -> each.id().equals(call.id())));
        visit.admin().decide(call.id(), "retry", null);
        assertEquals(
                "nothing was done, refused for 1: no such call: " + call.id() + " neither rests nor is still tried",
                last().outcome());
        visit.order("B-4", "tea");
        eventually(
                "it has ended",
                () -> visit.admin().instances(FlowFilter.ALL.withTitle("order B-4"), null, 1).instances().stream()
                        .anyMatch(each -> each.state().ended()));
        visit.go("/console/purge?title=order+B-4", "Purge");
        visit.press("Purge them");
        page.await("document.title === 'Purge 1 instance? · Weir' && document.readyState === 'complete'");
        visit.press("Purge");
        visit.noticed("Purged: ");
        AdminLog.LogLine purge = visit.admin()
                .log(new AdminLog.Filter(null, "/purge", "deleted", null, null), null, 1)
                .lines()
                .get(0);
        assertTrue(String.valueOf(purge.about()).contains("title order B-4"), purge.toString());
        assertEquals("deleted: 1 instance", purge.outcome());
    }

    @Test
    void allAreTriedAgainOnlyAfterAQuestion() throws Exception {
        orders("A-", 2);
        int resting = visit.resting();
        visit.go("/console/faults", "Faults");
        visit.click("[name=all]");
        visit.press("Retry");
        page.await("document.title === 'Retry " + resting + " calls? · Weir'");
        visit.press("Retry");
        visit.noticed("Retry: begun for " + resting + " calls.");
        eventually("they failed again", () -> visit.resting() == resting);
    }

    @Test
    void longDetailsOfTheTrailAreFolded() throws Exception {
        int before = visit.resting();
        visit.order("F-1", "nothing " + "at all ".repeat(60));
        eventually("the call rests", () -> visit.resting() == before + 1);
        long instance = visit.admin().calls(null, before, 1).get(0).instance();
        visit.go("/console/instances/" + instance + "/trail", "Audit trail of instance " + instance);
        assertEquals(
                "true",
                page.evaluate(
                        "[...document.querySelectorAll('td[data-label=Detail] details')].some(each => !each.open"
                                + " && each.querySelector('summary').innerText.endsWith('more') && each.textContent.includes('at all at all'))"));
    }

    @Test
    void timesAreDatesWithOrWithoutATimeOfDay() throws Exception {
        visit.order("T-1", "tea");
        String today = LocalDate.now(ZoneId.systemDefault()).toString();
        visit.go("/console/instances", "Instances");
        page.evaluate("document.querySelector('[name=from]').value = '" + today + "'");
        visit.press("Search");
        page.await(
                "location.search.includes('from=" + today + "') && document.querySelectorAll('tbody tr').length > 0");
        page.evaluate("document.querySelector('[name=beforeTime]').value = '00:00'");
        page.evaluate("document.querySelector('[name=before]').value = '" + today + "'");
        visit.press("Search");
        page.await("document.querySelector('[role=alert]')?.textContent.startsWith('nothing was created from')");
        page.evaluate("document.querySelector('[name=before]').value = ''");
        page.evaluate("document.querySelector('[name=beforeTime]').value = '12:00'");
        visit.press("Search");
        page.await("document.querySelector('[role=alert]')?.textContent.includes('a date is missing')");
    }

    @Test
    void anArchiveIsJudgedThenDeployed() throws Exception {
        visit.go("/console/deploy", "Deploy a composite");
        visit.drop("notes.txt", "not an archive".getBytes(StandardCharsets.UTF_8));
        page.await("!!document.querySelector('#assessed .notice.bad')");
        assertEquals("true", page.evaluate("document.querySelector('button.main').disabled"));

        byte[] sar = Archive.open(ConsoleVisit.ORDERS.resolve("Credit")).toSar(Map.of());
        visit.drop("sca_Credit.jar", sar);
        page.await("document.getElementById('assessed').textContent.includes('Credit!1.0')");
        page.await("!document.querySelector('button.main').disabled");
        visit.picture("deploy");
        visit.press("Deploy");
        visit.noticed("Deployed: default/Credit!1.0, the default revision.");
        assertEquals("/console/composites/default%2FCredit%211.0", page.evaluate("location.pathname"));

        visit.go("/console/deploy", "Deploy a composite");
        visit.drop("sca_Credit.jar", sar);
        page.await("!document.querySelector('button.main').disabled");
        visit.press("Deploy");
        // The same revision again is not taken without being asked for.
        page.await("document.getElementById('assessed').textContent.includes('What to do')");
        visit.click("[name=overwrite]");
        visit.press("Deploy");
        visit.noticed("Deployed: default/Credit!1.0");
    }

    @Test
    void theDashboardShowsWhichServersAreCalled() throws Exception {
        visit.order("D-1", "tea");
        visit.go("/console/dashboard", "Dashboard");
        // It looks again by itself.
        page.await("[...document.querySelectorAll('tbody tr')].some(row => row.querySelector('th').textContent === '"
                + visit.warehouse() + "' && Number(row.children[2].textContent) > 0)");
    }

    @Test
    void aProblemLeadsToThePagesThatItNames() throws Exception {
        page.go(visit.address("/console/instances/first"));
        page.await("document.title === 'There is no such thing · Weir'");
        visit.click("[role=alert] a");
        page.await("document.title === 'Instances · Weir'");
        page.go(visit.address("/console/instances/4000000000"));
        page.await("document.title === 'There is no such thing · Weir'");
        assertEquals("the page Instances", visit.text("[role=alert] a"));
        page.go(visit.address("/console/nowhere"));
        page.await("document.title === 'There is no such page · Weir'");
        visit.click("[role=alert] a");
        page.await("document.title === 'Dashboard · Weir'");
    }

    @Test
    void listsAreFiles() throws Exception {
        visit.order("CSV-1", "tea");
        for (String list : List.of("composites", "instances", "faults", "messages", "tuning", "log")) {
            visit.go("/console/" + list, Character.toUpperCase(list.charAt(0)) + list.substring(1));
            page.evaluate("fetch('/console/" + list
                    + "?format=json').then(r => r.json()).then(rows => { window.rows = Array.isArray(rows); })");
            page.await("window.rows === true");
            page.evaluate("fetch('/console/" + list
                    + "?format=csv').then(async r => { window.csv = r.headers.get('Content-Disposition'); })");
            page.await(
                    "window.csv === 'attachment; filename=\"" + (list.equals("faults") ? "calls" : list) + ".csv\"'");
        }
    }
}

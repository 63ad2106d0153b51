package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.MixedFlows;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.Chromium.Page;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People walk through the pages of the console in a real Chromium. Without Chromium this is skipped. */
class ConsolePagesTest {
    private static final CompositeRevision SHOP = new CompositeRevision("default", "Shop", "1.0");
    private static final ComponentId CART = SHOP.component("Cart");
    private static final Instant THEN = Instant.parse("2026-01-15T10:00:00Z");

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsolePagesTest::fill, ConsoleVisit.ORDERS);

    private final Page page = visit.page();
    private static final List<Long> hostileFlows = new ArrayList<>();
    private static long faulted;
    private static long large;

    private static void fill(Path folder) throws Exception {
        Path data = folder.resolve("data");
        MixedFlows.fill(data, 600, Instant.parse("2026-01-11T00:00:00Z"), 7);
        try (SqliteStore store = SqliteStore.open(data, () -> THEN)) {
            store.writeAudit(store.auditWriting().withDetailThreshold(2_000));
            for (String text : HostileTexts.ALL) {
                hostileFlows.add(flow(store, text, FlowState.FAULTED, "<x>" + "&lt;script>ran=1&lt;/script></x>"));
            }
            faulted = flow(store, "order 4711", FlowState.FAULTED, "<order xmlns=\"urn:o\"><id>4711</id><a/></order>");
            large = flow(store, "a large one", FlowState.COMPLETED, "<big>" + "é<b/>".repeat(40_000) + "</big>");
        }
    }

    private static long flow(SqliteStore store, String text, FlowState state, String payload) {
        long flow = store.newId();
        List<AuditEvent> events = List.of(
                event(flow, flow, 0, Kind.SERVICE_REQUEST, text, null),
                event(flow, flow + 1, flow, Kind.INSTANCE_CREATED, "Cart", text),
                new AuditEvent(
                        new AuditSpan(flow, 1, flow + 2, flow + 1),
                        THEN,
                        Kind.ACTIVITY_STARTED,
                        CART,
                        text,
                        text,
                        AuditPayload.of(payload.getBytes(StandardCharsets.UTF_8))),
                event(flow, flow + 2, flow + 1, Kind.ACTIVITY_FAULTED, text, text),
                event(flow, 0, 0, Kind.FLOW_TITLE, "title", text),
                event(flow, 0, 0, Kind.SENSOR_VALUE, "order", text),
                event(flow, 0, 0, Kind.FLOW_FAULT, "fault", text));
        store.accept(InboundMessage.ofFlow(flow, SHOP, THEN, state, events)).join();
        return flow;
    }

    private static AuditEvent event(long flow, long span, long parent, Kind kind, String name, String detail) {
        return new AuditEvent(new AuditSpan(flow, 0, span, parent), THEN, kind, CART, name, detail);
    }

    @Test
    void compositesAreLookedAtStoppedAndStartedAgain() throws Exception {
        visit.go("/console/composites", "Composites");
        assertEquals(
                "default/Credit!1.0, default/Orders!1.0",
                page.evaluate("[...document.querySelectorAll('tbody th a')].map(a => a.textContent).join(', ')"));
        visit.picture("composites");
        page.evaluate("document.querySelectorAll('tbody th a')[1].click()");
        page.await("document.title === 'default/Orders!1.0 · Weir'");
        assertTrue(visit.text("h1").contains("serving"), visit.text("h1"));
        assertTrue(visit.text("main").contains("OrderProcess.bpel"), visit.text("main"));
        visit.picture("composite");

        visit.click("form[action$=\"/stop\"] button");
        page.await("document.title === 'Stop default/Orders!1.0? · Weir'");
        visit.picture("confirm");
        visit.click("a.button[href]");
        page.await("document.title === 'default/Orders!1.0 · Weir'");
        assertTrue(visit.text("h1").contains("serving"), visit.text("h1"));

        visit.click("form[action$=\"/stop\"] button");
        page.await("document.title === 'Stop default/Orders!1.0? · Weir'");
        visit.click("button.danger");
        page.await("document.title === 'default/Orders!1.0 · Weir'");
        assertTrue(visit.text("h1").contains("stopped"), visit.text("h1"));
        assertEquals("Stop: done for default/Orders!1.0.", visit.text("[role=status]"));

        visit.click("form[action$=\"/start\"] button");
        page.await("document.querySelector('h1')?.innerText.includes('serving')");
    }

    @Test
    void theDashboardShowsWhatComesInWhileItIsOpen() throws Exception {
        visit.go("/console/dashboard", "Dashboard");
        String messages =
                "[...document.querySelectorAll('tbody tr')].find(row => row.textContent.includes('default/Orders!1.0'))"
                        + "?.children[4].textContent";
        long before = Long.parseLong(page.evaluate(messages));
        for (int i = 0; i < 3; i++) {
            assertEquals(200, visit.sendFile("Orders/OrderService", "examples/orders/payloads/order-5k.xml"));
        }
        // Without a click: the server says that it is time to look.
        page.await("Number(" + messages + ") >= " + (before + 3));
        page.await("[...document.querySelectorAll('.plots path')].some(path => path.getAttribute('d').length > 10)");
        visit.picture("dashboard");
        visit.go("/console/dashboard?window=day", "Dashboard");
        assertTrue(visit.text(".tabs [aria-current]").contains("day"), visit.text(".tabs [aria-current]"));
    }

    @Test
    void aFailedOrderIsFoundByItsTitleAndShowsWhy() throws Exception {
        visit.go("/console/instances", "Instances");
        page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true}))");
        page.await("document.activeElement.name === 'q'");
        page.evaluate("document.activeElement.value = 'order 47'");
        page.evaluate("document.querySelector('[name=state][value=faulted]').checked = true");
        visit.click(".search button");
        page.await("location.search.includes('q=order') && document.querySelectorAll('tbody tr').length === 1");
        visit.click("tbody th a");
        page.await("document.title === 'Instance " + faulted + " · Weir'");
        assertTrue(visit.text("h1").contains("faulted"), visit.text("h1"));
        assertEquals("Failed by order 4711", visit.text(".notice.bad"));
        visit.picture("instance");

        visit.click(".tabs a[href$=trail]");
        page.await("document.title === 'Audit trail of instance " + faulted + " · Weir'");
        visit.click("summary");
        assertEquals(
                "<order xmlns=\"urn:o\">\n  <id>4711</id>\n  <a/>\n</order>",
                page.evaluate("document.querySelector('pre').textContent"));
        visit.picture("trail");
    }

    @Test
    void manyAreReadPageByPageAndTheBackButtonWorks() throws Exception {
        visit.go("/console/instances?composite=Mixed1", "Instances");
        String first = visit.text("tbody th");
        int seen = Integer.parseInt(page.evaluate("document.querySelectorAll('tbody tr').length"));
        assertEquals(50, seen);
        while (page.evaluate("!!document.querySelector('a[rel=next]')").equals("true")) {
            String before = page.evaluate("location.search");
            visit.click("a[rel=next]");
            page.await("document.readyState === 'complete' && location.search !== '" + before + "'");
            seen += Integer.parseInt(page.evaluate("document.querySelectorAll('tbody tr').length"));
        }
        assertTrue(seen > 100 && seen < 600, "seen: " + seen);
        visit.go("/console/instances?composite=Mixed1", "Instances");
        visit.click("tbody th a");
        page.await("document.title === 'Instance " + first + " · Weir'");
        page.evaluate("history.back()");
        page.await("location.search === '?composite=Mixed1' && document.querySelector('tbody th').innerText === '"
                + first + "'");
    }

    @Test
    void aLargePayloadIsReadInParts() throws Exception {
        visit.go("/console/instances/" + large + "/trail", "Audit trail of instance " + large);
        visit.click(".payload a");
        page.await("document.querySelector('.payload pre')?.textContent.startsWith('<big>é<b/>')");
        visit.click(".payload a[rel=next]");
        page.await("document.querySelector('#payload pre') && location.search.startsWith('?offset=')");
        assertTrue(page.evaluate("document.querySelector('pre').textContent.length")
                        .length()
                > 4);
        assertEquals("0", page.evaluate("document.querySelector('pre').textContent.split('\\uFFFD').length - 1"));
    }

    @Test
    void compositesThatAreUndeployedAreThereToBeChosen() throws Exception {
        for (String list : List.of("instances", "purge")) {
            visit.go("/console/" + list, list.equals("purge") ? "Purge" : "Instances");
            String names = page.evaluate(
                    "[...document.querySelectorAll('[name=composite] option')].map(o => o.value).join(' ')");
            assertTrue(names.contains("Shop") && names.contains("Orders"), names);
        }
    }

    @Test
    void whatOthersHaveWrittenIsShownAndNeverRun() throws Exception {
        for (int i = 0; i < HostileTexts.ALL.size(); i++) {
            long flow = hostileFlows.get(i);
            visit.go("/console/instances/" + flow, "Instance " + flow);
            HostileTexts.assertShown(page, HostileTexts.ALL.get(i));
            visit.go("/console/instances/" + flow + "/trail", "Audit trail of instance " + flow);
            HostileTexts.assertShown(page, HostileTexts.ALL.get(i));
        }
        for (String place : List.of("composite", "q", "from")) {
            for (String text : HostileTexts.ALL) {
                page.go(visit.address("/console/instances?" + place + "=" + Fields.encoded(text)));
                page.await("document.readyState === 'complete' && !!document.querySelector('[name=q]')");
                HostileTexts.assertUnharmed(page, text);
            }
        }
        visit.go("/console/instances?composite=Shop", "Instances");
        HostileTexts.assertUnharmed(page, "the list");
        assertEquals(List.of(), page.errors());
    }

    @Test
    void everyPageFitsItsWindow() throws Exception {
        for (String path : List.of(
                "dashboard",
                "metrics",
                "composites",
                "instances",
                "faults",
                "messages",
                "purge",
                "tuning",
                "test",
                "log")) {
            visit.go("/console/" + path, Character.toUpperCase(path.charAt(0)) + path.substring(1));
            for (int width : new int[] {1440, 1024, 390}) {
                page.width(width);
                String where = path + " at " + width;
                assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"), where);
                assertEquals(
                        "false",
                        page.evaluate("[...document.querySelectorAll('.top nav a')].some(a => a.offsetHeight > 44)"),
                        where);
                // Fields that are in one row do not lie on each other.
                assertEquals(
                        "",
                        page.evaluate(
                                "(() => { const all = [...document.querySelectorAll('.search input, .search select')]"
                                        + ".map(e => [e.name, e.getBoundingClientRect()]);"
                                        + " return all.flatMap(([n, a]) => all.filter(([m, b]) => n < m && a.left < b.right - 1"
                                        + " && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)"
                                        + ".map(([m]) => n + ' on ' + m)).join(', '); })()"),
                        where);
            }
            page.width(1440);
        }
    }

    /** Those of the store that was filled hold no message. */
    @Test
    void aMessageThatCannotBeShownIsDropped() throws Exception {
        visit.go("/console/messages", "Messages");
        String id = visit.text("tbody th a");
        visit.click("tbody th a");
        page.await("document.querySelector('h1')?.textContent === 'Message " + id + " cannot be shown'");
        visit.press("Drop");
        visit.noticed("Message " + id + " was dropped.");
    }

    @Test
    void theDesignIsOnOnePage() throws Exception {
        visit.go("/console/design", "Design");
        visit.picture("design");
    }
}

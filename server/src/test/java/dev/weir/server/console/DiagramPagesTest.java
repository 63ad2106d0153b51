package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.Repairs;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.Chromium.Page;
import dev.weir.testing.Eventually;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The diagram of a process in a real Chromium: a server, its process, and instances that wait, fail and complete. */
class DiagramPagesTest {
    private static final String REPAIRS = "default/Repairs!1.0";

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(DiagramPagesTest::abandon, ConsoleVisit.composite("repairs"));

    private final AdminClient admin = visit.admin();
    private final Page page = visit.page();
    private static long abandoned;
    private static final Set<Long> known = new HashSet<>();

    /** An instance whose composite is not there any more. */
    private static void abandon(Path folder) {
        try (SqliteStore store = SqliteStore.open(folder.resolve("data"))) {
            abandoned = store.newId();
            known.add(abandoned);
            ComponentId cart = ComponentId.parse("default/Shop!1.0/Cart");
            AuditEvent created = new AuditEvent(
                    new AuditSpan(abandoned, 1, abandoned + 1, abandoned),
                    Instant.parse("2026-01-15T10:00:00Z"),
                    Kind.INSTANCE_CREATED,
                    cart,
                    "Cart",
                    null);
            store.accept(InboundMessage.ofFlow(
                            abandoned, cart.composite(), created.at(), FlowState.COMPLETED, List.of(created)))
                    .join();
        }
    }

    /** Begins a repair; returns its flow once it is in a state, and its history has a kind of event. */
    private long repair(String how, int turns, FlowState state, Kind recorded) throws Exception {
        assertEquals(
                202,
                Repairs.bring(visit.server(), how + known.size(), how, turns).statusCode());
        InstanceView begun = Eventually.eventually(
                "an instance begins",
                () -> admin.instances(null, null, 0, 100).stream()
                        .filter(each -> !known.contains(each.id()))
                        .findFirst()
                        .orElse(null),
                each -> each != null);
        known.add(begun.id());
        Eventually.eventually("the instance is " + state + " and has " + recorded, () -> {
            List<AuditEvent> events = admin.history(begun.id()).events();
            return admin.history(begun.id(), 0, 1).instance().state() == state
                    && (recorded == null || events.stream().anyMatch(each -> each.kind() == recorded));
        });
        return begun.id();
    }

    private void open(long flow, String query) throws Exception {
        page.go(visit.address("/console/instances/" + flow + "/diagram" + query));
        page.await(
                "document.readyState === 'complete' && document.title === 'Diagram of instance " + flow + " · Weir'");
    }

    /** What a box says, without the boxes in it. */
    private String box(String name) throws Exception {
        return page.evaluate("(() => { const head = [...document.querySelectorAll('.box > .head')].find(each =>"
                + " each.querySelector('strong').textContent === '" + name + "');"
                + " return head ? head.innerText.replaceAll('\\n', ' ') : 'none'; })()");
    }

    private String state(String name) throws Exception {
        return page.evaluate("[...document.querySelectorAll('.box > .head')].find(each =>"
                + " each.querySelector('strong').textContent === '" + name + "').querySelector('.state')?.innerText");
    }

    /** The name of the box that is around another's. */
    private String around(String name) throws Exception {
        return page.evaluate("[...document.querySelectorAll('.box > .head')].find(each =>"
                + " each.querySelector('strong').textContent === '" + name
                + "').parentElement.parentElement.closest('.box').querySelector('strong').textContent");
    }

    @Test
    void aFailedInstanceShowsWhereAndByWhat() throws Exception {
        long flow = repair("fails", 3, FlowState.FAULTED, Kind.INSTANCE_FAULTED);
        page.go(visit.address("/console/instances/" + flow));
        page.await("document.title === 'Instance " + flow + " · Weir' && !!document.querySelector('.trace a')");
        page.evaluate("document.querySelector('.trace a').click()");
        page.await("document.title === 'Diagram of instance " + flow + " · Weir'");
        assertEquals("faulted", state("broken"));
        assertTrue(box("broken").contains("{http://repairs.example}broken"), box("broken"));
        assertTrue(box("broken").contains("line 43"), box("broken"));
        assertTrue(box("RepairProcess").contains("RepairProcess.bpel:"), box("RepairProcess"));
        assertTrue(box("rub").contains("3× completed"), box("rub"));
        assertEquals("skipped", state("shelf"));
        assertEquals("completed", state("brush"));
        assertEquals("never reached", state("useWhatIsThere"));
        assertEquals("outcome", around("broken"));
        assertEquals("polish", around("rub"));
        visit.picture("diagram-faulted");
        page.evaluate("[...document.querySelectorAll('.box > .head')].find(each =>"
                + " each.querySelector('strong').textContent === 'broken').querySelector('.times a').click()");
        page.await(
                "location.hash.startsWith('#s') && document.querySelector('tr:target')?.innerText.includes('broken')");
    }

    @Test
    void aWaitingInstanceShowsForWhat() throws Exception {
        long flow = repair("waits", 1, FlowState.RUNNING, Kind.ACTIVITY_WAITING);
        open(flow, "");
        assertEquals("waiting", state("shelf"));
        assertTrue(box("shelf").contains("waits for collect"), box("shelf"));
        assertEquals("running", state("main"));
        assertEquals("not reached yet", state("handOver"));
        assertTrue(
                page.evaluate("document.querySelector('.shortcuts').innerText").contains("pick shelf"));
        page.evaluate("document.querySelector('.shortcuts a').click()");
        page.await("document.querySelector('.box:target strong')?.textContent === 'shelf'");
        visit.picture("diagram-waiting");
    }

    @Test
    void aDiagramThatIsOpenFollowsTheInstance() throws Exception {
        String brought = "waits" + known.size();
        long flow = repair("waits", 1, FlowState.RUNNING, Kind.ACTIVITY_WAITING);
        open(flow, "");
        page.width(390);
        page.evaluate("(() => { const d = document.querySelector('.diagram'); d.focus(); d.scrollLeft = 40; })()");
        assertEquals(202, Repairs.collect(visit.server(), brought).statusCode());
        // Without a click, and where the reader was.
        page.await("document.querySelector('h1').innerText.includes('completed')"
                + " && document.querySelector('.diagram').innerText.includes('handOver')");
        assertEquals("completed", state("handOver"));
        assertEquals("40", page.evaluate("document.querySelector('.diagram').scrollLeft"));
        assertEquals("true", page.evaluate("document.activeElement === document.querySelector('.diagram')"));
        assertEquals("false", page.evaluate("document.getElementById('live').hasAttribute('hx-get')"));
        page.width(1440);
        assertEquals(List.of(), page.errors());
    }

    @Test
    void aFaultThatIsCaughtIsShownOnItsScope() throws Exception {
        open(repair("none", 0, FlowState.COMPLETED, Kind.INSTANCE_COMPLETED), "");
        assertEquals("faulted", state("missing"));
        assertEquals("completed", state("paint"));
        assertTrue(box("paint").contains("caught {http://repairs.example}noPaint"), box("paint"));
        assertEquals("completed", state("useWhatIsThere"));
        assertEquals("never reached", state("giveUp"));
        assertTrue(box("polish").contains("0 turns") || state("polish").equals("completed"), box("polish"));
        visit.picture("diagram-caught");
    }

    @Test
    void manyTurnsAreOneBoxWithACount() throws Exception {
        long flow = repair("done", 10_000, FlowState.COMPLETED, Kind.INSTANCE_CREATED);
        open(flow, "");
        assertTrue(box("rub").contains("10,000× completed"), box("rub"));
        assertTrue(
                Integer.parseInt(page.evaluate("document.documentElement.outerHTML.length")) < 60_000,
                page.evaluate("document.documentElement.outerHTML.length"));
    }

    @Test
    void theDiagramScrollsInItsOwnBoxAndRunsNothing() throws Exception {
        open(repair("none", 1, FlowState.COMPLETED, Kind.INSTANCE_COMPLETED), "");
        page.width(390);
        assertEquals("true", page.evaluate("document.documentElement.scrollWidth <= 390"));
        assertEquals(
                "true",
                page.evaluate("(() => { const d = document.querySelector('.diagram'); d.focus();"
                        + " return d.scrollWidth > d.clientWidth && document.activeElement === d; })()"));
        page.width(1440);
        assertTrue(page.evaluate("document.querySelector('.diagram').innerText").contains("<script>ran=1</script>"));
        assertEquals("undefined", page.evaluate("typeof window.ran"));
        assertEquals("0", page.evaluate("document.querySelectorAll('main script, main [style]').length"));
        assertEquals(List.of(), page.errors());
    }

    @Test
    void whereTheHistoryHasNoActivitiesThePageSaysSo() throws Exception {
        admin.tuning(Map.of("auditLevel/" + REPAIRS, "Minimal"));
        long minimal = repair("fails", 1, FlowState.FAULTED, Kind.INSTANCE_FAULTED);
        open(minimal, "");
        assertTrue(page.evaluate("document.querySelector('.notice:not(.bad)').innerText")
                .contains("below Production"));
        assertEquals("faulted", state("broken"));
        assertEquals("undefined", state("brush"));
        visit.picture("diagram-minimal");
        admin.tuning(Map.of("auditLevel/" + REPAIRS, "Off"));
        long off = repair("fails", 1, FlowState.FAULTED, null);
        open(off, "");
        assertTrue(page.evaluate("document.querySelector('.notice:not(.bad)').innerText")
                .contains("is Off"));
        assertEquals("undefined", state("broken"));
        admin.tuning(Map.of("auditLevel/" + REPAIRS, "Inherit"));
    }

    @Test
    void whereTheHistoryIsReducedThePageSaysSoAndNothingIsNeverReached() throws Exception {
        admin.tuning(Map.of("auditMaxActivities", "8"));
        try {
            long flow = repair("done", 30, FlowState.COMPLETED, Kind.HISTORY_REDUCED);
            open(flow, "");
            String notice = page.evaluate("document.querySelector('.notice:not(.bad)').innerText");
            assertTrue(notice.contains("after 8 activities only faults"), notice);
            assertTrue(notice.contains("auditMaxActivities"), notice);
            assertEquals("completed", state("main"));
            assertEquals("not recorded", state("handOver"));
            assertEquals("not recorded", state("giveUp"));
            assertFalse(page.evaluate("document.querySelector('.diagram').innerText")
                    .contains("reached"));
            visit.picture("diagram-reduced");
        } finally {
            admin.tuning(Map.of("auditMaxActivities", Integer.toString(AuditLevels.MOST_ACTIVITIES)));
        }
    }

    @Test
    void whereTheCompositeIsNotDeployedThePageSaysSo() throws Exception {
        open(abandoned, "");
        assertTrue(page.evaluate("document.querySelector('.notice').innerText").contains("is not deployed any more"));
        assertEquals("0", page.evaluate("document.querySelectorAll('.box').length"));
    }
}

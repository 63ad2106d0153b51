package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However large an instance's audit is, an answer has a bounded part of it. */
class AuditPagesTest {
    private static final CompositeRevision SHOP = CompositeRevision.parse("default/Shop!1.0");
    private static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
    private static final int EVENTS = 25_000;

    @TempDir
    Path folder;

    @Test
    void pagesHaveAllEventsOnceAndAreNotMuchLargerThanTheMost() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            long id = store.newId();
            store.accept(InboundMessage.ofFlow(id, SHOP, T0, FlowState.COMPLETED, List.of()))
                    .join();
            for (int first = 1; first <= EVENTS; first += 100) {
                List<AuditEvent> events = new ArrayList<>();
                for (int span = first; span < first + 100; span++) {
                    events.add(new AuditEvent(
                            new AuditSpan(id, 0, span, 0),
                            T0.plusMillis(span),
                            Kind.CALL_SENT,
                            SHOP.component("P"),
                            "call",
                            null));
                }
                store.audit(events).join();
            }
            FlowSummary flow = store.flow(id).orElseThrow();
            AuditPages pages = new AuditPages(store);

            Set<Long> spans = new HashSet<>();
            long from = 0;
            int count = 0;
            do {
                InstanceHistory page = pages.page(flow, from, AuditPages.MOST);
                assertTrue(
                        page.events().size() < AuditPages.MOST + 1_000,
                        "" + page.events().size());
                page.events().forEach(event -> assertTrue(spans.add(event.span())));
                from = page.next();
                count++;
            } while (from > 0);

            assertEquals(EVENTS, spans.size());
            assertEquals(3, count);
        }
    }
}

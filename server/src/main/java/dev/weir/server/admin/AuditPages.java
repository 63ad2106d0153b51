package dev.weir.server.admin;

import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowSummary;
import dev.weir.store.HistoryPage;
import dev.weir.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The audit of an instance as the API shows it, by pages: large ones without payloads, or small ones with them. */
final class AuditPages {
    static final int MOST_WITH_PAYLOADS = 100;
    /** An instance may have millions of events, and an answer is made in memory. */
    static final int MOST = 10_000;

    /** Bytes in one answer of a payload that is stored apart. */
    private static final int PART = 64 << 10;

    private static final int LONGEST_CHARACTER = 4;

    private static final int MOST_SENSORS = 1_000;

    private final Store store;

    AuditPages(Store store) {
        this.store = store;
    }

    /** The events of a page in the order of their time. */
    InstanceHistory page(FlowSummary flow, long from, int least) {
        HistoryPage page = store.history(flow.flow(), from, least);
        List<AuditEvent> events = page.events().stream()
                .sorted(Comparator.comparing(AuditEvent::at))
                .map(AuditPages::withoutPayload)
                .toList();
        return history(flow, events, page);
    }

    InstanceHistory withPayloads(FlowSummary flow, long from, int least) {
        HistoryPage page = store.history(flow.flow(), from, least);
        return history(flow, page.events(), page);
    }

    private InstanceHistory history(FlowSummary flow, List<AuditEvent> events, HistoryPage page) {
        return new InstanceHistory(
                InstanceView.of(flow), store.sensors(flow.flow(), null, MOST_SENSORS), events, page.next());
    }

    private static AuditEvent withoutPayload(AuditEvent event) {
        AuditPayload payload = event.payload();
        return payload == null || payload.bytes() == null
                ? event
                : new AuditEvent(
                        event.where(),
                        event.at(),
                        event.kind(),
                        event.component(),
                        event.name(),
                        event.detail(),
                        new AuditPayload(payload.id(), payload.size(), null));
    }

    /**
     * @param flow of the event
     * @return empty where there is nothing at this offset
     */
    Optional<PayloadPart> payload(long flow, long id, long offset) {
        byte[] bytes = store.payload(flow, id, offset, PART);
        if (bytes.length == 0) {
            return Optional.empty();
        }
        int end = bytes.length < PART ? bytes.length : wholeCharacters(bytes);
        boolean more = end < bytes.length || store.payload(flow, id, offset + end, 1).length > 0;
        return Optional.of(new PayloadPart(new String(bytes, 0, end, StandardCharsets.UTF_8), more ? offset + end : 0));
    }

    /** Where the last character of UTF-8 begins that may not be there as a whole. */
    private static int wholeCharacters(byte[] bytes) {
        int end = bytes.length;
        while (end > bytes.length - LONGEST_CHARACTER && (bytes[end - 1] & 0xC0) == 0x80) {
            end--;
        }
        return (bytes[end - 1] & 0xC0) == 0xC0 ? end - 1 : bytes.length;
    }
}

package dev.weir.server.admin;

import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowSummary;
import dev.weir.store.HistoryPage;
import dev.weir.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The audit of an instance as the API shows it: whole without payloads, or by pages with them. */
final class AuditPages {
    static final String PAYLOADS = "/payloads";
    static final int MOST_WITH_PAYLOADS = 100;

    /** Bytes in one answer of a payload that is stored apart. */
    private static final int PART = 64 << 10;

    private static final int LONGEST_CHARACTER = 4;

    private final Store store;

    AuditPages(Store store) {
        this.store = store;
    }

    InstanceHistory all(FlowSummary flow) {
        return new InstanceHistory(AdminApi.view(flow), withoutPayloads(store.history(flow.flow())), 0);
    }

    InstanceHistory page(FlowSummary flow, long from, int least) {
        HistoryPage page = store.history(flow.flow(), from, least);
        return new InstanceHistory(AdminApi.view(flow), withoutPayloads(page.events()), page.next());
    }

    InstanceHistory withPayloads(FlowSummary flow, long from, int least) {
        HistoryPage page = store.history(flow.flow(), from, least);
        return new InstanceHistory(AdminApi.view(flow), page.events(), page.next());
    }

    private static List<AuditEvent> withoutPayloads(List<AuditEvent> events) {
        return events.stream().map(AuditPages::withoutPayload).toList();
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

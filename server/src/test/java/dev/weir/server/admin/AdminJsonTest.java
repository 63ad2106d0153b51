package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdminJsonTest {
    private static final AuditEvent EVENT = new AuditEvent(
            new AuditSpan(1, 2, 3, 4, 5),
            Instant.parse("2026-11-23T10:00:00.123456Z"),
            AuditEvent.Kind.CALL_SENT,
            ComponentId.parse("default/Orders!1.0/OrderProcess"),
            "check",
            null);

    @Test
    void anEventHasAllItsFieldsOnOneLevel() throws Exception {
        Map<String, Object> json = AdminJson.MAPPER.readValue(
                AdminJson.MAPPER.writeValueAsBytes(EVENT), new TypeReference<Map<String, Object>>() {});
        assertEquals(
                List.of("flow", "instance", "span", "parent", "activity", "at", "kind", "component", "name", "detail"),
                List.copyOf(json.keySet()));
        assertEquals(4, json.get("parent"));
        assertEquals(5, json.get("activity"));
        assertEquals("2026-11-23T10:00:00.123456Z", json.get("at"));
        assertEquals("CALL_SENT", json.get("kind"));
        assertEquals("default/Orders!1.0/OrderProcess", json.get("component"));
    }

    @Test
    void eventsAreReadAsTheyWereWritten() throws Exception {
        byte[] json = AdminJson.MAPPER.writeValueAsBytes(List.of(EVENT));
        assertEquals(List.of(EVENT), AdminJson.MAPPER.readValue(json, new TypeReference<List<AuditEvent>>() {}));
    }
}

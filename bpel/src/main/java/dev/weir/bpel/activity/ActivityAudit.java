package dev.weir.bpel.activity;

import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.store.AuditEvent.Kind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What activities record in the audit beside what {@link ActivityLifecycle} and {@link Waiting} record for them. */
public interface ActivityAudit {
    /** @param detail beside the kind of the activity; null for nothing */
    void audit(Kind kind, ActivityInstance self, @Nullable String detail);

    /**
     * What the activity's next event brings along, at the level that keeps payloads; at others it is not asked for.
     *
     * @param bytes a message's stored form; whoever gives them does not change them afterwards
     */
    void auditPayload(ActivityInstance self, Supplier<byte[]> bytes);

    /** A scope handles a fault. */
    void auditCaught(ActivityInstance scope, Fault fault);
}

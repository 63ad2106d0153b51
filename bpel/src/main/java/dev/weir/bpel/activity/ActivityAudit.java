package dev.weir.bpel.activity;

import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.store.AuditEvent.Kind;
import org.jspecify.annotations.Nullable;

/** What activities record in the audit beside what {@link ActivityLifecycle} and {@link Waiting} record for them. */
public interface ActivityAudit {
    /** @param detail beside the kind of the activity; null for nothing */
    void audit(Kind kind, ActivityInstance self, @Nullable String detail);

    /** A scope handles a fault. */
    void auditCaught(ActivityInstance scope, Fault fault);
}

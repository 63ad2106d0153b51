package dev.weir.bpel.step;

import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.event.InstanceEvent.WaitChanged;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Phase;
import dev.weir.store.CallKey;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import java.util.List;

/** What activities wait for: kept in the instance, in the store as subscriptions and timers, and in the audit. */
final class Waits {
    private final StepInstance instance;
    private final Effects effects;
    private final StepAudit audit;

    Waits(StepInstance instance, Effects effects, StepAudit audit) {
        this.instance = instance;
        this.effects = effects;
        this.audit = audit;
    }

    void await(ActivityInstance self, Awaited awaited, List<Timer> timers, String detail) {
        if (self.phase() != Phase.WAITING) {
            instance.apply(new PhaseEntered(self.id(), Phase.WAITING));
        }
        withdraw(self);
        instance.apply(new WaitChanged(self.id(), awaited));
        effects.await(awaited, timers);
        audit.waits(self, detail);
    }

    void resubscribe(ActivityInstance self, List<Subscription> messages) {
        Awaited awaited = self.awaited();
        effects.exchange(awaited.messages(), messages);
        instance.apply(new WaitChanged(self.id(), new Awaited(messages, awaited.timers(), awaited.call())));
    }

    void withdraw(ActivityInstance self) {
        Awaited awaited = self.awaited();
        if (awaited == ActivityInstance.NOTHING) {
            return;
        }
        effects.withdraw(awaited);
        audit.waitsNoLonger(self);
        instance.apply(new WaitChanged(self.id(), ActivityInstance.NOTHING));
    }

    /** The reply to the activity's call, if it awaits one, is no longer wanted: its partner need not be called again. */
    void abandonCall(ActivityInstance self) {
        CallKey call = self.awaited().call();
        if (call != null) {
            effects.dropCall(call);
        }
    }
}

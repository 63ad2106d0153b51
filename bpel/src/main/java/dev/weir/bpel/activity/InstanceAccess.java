package dev.weir.bpel.activity;

import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.store.ComponentId;
import java.time.Instant;

/** The instance during a step: it is read directly, and changed by events only. */
public interface InstanceAccess {
    /** To be read; whatever changes it goes through {@link #apply}. */
    Instance instance();

    /** Records a change of the instance, and makes it. */
    void apply(InstanceEvent event);

    /** The variables, partner links and correlation sets in the scopes around an activity. */
    ActivityData data(ActivityInstance self);

    /** The component that the instance belongs to. */
    ComponentId component();

    /** The time by which the step decides; it is the same throughout the step. */
    Instant now();
}

package dev.weir.composite.dispatch;

import dev.weir.store.ClaimedInstance;
import dev.weir.store.Transition;
import org.jspecify.annotations.Nullable;

/** What advances the instances of mediators. Thread-safe. */
@FunctionalInterface
public interface MediatorSteps {
    /**
     * The step of a claimed instance; null for one whose component is no mediator.
     *
     * @throws dev.weir.composite.delivery.DeliveryException if the version with which it began cannot be had
     */
    @Nullable Transition advance(ClaimedInstance work);
}

package dev.weir.composite.delivery;

import dev.weir.store.InstanceStart;
import dev.weir.store.Transition;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a step of an instance comes to, before it is stored.
 *
 * @param callees the instances that begin in the same transaction
 * @param alone computes the step again without them, for when one of them has begun already
 */
public record ComponentStep(Transition transition, List<InstanceStart> callees, Supplier<Transition> alone) {
    /** A step that begins no other instance. */
    public static ComponentStep of(Transition transition) {
        return new ComponentStep(transition, List.of(), () -> transition);
    }
}

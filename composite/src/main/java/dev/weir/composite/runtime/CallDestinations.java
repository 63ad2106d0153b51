package dev.weir.composite.runtime;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.delivery.CallSource;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import org.jspecify.annotations.Nullable;

/** Asks the components of the deployed composites about the calls that they have left in the store. Thread-safe. */
final class CallDestinations implements CallSource {
    private final CompositeVersions versions;

    CallDestinations(CompositeVersions versions) {
        this.versions = versions;
    }

    @Override
    public Destination destination(Call call) {
        CallTarget target = CallTarget.of(call);
        if (target instanceof CallTarget.Event event) {
            // As it is deployed now, whatever it was when the event was published.
            CompositeVersion now = versions.now(call.component().composite());
            if (now == null) {
                throw notDeployed(call.component());
            }
            return now.wiring().subscriber(call.component().name(), event.name());
        }
        return deployed(call.component(), caller(call)).destination(call, target);
    }

    /** Where the callbacks to a component of this server come in: an instance of any version may wait for them. */
    Destination callbacks(CallTarget.ComponentCallback callback) {
        return deployed(callback.component(), versions.latest(callback.component()))
                .callbacks(callback.partnerLink());
    }

    @Override
    public Conversation conversation(Call call) {
        CallTarget target = CallTarget.of(call);
        DeployedComponent caller = caller(call);
        return caller == null ? CallSource.super.conversation(call) : caller.conversation(call, target);
    }

    @Override
    public @Nullable GuardedCall guard(Call call) {
        if (versions.now(call.component().composite()) == null) {
            return null;
        }
        DeployedComponent caller = caller(call);
        return caller == null ? GuardedCall.none(call) : caller.guard(call);
    }

    @Override
    public Read readInReplies(Call call) {
        DeployedComponent caller = caller(call);
        return caller == null ? Read.NOTHING : caller.readInReplies(call);
    }

    private @Nullable DeployedComponent caller(Call call) {
        return versions.of(call.component(), call.definition());
    }

    private static DeployedComponent deployed(ComponentId id, @Nullable DeployedComponent component) {
        if (component == null) {
            throw notDeployed(id);
        }
        return component;
    }

    private static DeliveryException notDeployed(ComponentId id) {
        return new DeliveryException("the component " + id + " is not deployed", true);
    }
}

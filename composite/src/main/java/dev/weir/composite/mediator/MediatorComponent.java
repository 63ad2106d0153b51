package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.ComponentStep;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A mediator in a deployed version of its composite. Thread-safe. */
final class MediatorComponent implements DeployedComponent {
    private static final Logger LOG = System.getLogger(MediatorComponent.class.getName());

    private final MediatorSteps steps;
    private final ComponentId id;
    private final MediatorPlan plan;
    private final Wiring wiring;
    private final Store store;
    private final ComponentStatistics statistics;
    private final MediatorDestination destination;

    MediatorComponent(
            MediatorSteps steps,
            ComponentId id,
            MediatorPlan plan,
            Wiring wiring,
            Store store,
            ComponentStatistics statistics) {
        this.steps = steps;
        this.id = id;
        this.plan = plan;
        this.wiring = wiring;
        this.store = store;
        this.statistics = statistics;
        this.destination = new MediatorDestination(
                id,
                plan,
                reference -> wiring.ofReference(id.name(), reference),
                event -> wiring.publisher(id.name(), event),
                store,
                wiring.version(),
                statistics);
    }

    @Override
    public Destination receiver(String service) {
        return destination;
    }

    @Override
    public Destination callbacks(String reference) {
        return new MediatorCallback(store, id, reference, statistics);
    }

    @Override
    public Destination subscriber(XmlName event) {
        return destination;
    }

    @Override
    public Destination destination(Call call, CallTarget target) {
        if (!(target instanceof CallTarget.Own own)) {
            if (target instanceof CallTarget.Callback callback) {
                return wiring.caller(id.name(), callback, call.operation());
            }
            throw DeliveryException.hopeless("a callback of a mediator needs the address of its caller");
        }
        MediatorCall work = MediatorCall.of(own);
        if (work.kind() == MediatorCall.Kind.FORWARD) {
            return new ForwardDestination(wiring.ofReference(id.name(), call.partnerLink()), work.twoWay());
        }
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return destination.resume(work, delivery);
            }

            @Override
            public String describe() {
                return work.kind() == MediatorCall.Kind.MESSAGE ? destination.describe() : call.partnerLink();
            }
        };
    }

    /** What a mediator passes on is answered to who sent it. */
    @Override
    public Conversation conversation(Call call, CallTarget target) {
        MediatorCall work = target instanceof CallTarget.Own own ? MediatorCall.of(own) : null;
        return work != null && (work.kind() == MediatorCall.Kind.MESSAGE || work.kind() == MediatorCall.Kind.RULE)
                ? work.conversation()
                : DeployedComponent.super.conversation(call, target);
    }

    @Override
    public ComponentStep advance(ClaimedInstance work) {
        return ComponentStep.of(steps.advance(plan, work));
    }

    @Override
    public ComponentStatistics statistics() {
        return statistics;
    }

    @Override
    public Map<String, Set<String>> passesOn(String operation) {
        return plan.calls(operation);
    }

    @Override
    public void prepare() {
        try {
            plan.prepareSchemas();
        } catch (AssemblyException | MediatorException e) {
            LOG.log(Level.ERROR, "the mediator {0} will fail for some messages: {1}", id, e.getMessage());
        }
    }

    /** A message that is sent on, and whose answer is dropped, unless it is a fault. */
    private record ForwardDestination(Destination target, boolean twoWay) implements Destination {
        @Override
        public CompletionStage<Answer> deliver(Delivery delivery) {
            return target.deliver(new Delivery(
                            delivery.context(),
                            delivery.path(),
                            delivery.span(),
                            delivery.operation(),
                            !twoWay,
                            delivery.message()))
                    .thenApply(answer -> answer instanceof Answer.Faulted ? answer : Answer.TAKEN);
        }

        @Override
        public String describe() {
            return target.describe();
        }
    }
}

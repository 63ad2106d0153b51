package dev.weir.bpel.step;

import dev.weir.bpel.activity.InstanceAccess;
import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.event.InstanceEvent.CorrelationInitiated;
import dev.weir.bpel.event.InstanceEvent.PartnerLinkChanged;
import dev.weir.bpel.event.InstanceEvent.VariableSet;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The instance of a step. Every change is an event, which a witness sees before it is applied. */
final class StepInstance implements InstanceAccess {
    private final ClaimedInstance claimed;
    private final Instance instance;
    private final Instant now;
    private final StepAudit audit;
    private final LongSupplier ids;
    private final Consumer<InstanceEvent> witness;

    /**
     * @param ids new ids of spans and messages
     * @param witness sees every event, in order
     */
    StepInstance(
            ClaimedInstance claimed,
            Instance instance,
            Instant now,
            StepAudit audit,
            LongSupplier ids,
            Consumer<InstanceEvent> witness) {
        this.claimed = claimed;
        this.instance = instance;
        this.now = now;
        this.audit = audit;
        this.ids = ids;
        this.witness = witness;
    }

    /** The instance as the store has claimed it. */
    ClaimedInstance claimed() {
        return claimed;
    }

    long newId() {
        return ids.getAsLong();
    }

    @Override
    public Instance instance() {
        return instance;
    }

    @Override
    public void apply(InstanceEvent event) {
        witness.accept(event);
        event.apply(instance);
    }

    @Override
    public ComponentId component() {
        return claimed.component();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public ActivityData data(ActivityInstance self) {
        return new Data(self);
    }

    private final class Data implements ActivityData {
        private final ActivityInstance self;

        Data(ActivityInstance self) {
            this.self = self;
        }

        @Override
        public ProcessGraph graph() {
            return instance.graph();
        }

        @Override
        public @Nullable VariableValue find(Variable variable) {
            return instance.value(instance.scopeOf(self, variable.scope()), variable.id());
        }

        @Override
        public void set(Variable variable, VariableValue value) {
            apply(new VariableSet(instance.scopeOf(self, variable.scope()), variable.id(), value));
        }

        @Override
        public PartnerLinkValue partnerLink(PartnerLink link) {
            return instance.partnerLink(instance.scopeOf(self, link.scope()), link.id());
        }

        @Override
        public void set(PartnerLink link, PartnerLinkValue value) {
            apply(new PartnerLinkChanged(instance.scopeOf(self, link.scope()), link.id(), value));
        }

        @Override
        public @Nullable List<String> correlation(CorrelationSet set) {
            return instance.correlation(instance.scopeOf(self, set.scope()), set.id());
        }

        @Override
        public void initiate(CorrelationSet set, List<String> values) {
            apply(new CorrelationInitiated(instance.scopeOf(self, set.scope()), set.id(), values));
        }

        @Override
        public @Nullable Fault fault() {
            ActivityInstance scope = instance.find(self.scope());
            while (scope != null && scope.phase() != Phase.HANDLING) {
                scope = instance.find(scope.scope());
            }
            return scope == null ? null : instance.fault(scope.id());
        }

        @Override
        public long instance() {
            return claimed.instance();
        }

        @Override
        public long flow() {
            return claimed.flow();
        }

        @Override
        public void title(String title) {
            audit.title(title);
        }
    }
}

package dev.weir.bpel.event;

import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.CallKey;
import java.util.List;

/** One thing that happened to an instance. Applying it, in order, is the only way in which state changes. */
public sealed interface InstanceEvent {
    void apply(Instance instance);

    record InstanceCreated(long span, long origin) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.created(span, origin);
        }
    }

    record ActivityActivated(int id, int node, int parent, int scope, long span) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.activate(id, node, parent, scope, span);
        }
    }

    record PhaseEntered(int activity, Phase phase) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.enter(activity, phase);
        }
    }

    /** An activity keeps numbers for its next turn. */
    record ProgressNoted(int activity, long... registers) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.note(activity, registers);
        }
    }

    /** An activity waits for something else than before, or for nothing any more. */
    record WaitChanged(int activity, Awaited awaited) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.await(activity, awaited);
        }
    }

    record ActivityEnded(int activity) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.end(activity);
        }
    }

    /** A scope ends, and what it holds is kept for its compensation. */
    record ScopeCompleted(int scope) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.keep(scope);
        }
    }

    /** The compensation handler of a completed scope is started. */
    record CompensationStarted(int scope) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.compensating(scope);
        }
    }

    /** A completed scope has been compensated: nothing of it remains. */
    record ScopeCompensated(int scope) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.forget(scope);
        }
    }

    record VariableSet(int scope, int variable, VariableValue value) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.set(scope, variable, value);
        }
    }

    record CorrelationInitiated(int scope, int set, List<String> values) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.correlate(scope, set, values);
        }
    }

    record PartnerLinkChanged(int scope, int link, PartnerLinkValue value) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.link(scope, link, value);
        }
    }

    record ScopeFaulted(int scope, Fault fault) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.fault(scope, fault);
        }
    }

    record RequestOpened(OpenRequest request) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.open(request);
        }
    }

    record RequestClosed(OpenRequest request) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.close(request);
        }
    }

    /** A master has made the instance its detail, by a call. */
    record MasterKnown(String call) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.detailOf(call);
        }
    }

    record DetailMade(CallKey call, String label) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.addDetail(call, label);
        }
    }

    /** A signal to details was sent before there were any. */
    record EarlySignalKept(String label) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.keepSignal(label);
        }
    }

    /** An operator has suspended or resumed the instance. */
    record SuspensionChanged(boolean suspended) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.suspend(suspended);
        }
    }

    /** The number of a call was used. */
    record CallMade(int number) implements InstanceEvent {
        @Override
        public void apply(Instance instance) {
            instance.called(number);
        }
    }
}

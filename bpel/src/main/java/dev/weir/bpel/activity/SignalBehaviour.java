package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.EarlySignalKept;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Detail;
import java.util.List;

/** Sends a signal. One to details that finds none is kept for all that come. */
final class SignalBehaviour implements Behaviour<Node.Signal> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Signal node) {
        String label = node.label();
        if (node.toDetails()) {
            List<Detail> details = Signals.details(step.instance(), label);
            details.forEach(detail ->
                    step.signal(self, label, Signals.fromMaster(detail.call().toString(), label)));
            if (details.isEmpty()) {
                step.apply(new EarlySignalKept(label));
            }
            step.complete(self, label + " to " + details.size() + " details");
        } else {
            step.signal(self, label, Signals.toMaster(Signals.master(step.instance()), label));
            step.complete(self, label + " to the master");
        }
    }
}

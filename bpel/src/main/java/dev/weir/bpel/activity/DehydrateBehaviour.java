package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.TimerName;
import dev.weir.store.Timer;
import java.util.List;

/** Ends the step, so that what came before is committed: an alarm that is due immediately begins the next step. */
final class DehydrateBehaviour implements Behaviour<Node.Dehydrate> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Dehydrate node) {
        Timer timer = new Timer(new TimerName(self.id(), 0).toString(), step.now());
        step.await(self, new Awaited(List.of(), List.of(timer.name()), null), List.of(timer), "for the commit");
    }

    @Override
    public void timerFired(StepContext step, ActivityInstance self, Node.Dehydrate node, int branch) {
        step.complete(self, null);
    }
}

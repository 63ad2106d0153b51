package dev.weir.bpel.activity;

import dev.weir.bpel.data.Deadlines;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.TimerName;
import dev.weir.store.Timer;
import java.time.Instant;
import java.util.List;

/** Waits for a time. */
final class WaitBehaviour implements Behaviour<Node.Wait> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Wait node) {
        Instant due = Deadlines.due(node.deadline(), step.data(self), step.now());
        if (due.isAfter(step.now())) {
            Timer timer = new Timer(new TimerName(self.id(), 0).toString(), due);
            step.await(self, new Awaited(List.of(), List.of(timer.name()), null), List.of(timer), "until " + due);
        } else {
            step.complete(self, "until " + due);
        }
    }

    @Override
    public void timerFired(StepContext step, ActivityInstance self, Node.Wait node, int branch) {
        step.complete(self, null);
    }
}

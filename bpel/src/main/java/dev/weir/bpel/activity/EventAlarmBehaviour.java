package dev.weir.bpel.activity;

import dev.weir.bpel.data.Deadlines;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.Deadline;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.TimerName;
import dev.weir.store.Timer;
import java.util.List;
import java.util.Objects;

/** Runs its scope at a time, or again and again, as long as the scope around it is active (section 12.7). */
final class EventAlarmBehaviour implements Behaviour<Node.EventAlarm> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.EventAlarm node) {
        step.setRegisters(self, EventHandlers.ENABLED);
        Deadline first = node.first() != null ? node.first() : Objects.requireNonNull(node.repeat());
        await(step, self, first);
    }

    private static void await(StepContext step, ActivityInstance self, Deadline deadline) {
        Timer timer =
                new Timer(new TimerName(self.id(), 0).toString(), Deadlines.due(deadline, step.data(self), step.now()));
        step.await(self, new Awaited(List.of(), List.of(timer.name()), null), List.of(timer), "until " + timer.due());
    }

    @Override
    public void timerFired(StepContext step, ActivityInstance self, Node.EventAlarm node, int branch) {
        step.startChild(self, node.body());
        Deadline repeat = node.repeat();
        if (repeat == null) {
            step.setRegisters(self, EventHandlers.DISABLED);
        } else {
            await(step, self, repeat);
        }
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.EventAlarm node, boolean successful) {
        EventHandlers.completeIfOver(step, self);
    }
}

package dev.weir.bpel.activity;

import dev.weir.bpel.data.Deadlines;
import dev.weir.bpel.data.ValueSource;
import dev.weir.bpel.graph.Node.Deadline;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.TimerName;
import dev.weir.store.Timer;
import java.util.ArrayList;
import java.util.List;

/** What pick and receive wait for: the first of their messages and their times. */
final class Alarms {
    private Alarms() {}

    /** The activity waits for its messages and for deadlines; the branch of a timer is the place of its deadline. */
    static void await(StepContext step, ActivityInstance self, List<Deadline> deadlines, String detail) {
        List<Timer> timers = new ArrayList<>(deadlines.size());
        ValueSource values = step.data(self);
        for (Deadline deadline : deadlines) {
            timers.add(new Timer(
                    new TimerName(self.id(), timers.size()).toString(), Deadlines.due(deadline, values, step.now())));
        }
        step.await(
                self,
                new Awaited(
                        ReceiveSubscriptions.subscriptions(step, self),
                        timers.stream().map(Timer::name).toList(),
                        null),
                timers,
                detail);
    }
}

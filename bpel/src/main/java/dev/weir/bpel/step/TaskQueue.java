package dev.weir.bpel.step;

import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a step, in place of recursion: a process may be nested as deep as it likes.
 *
 * <p>What follows from a task comes before all that was queued earlier, in the order in which it was added. So one branch
 * of a flow goes as far as it can, and then the next.
 */
final class TaskQueue {
    private final Deque<Task> queue = new ArrayDeque<>();

    /** What follows from the task that is being performed. */
    private final List<Task> following = new ArrayList<>();

    /** Adds a task behind all others: for a step that begins. */
    void append(Task task) {
        queue.add(task);
    }

    /** Adds a task that follows from the one that is being performed. */
    void follow(Task task) {
        following.add(task);
    }

    /** Has an activity that has not started look again whether it may. */
    void startIfReady(ActivityInstance activity) {
        if (activity.phase() == Phase.READY) {
            follow(new Task.Start(activity.id()));
        }
    }

    /** Removes the next task; null where there is none. */
    @Nullable Task next() {
        for (int i = following.size() - 1; i >= 0; i--) {
            queue.addFirst(following.get(i));
        }
        following.clear();
        return queue.poll();
    }
}

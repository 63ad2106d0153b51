package dev.weir.bpel.step;

import dev.weir.bpel.instance.Fault;

/** What is to be done next in an instance; activities are named by their ids, as they may be gone by then. */
sealed interface Task {
    /** An activity that is READY starts, if the links that enter it allow it. */
    record Start(int activity) implements Task {}

    /** A child has ended; its parent is notified. */
    record ChildCompleted(int parent, boolean successful) implements Task {}

    /** An activity ends by a fault. */
    record Raise(int activity, Fault fault) implements Task {}
}

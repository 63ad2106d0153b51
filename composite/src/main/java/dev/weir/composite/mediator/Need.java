package dev.weir.composite.mediator;

import dev.weir.xml.Problem;
import java.util.EnumSet;
import java.util.Set;

/**
 * Something that a plan asks of whoever runs it, beyond a decision that is made and followed at once: state, a queue,
 * other composites.
 *
 * @param problem for a server that cannot
 */
record Need(Feature feature, Problem problem) {
    /** What may be needed. */
    enum Feature {
        QUEUED_RULE("parallel rules (executionType=\"queued\") are", "write executionType=\"sequential\""),
        RESEQUENCER("resequencing is", "remove the resequencer, and write executionType=\"sequential\""),
        CALLBACK("callbacks through a mediator are", "let a BPEL process call the asynchronous operation"),
        CALLBACK_TIMEOUT("time limits of callbacks are", "let a BPEL process call the asynchronous operation"),
        RAISED_EVENT("events that a mediator raises are", "invoke the receiver"),
        EVENT_HANDLER("events that a mediator handles are", "offer an operation instead");

        private final String what;
        private final String remedy;

        Feature(String what, String remedy) {
            this.what = what;
            this.remedy = remedy;
        }

        String what() {
            return what;
        }

        String remedy() {
            return remedy;
        }
    }

    /** What this server does. A plan that needs anything else is refused. */
    static final Set<Feature> EXECUTED = EnumSet.allOf(Feature.class);
}

package dev.weir.bpel.activity;

import dev.weir.bpel.event.InstanceEvent.CorrelationInitiated;
import dev.weir.bpel.graph.Correlation;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.MissingProperty;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.wsdl.MessageValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a message that comes in or goes out means for correlation sets (WS-BPEL 2.0, section 9.2). */
final class Correlations {
    /** Characters of one set's values that the audit quotes. */
    private static final int MOST_TOLD = 200;

    private Correlations() {}

    /** The values of a set as an activity sees it, or null before it is initiated. */
    static @Nullable List<String> values(InstanceStep step, ActivityInstance self, CorrelationSet set) {
        return step.instance().correlation(step.instance().scopeOf(self, set.scope()), set.id());
    }

    /** Initiates sets from a message, or checks it against them; faults by correlationViolation. */
    static void use(InstanceStep step, ActivityInstance self, List<Correlation> uses, MessageValue message) {
        for (Correlation use : uses) {
            CorrelationSet set = use.set();
            List<String> known = values(step, self, set);
            List<String> found;
            try {
                found = use.values(message);
            } catch (MissingProperty e) {
                throw violation(set, String.valueOf(e.getMessage()));
            }
            if (known == null && use.initiate() == Initiate.NO) {
                throw violation(set, "it is used before it is initiated");
            }
            if (known != null && use.initiate() == Initiate.YES) {
                throw violation(set, "it is initiated already");
            }
            if (known != null && !known.equals(found)) {
                throw violation(set, "the message holds " + found + ", the set " + known);
            }
            if (known == null) {
                step.apply(new CorrelationInitiated(step.instance().scopeOf(self, set.scope()), set.id(), found));
                ReceiveActivities.renewWaits(step, set);
            }
        }
    }

    /** The initiated sets among those that an activity uses, for the audit: {@code OrderNumber=[4711]}; bounded. */
    static String describe(InstanceStep step, ActivityInstance self, List<Correlation> uses) {
        StringBuilder told = new StringBuilder();
        for (Correlation use : uses) {
            List<String> values = values(step, self, use.set());
            if (values != null) {
                String text = " " + use.set().name() + "=" + values;
                told.append(text, 0, Math.min(text.length(), MOST_TOLD));
            }
        }
        return told.toString();
    }

    static FaultException violation(CorrelationSet set, String reason) {
        return FaultException.standard("correlationViolation", "correlation set " + set.name() + ": " + reason);
    }
}

package dev.weir.bpel.activity;

import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.graph.Correlation;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.MissingProperty;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.wsdl.MessageValue;
import java.util.List;

/** What a message that comes in or goes out means for correlation sets (WS-BPEL 2.0, section 9.2). */
final class Correlations {
    /** Characters of one set's values that the audit quotes. */
    private static final int MAX_CHARACTERS = 200;

    private Correlations() {}

    /** Initiates sets from a message, or checks it against them; faults by correlationViolation, or selectionFailure. */
    static void use(StepContext step, ActivityInstance self, List<Correlation> uses, MessageValue message) {
        ActivityData data = step.data(self);
        for (Correlation use : uses) {
            CorrelationSet set = use.set();
            List<String> known = data.correlation(set);
            List<String> sent;
            try {
                sent = use.values(message);
            } catch (MissingProperty e) {
                throw FaultException.standard(e.fault(), "correlation set " + set.name() + ": " + e.getMessage());
            }
            if (known == null && use.initiate() == Initiate.NO) {
                throw violation(set, "it is used before it is initiated");
            }
            if (known != null && use.initiate() == Initiate.YES) {
                throw violation(set, "it is initiated already");
            }
            if (known != null && !known.equals(sent)) {
                throw violation(set, "the message holds " + sent + ", the set " + known);
            }
            if (known == null) {
                data.initiate(set, sent);
                ReceiveSubscriptions.renew(step, set);
            }
        }
    }

    /** The initiated sets among those that an activity uses, for the audit: {@code OrderNumber=[4711]}; bounded. */
    static String describe(ActivityData data, List<Correlation> uses) {
        StringBuilder text = new StringBuilder();
        for (Correlation use : uses) {
            List<String> values = data.correlation(use.set());
            if (values != null) {
                String set = " " + use.set().name() + "=" + values;
                text.append(set, 0, Math.min(set.length(), MAX_CHARACTERS));
            }
        }
        return text.toString();
    }

    private static FaultException violation(CorrelationSet set, String reason) {
        return FaultException.standard("correlationViolation", "correlation set " + set.name() + ": " + reason);
    }
}

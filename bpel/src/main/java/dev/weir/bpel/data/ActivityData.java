package dev.weir.bpel.data;

import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The variables, partner links and correlation sets in the scopes around one activity, to be read and changed. A change is
 * seen at once by every activity of the instance that shares the scope.
 */
public interface ActivityData extends ValueSource {
    void set(Variable variable, VariableValue value);

    PartnerLinkValue partnerLink(PartnerLink link);

    void set(PartnerLink link, PartnerLinkValue value);

    /** The values of a correlation set; null before it is initiated. */
    @Nullable List<String> correlation(CorrelationSet set);

    /** Gives a correlation set its values, which it keeps from then on. */
    void initiate(CorrelationSet set, List<String> values);
}

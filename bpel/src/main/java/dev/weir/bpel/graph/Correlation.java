package dev.weir.bpel.graph;

import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.wsdl.MessageValue;
import java.util.ArrayList;
import java.util.List;

/** The use of a correlation set on one message: the aliases are in the order of the set's properties. */
public record Correlation(CorrelationSet set, Initiate initiate, List<PropertyAlias> aliases) {
    /** The values of the set's properties in a message; {@link MissingProperty} where one cannot be read. */
    public List<String> values(MessageValue message) {
        List<String> values = new ArrayList<>(aliases.size());
        for (PropertyAlias alias : aliases) {
            values.add(alias.read(message));
        }
        return List.copyOf(values);
    }
}

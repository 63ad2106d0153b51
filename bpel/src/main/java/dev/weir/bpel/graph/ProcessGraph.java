package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.xml.XmlName;
import dev.weir.xpath.schema.SchemaTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled process. Immutable and thread-safe.
 *
 * @param nodes by id
 * @param root the process as a scope: node 0
 * @param inbound what every receive and onMessage waits for
 * @param early those of them that are waited for before an instance has got there
 * @param variables by id
 * @param correlationSets by id
 * @param links by id
 * @param schemas null where nothing is validated
 * @param trees first values of variables, in dialects that have them
 * @param shape the same for processes whose instances may be exchanged
 */
public record ProcessGraph(
        XmlName name,
        List<Node> nodes,
        Node.Scope root,
        List<Entry> inbound,
        List<EarlyReceive> early,
        List<Variable> variables,
        List<PartnerLink> partnerLinks,
        List<CorrelationSet> correlationSets,
        List<Link> links,
        SchemaTypes types,
        @Nullable VariableSchemas schemas,
        VariableTrees trees,
        long shape) {
    /** @param createInstance true if it may start an instance */
    public record Entry(Inbound inbound, boolean createInstance) {}

    /** The first id behind those of an activity and all that is in it. */
    public int end(int node) {
        int end = node + 1;
        while (end < nodes.size() && nodes.get(end).head().parent() >= node) {
            end++;
        }
        return end;
    }

    /** True if an invoke makes details of this label. */
    public boolean labelsDetails(String label) {
        return nodes.stream()
                .anyMatch(node -> node instanceof Node.Invoke invoke && label.equals(invoke.detailLabel()));
    }

    /** True if instances speak to a master. */
    public boolean knowsMaster() {
        return nodes.stream()
                .anyMatch(node -> node instanceof Node.Signal signal && !signal.toDetails()
                        || node instanceof Node.ReceiveSignal receive && !receive.fromDetails());
    }

    public Node node(int id) {
        return nodes.get(id);
    }
}

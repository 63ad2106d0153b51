package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Inbound;
import dev.weir.xml.XmlName;
import java.util.List;

/**
 * A compiled process. Immutable and thread-safe.
 *
 * @param nodes by id
 * @param root the process as a scope: node 0
 * @param inbound what every receive and onMessage waits for
 * @param variables by id
 * @param correlationSets by id
 */
public record Graph(
        XmlName name,
        List<Node> nodes,
        Node.Scope root,
        List<Entry> inbound,
        List<Variable> variables,
        List<PartnerLink> partnerLinks,
        List<CorrelationSet> correlationSets,
        SchemaTypes types) {
    /** @param createInstance true if it may start an instance */
    public record Entry(Inbound inbound, boolean createInstance) {}

    public Node node(int id) {
        return nodes.get(id);
    }
}

package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Head;
import dev.weir.bpel.graph.Node.Links;
import dev.weir.bpel.language.Construct;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a graph is made of while it is being compiled: whatever has an id, which counts in the order of the document. */
final class GraphParts {
    final List<Node> nodes = new ArrayList<>();
    final List<Variable> variables = new ArrayList<>();
    final List<PartnerLink> partnerLinks = new ArrayList<>();
    final List<CorrelationSet> correlationSets = new ArrayList<>();
    final FlowLinks links = new FlowLinks();
    private int exchanges;

    /** An id for an activity whose node is made later. */
    int reserve() {
        nodes.add(new Node.Empty(new Head(nodes.size(), -1, -1, "empty", "", "", 0, Links.NONE)));
        return nodes.size() - 1;
    }

    /** The node of an id that was reserved. */
    <N extends Node> N put(N node) {
        nodes.set(node.id(), node);
        return node;
    }

    Variable variable(
            String name, Variable.Type type, Node.@Nullable From initial, int scope, ScopeNames names, int line) {
        Variable variable = new Variable(variables.size(), scope, name, type, initial, line);
        variables.add(variable);
        names.variables.putIfAbsent(name, variable);
        return variable;
    }

    MessageExchange exchange(Construct.MessageExchange declared, int scope, ScopeNames names) {
        MessageExchange exchange = new MessageExchange(exchanges++, scope, declared.name());
        names.exchanges.putIfAbsent(declared.name(), exchange);
        return exchange;
    }

    void correlationSet(Construct.CorrelationSet declared, int scope, ScopeNames names) {
        CorrelationSet set = new CorrelationSet(correlationSets.size(), scope, declared.name(), declared.properties());
        correlationSets.add(set);
        names.correlationSets.putIfAbsent(declared.name(), set);
    }

    PartnerLink partnerLink(String name, int scope, Declarations.Roles roles) {
        PartnerLink link = new PartnerLink(
                partnerLinks.size(), scope, name, roles.myPortType(), roles.partnerPortType(), roles.address());
        partnerLinks.add(link);
        return link;
    }
}

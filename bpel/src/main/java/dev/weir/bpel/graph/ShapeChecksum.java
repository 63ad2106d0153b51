package dev.weir.bpel.graph;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A number for what the rows of an instance refer to by id: activities, variables, partner links, correlation sets and
 * links. Expressions, timeouts and literals are no part of it: they may be corrected under running instances.
 */
final class ShapeChecksum {
    private final CRC32 sum = new CRC32();

    private ShapeChecksum() {}

    static long of(
            List<Node> nodes,
            List<Variable> variables,
            List<PartnerLink> partnerLinks,
            List<CorrelationSet> correlationSets,
            List<Link> links) {
        ShapeChecksum shape = new ShapeChecksum();
        for (Node node : nodes) {
            Node.Head head = node.head();
            shape.add("activity", head.kind(), head.label(), head.parent());
        }
        variables.forEach(variable -> shape.add("variable", "", variable.name(), variable.scope()));
        partnerLinks.forEach(link -> shape.add("partnerLink", "", link.name(), 0));
        correlationSets.forEach(set -> shape.add("correlationSet", "", set.name(), set.scope()));
        links.forEach(link -> shape.add("link", link.name(), link.source() + ">" + link.target(), link.flow()));
        return shape.sum.getValue();
    }

    private void add(String what, String kind, String name, int within) {
        sum.update((what + '\n' + kind + '\n' + name + '\n' + within + '\n').getBytes(StandardCharsets.UTF_8));
    }
}

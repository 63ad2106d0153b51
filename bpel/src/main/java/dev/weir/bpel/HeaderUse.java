package dev.weir.bpel;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Node.ReceivedHeaders;
import dev.weir.bpel.graph.Node.SentHeaders;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a process sends and reads of messages beside their parts: header blocks, and properties by name (Oracle's header
 * variables, toProperties and fromProperties). Delivery keeps only what the process reads. Immutable
 * and thread-safe.
 */
public final class HeaderUse {
    private final Map<Exchanged, Read> received = new HashMap<>();
    private final Map<String, Read> inReplies = new HashMap<>();
    private final List<Property> properties = new ArrayList<>();

    /** An operation on a partner link. */
    private record Exchanged(String partnerLink, String operation) {}

    /**
     * The header blocks and properties of a message that the process reads.
     *
     * @param headers the names of header blocks
     * @param properties by name
     */
    public record Read(Set<XmlName> headers, Set<String> properties) {
        public static final Read NOTHING = new Read(Set.of(), Set.of());

        /** What either reads. */
        public Read and(Read other) {
            if (other.equals(this) || other.equals(NOTHING)) {
                return this;
            }
            Set<XmlName> allHeaders = new HashSet<>(headers);
            allHeaders.addAll(other.headers);
            Set<String> allProperties = new HashSet<>(properties);
            allProperties.addAll(other.properties);
            return new Read(allHeaders, allProperties);
        }
    }

    /** With which message of an exchange a property travels, as the process sees it. */
    public enum Direction {
        /** Of a message that comes to a receive, onMessage or onEvent. */
        RECEIVED,
        /** Of a reply that the process gives. */
        REPLIED,
        /** Of a message that an invoke sends. */
        SENT,
        /** Of the reply to an invoke. */
        ANSWERED
    }

    /** A property that a process reads or sends, as declared in a line of a file. */
    public record Property(String name, String partnerLink, Direction direction, String file, int line) {}

    private HeaderUse() {}

    static HeaderUse of(ProcessGraph graph) {
        HeaderUse use = new HeaderUse();
        for (ProcessGraph.Entry entry : graph.inbound()) {
            Node.Inbound in = entry.inbound();
            String link = in.link().name();
            Exchanged exchanged = new Exchanged(link, in.operation().name());
            use.taken(use.received, exchanged, link, in.headers(), Direction.RECEIVED);
        }
        for (Node node : graph.nodes()) {
            if (node instanceof Node.Invoke invoke) {
                String link = invoke.link().name();
                use.sent(link, invoke.sentHeaders(), Direction.SENT);
                String operation = invoke.operation().name();
                use.taken(use.inReplies, operation, link, invoke.receivedHeaders(), Direction.ANSWERED);
            } else if (node instanceof Node.Reply reply) {
                use.sent(reply.link().name(), reply.headers(), Direction.REPLIED);
            }
        }
        return use;
    }

    private void sent(String link, SentHeaders sent, Direction direction) {
        sent.properties()
                .forEach(each -> properties.add(new Property(each.name(), link, direction, each.file(), each.line())));
    }

    private <K> void taken(Map<K, Read> reads, K key, String link, ReceivedHeaders taken, Direction direction) {
        if (taken == ReceivedHeaders.NOTHING) {
            return;
        }
        Read read = reads.computeIfAbsent(key, ignored -> new Read(new HashSet<>(), new HashSet<>()));
        read.headers().addAll(taken.blocks());
        for (Node.ReceivedProperty each : taken.properties()) {
            read.properties().add(each.name());
            properties.add(new Property(each.name(), link, direction, each.file(), each.line()));
        }
    }

    /** What the process reads of the messages that it receives for an operation. */
    public Read received(String partnerLink, String operation) {
        return received.isEmpty()
                ? Read.NOTHING
                : received.getOrDefault(new Exchanged(partnerLink, operation), Read.NOTHING);
    }

    /**
     * What the process reads of the replies to an operation, on any partner link: one link may be assigned to another.
     */
    public Read inReplies(String operation) {
        return inReplies.getOrDefault(operation, Read.NOTHING);
    }

    /** Every property that the process sends or reads, in the order of its activities. */
    public List<Property> properties() {
        return List.copyOf(properties);
    }
}

package dev.weir.bench.service;

import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Workload;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The requests of the suite {@code uuid}, for documents of random UUIDs, and what an answer to them must be. */
final class UuidRequests {
    private static final int[] COUNTS = {1, 10, 100};
    private static final int[] AGENTS = {1, 10, 100};
    private static final int[] MORE_AGENTS = {1, 4, 10, 20, 50, 100};
    private static final Map<String, String> CLOSE = Map.of("Connection", "close");

    /** Ten in two elements. */
    private static final String BODY =
            "<request>\n  <generate-uuid method=\"random\" count=\"9\"/>\n  <generate-uuid method=\"random\"/>\n</request>\n";

    private static final XmlName RESPONSE = XmlName.of("response");
    private static final XmlName UUID_ELEMENT = XmlName.of("uuid");

    private UuidRequests() {}

    /** Names end with the number of agents, so that reports draw a curve over it. */
    static List<ServiceRequest> uuid(boolean quick) {
        List<ServiceRequest> all = new ArrayList<>();
        for (int count : COUNTS) {
            for (int agents : count == 1 && !quick ? MORE_AGENTS : AGENTS) {
                all.add(request("random-" + count + "/keep-alive-" + agents, "keep-alive", count, agents, true, ""));
            }
            for (int agents : AGENTS) {
                all.add(request("random-" + count + "/close-" + agents, "close", count, agents, false, ""));
            }
        }
        all.add(request("post-10/keep-alive-10", "post", 10, 10, true, BODY));
        return all;
    }

    /** The query has the number also where a body asks: the raw server does not read bodies. */
    private static ServiceRequest request(
            String name, String group, int count, int agents, boolean keepAlive, String body) {
        Workload workload =
                ServiceRequests.workload(name, group, out -> out.write(body.getBytes(StandardCharsets.US_ASCII)));
        Map<String, String> headers = keepAlive ? Map.of() : CLOSE;
        return new ServiceRequest(
                workload,
                UuidServers.PATH + "?count=" + count,
                body.isEmpty() ? headers : Map.of("Content-Type", ServiceRequests.TEXT),
                new LoadPlan(agents, 0, 0, keepAlive, 1),
                answer -> meaning(answer, count),
                UuidCheck::new);
    }

    /**
     * Says that an answer has so many random UUIDs, and its length, which is the same on all stacks.
     *
     * @throws MeasureException if it has others, or one twice
     */
    static String meaning(byte[] answer, int count) {
        Set<UUID> found = new HashSet<>();
        try (XmlReader reader = XmlReaders.open(answer)) {
            reader.nextTagOrText();
            require(reader.name().equals(RESPONSE), "the root is " + reader.name());
            while (reader.nextTagOrText() == XmlEvent.START_ELEMENT) {
                require(reader.name().equals(UUID_ELEMENT), "there is an element " + reader.name());
                String text = reader.elementText();
                require(isRandom(text), "'" + text + "' is no random UUID");
                require(found.add(UUID.fromString(text)), text + " is there twice");
            }
            require(reader.next() == XmlEvent.END_DOCUMENT, "something follows the root");
        }
        require(found.size() == count, "there are " + found.size() + " UUIDs, not " + count);
        return count + " random UUIDs in " + answer.length + " bytes";
    }

    private static boolean isRandom(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.version() == 4 && uuid.variant() == 2 && uuid.toString().equals(text);
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new MeasureException("not the answer of the service: " + otherwise);
        }
    }
}

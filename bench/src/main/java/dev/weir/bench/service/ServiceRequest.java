package dev.weir.bench.service;

import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.load.LoadRequest;
import dev.weir.bench.load.ReplyCheck;
import dev.weir.bench.load.SingleCall;
import dev.weir.bench.load.SingleCall.Reply;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Workload;
import dev.weir.xml.fastinfoset.FastInfoset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A workload as a request over the wire.
 *
 * @param workload its name, and the request's body
 * @param path of the service, perhaps with a query
 * @param headers of the request, with its type
 * @param plan how many agents send it at a time, and whether they keep their connections
 * @param meaning what a reply says, equal for all stacks that say the same
 * @param check the verification of later replies, made of the first one, which was found right
 */
record ServiceRequest(
        Workload workload,
        String path,
        Map<String, String> headers,
        LoadPlan plan,
        Function<byte[], String> meaning,
        Function<byte[], ReplyCheck> check) {
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(60);

    /**
     * The same request as a fast infoset, to be answered by one.
     *
     * @param typed doubles are octets, as Weir's clients write them; those of CXF and Metro write characters
     */
    ServiceRequest inFastInfoset(boolean typed) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", FastInfoset.MEDIA_TYPE);
        all.put("Accept", FastInfoset.MEDIA_TYPE);
        Workload.Generator text = workload.generator();
        return new ServiceRequest(
                workload.with(out -> ServiceRequests.fastInfoset(text, typed, out)),
                path,
                all,
                plan,
                ServiceRequests::meaningOfFastInfoset,
                check);
    }

    /** A reply with its body's bytes. */
    byte[] answer(URI server) throws IOException {
        Reply reply = SingleCall.send(server, load(server, new byte[0]), ANSWERED_WITHIN);
        if (reply.status() != 200) {
            String start = new String(reply.body(), StandardCharsets.UTF_8);
            throw new MeasureException(
                    "HTTP status " + reply.status() + ": " + start.substring(0, Math.min(start.length(), 500)));
        }
        return reply.body();
    }

    /** @param first the reply that was found right */
    LoadRequest load(URI server, byte[] first) throws IOException {
        return LoadRequest.of(workload.name(), server.resolve(path), headers, body(), () -> check.apply(first));
    }

    byte[] body() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        workload.generator().write(message);
        return message.toByteArray();
    }
}

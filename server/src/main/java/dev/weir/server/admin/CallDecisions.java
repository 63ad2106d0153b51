package dev.weir.server.admin;

import dev.weir.composite.runtime.RestingCalls;
import dev.weir.composite.runtime.RestingCalls.Verb;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.RestingCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that rest, as the API shows them and decides about them. */
final class CallDecisions {
    private final RestingCalls calls;

    CallDecisions(RestingCalls calls) {
        this.calls = calls;
    }

    List<RestingCallView> list(@Nullable String fault, int offset, int limit) {
        return calls.list(fault, offset, limit).stream()
                .map(CallDecisions::view)
                .toList();
    }

    private static RestingCallView view(RestingCall resting) {
        Call call = resting.call();
        return new RestingCallView(
                call.key().toString(),
                call.flow(),
                call.component(),
                call.partnerLink(),
                call.operation(),
                call.oneWay(),
                call.attempt() + 1,
                resting.since(),
                resting.fault().name(),
                resting.fault().reason());
    }

    /** @throws IllegalArgumentException where the id or the verb is none, or does not fit the call */
    Decided decide(String id, String verb, byte @Nullable [] payload) {
        boolean done = calls.decide(CallKey.parse(id), Verb.of(verb), payload).join();
        return done ? new Decided(1, List.of()) : new Decided(0, List.of("call " + id + " does not rest"));
    }

    /** @throws IllegalArgumentException where the verb is none */
    Decided decideAll(@Nullable String fault, String word) {
        Verb verb = Verb.of(word);
        int decided = 0;
        List<String> refused = new ArrayList<>();
        for (RestingCall resting : calls.list(fault, 0, Integer.MAX_VALUE)) {
            try {
                decided += calls.decide(resting.call().key(), verb, null).join() ? 1 : 0;
            } catch (IllegalArgumentException e) {
                refused.add(String.valueOf(e.getMessage()));
            }
        }
        return new Decided(decided, refused);
    }
}

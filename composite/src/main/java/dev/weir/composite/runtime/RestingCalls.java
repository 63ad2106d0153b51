package dev.weir.composite.runtime;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.delivery.CallSettlement;
import dev.weir.composite.delivery.RemoteFault;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallFilter;
import dev.weir.store.CallKey;
import dev.weir.store.CallLine;
import dev.weir.store.CompositeRevision;
import dev.weir.store.DecidedCall;
import dev.weir.store.OpenCall;
import dev.weir.store.OpenCallLine;
import dev.weir.store.RestingCall;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that rest until an operator decides, those that are still tried, and what he may decide about either.
 * Thread-safe.
 */
public final class RestingCalls {
    private static final int LOOKED_AT_ONCE = 1_000;

    private final Store store;
    private final InstantSource clock;
    private final CallSettlement settlement;
    private final AuditLevels levels;
    private final Predicate<CompositeRevision> deployed;

    /**
     * @param levels what is recorded of decisions
     * @param deployed true for composites that are deployed now
     */
    RestingCalls(Store store, InstantSource clock, AuditLevels levels, Predicate<CompositeRevision> deployed) {
        this.levels = levels;
        this.deployed = deployed;
        this.store = store;
        this.clock = clock;
        this.settlement = new CallSettlement(store, clock);
    }

    /** What an operator may decide about a call. */
    public enum Verb {
        /** It is made again now; one that rests perhaps with another message. */
        RETRY,
        /** A one-way call is dropped. */
        CANCEL,
        /** The invoke counts as done; its output variable keeps its value. */
        CONTINUE,
        /** The process gets the fault. */
        RETHROW,
        /** The calling instance ends. */
        ABORT,
        /** The scope around the invoke begins again. */
        REPLAY;

        /**
         * The verb of a word.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Verb of(String word) {
            for (Verb verb : values()) {
                if (verb.word().equals(word)) {
                    return verb;
                }
            }
            throw new IllegalArgumentException("a resting call has no command '" + word
                    + "': use retry, cancel, continue, rethrow, abort or replay");
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Those first that came to rest first.
     *
     * @param fault the local name of the fault, or its name in Clark notation; null for any
     */
    public List<RestingCall> list(@Nullable String fault, int offset, int limit) {
        if (fault == null) {
            return store.restingCalls(offset, limit);
        }
        return matching(store::restingCalls, each -> hasFault(each, fault), offset, limit);
    }

    /** A part of a list that a store gives by parts. */
    private interface Pages<T> {
        List<T> read(int offset, int limit);
    }

    /** A part of those that fit, of a list of which not all do; it is read until there are enough. */
    private static <T> List<T> matching(Pages<T> pages, Predicate<T> fits, int offset, int limit) {
        List<T> found = new ArrayList<>();
        int passed = 0;
        int looked = 0;
        List<T> some;
        do {
            some = pages.read(looked, LOOKED_AT_ONCE);
            for (T each : some) {
                if (fits.test(each) && passed++ >= offset && found.size() < limit) {
                    found.add(each);
                }
            }
            looked += some.size();
        } while (some.size() == LOOKED_AT_ONCE && found.size() < limit);
        return found;
    }

    /** Those of an instance. */
    public List<RestingCall> ofInstance(long flow, int limit) {
        return store.restingCallsOf(flow, limit);
    }

    /** One of them. */
    public Optional<RestingCall> find(CallKey key) {
        return store.restingCall(key);
    }

    /** What one of them is to send: a message. */
    public Optional<byte[]> payload(CallKey key) {
        return store.restingPayload(key);
    }

    /**
     * True for a call that rests by a fault.
     *
     * @param fault its local name, or its name in Clark notation
     */
    public static boolean hasFault(RestingCall resting, String fault) {
        String name = resting.fault().name();
        return name.equals(fault) || XmlName.parse(name).local().equals(fault);
    }

    /** Those that are still tried: under way, or waiting for an attempt; those first that were made first. */
    public List<OpenCall> open(CallFilter filter, int offset, int limit) {
        return store.openCalls(filter, offset, limit);
    }

    /** Where those lead, and how many. */
    public List<OpenCallLine> openLines() {
        return store.openCallLines(clock.instant());
    }

    /** One of those that are still tried. */
    public Optional<OpenCall> findOpen(CallKey key) {
        return store.openCall(key);
    }

    /** Those that were decided about, and whose instances do it when they are resumed; the first decision first. */
    public List<DecidedCall> decided(CallFilter filter, int offset, int limit) {
        return matching(
                store::decidedCalls,
                each -> filter.matches(new CallLine(each.component(), each.partnerLink())),
                offset,
                limit);
    }

    /** One of them. */
    public Optional<DecidedCall> findDecided(CallKey key) {
        return store.decidedCall(key);
    }

    /**
     * The decisions about a call that are stored at once, while the instance that made it carries them out only when it is resumed.
     * A retry is made at once, an end needs no such thing, and the instance of a one-way call has gone on: none, unless an operator
     * holds the instance.
     */
    public static Set<Verb> waitForResume(RestingCall resting) {
        return waitForResume(resting.call(), resting.suspended());
    }

    /** The same about a call that is still tried. */
    public static Set<Verb> waitForResume(OpenCall open) {
        return waitForResume(open.call(), open.suspended());
    }

    private static Set<Verb> waitForResume(Call call, boolean suspended) {
        return suspended && !call.oneWay()
                ? EnumSet.of(Verb.CONTINUE, Verb.RETHROW, Verb.REPLAY)
                : EnumSet.noneOf(Verb.class);
    }

    /**
     * Whether the instance that made a call takes what comes of a decision only when it is resumed: the answer to a retry, or the
     * decision itself.
     */
    public static boolean isTakenOnResume(RestingCall resting, Verb verb) {
        return isTakenOnResume(resting.call(), resting.suspended(), verb);
    }

    /** The same about a call that is still tried. */
    public static boolean isTakenOnResume(OpenCall open, Verb verb) {
        return isTakenOnResume(open.call(), open.suspended(), verb);
    }

    private static boolean isTakenOnResume(Call call, boolean suspended, Verb verb) {
        return verb == Verb.RETRY
                ? suspended && !call.oneWay()
                : waitForResume(call, suspended).contains(verb);
    }

    /**
     * Carries out a decision; complete once it is stored. What a partner has got of a call that is still tried it keeps: a
     * decision ends what the process does about the call, and what comes back later is dropped.
     *
     * @param payload for a retry of a call that rests: an element in place of the message's part that it is of; null for the
     *     same message
     * @param who decides, for the history
     * @return false if there is no such call any more
     * @throws IllegalArgumentException where the decision does not fit the call
     * @throws NotDeployedException where the call's composite is to go on by the decision, and is not deployed
     */
    public CompletableFuture<Boolean> decide(CallKey key, Verb verb, byte @Nullable [] payload, String who) {
        if (payload != null && verb != Verb.RETRY) {
            throw new IllegalArgumentException("only a retry takes another message");
        }
        RestingCall resting = store.restingCall(key).orElse(null);
        if (resting == null) {
            return store.openCall(key)
                    .map(open -> decide(open, verb, payload, who))
                    .orElseGet(() -> CompletableFuture.completedFuture(false));
        }
        Call call = resting.call();
        requireDeployed(call, verb);
        if (verb != Verb.RETRY) {
            return end(call, verb, resting.fault(), who);
        }
        if (payload == null) {
            return store.wakeCall(call, null, history(call, verb, who, null));
        }
        // What the call is to send is read only where it is to be changed.
        byte[] before = store.restingPayload(key).orElse(null);
        if (before == null) {
            return CompletableFuture.completedFuture(false);
        }
        byte[] after = changed(before, payload);
        return store.wakeCall(call, after, history(call, verb, who + ", with another message", after));
    }

    private CompletableFuture<Boolean> decide(OpenCall open, Verb verb, byte @Nullable [] payload, String who) {
        Call call = open.call();
        if (payload != null) {
            throw new IllegalArgumentException(
                    "call " + call.key() + " is still tried: another message can be sent once it rests");
        }
        requireDeployed(call, verb);
        if (verb != Verb.RETRY) {
            return end(call, verb, givenUp(open, who), who);
        }
        if (open.underWay()) {
            throw new IllegalArgumentException("call " + call.key() + " is under way: it is being tried now");
        }
        return store.rescheduleCall(call, clock.instant(), history(call, verb, who, null));
    }

    /** Nothing that is decided about a call goes on without its composite, except that the call or its instance ends. */
    private void requireDeployed(Call call, Verb verb) {
        CompositeRevision composite = call.component().composite();
        if (verb != Verb.ABORT && verb != Verb.CANCEL && !deployed.test(composite)) {
            throw new NotDeployedException(
                    "call " + call.key() + " waits for " + composite + ", which is not deployed");
        }
    }

    /**
     * Ends a call in one of the ways that there are.
     *
     * @param fault that its process gets if it is rethrown
     */
    private CompletableFuture<Boolean> end(Call call, Verb verb, CallFault fault, String who) {
        if (verb == Verb.CANCEL && !call.oneWay()) {
            throw new IllegalArgumentException("call " + call.key()
                    + " awaits an answer, so that it cannot be cancelled: continue, rethrow or abort it");
        }
        if (call.oneWay() && (verb == Verb.CONTINUE || verb == Verb.RETHROW || verb == Verb.REPLAY)) {
            throw new IllegalArgumentException("call " + call.key()
                    + " is one-way: its process has gone on, so that it can only be retried, cancelled"
                    + " or aborted");
        }
        List<AuditEvent> events = history(call, verb, who, null);
        long span = call.span();
        CallSettlement decided = settlement.decided(said(verb, who));
        CompletableFuture<Void> ended = switch (verb) {
            case CONTINUE -> decided.proceed(call, span, events);
            case RETHROW -> decided.fault(call, span, fault, events);
            case ABORT -> settlement.abort(call, OperatorCommand.TERMINATE, who, events);
            case REPLAY -> decided.replay(call, span, events);
            case CANCEL -> store.completeCall(call, null, events);
            case RETRY -> throw new IllegalArgumentException("a retry ends no call");
        };
        return ended.thenApply(done -> true);
    }

    /** What the process gets for a call that nobody is to try any more. */
    private static CallFault givenUp(OpenCall open, String who) {
        int attempts = open.call().attempt();
        String reason = who + " has given the call up after " + attempts + (attempts == 1 ? " attempt" : " attempts")
                + (open.failure() == null ? "" : ": " + open.failure());
        return new CallFault(
                RemoteFault.NAME.toString(), reason, RemoteFault.data(reason).toBytes());
    }

    /**
     * What is recorded of a decision: below what sent the call, which may go on or end by it.
     *
     * @param message that the call is to send from now on; null for the one that it has
     */
    private List<AuditEvent> history(Call call, Verb verb, String by, byte @Nullable [] message) {
        AuditLevel level = levels.of(call.component());
        if (!level.keeps(Kind.CALL_DECIDED)) {
            return List.of();
        }
        return List.of(new AuditEvent(
                new AuditSpan(call.flow(), call.instance(), store.newId(), call.span()),
                clock.instant(),
                Kind.CALL_DECIDED,
                call.component(),
                call.operation(),
                said(verb, by),
                message == null ? null : AuditPayload.of(message)));
    }

    private static String said(Verb verb, String by) {
        return verb.word() + " by " + by;
    }

    /** The message with the given element in place of the part of its name. */
    private static byte[] changed(byte[] before, byte[] payload) {
        XmlElement element;
        try {
            element = XmlElement.parse(payload);
        } catch (XmlException e) {
            throw new IllegalArgumentException("the message cannot be read: " + e.getMessage(), e);
        }
        MessageValue message = MessageValue.fromBytes(before);
        for (Map.Entry<String, XmlElement> part : message.parts().entrySet()) {
            if (part.getValue().name().equals(element.name())) {
                message.set(part.getKey(), element);
                return message.toBytes();
            }
        }
        throw new IllegalArgumentException("the message has no part " + element.name() + "; it has "
                + message.parts().values().stream().map(XmlElement::name).toList());
    }
}

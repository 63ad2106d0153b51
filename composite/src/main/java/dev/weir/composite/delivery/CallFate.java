package dev.weir.composite.delivery;

import dev.weir.composite.fault.FaultDecision;
import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decision about what follows an attempt of a call: a decision table, which is a pure function. It has no clock, store or
 * log; {@link CallRunner} carries its decisions out. Invariants:
 *
 * <ul>
 *   <li>A decision of the fault policies takes precedence over the rules here and over their limits of attempts; policies
 *       count their own repetitions in {@link #state}. They have no say about a one-way call with no place to go to.
 *   <li>A repetition that a policy has granted is not used up by the circuit breaker: while it keeps the call from a receiver
 *       that does not answer, the call backs off as without a policy, up to a limit of attempts.
 *   <li>Without a policy, a two-way call is retried only where the receiver cannot have seen it (at most once); a one-way
 *       call also where it may have (at least once: receivers deduplicate by its key). Both back off exponentially, with
 *       jitter, up to a limit of attempts.
 *   <li>Without a policy, a two-way call that failed for good gives its caller a fault. Such a call rests only by a policy,
 *       or where it was held.
 *   <li>The caller of a one-way call has gone on. Nothing gives it a fault or replays its scope: the call rests instead,
 *       until an operator decides. The only one that is dropped has no place to go to.
 * </ul>
 *
 * @param event what the history says: the attempt brought the call to its end, or failed
 * @param detail for the history; null where there is nothing to say
 * @param pause before the next attempt; zero for anything but {@link Kind#RETRY}
 * @param state kept with the call for the next decision of its policies; null for anything but {@link Kind#RETRY}, and for
 *     nothing
 */
record CallFate(
        Kind kind,
        AuditEvent.Kind event,
        @Nullable String detail,
        Duration pause,
        @Nullable String state) {
    /** About an hour, with the pauses between them. */
    static final int ONE_WAY_ATTEMPTS = 20;

    /** The same for what is kept from its receiver. */
    private static final int HELD_BACK_ATTEMPTS = ONE_WAY_ATTEMPTS;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final int MOST_DOUBLINGS = 16;

    private static final String GONE_ON = ", but the process has gone on";
    private static final CallFate ANSWERED = completed(Kind.ANSWER, null);

    /** Way on, or end, of a call. */
    enum Kind {
        /** The caller gets the answer, if it waits for one. */
        ANSWER,
        /** The caller gets the fault. */
        FAULT,
        /** The call is made again after {@link #pause}. */
        RETRY,
        /** The call is kept until an operator decides. */
        REST,
        /** The calling instance is ended. */
        ABORT,
        /** The scope around the call begins again. */
        REPLAY,
        /** The call is dropped: it ends, and its caller hears nothing. */
        GIVE_UP
    }

    /** Reason why an attempt brought no answer, as far as the table distinguishes. */
    enum Failure {
        /** The receiver answered with a fault. */
        FAULT,
        /** The receiver cannot have seen the message. */
        UNSENT,
        /** The message was not sent, since the receiver has not answered others: that is no attempt. */
        HELD_BACK,
        /** The receiver may have seen the message. */
        UNCERTAIN,
        /** The receiver cannot have seen the message, nor see a later one, until something else is deployed or set up. */
        LASTING,
        /** There is no place to send the message to. */
        HOPELESS;

        /**
         * The reason of a technical failure. After an internal error, nobody knows how far the message has come. {@link
         * CallRunner} leaves a call as it is where this server stops.
         */
        static Failure of(Throwable failure) {
            if (!(failure instanceof DeliveryException delivery)) {
                return UNCERTAIN;
            }
            return switch (delivery.outlook()) {
                case UNSENT, CLOSED -> UNSENT;
                case HELD_BACK -> HELD_BACK;
                case UNCERTAIN, STOPPING -> UNCERTAIN;
                case LASTING -> LASTING;
                case HOPELESS -> HOPELESS;
            };
        }

        /** False where the fault policies, whose code may act when it is asked, have no say. */
        boolean isForPolicies(Call call) {
            return switch (this) {
                case FAULT, UNSENT, UNCERTAIN, LASTING -> true;
                case HELD_BACK -> !isRepetitionHeldBack(call);
                case HOPELESS -> !call.oneWay();
            };
        }

        /** A repetition that a policy has granted, and that is to come yet; after so many attempts the policy is asked again. */
        private boolean isRepetitionHeldBack(Call call) {
            return this == HELD_BACK && call.recovery() != null && !isLast(call, HELD_BACK_ATTEMPTS);
        }
    }

    /**
     * The fate of a call that was answered.
     *
     * @param decision of the fault policies about the success
     */
    static CallFate ofAnswer(FaultDecision decision) {
        return decision.kind() == FaultDecision.Kind.ABORT ? completed(Kind.ABORT, decision.describe()) : ANSWERED;
    }

    /**
     * The fate of a call whose attempt brought no answer.
     *
     * @param fault the receiver's, or the remote fault that stands for a technical failure
     * @param call as it was for this attempt
     * @param maxAttempts of calls that ask for a reply
     * @param decision of the fault policies about the fault; of no account where the failure is not for them
     */
    static CallFate of(Failure failure, Answer.Faulted fault, Call call, int maxAttempts, FaultDecision decision) {
        boolean oneWay = call.oneWay();
        boolean faulted = failure == Failure.FAULT;
        String why = faulted ? fault.describe() : fault.shortReason();
        String byPolicy = why + "; " + decision.describe();
        FaultDecision.Kind policy = failure.isForPolicies(call) ? decision.kind() : FaultDecision.Kind.NONE;
        return switch (policy) {
            case RETRY -> retry(byPolicy, decision.pause(), decision.state());
            case ABORT -> failed(Kind.ABORT, byPolicy);
            case HUMAN_INTERVENTION -> failed(Kind.REST, byPolicy);
            case REPLAY_SCOPE -> oneWay ? failed(Kind.REST, byPolicy + GONE_ON) : failed(Kind.REPLAY, byPolicy);
            case RETHROW ->
                oneWay
                        ? failed(Kind.REST, byPolicy + GONE_ON)
                        : faulted ? completed(Kind.FAULT, why) : failed(Kind.FAULT, byPolicy);
            case NONE -> oneWay ? ofOneWay(failure, why, call) : ofTwoWay(failure, why, call, maxAttempts);
        };
    }

    /** The fate of a call that is not even tried. */
    static CallFate held(String why) {
        return failed(Kind.REST, why);
    }

    /** Without a policy: the caller waits for an answer, and its message must not be acted on twice. */
    private static CallFate ofTwoWay(Failure failure, String why, Call call, int maxAttempts) {
        return switch (failure) {
            case FAULT -> completed(Kind.FAULT, why);
            case HELD_BACK ->
                failure.isRepetitionHeldBack(call) || !isLast(call, maxAttempts)
                        ? backOff(why, call)
                        : failed(Kind.FAULT, why);
            case UNSENT -> isLast(call, maxAttempts) ? failed(Kind.FAULT, why) : backOff(why, call);
            case UNCERTAIN, LASTING, HOPELESS -> failed(Kind.FAULT, why);
        };
    }

    /** Without a policy: nobody waits for the fault, and if the call has a turn, its queue waits for a decision. */
    private static CallFate ofOneWay(Failure failure, String why, Call call) {
        return switch (failure) {
            case UNSENT, HELD_BACK, UNCERTAIN ->
                isLast(call, ONE_WAY_ATTEMPTS)
                        ? failed(Kind.REST, why + "; given up after " + (call.attempt() + 1) + " attempts")
                        : backOff(why, call);
            case FAULT, LASTING -> failed(Kind.REST, why);
            case HOPELESS -> failed(Kind.GIVE_UP, why);
        };
    }

    private static boolean isLast(Call call, int attempts) {
        return call.attempt() + 1 >= attempts;
    }

    private static CallFate completed(Kind kind, @Nullable String detail) {
        return new CallFate(kind, AuditEvent.Kind.CALL_COMPLETED, detail, Duration.ZERO, null);
    }

    private static CallFate failed(Kind kind, String detail) {
        return new CallFate(kind, AuditEvent.Kind.CALL_FAILED, detail, Duration.ZERO, null);
    }

    private static CallFate retry(String detail, Duration pause, @Nullable String state) {
        return new CallFate(Kind.RETRY, AuditEvent.Kind.CALL_FAILED, detail, pause, state);
    }

    /** Another attempt that no policy has asked for: the state of its policies stays as it was. */
    private static CallFate backOff(String why, Call call) {
        return retry(why, pause(call), call.recovery());
    }

    /** Back-off: doubles from attempt to attempt up to a longest one; up to a quarter is left out. */
    private static Duration pause(Call call) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(call.attempt(), MOST_DOUBLINGS));
        long millis = Math.min(doubled.toMillis(), LONGEST_PAUSE.toMillis());
        return Duration.ofMillis(millis - jitter(call, millis / 4));
    }

    /** From 0 to a bound, another for each call and attempt: calls that failed together are not repeated together. */
    private static long jitter(Call call, long bound) {
        long mixed = (call.key().hashCode() * 31L + call.attempt()) * 0x9E3779B97F4A7C15L;
        return (mixed >>> 33) % (bound + 1);
    }
}

package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.delivery.CallFate.Failure;
import dev.weir.composite.fault.FaultDecision;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.InstanceRef;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows an attempt of a call: the rules, as one table. */
class CallFateTest {
    private static final int MAX_ATTEMPTS = 3;
    private static final Duration POLICY_PAUSE = Duration.ofSeconds(7);

    /**
     * The rules. Each combination of the first four columns is in exactly one row. {@code *} stands for anything, {@code !X}
     * for anything but X. {@code early} is any attempt but the last. A retry names its pause, and the state that is kept
     * with the call: the policy's new one, or the one that the call has. What is held back has its own rules, below.
     */
    private static final String RULES = """
            # failure   | policy says        | way     | attempt | fate                     | history
            # ----------+--------------------+---------+---------+--------------------------+--------
            # A message with no place to go to, for whose fate nobody waits: policies are not asked.
              HOPELESS  | *                  | one-way | *       | GIVE_UP                  | failed: WHY

            # A policy decides, in whatever attempt.
              *         | RETRY              | two-way | *       | RETRY in 7 s, new state  | failed: WHY; POLICY, in 7 s
              !HOPELESS | RETRY              | one-way | *       | RETRY in 7 s, new state  | failed: WHY; POLICY, in 7 s
              *         | ABORT              | two-way | *       | ABORT                    | failed: WHY; POLICY
              !HOPELESS | ABORT              | one-way | *       | ABORT                    | failed: WHY; POLICY
              *         | HUMAN_INTERVENTION | two-way | *       | REST                     | failed: WHY; POLICY
              !HOPELESS | HUMAN_INTERVENTION | one-way | *       | REST                     | failed: WHY; POLICY
              *         | REPLAY_SCOPE       | two-way | *       | REPLAY                   | failed: WHY; POLICY
              !HOPELESS | REPLAY_SCOPE       | one-way | *       | REST                     | failed: WHY; POLICY, but the process has gone on
              !FAULT    | RETHROW            | two-way | *       | FAULT                    | failed: WHY; POLICY
              FAULT     | RETHROW            | two-way | *       | FAULT                    | completed: WHY
              !HOPELESS | RETHROW            | one-way | *       | REST                     | failed: WHY; POLICY, but the process has gone on

            # No policy, and the caller waits.
              FAULT     | NONE               | two-way | *       | FAULT                    | completed: WHY
              UNSENT    | NONE               | two-way | early   | RETRY by back-off        | failed: WHY
              UNSENT    | NONE               | two-way | last    | FAULT                    | failed: WHY
              UNCERTAIN | NONE               | two-way | *       | FAULT                    | failed: WHY
              LASTING   | NONE               | two-way | *       | FAULT                    | failed: WHY
              HOPELESS  | NONE               | two-way | *       | FAULT                    | failed: WHY

            # No policy, and the caller has gone on.
              FAULT     | NONE               | one-way | *       | REST                     | failed: WHY
              UNSENT    | NONE               | one-way | early   | RETRY by back-off        | failed: WHY
              UNSENT    | NONE               | one-way | last    | REST                     | failed: WHY; given up after N attempts
              UNCERTAIN | NONE               | one-way | early   | RETRY by back-off        | failed: WHY
              UNCERTAIN | NONE               | one-way | last    | REST                     | failed: WHY; given up after N attempts
              LASTING   | NONE               | one-way | *       | REST                     | failed: WHY
            """;

    private record Situation(Failure failure, FaultDecision.Kind policy, boolean oneWay, int attempt) {
        static List<Situation> all() {
            List<Situation> all = new ArrayList<>();
            for (Failure failure : EnumSet.complementOf(EnumSet.of(Failure.HELD_BACK))) {
                for (FaultDecision.Kind policy : FaultDecision.Kind.values()) {
                    for (boolean oneWay : new boolean[] {false, true}) {
                        for (int attempt = 0; attempt < CallFate.ONE_WAY_ATTEMPTS + 3; attempt++) {
                            all.add(new Situation(failure, policy, oneWay, attempt));
                        }
                    }
                }
            }
            return all;
        }

        /** Attempts count from 0. A policy's repetitions count as well, so that there may be more than this class allows. */
        boolean isLast() {
            return attempt >= (oneWay ? CallFate.ONE_WAY_ATTEMPTS : MAX_ATTEMPTS) - 1;
        }

        boolean isOf(String failures, String policies, String way, String attempts) {
            return matches(failures, failure.name())
                    && matches(policies, policy.name())
                    && matches(way, oneWay ? "one-way" : "two-way")
                    && matches(attempts, isLast() ? "last" : "early");
        }

        private static boolean matches(String pattern, String value) {
            return pattern.equals("*")
                    || (pattern.startsWith("!") ? !pattern.substring(1).equals(value) : pattern.equals(value));
        }

        Answer.Faulted fault() {
            return failure == Failure.FAULT
                    ? new Answer.Faulted(XmlName.of("urn:shop", "soldOut"), new MessageValue(), "none left")
                    : new Answer.Faulted(RemoteFault.NAME, RemoteFault.data("no way"), "no way");
        }

        FaultDecision decision() {
            return switch (policy) {
                case NONE -> FaultDecision.NONE;
                case RETRY -> new FaultDecision(policy, "P", "A", POLICY_PAUSE, "new");
                default -> new FaultDecision(policy, "P", "A", Duration.ZERO, null);
            };
        }

        CallFate fate() {
            return CallFate.of(failure, fault(), call(oneWay, attempt), MAX_ATTEMPTS, decision());
        }

        /** The text of a row for this situation. */
        String history(String row) {
            return row.replace("WHY", failure == Failure.FAULT ? "fault soldOut: none left" : "no way")
                    .replace(
                            "POLICY",
                            policy.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " by fault policy P, action A")
                    .replace(" N ", " " + (attempt + 1) + " ");
        }
    }

    private static Call call(boolean oneWay, int attempt) {
        return call(1, oneWay, attempt);
    }

    private static Call call(int number, boolean oneWay, int attempt) {
        return Call.of(
                        new CallKey(7, number),
                        new InstanceRef(7, 5, ComponentId.parse("default/Shop!1.0/P"), ""),
                        "Out",
                        "ask")
                .oneWay(oneWay)
                .attempt(attempt)
                .payload(new MessageValue().toBytes())
                .due(Instant.EPOCH)
                .recovery("kept")
                .build();
    }

    /** As in the table. */
    private static String show(CallFate fate) {
        if (fate.kind() != CallFate.Kind.RETRY) {
            assertEquals(Duration.ZERO, fate.pause());
            assertNull(fate.state());
            return fate.kind().name();
        }
        return fate.pause().equals(POLICY_PAUSE) && "new".equals(fate.state())
                ? "RETRY in 7 s, new state"
                : "kept".equals(fate.state()) ? "RETRY by back-off" : fate.toString();
    }

    private static String history(CallFate fate) {
        String event = switch (fate.event()) {
            case CALL_COMPLETED -> "completed";
            case CALL_FAILED -> "failed";
            default -> fate.event().name();
        };
        return fate.detail() == null ? event : event + ": " + fate.detail();
    }

    @ParameterizedTest(name = "{0}, policy {1}, {2}, attempt {3}: {4}")
    @CsvSource(delimiter = '|', textBlock = RULES)
    void theFateIsThatOfTheTable(
            String failure, String policy, String way, String attempt, String fate, String history) {
        int situations = 0;
        for (Situation situation : Situation.all()) {
            if (situation.isOf(failure, policy, way, attempt)) {
                situations++;
                CallFate actual = situation.fate();
                assertEquals(fate, show(actual), situation::toString);
                assertEquals(situation.history(history), history(actual), situation::toString);
            }
        }
        assertTrue(situations > 0, "a row for nothing");
    }

    @Test
    void theTableHasOneRowForEachSituation() {
        List<String[]> rows = RULES.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.strip().split(" *\\| *"))
                .toList();
        for (Situation situation : Situation.all()) {
            assertEquals(
                    1,
                    rows.stream()
                            .filter(row -> situation.isOf(row[0], row[1], row[2], row[3]))
                            .count(),
                    situation::toString);
        }
    }

    /** Whatever the policies would say, they are not asked before. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aRepetitionThatAPolicyHasGrantedIsNotUsedUpWhileItIsHeldBack(boolean oneWay) {
        for (int attempt = 1; attempt < CallFate.ONE_WAY_ATTEMPTS - 1; attempt++) {
            CallFate fate =
                    new Situation(Failure.HELD_BACK, FaultDecision.Kind.HUMAN_INTERVENTION, oneWay, attempt).fate();
            assertEquals("RETRY by back-off", show(fate), "attempt " + attempt);
        }
        assertEquals(
                "REST",
                show(new Situation(
                                Failure.HELD_BACK,
                                FaultDecision.Kind.HUMAN_INTERVENTION,
                                oneWay,
                                CallFate.ONE_WAY_ATTEMPTS - 1)
                        .fate()),
                "in the end the policy decides");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,  false, 0, RETRY by back-off",
        "NONE,  false, 2, FAULT",
        "NONE,  true,  2, RETRY by back-off",
        "NONE,  true, 19, REST",
        "RETRY, false, 0, 'RETRY in 7 s, new state'",
    })
    void aFirstAttemptThatIsHeldBackIsOneThatReachedNobody(
            FaultDecision.Kind policy, boolean oneWay, int attempt, String expected) {
        Situation situation = new Situation(Failure.HELD_BACK, policy, oneWay, attempt);
        Call first = Call.of(new CallKey(7, 1), call(oneWay, 0).caller(), "Out", "ask")
                .oneWay(oneWay)
                .attempt(attempt)
                .build();
        CallFate fate = CallFate.of(Failure.HELD_BACK, situation.fault(), first, MAX_ATTEMPTS, situation.decision());
        assertEquals(
                expected,
                fate.state() == null && fate.kind() == CallFate.Kind.RETRY ? "RETRY by back-off" : show(fate));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # policy says | fate   | history
              NONE        | ANSWER | completed
              ABORT       | ABORT  | completed: abort by fault policy P, action A
            """)
    void anAnswerEndsTheCallUnlessAPolicyAborts(FaultDecision.Kind policy, String fate, String history) {
        CallFate actual = CallFate.ofAnswer(new Situation(Failure.FAULT, policy, false, 0).decision());
        assertEquals(fate, show(actual));
        assertEquals(history, history(actual));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # outlook   | failure
              UNSENT    | UNSENT
              CLOSED    | UNSENT
              HELD_BACK | HELD_BACK
              UNCERTAIN | UNCERTAIN
              STOPPING  | UNCERTAIN
              LASTING   | LASTING
              HOPELESS  | HOPELESS
              internal  | UNCERTAIN
            """)
    void theOutlookOfADeliveryIsTheFailureOfItsCall(String outlook, Failure failure) {
        RuntimeException thrown = switch (outlook) {
            case "UNSENT" -> new DeliveryException("", true);
            case "CLOSED" -> DeliveryException.closed("");
            case "HELD_BACK" -> DeliveryException.heldBack("");
            case "UNCERTAIN" -> new DeliveryException("", false);
            case "STOPPING" -> DeliveryException.stopping("");
            case "LASTING" -> DeliveryException.lasting("");
            case "HOPELESS" -> DeliveryException.hopeless("");
            default -> new IllegalStateException("a mistake of this program");
        };
        assertEquals(failure, Failure.of(thrown));
    }

    /** Their code, and their alerts, would act although nothing follows of what they say. */
    @Test
    void policiesAreAskedUnlessACallIsDroppedAnywayOrKeepsItsRepetition() {
        for (Failure failure : Failure.values()) {
            boolean tried = failure != Failure.HELD_BACK;
            assertEquals(tried, failure.isForPolicies(call(false, 0)), failure::name);
            assertEquals(tried && failure != Failure.HOPELESS, failure.isForPolicies(call(true, 0)), failure::name);
        }
    }

    /** They are texts of others: the log and the history, which have them, stay small. */
    @Test
    void longReasonsAreCut() {
        String reason = "x".repeat(499) + "\uD83C\uDF75 and so on";
        for (Failure failure : List.of(Failure.FAULT, Failure.UNCERTAIN)) {
            CallFate fate = CallFate.of(
                    failure,
                    new Answer.Faulted(RemoteFault.NAME, new MessageValue(), reason),
                    call(false, 0),
                    MAX_ATTEMPTS,
                    FaultDecision.NONE);
            assertEquals(
                    (failure == Failure.FAULT ? "fault remoteFault: " : "") + "x".repeat(499) + "…", fate.detail());
        }
    }

    @Test
    void aCallThatIsHeldRests() {
        CallFate fate = CallFate.held("it ended the server");
        assertEquals("REST", show(fate));
        assertEquals("failed: it ended the server", history(fate));
    }

    private static Duration pause(int number, int attempt) {
        return CallFate.of(
                        Failure.UNSENT,
                        new Answer.Faulted(RemoteFault.NAME, new MessageValue(), ""),
                        call(number, true, attempt),
                        MAX_ATTEMPTS,
                        FaultDecision.NONE)
                .pause();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 4", "3, 8", "8, 256", "9, 300", "18, 300"})
    void pausesDoubleUpToFiveMinutesLessAQuarterAtMost(int attempt, int seconds) {
        for (int number = 0; number < 1000; number++) {
            long millis = pause(number, attempt).toMillis();
            assertTrue(millis <= seconds * 1000L && millis >= seconds * 750L, millis + " ms of " + seconds + " s");
        }
    }

    @Test
    void callsThatFailedTogetherAreNotRepeatedTogetherButEachAsAlways() {
        assertNotEquals(pause(1, 9), pause(2, 9));
        assertNotEquals(pause(1, 9), pause(1, 10));
        assertEquals(pause(1, 9), pause(1, 9));
    }
}

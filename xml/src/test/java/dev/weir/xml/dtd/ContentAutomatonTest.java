package dev.weir.xml.dtd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import dev.weir.xml.reader.HangGuard;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content models as automata, with one-letter names, so that regular expressions can be the judge. */
class ContentAutomatonTest {
    private static ContentAutomaton automaton(String model) {
        return new ContentAutomaton("e", model, new ContentAutomaton.Budget());
    }

    private static boolean accepts(ContentAutomaton automaton, String children) {
        ContentAutomaton.State state = automaton.start();
        for (int i = 0; i < children.length(); i++) {
            ContentAutomaton.State next = automaton.step(state, children.substring(i, i + 1));
            if (next == null) {
                return false;
            }
            state = next;
        }
        return state.isAccepting();
    }

    private static String part(Random random, int depth) {
        String part;
        if (depth == 0 || random.nextInt(3) == 0) {
            part = String.valueOf((char) ('a' + random.nextInt(3)));
        } else {
            String separator = random.nextBoolean() ? "," : "|";
            part = IntStream.rangeClosed(0, random.nextInt(4))
                    .mapToObj(i -> part(random, depth - 1))
                    .collect(Collectors.joining(separator, "(", ")"));
        }
        return part
                + switch (random.nextInt(6)) {
                    case 0 -> "?";
                    case 1 -> "*";
                    case 2 -> "+";
                    default -> "";
                };
    }

    @Test
    void aModelAcceptsWhatTheSameRegularExpressionAccepts() {
        long seed = TestSeed.of(ContentAutomatonTest.class);
        Random random = new Random(seed);
        int accepted = 0;
        for (int round = 0; round < 1_500; round++) {
            String model = "(" + part(random, 2) + ")";
            Pattern expression = Pattern.compile(model.replace(",", ""));
            ContentAutomaton automaton = automaton(model);
            for (int i = 0; i < 10; i++) {
                String children = random.ints(random.nextInt(7), 'a', 'd')
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining());
                boolean expected = expression.matcher(children).matches();
                assertEquals(expected, accepts(automaton, children), () -> model + " and " + children);
                accepted += expected ? 1 : 0;
            }
        }
        assertTrue(accepted > 500, "hardly anything was accepted: " + accepted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a,b)|(a,c))",
                "(a?,a)",
                "(a*,a)",
                "((a|b)*,a)",
                "((a,b?)*,b)",
                "(a,(b?,c?)*,b)",
                "((a|(b,a))?,a)",
                "(a|a)"
            })
    void aModelThatIsNotDeterministicIsFound(String model) {
        assertNotNull(automaton(model).ambiguity());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a)",
                "(a,b,a)",
                "(a,(b|c)+,a)",
                "((a|b|c)*)",
                "(a?,b?,c?)",
                "((a?,b)*,c)",
                "(a+,b)",
                "((a,b)+|c*)",
                "((((a))))"
            })
    void aDeterministicModelIsNotTakenForAnother(String model) {
        assertNull(automaton(model).ambiguity());
    }

    @Test
    void whatMayComeNextIsTold() {
        ContentAutomaton automaton = automaton("(a,b?)");
        ContentAutomaton.State afterA = automaton.step(automaton.start(), "a");
        assertEquals("a", automaton.expected(automaton.start()));
        assertEquals("b, its end", automaton.expected(java.util.Objects.requireNonNull(afterA)));
    }

    @Test
    void aModelThatNeedsVeryManyStatesIsFollowedInBoundedMemory() {
        // Deterministic, it would have 2^18 states, each of some 18 places.
        String model = "((a|b)*,a," + "(a|b),".repeat(16) + "(a|b))";
        Pattern expression = Pattern.compile(model.replace(",", ""));
        ContentAutomaton automaton = automaton(model);
        Random random = new Random(7);
        ContentAutomaton.State state = automaton.start();
        StringBuilder children = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            String child = random.nextBoolean() ? "a" : "b";
            children.append(child);
            state = java.util.Objects.requireNonNull(automaton.step(state, child));
            if (i % 10_000 == 9_999) {
                // All that counts is the child 18 places before the end.
                String end = children.substring(children.length() - 18);
                assertEquals(expression.matcher(end).matches(), state.isAccepting());
            }
        }
    }

    @Test
    void depthAndLengthOfModelsNeedNoStackAndLittleTime() {
        int deep = 100_000;
        String nested = "(".repeat(deep) + "a" + ")*".repeat(deep);
        String sequence =
                IntStream.range(0, 9_999).mapToObj(i -> "n" + i + "?").collect(Collectors.joining(",", "(", ")"));
        String choice = sequence.replace(',', '|').replace("?", "") + "*";
        HangGuard.run(() -> {
            assertTrue(accepts(automaton(nested), "aaa"));
            ContentAutomaton many = automaton(choice);
            ContentAutomaton.State state = many.start();
            for (int i = 0; i < 9_999; i++) {
                state = java.util.Objects.requireNonNull(many.step(state, "n" + i));
            }
            assertNull(many.ambiguity());
            // Each of its places can be followed by every later one: that is too much to look through.
            assertThrows(DtdException.class, () -> automaton(sequence).ambiguity());
        });
        assertThrows(DtdException.class, () -> automaton("(a" + ",a".repeat(10_000) + ")"));
    }
}

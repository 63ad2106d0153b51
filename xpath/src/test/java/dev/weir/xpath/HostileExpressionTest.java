package dev.weir.xpath;

import static dev.weir.xpath.XPathDocuments.compile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xpath.XPathDocuments.Scope;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions made to break the compiler or to never end; all on a thread with a small stack. */
class HostileExpressionTest {
    static Stream<Arguments> tooMuch() {
        return Stream.of(
                Arguments.of("(".repeat(20_000) + "1" + ")".repeat(20_000), "nested more than 100 deep"),
                Arguments.of("((".repeat(500) + "1" + ")+1)".repeat(500), "nested more than 100 deep"),
                Arguments.of("not(".repeat(10_000) + "1" + ")".repeat(10_000), "nested more than 100 deep"),
                Arguments.of("a[".repeat(10_000) + "1" + "]".repeat(10_000), "nested more than 100 deep"),
                Arguments.of("1" + "+1".repeat(20_000), "more than 1000 operators"),
                Arguments.of("1" + "*1".repeat(20_000), "more than 1000 operators"),
                Arguments.of("-".repeat(3_000) + "a", "more than 1000 operators"),
                Arguments.of("1" + "=1".repeat(20_000), "more than 1000 operators"),
                Arguments.of("x".repeat(70_000), "must not be longer than 65536 characters: 70000"));
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void anExpressionThatIsTooLargeIsRefusedWithoutRecursing(String expression, String reason) throws Exception {
        XPathException error = onSmallStack(() -> assertThrows(XPathException.class, () -> compile(expression)));
        assertTrue(error.getMessage().contains(reason), () -> abridged(error));
        assertTrue(error.getMessage().length() < 400, () -> "the message is bounded: " + abridged(error));
    }

    static Stream<Arguments> large() {
        return Stream.of(
                Arguments.of("(".repeat(40) + "1" + ")".repeat(40), 1.0),
                Arguments.of("not(".repeat(30) + "1" + ")".repeat(30), 1.0),
                Arguments.of("1" + "+1".repeat(900), 901.0),
                Arguments.of("1" + " and 1".repeat(9_000), 1.0),
                Arguments.of("-".repeat(901) + "1", -1.0),
                Arguments.of("count(/*" + "[1]".repeat(5_000) + ")", 1.0),
                Arguments.of("count(/*" + "/.".repeat(5_000) + ")", 1.0),
                Arguments.of("count(." + "|.".repeat(20_000) + ")", 1.0),
                Arguments.of("string-length(concat('a'" + ",'a'".repeat(10_000) + "))", 10_001.0));
    }

    @ParameterizedTest
    @MethodSource("large")
    void anExpressionWithinTheLimitsWorksOnASmallStack(String expression, double expected) throws Exception {
        double result = onSmallStack(() -> compile(expression).evaluateNumber(new Scope(XPathDocuments.tree("<a/>"))));
        assertEquals(expected, result);
    }

    @Test
    void anEvaluationThatWouldNeverEndIsStopped() {
        Scope scope = new Scope(XPathDocuments.tree("<a>" + "<b/>".repeat(2_000) + "</a>"));
        XPathException error = assertThrows(
                XPathException.class,
                () -> compile("//*[//*[//*[//*[. = 'x']]]]").evaluate(scope));
        assertTrue(error.getMessage().contains("visits more than 50000000 nodes"), error.getMessage());
    }

    private static String abridged(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.substring(0, Math.min(500, message.length()));
    }

    private interface Task<T> {
        T run() throws Exception;
    }

    private static <T> T onSmallStack(Task<T> task) throws Exception {
        Object[] outcome = new Object[2];
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        outcome[0] = task.run();
                    } catch (Throwable e) {
                        outcome[1] = e;
                    }
                },
                "small stack",
                256 * 1024);
        thread.start();
        thread.join();
        if (outcome[1] instanceof Throwable thrown) {
            throw new AssertionError(thrown);
        }
        @SuppressWarnings("unchecked")
        T result = (T) outcome[0];
        return result;
    }
}

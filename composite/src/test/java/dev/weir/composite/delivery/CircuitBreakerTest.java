package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final URI DEAD = URI.create("http://dead.example:81/a");
    private static final URI OTHER = URI.create("http://dead.example:81/b");

    private final ManualTime time = new ManualTime();
    private final CircuitBreaker breaker = new CircuitBreaker(time);

    private void open() {
        for (int i = 0; i < CircuitBreaker.FAILURES; i++) {
            assertNull(breaker.refusal(DEAD));
            breaker.failed(DEAD);
        }
    }

    @Test
    void callsGoUntilAnAddressHasFailedSeveralTimesInARow() {
        open();
        String why = breaker.refusal(URI.create("HTTP://Dead.example:81/a?wsdl"));
        assertEquals("not sent: http://dead.example:81/a has not answered 5 times in a row", why);
        assertNull(breaker.refusal(OTHER));
        assertEquals(Set.of("http://dead.example:81"), breaker.openServers());
    }

    @Test
    void anAnswerInBetweenBeginsTheCountAnew() {
        for (int i = 0; i < 20; i++) {
            breaker.failed(DEAD);
            breaker.failed(DEAD);
            breaker.answered(DEAD);
        }
        assertNull(breaker.refusal(DEAD));
    }

    @Test
    void oneTrialGoesAfterAPauseAndItsAnswerClosesTheAddress() {
        open();
        time.advance(CircuitBreaker.FIRST_PAUSE);
        assertNull(breaker.refusal(DEAD));
        assertNotNull(breaker.refusal(DEAD));
        breaker.answered(DEAD);
        assertNull(breaker.refusal(DEAD));
        assertNull(breaker.refusal(DEAD));
    }

    @Test
    void pausesDoubleUpToALongestOne() {
        open();
        Duration pause = CircuitBreaker.FIRST_PAUSE;
        for (int i = 0; i < 10; i++) {
            time.advance(pause.minusMillis(1));
            assertNotNull(breaker.refusal(DEAD), "after " + pause);
            time.advance(Duration.ofMillis(1));
            assertNull(breaker.refusal(DEAD), "after " + pause);
            breaker.failed(DEAD);
            pause = pause.multipliedBy(2).compareTo(CircuitBreaker.LONGEST_PAUSE) > 0
                    ? CircuitBreaker.LONGEST_PAUSE
                    : pause.multipliedBy(2);
        }
    }

    @Test
    void callsThatWereOnTheirWayDoNotLengthenThePause() {
        open();
        for (int i = 0; i < 500; i++) {
            breaker.failed(DEAD);
        }
        time.advance(CircuitBreaker.FIRST_PAUSE);
        assertNull(breaker.refusal(DEAD));
    }

    @Test
    void aTrialThatNeverEndsIsFollowedByAnother() {
        open();
        time.advance(CircuitBreaker.FIRST_PAUSE);
        assertNull(breaker.refusal(DEAD));
        time.advance(CircuitBreaker.LONGEST_PAUSE);
        assertNull(breaker.refusal(DEAD));
    }

    @Test
    void ofManyThreadsOneGetsTheTrial() {
        open();
        time.advance(CircuitBreaker.FIRST_PAUSE);
        assertEquals(
                1,
                IntStream.range(0, 200)
                        .parallel()
                        .filter(any -> breaker.refusal(DEAD) == null)
                        .count());
    }

    @Test
    void noMoreThanSoManyAddressesAreRemembered() {
        for (int i = 0; i < 20_000; i++) {
            for (int times = 0; times < CircuitBreaker.FAILURES; times++) {
                breaker.failed(URI.create("http://dead.example/" + i));
            }
        }
        assertTrue(IntStream.range(0, 20_000)
                        .filter(i -> breaker.refusal(URI.create("http://dead.example/" + i)) != null)
                        .count()
                <= 10_000);
    }
}

package dev.weir.testing;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {
    @Test
    void aWaitEndsWhenTheConditionHolds() {
        AtomicInteger asked = new AtomicInteger();
        eventually("it was asked three times", () -> asked.incrementAndGet() == 3);
        assertEquals(3, asked.get());
    }

    @Test
    void theFirstValueThatIsAsWantedIsReturned() {
        AtomicInteger asked = new AtomicInteger();
        assertEquals(5, eventually("five", asked::incrementAndGet, value -> value >= 5));
    }

    @Test
    void aWaitThatIsOverSaysWhatHasNotCome() {
        AssertionError late =
                assertThrows(AssertionError.class, () -> eventually("rain", Duration.ofMillis(1), () -> false));
        assertTrue(late.getMessage().endsWith(": rain"), late.getMessage());
    }

    @Test
    void whatAskingThrowsEndsTheWait() {
        IOException failure = new IOException("no");
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> eventually("an answer", () -> {
                            throw failure;
                        })));
    }

    @Test
    void anInterruptedWaitFailsAndTheThreadStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThrows(AssertionError.class, () -> eventually("the end", () -> false));
        assertTrue(Thread.interrupted());
    }
}

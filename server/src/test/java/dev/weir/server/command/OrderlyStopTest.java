package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What is said of a start that is given up. */
class OrderlyStopTest {
    /** The JDK says so to each library that asks for a shutdown hook while the process ends; the library wraps it. */
    @Test
    void aLibraryThatIsRefusedItsShutdownHookIsNoReasonToBeNamed() {
        IllegalStateException refused = new IllegalStateException("Shutdown in progress");
        assertTrue(OrderlyStop.isOfStop(refused));
        assertTrue(OrderlyStop.isOfStop(new ExceptionInInitializerError(new IllegalArgumentException(refused))));
        assertFalse(OrderlyStop.isOfStop(new IllegalStateException("the port is taken")));
    }
}

package dev.weir.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests go in their order, those of the background after the others. */
class WriteQueueTest {
    private WriteQueue queue = new WriteQueue(Duration.ofHours(1));

    @Test
    void oneOfTheBackgroundGoesWhenNoOtherWaits() throws Exception {
        WriteRequest<Integer> step = request(1);
        WriteRequest<Integer> message = request(2);
        assertTrue(queue.putBackground(step));
        assertTrue(queue.put(message, false));
        assertEquals(List.of(message), taken());
        assertEquals(List.of(step), taken());
    }

    @Test
    void oneWhosePatienceIsOverGoesWithTheOthers() throws Exception {
        queue = new WriteQueue(Duration.ZERO);
        WriteRequest<Integer> step = request(1);
        WriteRequest<Integer> message = request(2);
        assertTrue(queue.putBackground(step));
        assertTrue(queue.put(message, false));
        assertEquals(List.of(message, step), taken());
    }

    @Test
    void aQueueThatIsClosedGivesWhatItHasAndTakesNothing() throws Exception {
        WriteRequest<Integer> step = request(1);
        assertTrue(queue.putBackground(step));
        queue.close();
        assertFalse(queue.putBackground(request(2)));
        assertFalse(queue.put(request(3), false));
        assertEquals(List.of(step), taken());
        assertFalse(queue.take(new ArrayList<>()));
    }

    private List<WriteRequest<?>> taken() {
        List<WriteRequest<?>> group = new ArrayList<>();
        assertTrue(queue.take(group));
        return group;
    }

    private static WriteRequest<Integer> request(int result) {
        return new WriteRequest<>(1, () -> result, done -> false);
    }
}

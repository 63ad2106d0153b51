package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Large requests that are computed: so many at a time, and the paths take turns. */
class ComputingTurnsTest {
    /** What the workers have been given, which they do when {@link #work} says so. */
    private final Deque<Runnable> given = new ArrayDeque<>();

    private final List<String> done = new ArrayList<>();

    private void work() {
        given.remove().run();
    }

    private void add(ComputingTurns turns, String path, String name) {
        turns.execute(path, () -> done.add(name));
    }

    @Test
    void soManyAreDoneAtATimeAndTheNextOneWhenOneOfThemHasEnded() {
        ComputingTurns turns = new ComputingTurns(given::add, 2);
        for (int i = 0; i < 5; i++) {
            add(turns, "/a", "a" + i);
        }
        assertEquals(2, given.size());
        work();
        assertEquals(List.of("a0"), done);
        assertEquals(2, given.size());
        for (int i = 0; i < 4; i++) {
            work();
        }
        assertEquals(List.of("a0", "a1", "a2", "a3", "a4"), done);
        assertEquals(0, given.size());
        add(turns, "/a", "later");
        assertEquals(1, given.size());
    }

    @Test
    void pathsTakeTurns() {
        ComputingTurns turns = new ComputingTurns(given::add, 1);
        for (int i = 0; i < 4; i++) {
            add(turns, "/busy", "busy" + i);
        }
        add(turns, "/other", "other0");
        add(turns, "/third", "third0");
        add(turns, "/other", "other1");
        while (!given.isEmpty()) {
            work();
        }
        assertEquals(List.of("busy0", "busy1", "other0", "third0", "busy2", "other1", "busy3"), done);
    }

    @Test
    void aTaskThatFailsEndsItsTurnAllTheSame() {
        ComputingTurns turns = new ComputingTurns(given::add, 1);
        turns.execute("/a", () -> {
            throw new IllegalStateException("failed");
        });
        add(turns, "/a", "next");
        assertThrows(IllegalStateException.class, this::work);
        work();
        assertEquals(List.of("next"), done);
    }

    @Test
    void whoCannotBeGivenToTheWorkersIsRefusedAndTakesNoTurn() {
        boolean[] open = {false};
        ComputingTurns turns = new ComputingTurns(
                task -> {
                    if (!open[0]) {
                        throw new RejectedExecutionException();
                    }
                    given.add(task);
                },
                1);
        assertThrows(RejectedExecutionException.class, () -> add(turns, "/a", "refused"));
        open[0] = true;
        add(turns, "/a", "taken");
        work();
        assertEquals(List.of("taken"), done);
    }
}

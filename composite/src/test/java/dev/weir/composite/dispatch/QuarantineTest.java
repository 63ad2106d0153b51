package dev.weir.composite.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.dispatch.Quarantine.Suspect;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.InstanceRef;
import dev.weir.store.StateRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run knows of the one before, which ended without a word. */
class QuarantineTest {
    private static final ComponentId COMPONENT = ComponentId.parse("default/Shop!1.0/P");

    @TempDir
    Path folder;

    private Quarantine run = Quarantine.inMemory();

    /** The process ends as it is, and another begins. */
    private void restart() {
        run = Quarantine.open(folder.resolve("data"));
    }

    private int advancing(long instance) {
        return run.advancing(new ClaimedInstance(
                new InstanceRef(instance, 10 * instance, COMPONENT, ""), 1, StateRows.NONE, List.of(), List.of()));
    }

    @AfterEach
    void forget() {
        System.clearProperty(Quarantine.OUT_OF_MEMORY_FILE);
    }

    @Test
    void whatWasBeingAdvancedAtTheEndIsASuspectUntilAStepOfItHasEnded() {
        restart();
        int first = advancing(1);
        advancing(2);
        run.ended(first);
        restart();

        assertNull(run.suspect(1));
        assertEquals(new Suspect(2, 20, 1, false), run.suspect(2));
        run.clear(2);
        assertNull(run.suspect(2));
        restart();
        assertNull(run.suspect(2));
    }

    @Test
    void afterThreeEndsInARowItIsHeld() {
        restart();
        for (int end = 1; end <= 3; end++) {
            assertEquals(List.of(), run.held());
            advancing(7);
            restart();
        }
        assertEquals(List.of(new Suspect(7, 70, 3, true)), run.held());
        restart();
        assertEquals(1, run.held().size(), "it is for as long as nobody releases it");
    }

    @Test
    void aReleasedOneIsHeldAgainAfterOneEnd() {
        restart();
        for (int end = 1; end <= 3; end++) {
            advancing(7);
            restart();
        }
        assertTrue(run.release(7));
        assertFalse(run.release(7));
        assertEquals(List.of(), run.held());
        advancing(7);
        restart();
        assertEquals(1, run.held().size());
    }

    @Test
    void theOnlyOneThatWasBeingAdvancedWhenMemoryRanOutIsHeldAtOnce() throws IOException {
        Path exhausted = folder.resolve("exhausted");
        System.setProperty(Quarantine.OUT_OF_MEMORY_FILE, exhausted.toString());
        Files.createFile(exhausted);
        restart();
        assertFalse(Files.exists(exhausted), "it was of a process before");
        advancing(7);
        advancing(8);
        Files.createFile(exhausted);
        restart();
        assertEquals(List.of(), run.held(), "it may be either");

        advancing(8);
        Files.createFile(exhausted);
        restart();
        assertEquals(8, run.held().get(0).instance());
        assertFalse(run.suspect(7).held());
    }

    @Test
    void moreStepsThanThereIsRoomForGoUnnoted() {
        restart();
        int[] slots = new int[1_100];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = advancing(i + 1);
        }
        for (int slot : slots) {
            run.ended(slot);
        }
        advancing(7);
        restart();
        assertEquals(new Suspect(7, 70, 1, false), run.suspect(7));
    }

    @Test
    void aListThatIsNoneIsAnErrorThatNamesIt() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/suspects"), "7 seventy\n");
        UncheckedIOException wrong = assertThrows(UncheckedIOException.class, this::restart);
        assertTrue(wrong.getMessage().contains("7 seventy"), wrong.getMessage());
    }
}

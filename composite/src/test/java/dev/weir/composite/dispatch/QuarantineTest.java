package dev.weir.composite.dispatch;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.delivery.StepWatch;
import dev.weir.composite.dispatch.Quarantine.Suspect;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.InstanceRef;
import dev.weir.store.StateRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run knows of the one before, which ended without a word. */
class QuarantineTest {
    private static final ComponentId COMPONENT = ComponentId.parse("default/Shop!1.0/P");

    @TempDir
    Path folder;

    private Path exhausted;
    private Quarantine run = Quarantine.inMemory();

    @BeforeEach
    void name() {
        exhausted = folder.resolve("exhausted");
        System.setProperty(Quarantine.OUT_OF_MEMORY_FILE, exhausted.toString());
    }

    /** The process ends as it is, and another begins. */
    private void restart() {
        run = Quarantine.open(folder.resolve("data"));
    }

    private static InstanceRef instance(long id) {
        return new InstanceRef(id, 10 * id, COMPONENT, "");
    }

    private StepWatch watch(long instance) {
        return run.watch(new ClaimedInstance(instance(instance), 1, StateRows.NONE, List.of(), List.of()));
    }

    private Runnable advancing(long instance) {
        StepWatch.Note note = watch(instance).begin();
        return () -> note.end(false);
    }

    private void carryingOut(CallKey call) {
        run.watch(Call.of(call, instance(call.instance()), "Out", "ask").build())
                .begin();
    }

    /** This run ends by lack of memory, and another begins. */
    private void runOutOfMemory() throws IOException {
        Files.createFile(exhausted);
        restart();
    }

    @AfterEach
    void forget() {
        System.clearProperty(Quarantine.OUT_OF_MEMORY_FILE);
    }

    @Test
    void whatWasBeingAdvancedAtTheEndIsASuspectUntilAStepOfItHasEnded() {
        restart();
        Runnable first = advancing(1);
        advancing(2);
        first.run();
        restart();

        assertNull(run.suspect(1));
        assertEquals(new Suspect(2, 20, null, 1, false, false), run.suspect(2));
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
        assertEquals(List.of(new Suspect(7, 70, null, 3, false, true)), run.held());
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
        runOutOfMemory();
        assertFalse(Files.exists(exhausted), "it was of a process before");
        advancing(7);
        advancing(8);
        runOutOfMemory();
        assertEquals(List.of(), run.held(), "it may be either");

        advancing(8);
        runOutOfMemory();
        assertEquals(List.of(new Suspect(8, 80, null, 2, true, true)), run.held());
        assertFalse(run.suspect(7).held());
        assertTrue(run.release(8));
        advancing(8);
        runOutOfMemory();
        assertTrue(
                run.held().get(0).why().contains("out of memory"),
                run.held().get(0).why());
    }

    private void refuseMemory(long instance) {
        StepWatch step = watch(instance);
        assertThrows(
                OutOfMemoryError.class,
                () -> step.run(() -> {
                    throw new OutOfMemoryError("another thread has ended the process by it");
                }));
    }

    @Test
    void aStepThatWasRefusedMemoryStaysNotedUntilTheProcessHasOutlivedIt() throws IOException {
        restart();
        refuseMemory(7);
        runOutOfMemory();
        assertTrue(run.suspect(7).held());
        run.clear(7);

        refuseMemory(7);
        Path copy = Files.createDirectory(folder.resolve("copy"));
        eventually("it is not noted any more", () -> {
            Files.copy(folder.resolve("data/steps"), copy.resolve("steps"), StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(copy.resolve("suspects"));
            return Quarantine.open(copy).suspect(7) == null;
        });
    }

    @Test
    void aCallIsASuspectAsWellAsTheInstanceThatMadeIt() throws IOException {
        CallKey call = new CallKey(7, 0);
        restart();
        Runnable step = advancing(7);
        carryingOut(call);
        restart();
        assertEquals(new Suspect(7, 70, null, 1, false, false), run.suspect(7));
        assertEquals(new Suspect(7, 70, call, 1, false, false), run.suspect(call));
        step.run();

        run.clear(7);
        carryingOut(call);
        carryingOut(call);
        runOutOfMemory();
        assertEquals(new Suspect(7, 70, call, 2, true, true), run.suspect(call));
        assertEquals(List.of(), run.held(), "a call comes to rest: it is no instance to be released");
        assertNull(run.suspect(new CallKey(7, 1)));
        restart();
        assertTrue(run.suspect(call).held());
        run.clear(call);
        restart();
        assertNull(run.suspect(call));
    }

    @Test
    void aRequestIsNoSuspectButNobodyElseIsBlamedForIt() throws IOException {
        restart();
        run.requests().begin();
        advancing(7);
        runOutOfMemory();
        assertEquals(new Suspect(7, 70, null, 1, false, false), run.suspect(7));
        run.clear(7);
        run.requests().begin();
        runOutOfMemory();
        assertEquals(List.of(), run.held());
    }

    @Test
    void moreStepsThanThereIsRoomForGoUnnoted() {
        restart();
        List<Runnable> ends = new ArrayList<>();
        for (int i = 1; i <= 1_100; i++) {
            ends.add(advancing(i));
        }
        ends.forEach(Runnable::run);
        advancing(7);
        restart();
        assertEquals(new Suspect(7, 70, null, 1, false, false), run.suspect(7));
    }

    @Test
    void aListThatIsNoneIsAnErrorThatNamesIt() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/suspects"), "7 seventy\n");
        UncheckedIOException wrong = assertThrows(UncheckedIOException.class, this::restart);
        assertTrue(wrong.getMessage().contains("7 seventy"), wrong.getMessage());
    }
}

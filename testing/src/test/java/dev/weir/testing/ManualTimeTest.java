package dev.weir.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
    @Test
    void itGoesAsFarAsItIsMovedAndTellsSo() {
        ManualTime time = new ManualTime();
        Instant before = time.instant();
        List<Instant> notified = new ArrayList<>();
        time.onAdvance(() -> notified.add(time.instant()));

        assertEquals(before, time.instant());
        time.advance(Duration.ofHours(1));

        assertEquals(before.plusSeconds(3600), time.instant());
        assertEquals(3_600_000_000_000L, time.nanoTime());
        assertEquals(List.of(time.instant()), notified);
    }

    @Test
    void itDoesNotGoBack() {
        assertThrows(IllegalArgumentException.class, () -> new ManualTime().advance(Duration.ofSeconds(-1)));
    }
}

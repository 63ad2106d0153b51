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
        List<Instant> told = new ArrayList<>();
        time.onAdvance(() -> told.add(time.instant()));

        assertEquals(before, time.instant());
        time.advance(Duration.ofHours(1));

        assertEquals(before.plusSeconds(3600), time.instant());
        assertEquals(3_600_000_000_000L, time.nanoTime());
        assertEquals(List.of(time.instant()), told);
    }

    @Test
    void itDoesNotGoBack() {
        assertThrows(IllegalArgumentException.class, () -> new ManualTime().advance(Duration.ofSeconds(-1)));
    }
}

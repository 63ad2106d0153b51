package dev.weir.server;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager does that changes its mind. */
@Tag("slow")
class StopMomentsTest {
    @Test
    void sigtermAtAnyMomentOfTheStartStopsItInOrder(@TempDir Path folder) throws Exception {
        StopTest.stopsInOrder(folder, 150, 300, 450, 600, 800, 1_000, 1_300, 1_700, 2_200, 3_000, 4_000, 5_000);
    }
}

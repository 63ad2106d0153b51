package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StartLinesTest {
    private final StringWriter written = new StringWriter();
    private final AtomicLong time = new AtomicLong(-5);
    private final StartLines lines = new StartLines(new PrintWriter(written), time::get);

    private List<String> deploy(int all, Duration each) {
        for (int i = 1; i <= all; i++) {
            time.addAndGet(each.toNanos());
            lines.deployed(i, all);
        }
        return written.toString().lines().toList();
    }

    @Test
    void aShortStartSaysNothing() {
        assertEquals(List.of(), deploy(20, Duration.ofMillis(90)));
    }

    @Test
    void aLongOneSaysHowFarItIs() {
        assertEquals(
                List.of("starting  8 of 20 composites ready", "starting  16 of 20 composites ready"),
                deploy(20, Duration.ofMillis(250)));
    }

    @Test
    void aCompositeThatTakesLongIsFollowedByALine() {
        assertEquals(
                List.of("starting  1 of 2 composites ready", "starting  2 of 2 composites ready"),
                deploy(2, Duration.ofSeconds(9)));
    }
}

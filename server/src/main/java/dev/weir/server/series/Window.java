package dev.weir.server.series;

import java.time.Instant;

/** How far back points go, and how close they are. */
public enum Window {
    /** 360 points, one for each ten seconds. */
    HOUR(10, 360),
    /** 288 points, one for each five minutes. */
    DAY(300, 288);

    private final int stepSeconds;
    private final int points;

    Window(int stepSeconds, int points) {
        this.stepSeconds = stepSeconds;
        this.points = points;
    }

    /** What a point stands for. */
    public int stepSeconds() {
        return stepSeconds;
    }

    /** How many there are. */
    public int points() {
        return points;
    }

    /** The number of the step in which a second lies, since 1970. */
    long slot(long epochSecond) {
        return Math.floorDiv(epochSecond, stepSeconds);
    }

    /** When the first of the points begins, of which the last one is that of a slot. */
    Instant first(long lastSlot) {
        return Instant.ofEpochSecond((lastSlot - points + 1) * stepSeconds);
    }
}

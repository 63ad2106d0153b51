package dev.weir.bench.load;

import java.nio.charset.StandardCharsets;

/** What others have sent or written, as a message can quote it: short, and without characters that steer a terminal. */
final class Shown {
    private static final int MOST = 200;

    private Shown() {}

    /** Bytes as ASCII, others than the printable ones as {@code \xNN}. */
    static String bytes(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + MOST);
        String text = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
        StringBuilder shown = new StringBuilder();
        text.chars().forEach(c -> {
            if (c >= ' ' && c <= '~') {
                shown.append((char) c);
            } else {
                shown.append(String.format("\\x%02x", c));
            }
        });
        return end < to ? shown + "…" : shown.toString();
    }

    /** Text as it is, its control characters by their numbers. */
    static String text(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(MOST).forEach(c -> {
            if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return text.length() > MOST ? shown + "…" : shown.toString();
    }
}

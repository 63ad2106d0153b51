package dev.weir.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reads what a process prints on its standard error, which else would fill up, and remembers the end of it. */
final class LastWords {
    private static final int LINES = 3;
    private static final long END_MS = 1_000;

    private final Process process;
    private final Thread reader;
    private final Deque<String> last = new ArrayDeque<>();
    private @Nullable String error;

    private LastWords(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "errors of " + process.pid());
    }

    static LastWords of(Process process) {
        LastWords words = new LastWords(process);
        words.reader.setDaemon(true);
        words.reader.start();
        return words;
    }

    private void read() {
        try (BufferedReader errors =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                add(line.strip());
            }
        } catch (IOException ended) {
            add(String.valueOf(ended.getMessage()));
        }
    }

    private synchronized void add(String line) {
        if (line.isEmpty() || line.startsWith("at ") || line.matches("\\.\\.\\. \\d+ more")) { // of a trace
            return;
        }
        if (line.contains("Exception") || line.contains("Error")) {
            error = line;
        }
        if (last.size() == LINES) {
            last.removeFirst();
        }
        last.addLast(line);
    }

    /** Of a process that has ended: its last error, or else its last lines. */
    String told() throws InterruptedException {
        reader.join(END_MS); // children of the process may keep the stream open
        synchronized (this) {
            if (error != null) {
                return error;
            }
            return last.isEmpty() ? "and it printed nothing" : String.join(" / ", last);
        }
    }
}

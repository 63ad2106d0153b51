package dev.weir.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the code under test writes to one log, from when it is opened until it is closed. Thread-safe. */
public final class RecordedLog implements AutoCloseable {
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final Logger logger; // held, as unused loggers are collected

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            entries.add(new Entry(entry.getLevel(), new SimpleFormatter().formatMessage(entry)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** One entry, its message with the values filled in. */
    public record Entry(Level level, String message) {
        @Override
        public String toString() {
            return level + " " + message;
        }
    }

    private RecordedLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(handler);
    }

    /** Records the log of this name. */
    public static RecordedLog of(String name) {
        return new RecordedLog(name);
    }

    /** All entries so far. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** The messages so far. */
    public List<String> messages() {
        return entries.stream().map(Entry::message).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}

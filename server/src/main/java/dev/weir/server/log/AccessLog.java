package dev.weir.server.log;

import dev.weir.soap.http.RequestLog;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A file with a line for each request. No request waits for it: lines that the disk does not take as fast as they come
 * wait in memory, up to {@link #MOST_WAITING} bytes, and beyond that are lost, which the server's log counts. So are lines
 * that cannot be written. The last ones before a crash may be missing. A file that somebody else moves or deletes is begun
 * anew. Thread-safe.
 */
public final class AccessLog implements RequestLog, Closeable {
    static final long MOST_WAITING = 4 * 1024 * 1024;
    private static final Logger LOG = System.getLogger(AccessLog.class.getName());
    private static final int BUFFER = 128 * 1024;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long REPORT_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Duration LAST_LINES = Duration.ofSeconds(5);

    private final AccessLogSettings settings;
    private final CombinedFormat format = new CombinedFormat(Clock.system(ZoneId.systemDefault()));
    private final ConcurrentLinkedQueue<byte[]> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer = new Thread(this::write, "weir-access-log");
    private volatile boolean closing;

    /** The writer's own: the file, what it is called by the file system, and its length. */
    private @Nullable FileChannel out;

    private @Nullable Object identity;
    private long length;
    private long looked;
    private long reported;

    private AccessLog(AccessLogSettings settings) {
        this.settings = settings;
    }

    /** @throws IOException if the file cannot be written */
    public static AccessLog open(AccessLogSettings settings) throws IOException {
        AccessLog log = new AccessLog(settings);
        log.openFile();
        log.writer.setDaemon(true);
        log.writer.start();
        return log;
    }

    @Override
    public void ended(Ended request) {
        byte[] line = format.line(request);
        if (waitingBytes.addAndGet(line.length) > MOST_WAITING || closing) {
            waitingBytes.addAndGet(-line.length);
            lost.incrementAndGet();
            return;
        }
        waiting.add(line);
    }

    /** Bytes of lines that are not written yet. */
    long waitingBytes() {
        return waitingBytes.get();
    }

    /** Requests that are not in the file, and not reported yet. */
    long lost() {
        return lost.get();
    }

    private void write() {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (true) {
            boolean last = closing;
            int lines = fill(buffer);
            if (lines > 0) {
                put(buffer, lines);
            }
            report(last);
            if (lines == 0) {
                if (last) {
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Takes lines that wait, as many as fit. */
    private int fill(ByteBuffer buffer) {
        buffer.clear();
        int lines = 0;
        byte[] next = waiting.peek();
        while (next != null && next.length <= buffer.remaining()) {
            buffer.put(next);
            waiting.remove();
            waitingBytes.addAndGet(-next.length);
            lines++;
            next = waiting.peek();
        }
        buffer.flip();
        return lines;
    }

    private void put(ByteBuffer buffer, int lines) {
        try {
            FileChannel file = current(buffer.remaining());
            while (buffer.hasRemaining()) {
                length += file.write(buffer);
            }
        } catch (IOException e) {
            lost.addAndGet(lines);
            LOG.log(Level.WARNING, "lines of the access log " + settings.file() + " are lost: " + e.getMessage());
            close(out);
            out = null;
        }
    }

    private FileChannel current(int more) throws IOException {
        long now = System.nanoTime();
        if (now - looked >= LOOK_NANOS) {
            looked = now;
            if (!Objects.equals(identity, identity(settings.file()))) {
                close(out);
                out = null;
            }
        }
        if (out != null && length > 0 && length + more > settings.maxBytes()) {
            close(out);
            out = null;
            putAside();
        }
        return openFile();
    }

    private FileChannel openFile() throws IOException {
        FileChannel file = out;
        if (file == null) {
            file = FileChannel.open(settings.file(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            out = file;
            length = file.size();
            identity = identity(settings.file());
        }
        return file;
    }

    private static @Nullable Object identity(Path file) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return key == null ? file : key;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private Path aside(int number) {
        return settings.file().resolveSibling(settings.file().getFileName() + "." + number);
    }

    private void putAside() throws IOException {
        if (settings.files() == 0) {
            Files.deleteIfExists(settings.file());
            return;
        }
        for (int number = settings.files() - 1; number >= 1; number--) {
            if (Files.exists(aside(number))) {
                Files.move(aside(number), aside(number + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(settings.file(), aside(1), StandardCopyOption.REPLACE_EXISTING);
    }

    private void report(boolean last) {
        long now = System.nanoTime();
        if (lost.get() > 0 && (last || reported == 0 || now - reported >= REPORT_NANOS)) {
            reported = now;
            LOG.log(
                    Level.WARNING,
                    lost.getAndSet(0) + " requests are not in the access log " + settings.file()
                            + ": it is written too slowly, or cannot be written");
        }
    }

    private static void close(@Nullable FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the access log was not closed in order", e);
        }
    }

    /** Writes what waits, for up to five seconds. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(writer);
        try {
            writer.join(LAST_LINES.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!writer.isAlive()) {
            close(out);
        }
    }
}

package dev.weir.composite.dispatch;

import dev.weir.store.ClaimedInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an instance whose step ends the process from ending it again at every start.
 *
 * <ol>
 *   <li>Which instances are being advanced is on disk before their steps, in a file mapped into memory: what was written
 *       there outlives the process, whatever ends it, and costs two writes to memory.
 *   <li>An instance that was being advanced when a process ended is a <em>suspect</em> at the next start. A suspect is
 *       advanced with no other beside it, and is none any more when that step has ended.
 *   <li>It is held in quarantine if it was the only one being advanced when the process ran out of memory, or if
 *       {@value #MOST_ENDS} processes in a row have ended during its steps: an innocent one is hit by {@code kill -9} now
 *       and then, but hardly so often. It is not advanced until an operator releases it, or ends it.
 * </ol>
 *
 * <p>That a process has run out of memory is known by a file that its launcher has the JVM create at that moment, named by
 * the system property {@value #OUT_OF_MEMORY_FILE}; where there is none, the count alone decides. A power failure may lose
 * what the process wrote last: then there are no suspects, or older ones. Thread-safe.
 */
public final class Quarantine {
    /** Names the file that exists once this process has run out of memory. */
    public static final String OUT_OF_MEMORY_FILE = "weir.outOfMemory.file";

    static final int MOST_ENDS = 3;

    private static final Logger LOG = System.getLogger(Quarantine.class.getName());
    private static final String STEPS = "steps";
    private static final String LIST = "suspects";
    /** "WEIRSTEP". */
    private static final long MAGIC = 0x5745_4952_5354_4550L;
    /** Behind the magic number: the length of {@link #OUT_OF_MEMORY_FILE}'s name, and the name. */
    private static final int NAME = 12;

    private static final int MAX_NAME = 1_000;
    private static final int FIRST_SLOT = 1_024;
    /** Flow and instance. */
    private static final int SLOT = 16;

    private static final int SLOTS = 1_024;
    private static final int LENGTH = FIRST_SLOT + SLOTS * SLOT;
    private static final int NO_SLOT = -1;

    /**
     * An instance that was being advanced when a process ended.
     *
     * @param ends how many processes in a row have ended during its steps
     * @param held true in quarantine
     */
    public record Suspect(long instance, long flow, int ends, boolean held) {
        /** Why it is suspected, for people. */
        public String why() {
            return ends == 1
                    ? "the server ran out of memory during its step"
                    : ends + " runs of the server in a row ended during its steps";
        }
    }

    private final @Nullable Path list;
    private final ByteBuffer steps;
    private final AtomicIntegerArray taken = new AtomicIntegerArray(SLOTS);
    /** By instance; replaced as a whole. */
    private volatile Map<Long, Suspect> suspects;

    private Quarantine(@Nullable Path list, ByteBuffer steps, Map<Long, Suspect> suspects) {
        this.list = list;
        this.steps = steps;
        this.suspects = suspects;
    }

    /** One that lasts as long as the process, for instances that do, too. */
    public static Quarantine inMemory() {
        return new Quarantine(null, ByteBuffer.allocate(LENGTH), Map.of());
    }

    /**
     * That of a data folder, with what earlier processes have left there. One process at a time.
     *
     * @throws UncheckedIOException if its files cannot be read or written
     */
    public static Quarantine open(Path folder) {
        Path list = folder.resolve(LIST);
        try {
            Files.createDirectories(folder);
            MappedByteBuffer steps;
            try (FileChannel file = FileChannel.open(
                    folder.resolve(STEPS),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                allocate(file);
                steps = file.map(MapMode.READ_WRITE, 0, LENGTH);
            }
            Map<Long, Suspect> suspects = suspects(read(list), advancing(steps), wasOutOfMemory(steps));
            Quarantine quarantine = new Quarantine(list, steps, Map.of());
            quarantine.replace(suspects);
            quarantine.begin();
            suspects.values().forEach(Quarantine::report);
            return quarantine;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the quarantine in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** A mapped page that the disk has no room for would end the process when it is written. */
    private static void allocate(FileChannel file) throws IOException {
        long missing = LENGTH - file.size();
        if (missing > 0) {
            file.write(ByteBuffer.allocate((int) missing), file.size());
        }
    }

    private static Map<Long, Suspect> suspects(
            Map<Long, Suspect> before, Map<Long, Long> advancing, boolean outOfMemory) {
        Map<Long, Suspect> suspects = new LinkedHashMap<>(before);
        advancing.forEach((instance, flow) -> {
            Suspect known = before.get(instance);
            int ends = known == null ? 1 : known.ends() + 1;
            boolean held = known != null && known.held() || ends >= MOST_ENDS || outOfMemory && advancing.size() == 1;
            suspects.put(instance, new Suspect(instance, flow, ends, held));
        });
        return suspects;
    }

    private static void report(Suspect suspect) {
        if (suspect.held()) {
            LOG.log(
                    Level.ERROR,
                    "instance {0} is in quarantine, and is not advanced: {1}; see `weir recover --list`",
                    Long.toString(suspect.instance()),
                    suspect.why());
        } else {
            LOG.log(
                    Level.WARNING,
                    "instance {0} was being advanced when the server ended; it is advanced with no other beside it",
                    Long.toString(suspect.instance()));
        }
    }

    private static Map<Long, Long> advancing(ByteBuffer steps) {
        Map<Long, Long> advancing = new LinkedHashMap<>();
        if (steps.getLong(0) == MAGIC) {
            for (int slot = 0; slot < SLOTS; slot++) {
                long instance = steps.getLong(instanceAt(slot));
                if (instance != 0) {
                    advancing.put(instance, steps.getLong(flowAt(slot)));
                }
            }
        }
        return advancing;
    }

    private static boolean wasOutOfMemory(ByteBuffer steps) throws IOException {
        int length = steps.getLong(0) == MAGIC ? steps.getInt(NAME - Integer.BYTES) : 0;
        if (length <= 0 || length > MAX_NAME) {
            return false;
        }
        byte[] name = new byte[length];
        steps.get(NAME, name);
        return Files.deleteIfExists(Path.of(new String(name, StandardCharsets.UTF_8)));
    }

    /** Nothing is being advanced yet. */
    private void begin() throws IOException {
        String file = System.getProperty(OUT_OF_MEMORY_FILE, "");
        if (!file.isEmpty()) {
            Files.deleteIfExists(Path.of(file));
        }
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        int length = name.length > MAX_NAME ? 0 : name.length;
        steps.putLong(0, 0);
        steps.putInt(NAME - Integer.BYTES, length);
        steps.put(NAME, name, 0, length);
        for (int slot = 0; slot < SLOTS; slot++) {
            steps.putLong(instanceAt(slot), 0);
        }
        steps.putLong(0, MAGIC);
    }

    private static int flowAt(int slot) {
        return FIRST_SLOT + slot * SLOT;
    }

    private static int instanceAt(int slot) {
        return flowAt(slot) + Long.BYTES;
    }

    /** Notes that an instance is about to be advanced; returns what {@link #ended} is to be given when it has been. */
    int advancing(ClaimedInstance work) {
        int first = (int) Thread.currentThread().getId();
        for (int i = 0; i < SLOTS; i++) {
            int slot = Math.floorMod(first + i, SLOTS);
            if (taken.get(slot) == 0 && taken.compareAndSet(slot, 0, 1)) {
                steps.putLong(flowAt(slot), work.flow());
                steps.putLong(instanceAt(slot), work.instance());
                return slot;
            }
        }
        return NO_SLOT;
    }

    /** The step is over, well or not. */
    void ended(int slot) {
        if (slot != NO_SLOT) {
            steps.putLong(instanceAt(slot), 0);
            taken.set(slot, 0);
        }
    }

    /** The suspect that an instance is; null for one that is none. */
    @Nullable Suspect suspect(long instance) {
        Map<Long, Suspect> all = suspects;
        return all.isEmpty() ? null : all.get(instance);
    }

    /** Those that are not advanced. */
    public List<Suspect> held() {
        return suspects.values().stream().filter(Suspect::held).toList();
    }

    /**
     * Lets an instance be advanced again, once: it is back in quarantine when that ends the process, too.
     *
     * @return false if it is not in quarantine
     */
    public synchronized boolean release(long instance) {
        Suspect known = suspects.get(instance);
        if (known == null || !known.held()) {
            return false;
        }
        Map<Long, Suspect> next = new LinkedHashMap<>(suspects);
        next.put(instance, new Suspect(instance, known.flow(), MOST_ENDS - 1, false));
        replace(next);
        return true;
    }

    /** No process has ended by this step of the instance, or the instance itself has ended. */
    void clear(long instance) {
        if (suspect(instance) != null) {
            synchronized (this) {
                Map<Long, Suspect> next = new LinkedHashMap<>(suspects);
                next.remove(instance);
                replace(next);
            }
        }
    }

    private void replace(Map<Long, Suspect> next) {
        if (!next.equals(suspects)) {
            write(next.values());
            suspects = Map.copyOf(next);
        }
    }

    private void write(Collection<Suspect> all) {
        Path file = list;
        if (file == null) {
            return;
        }
        List<String> lines = new ArrayList<>();
        for (Suspect each : all) {
            lines.add(each.instance() + " " + each.flow() + " " + each.ends() + " " + each.held());
        }
        Path next = file.resolveSibling(LIST + ".tmp");
        try {
            Files.write(next, lines);
            try (FileChannel written = FileChannel.open(next, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // What is in memory holds for this process; the next one may suspect an instance in vain.
            LOG.log(Level.ERROR, "cannot write " + file, e);
        }
    }

    private static Map<Long, Suspect> read(Path file) throws IOException {
        Map<Long, Suspect> suspects = new LinkedHashMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split(" ");
                try {
                    Suspect suspect = new Suspect(
                            Long.parseLong(fields[0]),
                            Long.parseLong(fields[1]),
                            Integer.parseInt(fields[2]),
                            Boolean.parseBoolean(fields[3]));
                    suspects.put(suspect.instance(), suspect);
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    throw new IOException(file + " has a line that is no suspect: " + line, e);
                }
            }
        }
        return suspects;
    }
}

package dev.weir.composite.dispatch;

import dev.weir.composite.delivery.StepWatch;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.file.PrivateFiles;
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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what ends the process from ending it again at every start: the step of an instance, or a call, whose mediators and
 * processes in memory compute, too.
 *
 * <ol>
 *   <li>What is being computed is on disk before it begins, in a file mapped into memory: what was written there outlives
 *       the process, whatever ends it, and costs a few writes to memory.
 *   <li>What was being computed when a process ended is a <em>suspect</em> at the next start. A suspect begins with nothing
 *       else beside it, and is none any more when its step, or its call, has ended.
 *   <li>It is held in quarantine if it was all that was being computed when the process ran out of memory, or if
 *       {@value #MOST_ENDS} processes in a row have ended during it: an innocent one is hit by {@code kill -9} now and then,
 *       but hardly so often. An instance that is held is not advanced until an operator releases it, or ends it; a call
 *       comes to rest, and leaves the quarantine.
 *   <li>Requests are noted, too, but only so that nobody else is blamed for what they did: no start repeats them.
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

    /** Runs what is to be done only if the process outlives that a step was refused memory. */
    static final Executor IF_IT_GOES_ON = CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS);

    private static final Logger LOG = System.getLogger(Quarantine.class.getName());
    private static final String STEPS = "steps";
    private static final String LIST = "suspects";
    /** "WEIRWORK". */
    private static final long MAGIC = 0x5745_4952_574F_524BL;
    /** Behind the magic number: the length of {@link #OUT_OF_MEMORY_FILE}'s name, and the name. */
    private static final int NAME = 12;

    private static final int MAX_NAME = 1_000;
    private static final int FIRST_SLOT = 1_024;
    /** Flow, call and instance, in this order: a slot whose instance is 0 is empty. */
    private static final int SLOT = 3 * Long.BYTES;

    private static final int SLOTS = 1_024;
    private static final int LENGTH = FIRST_SLOT + SLOTS * SLOT;
    private static final int NO_SLOT = -1;

    /** In place of a call's number: a step of the instance itself. */
    private static final long STEP = -1;
    /** In place of an instance: a request, of which nothing is in the store yet. */
    private static final long REQUEST = -1;

    /**
     * What was being computed when a process ended.
     *
     * @param call the key of a call; null for a step of the instance
     * @param ends how many processes in a row have ended during it
     * @param outOfMemory true if the last of them ran out of memory, and computed nothing else
     * @param held true in quarantine
     */
    public record Suspect(
            long instance, long flow, @Nullable CallKey call, int ends, boolean outOfMemory, boolean held) {
        /** Why it is suspected, for people. */
        public String why() {
            String what = call == null ? "its step" : "it";
            return outOfMemory
                    ? "the server ran out of memory during " + what
                    : ends + (ends == 1 ? " run of the server has" : " runs of the server in a row have")
                            + " ended during " + what;
        }

        private Key key() {
            return new Key(instance, call == null ? STEP : call.number());
        }

        private String name() {
            return (call == null ? "instance " + instance : "call " + call) + " of flow " + flow;
        }
    }

    /** @param call its number within the instance, or {@link #STEP} */
    private record Key(long instance, long call) {}

    private final @Nullable Path list;
    private final ByteBuffer steps;
    private final AtomicIntegerArray taken = new AtomicIntegerArray(SLOTS);
    /** Replaced as a whole. */
    private volatile Map<Key, Suspect> suspects;

    private Quarantine(@Nullable Path list, ByteBuffer steps, Map<Key, Suspect> suspects) {
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
            PrivateFiles.createFolder(folder);
            MappedByteBuffer steps;
            try (FileChannel file = PrivateFiles.update(folder.resolve(STEPS))) {
                allocate(file);
                steps = file.map(MapMode.READ_WRITE, 0, LENGTH);
            }
            Map<Key, Suspect> suspects = suspects(read(list), noted(steps), wasOutOfMemory(steps));
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

    /** @param noted what was being computed, and the flow that it belongs to */
    private static Map<Key, Suspect> suspects(Map<Key, Suspect> before, Map<Key, Long> noted, boolean outOfMemory) {
        Map<Key, Suspect> suspects = new LinkedHashMap<>(before);
        boolean guilty = outOfMemory && noted.size() == 1;
        noted.forEach((key, flow) -> {
            if (key.instance() != REQUEST) {
                Suspect known = before.get(key);
                int ends = known == null ? 1 : known.ends() + 1;
                boolean held = known != null && known.held() || ends >= MOST_ENDS || guilty;
                CallKey call = key.call() == STEP ? null : new CallKey(key.instance(), key.call());
                suspects.put(key, new Suspect(key.instance(), flow, call, ends, guilty, held));
            }
        });
        return suspects;
    }

    private static void report(Suspect suspect) {
        if (!suspect.held()) {
            LOG.log(
                    Level.WARNING,
                    "{0} was in progress when the server ended; it is taken up with nothing else beside it",
                    suspect.name());
        } else if (suspect.call() == null) {
            LOG.log(
                    Level.ERROR,
                    "{0} is in quarantine, and is not advanced: {1}; see `weir recover --list`",
                    suspect.name(),
                    suspect.why());
        } else {
            LOG.log(
                    Level.ERROR,
                    "{0} is not tried again by itself: {1}; see `weir calls`",
                    suspect.name(),
                    suspect.why());
        }
    }

    private static Map<Key, Long> noted(ByteBuffer steps) {
        Map<Key, Long> noted = new LinkedHashMap<>();
        if (steps.getLong(0) == MAGIC) {
            for (int slot = 0; slot < SLOTS; slot++) {
                int at = FIRST_SLOT + slot * SLOT;
                long instance = steps.getLong(at + 2 * Long.BYTES);
                if (instance == REQUEST) {
                    noted.put(new Key(REQUEST, slot), 0L);
                } else if (instance != 0) {
                    noted.put(new Key(instance, steps.getLong(at + Long.BYTES)), steps.getLong(at));
                }
            }
        }
        return noted;
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

    /** Nothing is being computed yet. */
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

    private static int instanceAt(int slot) {
        return FIRST_SLOT + slot * SLOT + 2 * Long.BYTES;
    }

    /** Of the step of an instance. */
    StepWatch watch(ClaimedInstance work) {
        return () -> begin(work.flow(), STEP, work.instance());
    }

    /** Of all that is computed for a call. */
    StepWatch watch(Call call) {
        return () -> begin(call.flow(), call.key().number(), call.instance());
    }

    /** Of all that is computed for requests before something of them is stored. */
    public StepWatch requests() {
        return () -> begin(0, STEP, REQUEST);
    }

    private StepWatch.Note begin(long flow, long call, long instance) {
        int slot = takeSlot();
        if (slot == NO_SLOT) {
            return outOfMemory -> {};
        }
        int at = FIRST_SLOT + slot * SLOT;
        steps.putLong(at, flow);
        steps.putLong(at + Long.BYTES, call);
        steps.putLong(instanceAt(slot), instance);
        return outOfMemory -> {
            if (outOfMemory) {
                IF_IT_GOES_ON.execute(() -> empty(slot));
            } else {
                empty(slot);
            }
        };
    }

    private void empty(int slot) {
        steps.putLong(instanceAt(slot), 0);
        taken.set(slot, 0);
    }

    private int takeSlot() {
        int first = (int) Thread.currentThread().getId();
        for (int i = 0; i < SLOTS; i++) {
            int slot = Math.floorMod(first + i, SLOTS);
            if (taken.get(slot) == 0 && taken.compareAndSet(slot, 0, 1)) {
                return slot;
            }
        }
        return NO_SLOT;
    }

    /** The suspect that an instance is; null for one that is none. */
    @Nullable Suspect suspect(long instance) {
        return suspect(new Key(instance, STEP));
    }

    /** The suspect that a call is; null for one that is none. */
    @Nullable Suspect suspect(CallKey call) {
        return suspect(new Key(call.instance(), call.number()));
    }

    private @Nullable Suspect suspect(Key key) {
        Map<Key, Suspect> all = suspects;
        return all.isEmpty() ? null : all.get(key);
    }

    /** The instances that are not advanced. */
    public List<Suspect> held() {
        return suspects.values().stream()
                .filter(suspect -> suspect.held() && suspect.call() == null)
                .toList();
    }

    /**
     * Lets an instance be advanced again, once: it is back in quarantine when that ends the process, too.
     *
     * @return false if it is not in quarantine
     */
    public synchronized boolean release(long instance) {
        Suspect known = suspect(instance);
        if (known == null || !known.held()) {
            return false;
        }
        Map<Key, Suspect> next = new LinkedHashMap<>(suspects);
        next.put(known.key(), new Suspect(instance, known.flow(), null, MOST_ENDS - 1, known.outOfMemory(), false));
        replace(next);
        return true;
    }

    /** No process has ended by this step of the instance, or the instance itself has ended. */
    void clear(long instance) {
        clear(new Key(instance, STEP));
    }

    /** No process has ended by this attempt of the call, or the call rests. */
    void clear(CallKey call) {
        clear(new Key(call.instance(), call.number()));
    }

    private void clear(Key key) {
        if (suspect(key) != null) {
            synchronized (this) {
                Map<Key, Suspect> next = new LinkedHashMap<>(suspects);
                next.remove(key);
                replace(next);
            }
        }
    }

    private void replace(Map<Key, Suspect> next) {
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
        StringBuilder lines = new StringBuilder();
        for (Suspect each : all) {
            lines.append(each.instance() + " " + each.key().call() + " " + each.flow() + " " + each.ends() + " "
                    + each.outOfMemory() + " " + each.held() + "\n");
        }
        try {
            PrivateFiles.write(file, lines.toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // What is in memory holds for this process; the next one may suspect an instance in vain.
            LOG.log(Level.ERROR, "cannot write " + file, e);
        }
    }

    private static Map<Key, Suspect> read(Path file) throws IOException {
        Map<Key, Suspect> suspects = new LinkedHashMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                try {
                    Suspect suspect = parse(line.split(" "));
                    suspects.put(suspect.key(), suspect);
                } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                    throw new IOException(file + " has a line that is no suspect: " + line, e);
                }
            }
        }
        return suspects;
    }

    private static Suspect parse(String[] fields) {
        long instance = Long.parseLong(fields[0]);
        long call = Long.parseLong(fields[1]);
        return new Suspect(
                instance,
                Long.parseLong(fields[2]),
                call == STEP ? null : new CallKey(instance, call),
                Integer.parseInt(fields[3]),
                Boolean.parseBoolean(fields[4]),
                Boolean.parseBoolean(fields[5]));
    }
}

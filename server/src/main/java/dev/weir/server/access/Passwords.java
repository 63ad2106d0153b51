package dev.weir.server.access;

import dev.weir.server.access.UsersFile.User;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks the passwords of users. A check is expensive on purpose, so one runs at a time, and few wait; what was found right
 * is remembered under a key that only this process has. After some wrong passwords a name must wait, whoever sends them.
 * Thread-safe.
 */
final class Passwords {
    static final int WRONG = 5;
    static final Duration WITHIN = Duration.ofMinutes(1);

    private static final int MOST_NAMES = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final UsersFile file;
    private final InstantSource clock;
    private final SecretKeySpec key;
    private final Semaphore checks = new Semaphore(1, true);
    /** Somebody whom nobody knows takes as long as a user. */
    private final String nobody;

    /** The file as it was read: its users, and by what a change is seen. */
    private record Known(Object version, Map<String, User> users) {}

    private volatile Known known = new Known("", Map.of());
    private final Map<String, byte[]> right = new HashMap<>();
    /** The last wrong passwords, by name, those of the name first that was wrong first. */
    private final Map<String, Deque<Instant>> wrong = new LinkedHashMap<>();

    /** @throws IOException if the users cannot be read */
    Passwords(UsersFile file, InstantSource clock) throws IOException {
        this.file = file;
        this.clock = clock;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, "HmacSHA256");
        this.nobody = PasswordHash.ofNobody();
        this.known = new Known(version(), file.read());
    }

    Admission check(String name, String password) {
        if (isBarred(name)) {
            return Admission.later("too many wrong passwords for this name: wait a minute");
        }
        User user = users().get(name);
        byte[] print = fingerprint(name, user == null ? nobody : user.hash(), password);
        synchronized (right) {
            byte[] before = right.get(name);
            if (user != null && before != null && MessageDigest.isEqual(before, print)) {
                return Admission.of(new Caller(name, user.role()));
            }
        }
        boolean matches;
        try {
            if (!checks.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return Admission.later("too many passwords are being checked");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Admission.later("the server is stopping");
        }
        try {
            matches = PasswordHash.matches(password, user == null ? nobody : user.hash());
        } finally {
            checks.release();
        }
        if (user == null || !matches) {
            wrong(name);
            return Admission.refused("there is no such user, or the password is another");
        }
        synchronized (right) {
            right.put(name, print);
        }
        synchronized (wrong) {
            wrong.remove(name);
        }
        return Admission.of(new Caller(name, user.role()));
    }

    /** A user's role and hash; null for none. */
    @Nullable String standing(String name) {
        User user = users().get(name);
        return user == null ? null : user.role() + " " + user.hash();
    }

    private byte[] fingerprint(String name, String hash, String password) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal((name + "\n" + hash + "\n" + password).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private boolean isBarred(String name) {
        Instant since = clock.instant().minus(WITHIN);
        synchronized (wrong) {
            Deque<Instant> times = wrong.get(name);
            return times != null && times.size() >= WRONG && times.getFirst().isAfter(since);
        }
    }

    private void wrong(String name) {
        synchronized (wrong) {
            Deque<Instant> times = wrong.computeIfAbsent(name, any -> new ArrayDeque<>());
            times.addLast(clock.instant());
            if (times.size() > WRONG) {
                times.removeFirst();
            }
            if (wrong.size() > MOST_NAMES) {
                wrong.remove(wrong.keySet().iterator().next());
            }
        }
    }

    /** As the file is now; as it was, and a line in the log, where it cannot be read. */
    private Map<String, User> users() {
        Object version = version();
        Known now = known;
        if (!now.version.equals(version)) {
            try {
                now = new Known(version, file.read());
            } catch (IOException e) {
                System.getLogger(Passwords.class.getName())
                        .log(Level.ERROR, "the users are as they were before: {0}", e.getMessage());
                now = new Known(version, now.users);
            }
            known = now;
            synchronized (right) {
                right.keySet().retainAll(now.users.keySet());
            }
        }
        return now.users;
    }

    private Object version() {
        try {
            BasicFileAttributes file = Files.readAttributes(this.file.path(), BasicFileAttributes.class);
            @Nullable Object inode = file.fileKey();
            return file.lastModifiedTime() + " " + file.size() + " " + inode;
        } catch (NoSuchFileException e) {
            return "none";
        } catch (IOException e) {
            return e.toString();
        }
    }
}

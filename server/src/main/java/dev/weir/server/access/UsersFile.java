package dev.weir.server.access;

import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The users of a data folder: a file that its owner alone may read, with a line for each, {@code NAME ROLE HASH}. There is
 * none at first. {@code weir users} writes it, and the server reads it again when it has changed.
 */
public final class UsersFile {
    /** In the data folder. */
    public static final String FILE = "admin.users";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    private final Path file;

    public UsersFile(Path data) {
        this.file = data.resolve(FILE);
    }

    /** @param hash of the password, by {@link PasswordHash} */
    record User(Role role, String hash) {}

    Path path() {
        return file;
    }

    /** @throws IllegalArgumentException for a name that cannot be one of a user */
    public static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a user's name must be letters, digits, '.', '_', '@' and '-', at most 64: " + name);
        }
    }

    /**
     * Adds a user, or gives one another role and password.
     *
     * @throws IllegalArgumentException for a name or a password that cannot be one
     */
    public void put(String name, Role role, String password) throws IOException {
        requireName(name);
        if (password.length() < 12 || password.length() > 128) {
            throw new IllegalArgumentException("a password must have 12 to 128 characters");
        }
        Map<String, User> users = new TreeMap<>(read());
        users.put(name, new User(role, PasswordHash.of(password)));
        write(users);
    }

    /** False where there is no such user. */
    public boolean remove(String name) throws IOException {
        Map<String, User> users = new TreeMap<>(read());
        boolean removed = users.remove(name) != null;
        if (removed) {
            write(users);
        }
        return removed;
    }

    /** The users with their roles, by name. */
    public Map<String, Role> roles() throws IOException {
        Map<String, Role> roles = new LinkedHashMap<>();
        read().forEach((name, user) -> roles.put(name, user.role));
        return roles;
    }

    /** @throws IOException if the file cannot be read, others may read it, or a line is none; the message says which */
    Map<String, User> read() throws IOException {
        String text;
        try {
            PrivateFile.checkPrivate(file);
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            return Map.of();
        }
        Map<String, User> users = new TreeMap<>();
        int number = 0;
        for (String line : text.split("\n")) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.strip().split("\\s+");
            if (fields.length != 3 || !NAME.matcher(fields[0]).matches() || !PasswordHash.isHash(fields[2])) {
                throw new IOException(
                        file + ":" + number + ": a line must be NAME ROLE HASH, with a hash by `weir users add`");
            }
            try {
                users.put(fields[0], new User(Role.of(fields[1]), fields[2]));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
            }
        }
        return users;
    }

    private void write(Map<String, User> users) throws IOException {
        StringBuilder text = new StringBuilder();
        users.forEach((name, user) -> text.append(name)
                .append(' ')
                .append(user.role.word())
                .append(' ')
                .append(user.hash)
                .append('\n'));
        PrivateFiles.write(file, text.toString().getBytes(StandardCharsets.US_ASCII));
    }
}

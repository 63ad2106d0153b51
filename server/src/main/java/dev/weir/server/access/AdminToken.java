package dev.weir.server.access;

import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a data folder: whoever can read its file may do everything. 256 random bits, made at the first start; to
 * replace it, stop the server, delete the file, and start again.
 */
public final class AdminToken {
    /** In the data folder. */
    public static final String FILE = "admin.token";

    private static final String BEARER = "Bearer ";
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43,512}");

    private final String token;

    private AdminToken(String token) {
        this.token = token;
    }

    /**
     * The token of a data folder, made if there is none. The caller holds the folder's lock.
     *
     * @throws IOException if it cannot be read or written, is no token, or others may read it
     */
    public static AdminToken of(Path data) throws IOException {
        Path file = data.resolve(FILE);
        if (!Files.exists(file)) {
            PrivateFiles.write(file, (Secrets.make() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        PrivateFile.checkPrivate(file);
        return new AdminToken(read(file));
    }

    /** @throws IOException if the file cannot be read, or holds none; the message does not show what it holds */
    public static String read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (NoSuchFileException e) {
            throw new IOException("there is no token file " + file, e);
        }
        if (!FORM.matcher(text).matches()) {
            throw new IOException(
                    file + " holds no token: it must be one line of at least 43 letters, digits, - and _");
        }
        return text;
    }

    /**
     * Whether a request shows it.
     *
     * @param authorization its field of that name, {@code Bearer TOKEN}
     */
    public boolean admits(@Nullable String authorization) {
        return authorization != null
                && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && Secrets.same(token, authorization.substring(BEARER.length()).strip());
    }

    /** Not the secret: it must not get into logs. */
    @Override
    public String toString() {
        return "AdminToken";
    }
}

package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that a user has named. Every error has the file's name and the reason. */
public final class GivenFile {
    private GivenFile() {}

    /** @throws MeasureException if it cannot be read */
    public static byte[] bytes(Path file) {
        if (Files.isDirectory(file)) {
            throw new MeasureException(file + " is a folder, not a file");
        }
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new MeasureException("there is no file " + file, missing);
        } catch (AccessDeniedException denied) {
            throw new MeasureException(file + " must not be read: permission is denied", denied);
        } catch (IOException unreadable) {
            throw new MeasureException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** A text in UTF-8, without the byte order mark that it may begin with. */
    static String text(Path file) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(file)))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException broken) {
            throw new MeasureException(file + " is not in UTF-8", broken);
        }
    }
}

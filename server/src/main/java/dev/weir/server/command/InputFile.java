package dev.weir.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that commands are given. */
final class InputFile {
    private InputFile() {}

    /** @throws CommandException if it cannot be read */
    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new CommandException("cannot read " + file + ": " + e.getMessage());
        }
    }
}

package dev.weir.server.deploy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.composite.runtime.RevisionState;
import dev.weir.server.deploy.DeployedFiles.Entry;
import dev.weir.store.CompositeRevision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server keeps of its deployments, and what its next start makes of what it finds. */
class DeployedFilesTest {
    private static final byte[] GOOD = "a good archive".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "another".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private static Entry entry(String file) {
        return new Entry(new CompositeRevision("default", "Credit", "1.0"), file, new RevisionState(true, true), true);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsListedIsThereAtTheNextStart() {
        DeployedFiles files = new DeployedFiles(folder);
        Entry good = entry(files.write(GOOD));
        files.save(List.of(good));

        assertEquals(List.of(good), new DeployedFiles(folder).load());
    }

    @Test
    void anArchiveThatTheListDoesNotNameIsMovedAsideAndNotDeleted() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        String good = files.write(GOOD);
        String other = files.write(OTHER);
        files.save(List.of(entry(other)));

        new DeployedFiles(folder).load();

        assertEquals(
                Stream.of(DeployedFiles.LIST, DeployedFiles.UNLISTED, other)
                        .sorted()
                        .toList(),
                names());
        assertArrayEquals(
                GOOD, Files.readAllBytes(folder.resolve(DeployedFiles.UNLISTED).resolve(good)));
        new DeployedFiles(folder).load();
        assertArrayEquals(
                GOOD, Files.readAllBytes(folder.resolve(DeployedFiles.UNLISTED).resolve(good)));
    }

    @Test
    void whatWasBeingWrittenWhenTheProcessEndedIsDeleted() throws IOException {
        Files.writeString(folder.resolve("new1234567890.tmp"), "half");

        new DeployedFiles(folder).load();

        assertEquals(List.of(), names());
    }
}

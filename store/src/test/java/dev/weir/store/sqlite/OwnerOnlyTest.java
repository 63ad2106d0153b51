package dev.weir.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files with messages in them are for their owner alone. */
class OwnerOnlyTest {
    private static final AuditEvent EVENT = new AuditEvent(
            new AuditSpan(1, 0, 1, 0),
            Instant.parse("2026-11-21T10:00:00Z"),
            AuditEvent.Kind.CALL_SENT,
            ComponentId.parse("default/Orders!1.0/OrderProcess"),
            "one",
            "x".repeat(2_000));
    /** All of a store in use. */
    private static final Set<String> FILES =
            Set.of("weir.db", "weir.db-wal", "weir.db-shm", "weir.id", "weir.commits", "weir.lock");

    @TempDir
    Path temp;

    private Path folder() {
        return temp.resolve("data");
    }

    private static Map<String, String> modes(Path folder) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                modes.put(file.getFileName().toString(), mode(file));
            }
        }
        return modes;
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void letOthersRead(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
    }

    private void assertPrivateInUse() throws IOException {
        try (SqliteStore store = SqliteStore.open(folder())) {
            store.audit(List.of(EVENT)).join();
            Map<String, String> modes = modes(folder());
            assertEquals(new TreeSet<>(FILES), modes.keySet());
            assertEquals(Set.of("rw-------"), Set.copyOf(modes.values()));
        }
    }

    @Test
    void aNewStoreIsItsOwners() throws IOException {
        assumeOwners();

        assertPrivateInUse();
        assertEquals("rwx------", mode(folder()), "its folder, too");
    }

    @Test
    void aFolderThatWasThereBeforeKeepsItsMode() throws IOException {
        assumeOwners();
        Files.createDirectory(folder());
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-x---"));

        assertPrivateInUse();

        assertEquals("rwxr-x---", mode(folder()));
    }

    @Test
    void aStoreOfAnEarlierProgramBecomesItsOwners() throws IOException {
        assumeOwners();
        SqliteStore.open(folder()).close();
        letOthersRead(folder());

        assertPrivateInUse();
    }

    @Test
    void aBackupAndWhatIsRestoredFromItAreTheirOwners() throws IOException {
        assumeOwners();
        SqliteStore.open(folder()).close();
        Path backup = temp.resolve("backup.db");
        new StoreFiles(folder()).backup(backup);
        assertEquals("rw-------", mode(backup));
        letOthersRead(folder());
        Files.setPosixFilePermissions(backup, PosixFilePermissions.fromString("rw-r--r--"));

        new StoreFiles(folder()).restore(backup, true, "1");

        assertEquals("rw-------", mode(folder().resolve("weir.db")));
        assertEquals("rw-------", mode(folder().resolve("replaced-1/weir.db")), "what was there before, too");
        assertPrivateInUse();
    }

    @Test
    void whereTheFileSystemKnowsNoOwnersNothingFails() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(temp.resolve("a.zip"), Map.of("create", "true"))) {
            PrivateFiles.createFolder(zip.getPath("/new/folder"));
            Path file = zip.getPath("a.db");

            PrivateFiles.create(file);
            PrivateFiles.createAnew(file);
            PrivateFiles.write(file, new byte[1]);
            PrivateFiles.tighten(List.of(file, zip.getPath("none")));

            assertTrue(Files.exists(file));
        }
    }

    private void assumeOwners() {
        assumeTrue(temp.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }
}

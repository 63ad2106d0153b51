package dev.weir.server.deploy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.deployment.Source;
import dev.weir.store.CompositeRevision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server keeps of its deployments, and what its next start makes of what it finds. */
class DeployedFilesTest {
    private static final byte[] GOOD = "a good archive".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "another".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private static Landscape listed(String... files) {
        Landscape landscape = Landscape.EMPTY;
        for (String file : files) {
            CompositeRevision name = new CompositeRevision(
                    "default", "Credit", (landscape.revisions().size() + 1) + ".0");
            landscape = landscape.deploy(
                    new Revision(name, new RevisionState(true, true), new Source.Kept(file), false), false, true);
        }
        return landscape;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsListedIsThereAtTheNextStart() {
        DeployedFiles files = new DeployedFiles(folder);
        Landscape two = listed(files.write(GOOD), files.write(OTHER));
        files.save(two);

        assertEquals(two, new DeployedFiles(folder).load());
    }

    @Test
    void whatAnEarlierProgramLetOthersReadBecomesItsOwners() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        DeployedFiles files = new DeployedFiles(folder);
        String good = files.write(GOOD);
        files.save(listed(good));
        Path notes = Files.writeString(folder.resolve("notes.txt"), "somebody's");
        for (Path file : List.of(folder.resolve(good), folder.resolve(DeployedFiles.LIST), notes)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        new DeployedFiles(folder).load();

        assertEquals("rwx------", mode(folder));
        assertEquals("rw-------", mode(folder.resolve(good)));
        assertEquals("rw-------", mode(folder.resolve(DeployedFiles.LIST)));
        assertEquals(
                "rw-r--r--",
                mode(folder.resolve(DeployedFiles.UNLISTED).resolve(notes.getFileName())),
                "Weir did not make it");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void anArchiveThatTheListDoesNotNameIsMovedAsideAndNotDeleted() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        String good = files.write(GOOD);
        String other = files.write(OTHER);
        files.save(listed(other));

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
        Files.writeString(folder.resolve("deployed.json.new"), "half");

        new DeployedFiles(folder).load();

        assertEquals(List.of(DeployedFiles.LIST), names());
    }

    /** As where its new name could not be flushed: the next start may find the one list or the other. */
    @Test
    void noArchiveIsDeletedWhileItIsNotKnownWhichListIsOnDisk() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        String good = files.write(GOOD);
        files.save(listed(good));
        Path inTheWay = Files.createDirectories(folder.resolve("deployed.json.new/something"));

        assertThrows(UncheckedIOException.class, () -> files.save(listed(good)));
        files.delete(good);
        assertTrue(Files.exists(files.path(good)));

        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        files.save(Landscape.EMPTY);
        files.delete(good);
        assertEquals(List.of(DeployedFiles.LIST), names());
    }

    @Test
    void anArchiveIsDeletedWhereTheListIsKnownToBeTheOldOne() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        files.save(Landscape.EMPTY);
        String good = files.write(GOOD);
        Path inTheWay = Files.createDirectories(folder.resolve("deployed.json.new/something"));

        assertThrows(UncheckedIOException.class, () -> files.save(listed(good)));
        files.delete(good);

        assertTrue(Files.notExists(files.path(good)));
        Files.delete(inTheWay);
    }

    // Lists that are lost

    private String refused() {
        return String.valueOf(assertThrows(UncheckedIOException.class, () -> new DeployedFiles(folder).load())
                .getMessage());
    }

    private void assertRefused(String what) throws IOException {
        List<String> before = names();

        String message = refused();

        assertTrue(
                message.startsWith(folder.resolve(DeployedFiles.LIST) + ", the list of what is deployed, "), message);
        assertTrue(message.contains(what), message);
        assertTrue(message.contains("weir store restore"), message);
        assertEquals(before, names(), "nothing is moved before somebody has decided");
    }

    @Test
    void archivesWithoutAListAreRefusedAndLeftWhereTheyAre() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        files.save(listed(files.write(GOOD), files.write(OTHER)));
        Files.delete(folder.resolve(DeployedFiles.LIST));

        assertRefused("is missing, but there are archives beside it: 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|is empty",
                "'  '|is empty",
                "'{}'|is no list",
                "'[{}]'|has an entry that cannot be read, {}",
                "'[7]'|has an entry that cannot be read, 7",
                "'[{\"composite\":\"default/Credit!1.0\",\"file\":\"../x.jar\"}]'|names a file that is no archive",
            })
    void whatIsNoListIsRefused(String content, String what) throws IOException {
        new DeployedFiles(folder).write(GOOD);
        Files.writeString(folder.resolve(DeployedFiles.LIST), content);

        assertRefused(what);
    }

    @Test
    void aListThatIsCutIsRefusedWhereverItEnds() throws IOException {
        DeployedFiles files = new DeployedFiles(folder);
        files.save(listed(files.write(GOOD), files.write(OTHER)));
        Path list = folder.resolve(DeployedFiles.LIST);
        byte[] whole = Files.readAllBytes(list);
        for (int length = 0; length < whole.length; length++) {
            Files.write(list, Arrays.copyOf(whole, length));

            assertRefused(length == 0 ? "is empty" : "is damaged or cut at line ");
        }
    }

    @Test
    void whoWritesAnEmptyListGoesOnAndTheArchivesAreKept() throws IOException {
        String good = new DeployedFiles(folder).write(GOOD);
        assertTrue(refused().contains("write [] to it"), this::refused);

        Files.writeString(folder.resolve(DeployedFiles.LIST), "[]");

        assertEquals(Landscape.EMPTY, new DeployedFiles(folder).load());
        assertArrayEquals(
                GOOD, Files.readAllBytes(folder.resolve(DeployedFiles.UNLISTED).resolve(good)));
    }

    @Test
    void aDeploymentThatWasTheFirstAndNotFinishedIsNoLoss() throws IOException {
        new DeployedFiles(folder).load();
        // Killed before the list was replaced.
        String good = new DeployedFiles(folder).write(GOOD);

        assertEquals(Landscape.EMPTY, new DeployedFiles(folder).load());
        assertTrue(Files.exists(folder.resolve(DeployedFiles.UNLISTED).resolve(good)));
    }
}

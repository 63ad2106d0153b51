package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.composite.assembly.RevisionFiles.RecordedResources;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as the same version, and what comes back of it. */
class RevisionFilesTest {
    private static final String SHOP = "Shop!1.0";
    private static final URI NOTES = URI.create("composite:/doc/notes.xml");
    private static final URI OTHER = URI.create("http://localhost/soa-infra/services/default/Other/Other?wsdl");

    @TempDir
    private Path temp;

    private Path shop;
    private RevisionFiles kept;

    @BeforeEach
    void open() throws IOException {
        shop = temp.resolve("shop");
        write("composite.xml", "<composite name='Shop' revision='1.0' xmlns='http://xmlns.oracle.com/sca/1.0'/>");
        write("doc/notes.xml", "<notes/>");
        kept = new RevisionFiles(temp.resolve("kept"));
    }

    private void write(String path, String text) throws IOException {
        Files.createDirectories(shop.resolve(path).getParent());
        Files.writeString(shop.resolve(path), text);
    }

    private static RecordedResources elsewhere(String text) {
        return new RecordedResources(uri -> text.getBytes(StandardCharsets.UTF_8));
    }

    private String keep() {
        return kept.keep(SHOP, Archive.open(shop), elsewhere("<other/>"));
    }

    private Composite load(String version) {
        return kept.load(SHOP, version, Archive.NOWHERE, CompositeValues.NONE, false);
    }

    private Set<String> files() throws IOException {
        Set<String> files = new HashSet<>();
        try (Stream<Path> all = Files.walk(temp.resolve("kept"))) {
            all.filter(Files::isRegularFile)
                    .forEach(file -> files.add(file.getFileName().toString()));
        }
        return files;
    }

    @Test
    void whatAnEarlierProgramLetOthersReadBecomesItsOwners() throws IOException {
        assumeTrue(temp.getFileSystem().supportedFileAttributeViews().contains("posix"));
        keep();
        assertEquals(Set.of("rwx------", "rw-------"), modes(), "what is made now is the owner's");
        try (Stream<Path> all = Files.walk(temp.resolve("kept"))) {
            for (Path file : all.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }

        new RevisionFiles(temp.resolve("kept"));

        assertEquals(Set.of("rwx------", "rw-------"), modes());
    }

    private Set<String> modes() throws IOException {
        Set<String> modes = new HashSet<>();
        try (Stream<Path> all = Files.walk(temp.resolve("kept"))) {
            for (Path file : all.toList()) {
                modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return modes;
    }

    @Test
    void theSameFilesAreTheSameVersionWhetherInAFolderOrASar() throws IOException {
        String version = keep();
        Path sar = temp.resolve("sca_Shop_rev1.0.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(sar))) {
            for (String path : List.of("doc/notes.xml", "SCA-INF/classes/scac.log", "composite.xml")) {
                zip.putNextEntry(new ZipEntry(path));
                zip.write(path.startsWith("SCA-INF") ? new byte[9] : Files.readAllBytes(shop.resolve(path)));
            }
        }

        assertEquals(version, keep());
        assertEquals(version, kept.keep(SHOP, Archive.open(sar), elsewhere("<other/>")));
        assertEquals(List.of(version), kept.of(SHOP));
        assertEquals(Set.of(version + ".jar"), files());
    }

    @Test
    void aChangedFileOrANewOneMakesAnotherVersionAndTheOldOneStaysAsItWas() throws IOException {
        String first = keep();
        write("doc/notes.xml", "<notes changed='yes'/>");
        String second = keep();
        write("doc/more.xml", "<more/>");
        String third = keep();

        assertEquals(Set.of(first, second, third), Set.copyOf(kept.of(SHOP)));
        assertEquals(3, kept.of(SHOP).size());
        assertArrayEquals(
                "<notes/>".getBytes(StandardCharsets.UTF_8),
                load(first).resources().read(NOTES));
        assertNotEquals(
                load(first).resources().read(NOTES).length,
                load(second).resources().read(NOTES).length);
    }

    @Test
    void documentsOfOthersThatItHasReadBelongToIt() {
        String without = keep();
        RecordedResources recorded = elsewhere("<other version='1'/>");
        recorded.read(OTHER);
        String with = kept.keep(SHOP, Archive.open(shop), recorded);

        assertNotEquals(without, with);
        assertEquals("<other version='1'/>", new String(load(with).resources().read(OTHER), StandardCharsets.UTF_8));
        assertThrows(WsdlException.class, () -> load(without).resources().read(OTHER));
    }

    @Test
    void hiddenFilesAndAServersDataAreNoPartOfIt() throws IOException {
        String version = keep();
        write(".git/HEAD", "main");
        write("doc/.notes.swp", "x");
        write("data/weir.db", "x");
        write("data/versions/x.jar", "x");
        write("SCA-INF/classes/scac_out.xml", "x");
        write("SCA-INF/src/A.java", "x");
        write("SCA-INF/classes/.data/x.properties", "x");

        assertEquals(version, keep());
    }

    @Test
    void classesAndLibrariesBelongToIt() throws IOException {
        String without = keep();
        write("SCA-INF/classes/a/A.class", "x");
        write("SCA-INF/lib/l.jar", "y");
        String with = keep();

        assertNotEquals(without, with);
        assertEquals(
                "x",
                new String(
                        load(with).resources().read(URI.create("composite:/SCA-INF/classes/a/A.class")),
                        StandardCharsets.UTF_8));
    }

    @Test
    void whatIsNotNeededIsDeletedAndWhatWasInterruptedToo() throws IOException {
        String first = keep();
        write("doc/notes.xml", "<notes changed='yes'/>");
        String second = keep();
        Path place;
        try (Stream<Path> places = Files.list(temp.resolve("kept"))) {
            place = places.findFirst().orElseThrow();
        }
        Files.writeString(place.resolve("new123.tmp"), "half");

        kept = new RevisionFiles(temp.resolve("kept"));
        assertEquals(2, kept.of(SHOP).size());
        assertEquals(Set.of(first + ".jar", second + ".jar"), files());
        kept.retain(Set.of(second, "unknown"));

        assertEquals(List.of(second), kept.of(SHOP));
        assertThrows(IllegalArgumentException.class, () -> load(first));
        kept.retain(Set.of());
        assertFalse(Files.exists(place));
        assertTrue(kept.of(SHOP).isEmpty());
    }

    @Test
    void namesThatAreNoFileNamesAreKeptApart() {
        for (String id : List.of("a/b!1", "a!../x", "A*!1", "\u00e4!1.0")) {
            kept.keep(id, Archive.open(shop), elsewhere(""));
        }
        kept = new RevisionFiles(temp.resolve("kept"));
        for (String id : List.of("a/b!1", "a!../x", "A*!1", "\u00e4!1.0")) {
            assertEquals(1, kept.of(id).size(), id);
        }
        assertTrue(kept.of("A!1").isEmpty());
    }
}

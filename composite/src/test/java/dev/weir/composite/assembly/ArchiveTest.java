package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that try to reach out, or to fill the memory. */
class ArchiveTest {
    @TempDir
    private Path temp;

    private Path sar(String... names) throws IOException {
        Path sar = temp.resolve("sca_x.jar");
        try (OutputStream out = Files.newOutputStream(sar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("<x/>".getBytes(StandardCharsets.UTF_8));
            }
        }
        return sar;
    }

    private static String refusal(Path place) {
        return assertThrows(AssemblyException.class, () -> Archive.open(place)).getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil.xml", "a/../../evil.xml", "/etc/passwd", "a\\..\\b", "C:/x", "a//b", "./x"})
    void anEntryThatDoesNotStayInsideIsRefused(String name) throws IOException {
        String message = refusal(sar("composite.xml", name));
        assertTrue(message.contains("the entry name '" + name + "' does not stay inside the archive"), message);
    }

    @Test
    void aZipBombIsRefusedByWhatComesOutOfIt() throws IOException {
        Path sar = temp.resolve("sca_bomb.jar");
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(sar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("composite.xml"));
            for (int i = 0; i < 65; i++) {
                zip.write(zeros);
            }
        }
        assertTrue(Files.size(sar) < 1 << 20, "a small file");
        assertTrue(refusal(sar).contains("the entry 'composite.xml' is larger than 64 MiB"));
    }

    @Test
    void manyEntriesAreRefused() throws IOException {
        String[] names = new String[20_001];
        for (int i = 0; i < names.length; i++) {
            names[i] = "f" + i;
        }
        assertTrue(refusal(sar(names)).contains("it has 20001 entries; at most 20000 are read"));
    }

    @Test
    void whatIsNoCompositeIsRefused() throws IOException {
        assertTrue(refusal(temp.resolve("nothing")).contains("there is no such folder or SAR"));
        assertTrue(refusal(temp).contains("it holds neither composite.xml nor SOA/composite.xml"));
        assertTrue(refusal(sar("a.xml")).contains("not a SAR: it holds no composite.xml"));
        Path text = Files.writeString(temp.resolve("sca_y.jar"), "not a zip");
        assertTrue(refusal(text).contains("not a zip file"));
        assertThrows(AssemblyException.class, () -> Archive.below(Files.createDirectory(temp.resolve("empty"))));
    }

    @Test
    void ofScaInfThereAreClassesAndLibrariesOnly() throws IOException {
        Archive archive = Archive.open(sar(
                "composite.xml",
                "SCA-INF/lib/x.jar",
                "SCA-INF/src/A.java",
                "SCA-INF/classes/scac_out.xml",
                "xsd/a.xsd"));
        assertTrue(archive.has(URI.create("composite:/SCA-INF/lib/x.jar")));
        assertFalse(archive.has(URI.create("composite:/SCA-INF/src/A.java")));
        assertFalse(archive.has(URI.create("composite:/SCA-INF/classes/scac_out.xml")));
        assertTrue(archive.has(URI.create("composite:/xsd/a.xsd")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "composite:/../secret",
                "composite:/a/../../secret",
                "composite:/%2e%2e/secret",
                "composite:/..%2fsecret",
                "composite:secret",
                "file:///etc/passwd",
                "composite:/link"
            })
    void aFolderIsNotLeft(String uri) throws IOException {
        Path folder = new ShopFixture().folder(temp);
        Path secret = Files.writeString(folder.resolveSibling("secret"), "secret");
        Files.createSymbolicLink(folder.resolve("link"), secret);
        Archive archive = Archive.open(folder);

        assertThrows(WsdlException.class, () -> archive.read(URI.create(uri)));
        assertFalse(archive.has(URI.create(uri)));
    }

    @Test
    void compositesBelowAFolderAreListedByPathAndNotSearched() throws IOException {
        Path root = Files.createDirectory(temp.resolve("apps"));
        for (String name : List.of("b", "a/inner", "c")) {
            Path folder = Files.createDirectories(root.resolve(name));
            Files.writeString(folder.resolve("composite.xml"), "<x/>");
        }
        Files.createDirectories(root.resolve("b/deploy"));
        Files.copy(sar("composite.xml"), root.resolve("b/deploy/sca_b.jar"));
        Files.copy(sar("composite.xml"), root.resolve("sca_d.jar"));
        Files.createDirectories(root.resolve("twelve/SOA"));
        Files.writeString(root.resolve("twelve/SOA/composite.xml"), "<x/>");
        Files.createDirectories(root.resolve(".git/x"));
        Files.writeString(root.resolve(".git/x/composite.xml"), "<x/>");

        assertEquals(
                List.of("a/inner", "b", "c", "sca_d.jar", "twelve"),
                Archive.below(root).stream()
                        .map(archive -> root.relativize(archive.origin()).toString())
                        .toList());
        assertEquals(1, Archive.below(root.resolve("b")).size());
        assertEquals(1, Archive.below(root.resolve("sca_d.jar")).size());
    }
}

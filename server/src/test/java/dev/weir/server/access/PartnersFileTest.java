package dev.weir.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestAuthority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartnersFileTest {
    @TempDir
    Path folder;

    private PartnersFile file(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("partners"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new PartnersFile(file);
    }

    private PartnersFile file(String text) throws IOException {
        return file(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void sectionsAreReadAndReadAgainWhenAFileThatTheyNameHasChanged() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        authority.issue("weir");
        PartnersFile file = file("""
                # partners
                [*]
                trust = authority.pem

                [https://one.example/a]
                user = weir
                password = pass = word # all of it
                [HTTP://two.example:8080]
                bearer = abc.def==
                callbacks = true
                [https://three.example]
                certificate = weir.pem
                key = weir.key
                """);
        PartnersFile.Known known = file.read();
        assertEquals("[https://one.example/a, http://two.example:8080, https://three.example]", known.toString());
        assertNull(file.readIfChanged(known));
        authority.issue("weir");
        assertNotNull(file.readIfChanged(known));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user = x|partners:1: a line must be [ADDRESS]",
                "[https://h]~nonsense|partners:2: a line must be",
                "[ftp://h]|partners:1: a section must begin with",
                "[https://u:SECRET@h]|partners:1: a section must begin with",
                "[https://h?q=1]|partners:1: a section must begin with",
                "[https://h|partners:1: a section must begin",
                "[https://h]~[https://h]|partners:2: there are two sections",
                "[https://h]~user = a|partners:1: the section must have user and password",
                "[https://h]~user = a~user = b|partners:3: the section has user already",
                "[https://h]~user = a:b~password = SECRET|without colon",
                "[https://h]~user = a~password = SECRET~bearer = SECRET|or bearer",
                "[https://h]~bearer = SECRET SECRET|bearer must be a token",
                "[https://h]~bearer =|partners:2: bearer has no value",
                "[https://h]~callbacks = yes|must be true or false",
                "[https://h]~key = k.pem|has a key, and no certificate",
                "[https://h]~password-file = p|has neither",
                "[https://h]~trust = absent.pem|partners:1: there is no file",
                "[*]~user = SECRET|partners:2: there is no such name in this section; there are password-file, trust"
            })
    void whatIsWrongIsNamedByItsLineAndNotShown(String text, String reason) throws IOException {
        PartnersFile file = file(text.replace('~', '\n'));
        String message =
                String.valueOf(assertThrows(IOException.class, file::read).getMessage());
        assertTrue(message.contains(reason), message);
        assertTrue(reason.startsWith("partners:1: a section") || !message.contains("SECRET"), message);
    }

    @Test
    void bytesThatAreNotUtf8AndControlsAreRefused() throws IOException {
        assertThrows(IOException.class, file(new byte[] {(byte) 0xff, '\n'})::read);
        assertThrows(IOException.class, file("[https://h]\nuser = a\u0001b\npassword = x")::read);
    }
}

package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.OpenIdProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the options that name an OpenID provider say together. */
class OpenIdOptionsTest {
    private static final String ISSUER = "--admin-oidc=https://login.example/realms/ops";

    @TempDir
    Path folder;

    private static OpenIdProvider settings(String... arguments) {
        return CommandLine.populateCommand(new OpenIdOptions(), arguments).settings();
    }

    private Path secret(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aProviderWithoutAClientIssuesBearerTokensAlone() {
        assertNull(settings());
        OpenIdProvider provider = settings(ISSUER);
        assertEquals("weir", provider.audience());
        assertEquals("roles", provider.roleClaim());
        assertNull(provider.client());
    }

    @Test
    void aClientHasItsSecretFromAFile() throws IOException {
        OpenIdProvider.Client client = settings(
                        ISSUER,
                        "--admin-oidc-client-id=weir-console",
                        "--admin-oidc-client-secret-file=" + secret("s3cret\n"),
                        "--admin-public-url=https://weir.example")
                .client();
        assertEquals(
                new OpenIdProvider.Client(
                        "weir-console", "s3cret", "openid profile", URI.create("https://weir.example")),
                client);
        assertFalse(Objects.toString(client).contains("s3cret"));
        assertNull(
                settings(ISSUER, "--admin-oidc-client-id=weir-console").client().secret());
    }

    @Test
    void aSecretThatOthersReadIsRefused() throws IOException {
        Path file = secret("s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertRefused("may be read or written by others", file);
        assertRefused("must have one line", secret("s3cret\nanother\n"));
        assertRefused("must have one line", secret("\n"));
        assertRefused("there is no file", folder.resolve("absent"));
    }

    private static void assertRefused(String why, Path file) {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class,
                () -> settings(
                        ISSUER, "--admin-oidc-client-id=weir-console", "--admin-oidc-client-secret-file=" + file));
        String text = String.valueOf(wrong.getMessage());
        assertTrue(text.startsWith("--admin-oidc-client-secret-file: ") && text.contains(why), text);
        assertFalse(text.contains("s3cret"), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--admin-oidc-client-id needs --admin-oidc | --admin-oidc-client-id=weir",
                "--admin-oidc-scope says nothing without --admin-oidc | --admin-oidc-scope=openid",
                "--admin-public-url says nothing without --admin-oidc-client-id | --admin-oidc=https://a.example"
                        + " --admin-public-url=https://weir.example",
                "--admin-oidc-client-secret-file says nothing without --admin-oidc-client-id |"
                        + " --admin-oidc=https://a.example --admin-oidc-client-secret-file=x",
                "--admin-oidc must be an https URL | --admin-oidc=ftp://a.example",
                "use https | --admin-oidc=http://192.0.2.7/ops",
                "--admin-oidc-scope must have openid | --admin-oidc=https://a.example --admin-oidc-client-id=weir"
                        + " --admin-oidc-scope=profile",
                "--admin-public-url must be | --admin-oidc=https://a.example --admin-oidc-client-id=weir"
                        + " --admin-public-url=https://weir.example/soa",
                "--admin-public-url must be | --admin-oidc=https://a.example --admin-oidc-client-id=weir"
                        + " --admin-public-url=weir.example",
            })
    void whatDoesNotFitTogetherIsRefusedByTheNameOfItsOption(String why, String arguments) {
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> settings(arguments.split(" ")));
        assertTrue(String.valueOf(wrong.getMessage()).startsWith(why) || why.equals("use https"), wrong.getMessage());
        assertTrue(String.valueOf(wrong.getMessage()).contains(why), wrong.getMessage());
    }

    @Test
    void theFileAndTheEnvironmentHaveTheSameSettings() throws IOException {
        Path config = Files.writeString(folder.resolve("weir.properties"), "admin-oidc-client-id = weir-console\n");
        assertEquals(
                List.of("--admin-oidc-client-id=weir-console", "--admin-oidc-scope=openid groups", "x"),
                new RunSettings(Map.of(RunSettings.CONFIG, config.toString(), "WEIR_ADMIN_OIDC_SCOPE", "openid groups"))
                        .complete(List.of("x")));
    }
}

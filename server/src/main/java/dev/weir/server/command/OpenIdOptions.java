package dev.weir.server.command;

import dev.weir.server.access.OpenIdProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose bearer tokens the admin API takes, and by whom people sign in to the console. */
final class OpenIdOptions {
    @Option(
            names = "--admin-oidc",
            paramLabel = "URL",
            description = "an OpenID Connect issuer whose bearer tokens the admin API takes, too")
    private @Nullable URI issuer;

    @Option(
            names = "--admin-oidc-audience",
            paramLabel = "NAME",
            description = "the audience that these tokens must be for; default: ${DEFAULT-VALUE}")
    private String audience = "weir";

    @Option(
            names = "--admin-oidc-role-claim",
            paramLabel = "CLAIM",
            description = "their claim with the roles weir-viewer, weir-operator and weir-administrator, such as"
                    + " realm_access.roles; default: ${DEFAULT-VALUE}")
    private String roleClaim = OpenIdProvider.ROLES;

    @Option(
            names = "--admin-oidc-client-id",
            paramLabel = "ID",
            description = "what the console is at this issuer: people sign in by it, and are sent back to"
                    + " /console/signed-in")
    private @Nullable String clientId;

    @Option(
            names = "--admin-oidc-client-secret-file",
            paramLabel = "FILE",
            description = "a file with one line, the secret of this client; only its owner may read it")
    private @Nullable Path secret;

    @Option(
            names = "--admin-oidc-scope",
            paramLabel = "SCOPES",
            description = "what the console asks the issuer for, with spaces between; default: openid profile")
    private @Nullable String scope;

    @Option(
            names = "--admin-public-url",
            paramLabel = "URL",
            description = "where browsers reach the console, if a proxy stands before it, such as"
                    + " https://weir.example: the issuer sends them back there")
    private @Nullable URI publicUrl;

    /**
     * What they say together.
     *
     * @return null where no issuer is given
     * @throws IllegalArgumentException if they do not fit together; the message says why
     */
    @Nullable OpenIdProvider settings() {
        URI url = issuer;
        if (url == null) {
            refuse(clientId != null, "--admin-oidc-client-id needs --admin-oidc, the issuer that knows this client");
            alone("--admin-oidc");
            return null;
        }
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        refuse(
                url.getHost() == null || !secure && !"http".equalsIgnoreCase(url.getScheme()),
                "--admin-oidc must be an https URL such as https://login.example/realms/ops: " + url);
        refuse(
                !secure && !isLoopback(url.getHost()),
                "--admin-oidc: keys that come by http from another machine can be anybody's: use https: " + url);
        return new OpenIdProvider(url, audience, roleClaim).withClient(client());
    }

    private OpenIdProvider.@Nullable Client client() {
        String id = clientId;
        if (id == null) {
            alone("--admin-oidc-client-id");
            return null;
        }
        refuse(id.isBlank(), "--admin-oidc-client-id must not be empty");
        String asked = scope == null ? OpenIdProvider.Client.SCOPE : scope.strip();
        refuse(
                !List.of(asked.split("\\s+")).contains("openid"),
                "--admin-oidc-scope must have openid, or there is no ID token: " + asked);
        URI reached = publicUrl;
        refuse(
                reached != null && !isOrigin(reached),
                "--admin-public-url must be an http or https URL without a path, such as https://weir.example: "
                        + reached);
        return new OpenIdProvider.Client(id, secret(), asked, reached);
    }

    private @Nullable String secret() {
        Path file = secret;
        try {
            return file == null ? null : OpenIdProvider.Client.secretIn(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("--admin-oidc-client-secret-file: " + e.getMessage(), e);
        }
    }

    /** Options that say nothing without another. */
    private void alone(String missing) {
        refuse(secret != null, "--admin-oidc-client-secret-file says nothing without " + missing);
        refuse(scope != null, "--admin-oidc-scope says nothing without " + missing);
        refuse(publicUrl != null, "--admin-public-url says nothing without " + missing);
    }

    private static void refuse(boolean wrong, String why) {
        if (wrong) {
            throw new IllegalArgumentException(why);
        }
    }

    private static boolean isOrigin(URI url) {
        return List.of("http", "https").contains(String.valueOf(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && List.of("", "/").contains(String.valueOf(url.getPath()))
                && url.getQuery() == null
                && url.getFragment() == null;
    }

    private static boolean isLoopback(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--admin-oidc: there is no host " + name, e);
        }
    }
}

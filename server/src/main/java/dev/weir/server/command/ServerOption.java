package dev.weir.server.command;

import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.ServerTrust;
import dev.weir.server.admin.AdminClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The running server that a command talks to: found by its data folder, unless its address is given. */
final class ServerOption {
    /** The environment variable that holds a token, where its file cannot be read. */
    static final String TOKEN = "WEIR_TOKEN";

    /** The environment variable that holds a user's password. */
    static final String PASSWORD = "WEIR_PASSWORD";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the data folder of the running server: it has the address of its admin API, and the token;"
                    + " default: ${DEFAULT-VALUE}")
    private Path data = Path.of("data");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "its admin API, such as http://127.0.0.1:8089, instead of the address in the data folder")
    private @Nullable URI url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "its token, instead of that in " + TOKEN + " or in the data folder")
    private @Nullable Path tokenFile;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description =
                    "a user of the admin API, instead of the token; the password is in " + PASSWORD + ", or asked for")
    private @Nullable String user;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "the authorities that may have signed its certificate, in PEM or PKCS#12, for an https"
                    + " --url; default: those of the JVM")
    private @Nullable Path trust;

    AdminClient client() {
        try {
            URI address = url;
            Path authorities = trust;
            ServerTrust trusted = authorities == null ? ServerTrust.JVM : ServerTrust.ofFile(authorities);
            if (address == null) {
                AdminAddress own = AdminAddress.read(data);
                address = own.url();
                trusted = AdminClient.trust(own);
            } else if (!List.of("http", "https").contains(String.valueOf(address.getScheme()))
                    || address.getHost() == null) {
                throw new UsageException("--url must be an http or https URL such as http://127.0.0.1:8089: " + url);
            }
            String name = user;
            return name == null
                    ? new AdminClient(address, trusted, token(address))
                    : AdminClient.ofUser(address, trusted, name, password(name));
        } catch (IOException e) {
            throw new CommandException(e.getMessage()
                    + "; start a server by `weir run`, or name the data folder of a running one by --data");
        }
    }

    private static String password(String name) {
        String given = System.getenv(PASSWORD);
        return given == null || given.isEmpty() ? PasswordInput.ask("password of " + name + ": ") : given;
    }

    private String token(URI address) throws IOException {
        Path file = tokenFile;
        if (file != null) {
            return AdminToken.read(file);
        }
        String given = System.getenv(TOKEN);
        if (given != null && !given.isBlank()) {
            return given.strip();
        }
        if (!isThisMachine(address.getHost())) {
            throw new CommandException("the token for " + address + " must be given by --token-file or " + TOKEN
                    + ": that of a data folder here is not sent to another machine");
        }
        return AdminToken.read(data.resolve(AdminToken.FILE));
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("[::1]");
    }
}

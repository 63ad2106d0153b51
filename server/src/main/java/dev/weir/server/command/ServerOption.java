package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import java.net.URI;
import picocli.CommandLine.Option;

/** The running server that a command talks to. */
final class ServerOption {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the running server (default: ${DEFAULT-VALUE})",
            defaultValue = "http://localhost:8080")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private URI url;

    AdminClient client() {
        return new AdminClient(url);
    }
}

package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** {@code --json}, for programs that read what a command shows. */
final class JsonOption {
    @Option(names = "--json", description = "print what the admin API says")
    private boolean json;

    /** Prints it if that is wanted; false if not. */
    boolean print(PrintWriter out, Object value) {
        if (json) {
            out.println(AdminClient.json(value));
            out.flush();
        }
        return json;
    }
}

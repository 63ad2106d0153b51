package dev.weir.server;

import dev.weir.server.command.WeirCommand;

/** The program's entry. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        // Or a client could have a server compute handshakes without end; read once, at the first one.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
        System.exit(WeirCommand.execute(arguments));
    }
}

package dev.weir.server;

import dev.weir.server.command.WeirCommand;

/** The program's entry. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(WeirCommand.execute(arguments));
    }
}

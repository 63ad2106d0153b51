package dev.weir.server.command;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Passwords come from the terminal, unseen, or as a line of standard input: never from arguments, which others can see. */
final class PasswordInput {
    private PasswordInput() {}

    /** From JDK 22 on there may be a console without a terminal: then it reads a line of standard input, too. */
    @SuppressWarnings("SystemConsoleNull")
    static String ask(String prompt) {
        Console console = System.console();
        if (console != null) {
            char[] typed = console.readPassword("%s", prompt);
            if (typed != null) {
                return new String(typed);
            }
        }
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            if (line != null) {
                return line;
            }
        } catch (IOException e) {
            throw new CommandException("the password cannot be read: " + e.getMessage());
        }
        throw new CommandException("no password came: type it, or give it as a line of standard input");
    }
}

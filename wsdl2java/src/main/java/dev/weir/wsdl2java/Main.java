package dev.weir.wsdl2java;

import picocli.CommandLine;

/** The entry of {@code weir wsdl2java}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Wsdl2Java()).execute(arguments));
    }
}

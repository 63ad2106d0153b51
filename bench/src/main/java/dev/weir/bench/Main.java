package dev.weir.bench;

/** The entry of {@code weir bench}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(BenchCommandLine.line().execute(arguments));
    }
}

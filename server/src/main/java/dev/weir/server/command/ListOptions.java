package dev.weir.server.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which part of a list a command shows. */
final class ListOptions {
    /** The most entries that the server gives at once. */
    private static final int MOST_AT_ONCE = 1_000;

    @Option(names = "--limit", paramLabel = "N", description = "list at most so many (default: ${DEFAULT-VALUE})")
    private int limit = 100;

    @Option(names = "--offset", paramLabel = "N", description = "leave out the first N (default: ${DEFAULT-VALUE})")
    private int offset = 0;

    /** Asks the server for a part of its list. */
    @FunctionalInterface
    interface Source<T> {
        List<T> read(int offset, int limit);
    }

    int limit() {
        return notNegative("--limit", limit);
    }

    int offset() {
        return notNegative("--offset", offset);
    }

    private static int notNegative(String name, int value) {
        if (value < 0) {
            throw new UsageException(name + " must be from 0 on: " + value);
        }
        return value;
    }

    /** The part that is wanted, by as many requests as it takes. */
    <T> List<T> read(Source<T> source) {
        int most = limit();
        int first = offset();
        List<T> all = new ArrayList<>();
        while (all.size() < most) {
            int wanted = Math.min(MOST_AT_ONCE, most - all.size());
            List<T> part = source.read(Math.addExact(first, all.size()), wanted);
            all.addAll(part);
            if (part.size() < wanted) {
                break;
            }
        }
        return all;
    }

    /** Says where the list goes on, if it may. */
    void hint(CommandSpec spec, int listed) {
        if (listed == limit && limit > 0) {
            spec.commandLine().getErr().println("there may be more: --offset " + (offset + (long) limit));
            spec.commandLine().getErr().flush();
        }
    }
}

package dev.weir.server.command;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a command line. A command that does one thing or another takes some options for the one alone: where they
 * were ignored for the other, more would be done than was meant.
 */
final class GivenOptions {
    private GivenOptions() {}

    /**
     * What a command is about is named, or meant by an option: one of the two.
     *
     * @param things what is named, such as {@code calls}
     * @param hint what else is to be said where neither is given; perhaps empty
     * @throws UsageException for both, and for neither
     */
    static void eitherOr(boolean named, String things, boolean meant, String option, String hint) {
        if (named && meant) {
            throw new UsageException("name the " + things + ", or give " + option + ": either, not both");
        }
        if (!named && !meant) {
            throw new UsageException("name the " + things + ", or give " + option + hint);
        }
    }

    /**
     * Looks at the options that are given beside those that say which server is meant.
     *
     * @param what the command does now, such as {@code retry ID}
     * @param allowed the names of the options that belong to that
     * @throws UsageException for another one
     */
    static void only(CommandSpec spec, String what, String... allowed) {
        Set<OptionSpec> others = new HashSet<>();
        spec.mixins().values().stream()
                .filter(mixin -> mixin.userObject() instanceof ServerOption)
                .forEach(mixin -> others.addAll(mixin.options()));
        Set<String> names = new HashSet<>();
        others.forEach(each -> names.addAll(Arrays.asList(each.names())));
        names.addAll(Arrays.asList(allowed));
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (Arrays.stream(given.names()).noneMatch(names::contains)) {
                throw new UsageException(given.longestName() + " does not go with " + what
                        + (allowed.length == 0 ? "" : ", which takes " + String.join(", ", allowed)));
            }
        }
    }
}

package dev.weir.server.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which commands choose instances. */
final class InstanceOptions {
    @Option(
            names = "--component",
            paramLabel = "NAME",
            description = "only those whose first process is this component")
    private @Nullable String component;

    @Option(names = "--created-from", paramLabel = "TIME", description = "only those created at this time or later")
    private @Nullable String createdFrom;

    @Option(names = "--created-before", paramLabel = "TIME", description = "only those created before")
    private @Nullable String createdBefore;

    @Option(
            names = "--modified-from",
            paramLabel = "TIME",
            description = "only those last changed at this time or later")
    private @Nullable String modifiedFrom;

    @Option(names = "--modified-before", paramLabel = "TIME", description = "only those last changed before")
    private @Nullable String modifiedBefore;

    @Option(
            names = "--title",
            paramLabel = "TITLE",
            description = "only those with this title; with * at its end, those whose title begins so")
    private @Nullable String title;

    @Option(
            names = "--sensor",
            paramLabel = "NAME=VALUE",
            description =
                    "only those in which this sensor has found this value; with * at its end, a value that begins so."
                            + " May be repeated: all must hold")
    private List<String> sensors = new ArrayList<>();

    @Nullable String component() {
        return component;
    }

    @Nullable Instant createdFrom() {
        return time("--created-from", createdFrom);
    }

    @Nullable Instant createdBefore() {
        return time("--created-before", createdBefore);
    }

    @Nullable Instant modifiedFrom() {
        return time("--modified-from", modifiedFrom);
    }

    @Nullable Instant modifiedBefore() {
        return time("--modified-before", modifiedBefore);
    }

    @Nullable String title() {
        return title;
    }

    /** As they are given: NAME=VALUE. */
    List<String> sensors() {
        return sensors;
    }

    private static @Nullable Instant time(String name, @Nullable String text) {
        return text == null ? null : PurgeParameters.time(name, text);
    }
}

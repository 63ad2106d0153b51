package dev.weir.server;

import dev.weir.store.FlowState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small composite for one form of a mediator's rule, a fault policy, a business event or a resequencer, and what it makes
 * of the messages that are sent to it. Its files are those in {@code server/src/test/composites/forms/NAME}, the contract,
 * and of its base what it does not have itself.
 *
 * @param base of which it has what it lacks: {@code mediator}, {@code callback}, {@code policy} or {@code event}
 * @param sends what its service gets
 * @param fails so many times the partner fails for each question before it answers
 * @param message the text of a message, by its number
 * @param effects what the partner is notified of by then: {@code COMPOSITE TEXT}; nothing else, and each under one key
 * @param free of what else it may be notified or not, as often as may be: its word; null for nothing. A crash may hide a
 *     failure from the server, so that its policy has nothing to do
 * @param ends the states in which its flows end
 */
record Form(
        String name,
        String base,
        Sends sends,
        int fails,
        IntFunction<String> message,
        IntFunction<List<String>> effects,
        @Nullable String free,
        Set<FlowState> ends) {
    /** What a service gets, and how it answers. */
    enum Sends {
        /** Nothing: events come to the composite. */
        NOTHING,
        ONE_WAY,
        /** One-way messages, each when the one before was accepted. */
        ONE_WAY_IN_ORDER,
        /** Requests, whose answers the form's only effects are. */
        REQUESTS,
        /** One-way messages, some of which are refused to the sender by a fault: those that have no effect. */
        ONE_WAY_OR_REFUSED
    }

    private static final int ALWAYS = Integer.MAX_VALUE;
    /** Messages of one group of a resequencer. */
    private static final int GROUP = 4;

    static final List<Form> ALL = List.of(
            of("Sequential", "mediator", "a", "b"),
            of("Parallel", "mediator", "a", "b", "c"),
            of("Echo", "mediator", "echoed").sending(Sends.REQUESTS),
            of("Replies", "mediator", "answered").sending(Sends.REQUESTS),
            of("OnReply", "mediator", "ask", "answered"),
            of("OnFault", "mediator", "ask", "refused").failing(ALWAYS),
            of("Callback", "callback", "back"),
            of("CallbackPassed", "callback", "back"),
            of("CallbackTimeout", "callback", "late"),
            of("Transform", "mediator", "transformed"),
            validate(),
            of("Retry", "policy", "ask", "answered").failing(2),
            of("RetrySucceeds", "policy", "ask")
                    .failing(1)
                    .free("answered")
                    .ending(FlowState.TERMINATED, FlowState.COMPLETED),
            of("RetryFails", "policy", "ask", "caught").failing(ALWAYS),
            of("Rethrow", "policy", "ask", "caught").failing(ALWAYS),
            of("Abort", "policy", "ask").failing(ALWAYS).ending(FlowState.TERMINATED),
            of("Replay", "policy", "answered").failing(1).free("ask"),
            of("ReplayActivity", "policy", "answered").failing(2).free("ask"),
            of("Human", "policy", "ask", "answered").failing(1),
            of("Java", "policy", "ask", "answered").failing(1),
            publisher("Raises"),
            publisher("Publishes"),
            of("Handles", "event").sending(Sends.NOTHING),
            of("Filters", "event").sending(Sends.NOTHING),
            of("Receives", "event").sending(Sends.NOTHING),
            of("Picks", "event").sending(Sends.NOTHING),
            resequencer("Fifo").sending(Sends.ONE_WAY_IN_ORDER),
            resequencer("Standard"),
            resequencer("BestEffort"));

    /** @param words one effect for each: the message and this word */
    private static Form of(String name, String base, String... words) {
        return new Form(
                name,
                base,
                Sends.ONE_WAY,
                0,
                Integer::toString,
                number -> Stream.of(words)
                        .map(word -> name + " " + number + " " + word)
                        .toList(),
                null,
                Set.of(FlowState.COMPLETED));
    }

    private static Form validate() {
        IntFunction<String> message = number ->
                number + List.of("", " wrong", " and so on".repeat(10)).get(number % 3);
        return new Form(
                "Validate",
                "mediator",
                Sends.ONE_WAY_OR_REFUSED,
                0,
                message,
                number -> number % 3 == 0 ? List.of("Validate " + number + " valid") : List.of(),
                null,
                Set.of(FlowState.COMPLETED, FlowState.FAULTED));
    }

    /** Whose events all subscribers get; the filter, those with even numbers. */
    private static Form publisher(String name) {
        String letter = name.substring(0, 1);
        return new Form(
                name,
                "event",
                Sends.ONE_WAY,
                0,
                number -> letter + number,
                number -> Stream.of("Handles", "Receives", "Picks", "Filters")
                        .filter(subscriber -> number % 2 == 0 || !subscriber.equals("Filters"))
                        .map(subscriber -> subscriber + " " + letter + number)
                        .toList(),
                null,
                Set.of(FlowState.COMPLETED));
    }

    private static Form resequencer(String name) {
        IntFunction<String> message = number -> "g" + number / GROUP + ":" + (number % GROUP + 1);
        return new Form(
                name,
                "mediator",
                Sends.ONE_WAY,
                0,
                message,
                number -> List.of(name + " " + message.apply(number)),
                null,
                Set.of(FlowState.COMPLETED));
    }

    private Form sending(Sends what) {
        return new Form(name, base, what, fails, message, effects, free, ends);
    }

    private Form failing(int times) {
        return new Form(name, base, sends, times, message, effects, free, ends);
    }

    private Form free(String word) {
        return new Form(name, base, sends, fails, message, effects, word, ends);
    }

    private Form ending(FlowState... states) {
        return new Form(name, base, sends, fails, message, effects, free, Set.of(states));
    }

    /** True for an effect that may come or not. */
    boolean isFree(String effect) {
        return free != null && effect.startsWith(name + " ") && effect.endsWith(" " + free);
    }

    /** The effects of the messages up to a number, group by group and in their order where the form keeps one. */
    List<List<String>> sequences(int messages) {
        return name.equals("Fifo") || name.equals("Standard")
                ? IntStream.range(0, messages / GROUP)
                        .mapToObj(group -> IntStream.range(group * GROUP, (group + 1) * GROUP)
                                .mapToObj(effects)
                                .flatMap(List::stream)
                                .toList())
                        .toList()
                : List.of();
    }

    /** Writes the composite's files below a folder. */
    void writeBelow(Path composites) throws IOException {
        Path forms = RunningWeir.repository().resolve("server/src/test/composites/forms");
        for (String part : List.of("contract", "bases/" + base, name)) {
            Path from = forms.resolve(part);
            if (!Files.isDirectory(from)) {
                continue;
            }
            List<Path> files;
            try (Stream<Path> walk = Files.walk(from)) {
                files = walk.filter(Files::isRegularFile).toList();
            }
            for (Path file : files) {
                Path to = composites.resolve(name).resolve(from.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.writeString(to, Files.readString(file).replace("@FORM@", name));
            }
        }
    }
}

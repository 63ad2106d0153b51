package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.Counted;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir messages}. */
@Command(
        name = "messages",
        description = {
            "Lists messages that no instance has taken, shows them, or decides about them.",
            "A message waits until an instance receives under one of its correlation keys. It has those of the versions"
                    + " that were deployed when it came; --deliver gives it those of the versions deployed now. One that"
                    + " named no revision also gets those of a revision that is deployed or started later."
        },
        mixinStandardHelpOptions = true)
final class MessagesCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;
    /** With what the server answers about one message alone. */
    private static final Set<Integer> ABOUT_ONE = Set.of(
            HttpURLConnection.HTTP_BAD_REQUEST, HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            description = "messages, as `weir messages` lists them; shown if nothing is decided about them")
    private List<Long> ids = new ArrayList<>();

    @Option(names = "--deliver", description = "deliver them again, as if they came now")
    private boolean deliver;

    @Option(
            names = "--to",
            paramLabel = "REVISION",
            description = "with --deliver: move them to this revision of their composite, as PARTITION/NAME!REVISION")
    private @Nullable String to;

    @Option(
            names = "--to-instance",
            paramLabel = "INSTANCE",
            description =
                    "with --deliver ID: give it to this instance, of any revision of its composite, which waits for such"
                            + " a message, such as an answer that does not say what it answers")
    private @Nullable Long toInstance;

    @Option(names = "--cancel", description = "drop them; who waits for a reply gets a fault")
    private boolean cancel;

    @Option(names = "--all", description = "decide about all that wait, or all for the composite of --composite")
    private boolean all;

    @Option(
            names = "--composite",
            paramLabel = "PARTITION/NAME!REVISION",
            description = "list, or with --all decide about, only those for this revision")
    private @Nullable String composite;

    @Mixin
    private final ListOptions part = new ListOptions();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (deliver || cancel) {
            if (deliver) {
                GivenOptions.only(spec, "--deliver", "--deliver", "--to", "--to-instance", "--all", "--composite");
            } else {
                GivenOptions.only(spec, "--cancel", "--cancel", "--all", "--composite");
            }
            GivenOptions.eitherOr(!ids.isEmpty(), "messages", all, "--all", "");
            if (composite != null && !all) {
                throw new UsageException("--composite goes with --all: leave it out with messages that are named");
            }
            if (toInstance != null && (to != null || all)) {
                throw new UsageException("--to-instance is for messages that are named, and excludes --to");
            }
            AdminClient client = server.client();
            return decide(client, all ? all(client) : ids, out);
        }
        if (ids.isEmpty()) {
            GivenOptions.only(spec, "the list", "--json", "--composite", "--limit", "--offset");
            list(server.client(), out);
            return ExitCode.DONE;
        }
        GivenOptions.only(spec, "messages ID", "--json");
        AdminClient client = server.client();
        for (long id : ids) {
            show(client.message(id), out);
        }
        out.flush();
        return ExitCode.DONE;
    }

    private List<Long> all(AdminClient client) {
        String only = ComponentText.whole(composite);
        List<Long> found = new ArrayList<>();
        List<MessageView> page;
        do {
            page = client.messages(only, found.size(), PAGE);
            page.forEach(message -> found.add(message.id()));
        } while (page.size() == PAGE);
        return found;
    }

    private Integer decide(AdminClient client, List<Long> messages, PrintWriter out) {
        if (messages.isEmpty()) {
            throw new CommandException("no message waits; nothing was done");
        }
        String revision = ComponentText.whole(to);
        Map<String, Integer> outcomes = new LinkedHashMap<>();
        int done = 0;
        for (long id : messages) {
            String outcome;
            try {
                MessageDecision decision = toInstance != null
                        ? client.giveMessage(id, Long.toString(toInstance))
                        : revision != null
                                ? client.moveMessage(id, revision)
                                : client.decideMessage(id, deliver ? "deliver" : "cancel");
                outcome = outcome(decision, toInstance == null ? revision : "instance " + toInstance);
                // One that was to be moved is moved, though it waits there, too.
                done += revision == null && decision.outcome().equals("WAITS") ? 0 : 1;
            } catch (AdminException e) {
                if (e.isWrongUsage() || !ABOUT_ONE.contains(e.status())) {
                    throw e; // the next would fare no better
                }
                outcome = e.status() == HttpURLConnection.HTTP_NOT_FOUND
                        ? "does not wait: an instance has taken it, it was cancelled, or there never was one of this id"
                        : "refused: " + e.reason();
            }
            out.println("message " + id + " " + outcome);
            out.flush();
            outcomes.merge(outcome, 1, Integer::sum);
        }
        if (messages.size() > 1) {
            outcomes.forEach((outcome, times) -> out.println(times + " " + outcome));
            out.flush();
        }
        return done == messages.size() ? ExitCode.DONE : ExitCode.NOT_DONE;
    }

    /** @param moved where to; null where it was not */
    private static String outcome(MessageDecision decision, @Nullable String moved) {
        return switch (decision.outcome()) {
            case "DELIVERED" -> moved == null ? "delivered" : "moved to " + moved + ", and delivered";
            case "WAITS" ->
                moved == null
                        ? "still waits: no instance receives under its keys"
                        : "moved to " + moved + ", where it waits for an instance";
            default -> "cancelled";
        };
    }

    private void list(AdminClient client, PrintWriter out) {
        String only = ComponentText.whole(composite);
        List<MessageView> messages = part.read((offset, limit) -> client.messages(only, offset, limit));
        if (json.print(out, messages)) {
            return;
        }
        messages.forEach(message -> out.println(line(message)));
        out.flush();
        part.hint(spec, messages.size());
    }

    private static String line(MessageView message) {
        return message.id() + "  " + message.component() + "  " + message.partnerLink() + "." + message.operation()
                + "  instance " + message.instance() + "  since " + message.received() + "  "
                + Counted.of(message.bytes(), "byte") + (message.answered() ? "  (a caller waits)" : "");
    }

    private void show(MessageContent content, PrintWriter out) {
        if (json.print(out, content)) {
            return;
        }
        out.println(line(content.message()));
        content.message().keys().forEach(key -> out.println("  key   " + printable(key)));
        content.parts().forEach((name, xml) -> out.println("  part  " + name + "\n" + printable(xml)));
    }

    /** Content may hold what would move a terminal's cursor. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            if (c == '\n' || c == '\t' || type != Character.CONTROL && type != Character.FORMAT) {
                shown.appendCodePoint(c);
            } else {
                shown.append(String.format(Locale.ROOT, "\\u%04X", c));
            }
        });
        return shown.toString();
    }
}

package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.DecidedCallView;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.admin.Counted;
import dev.weir.store.CallKey;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir calls}. */
@Command(
        name = "calls",
        description = {
            "Lists calls that failed and rest until somebody decides (with --open those that are still tried, with --decided"
                    + " those of suspended processes that are decided about), or decides about them:",
            "retry makes the call again, cancel drops a one-way call, continue takes the invoke as done, rethrow gives"
                    + " its fault to the process, abort ends the process, replay begins its scope again."
        },
        mixinStandardHelpOptions = true)
final class CallsCommand implements Callable<Integer> {
    /** What can be decided, as it is written. */
    enum Verb {
        RETRY,
        CANCEL,
        CONTINUE,
        RETHROW,
        ABORT,
        REPLAY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final class VerbWord extends EnumWord<Verb> {
        VerbWord() {
            super(Verb.class);
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "retry|cancel|continue|rethrow|abort|replay",
            description = "what to do; nothing lists the calls",
            converter = VerbWord.class)
    private @Nullable Verb verb;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "calls, as `weir calls` lists them")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", description = "decide about all that are listed")
    private boolean all;

    @Option(
            names = "--open",
            description =
                    "list calls that are still tried: under way, or waiting for an attempt; with --all, decide about them")
    private boolean open;

    @Option(
            names = "--decided",
            description =
                    "list calls of suspended processes that are decided about; what was decided is done after `weir control resume`")
    private boolean decided;

    @Option(
            names = "--of",
            paramLabel = "PART",
            description =
                    "with --open or --decided: only those of PARTITION/COMPOSITE!REVISION, or of that and /COMPONENT; without a"
                            + " partition it is in default")
    private @Nullable String of;

    @Option(
            names = "--partner-link",
            paramLabel = "NAME",
            description = "with --open or --decided: only those on this partner link, or through this reference")
    private @Nullable String partnerLink;

    @Option(names = "--lines", description = "with --open: count them by where they lead")
    private boolean lines;

    @Option(names = "--fault", paramLabel = "NAME", description = "only those with this fault, such as remoteFault")
    private @Nullable String fault;

    @Option(
            names = "--payload",
            paramLabel = "FILE",
            description = "for retry: an XML document to send instead of the part that has its element")
    private @Nullable Path payload;

    @Mixin
    private final ListOptions part = new ListOptions();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (verb == null) {
            list(out);
            return ExitCode.DONE;
        }
        GivenOptions.eitherOr(!ids.isEmpty(), "calls", all, "--all", " (with --fault for those of a fault)");
        if (!all) {
            GivenOptions.only(spec, verb + " ID", "--payload");
        } else if (open) {
            GivenOptions.only(spec, verb + " --all --open", "--all", "--open", "--of", "--partner-link");
        } else {
            GivenOptions.only(spec, verb + " --all", "--all", "--fault");
        }
        ids.forEach(CallsCommand::requireId);
        if (payload != null && ids.size() != 1) {
            throw new UsageException("--payload is for one call");
        }
        AdminClient client = server.client();
        List<Decided> results = new ArrayList<>();
        if (all) {
            results.add(
                    open
                            ? client.decideOpen(verb.toString(), ComponentText.whole(of), partnerLink)
                            : client.decideAll(verb.toString(), fault));
        }
        byte[] message = payload == null ? null : InputFile.read(payload);
        for (String id : ids) {
            results.add(client.decide(id, verb.toString(), message));
        }
        boolean refused = false;
        for (Decided result : results) {
            for (String why : result.refused()) {
                out.println(why);
                refused = true;
            }
        }
        int done = results.stream().mapToInt(Decided::decided).sum();
        out.println(verb + ": " + Counted.of(done, "call"));
        int untilResume = results.stream().mapToInt(Decided::untilResume).sum();
        if (untilResume > 0) {
            out.println("of them " + untilResume + " of suspended processes: "
                    + (verb == Verb.RETRY
                            ? "made again now, and their answers are taken after `weir control resume`"
                            : "kept, and carried out after `weir control resume`"));
        }
        out.flush();
        return refused ? ExitCode.NOT_DONE : ExitCode.ofDone(done);
    }

    /** Before the first is decided about. */
    private static void requireId(String text) {
        try {
            CallKey.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage() + "; see `weir calls`");
        }
    }

    private void list(PrintWriter out) {
        if (decided) {
            GivenOptions.only(
                    spec,
                    "the list of calls that are decided about",
                    "--json",
                    "--decided",
                    "--of",
                    "--partner-link",
                    "--limit",
                    "--offset");
            listDecided(server.client(), out);
        } else if (!open) {
            GivenOptions.only(spec, "the list of calls that rest", "--json", "--fault", "--limit", "--offset");
            listResting(server.client(), out);
        } else if (lines) {
            GivenOptions.only(spec, "--open --lines", "--json", "--open", "--lines", "--of", "--partner-link");
            listLines(server.client(), out);
        } else {
            GivenOptions.only(
                    spec,
                    "the list of calls that are still tried",
                    "--json",
                    "--open",
                    "--of",
                    "--partner-link",
                    "--limit",
                    "--offset");
            listOpen(server.client(), out);
        }
    }

    private void listResting(AdminClient client, PrintWriter out) {
        List<RestingCallView> calls = part.read((offset, limit) -> client.calls(fault, offset, limit));
        if (json.print(out, calls)) {
            hintDecided(client);
            return;
        }
        for (RestingCallView each : calls) {
            out.println(each.id() + "  " + each.component() + "  " + each.partnerLink() + "." + each.operation()
                    + (each.oneWay() ? " (one-way)" : "") + "  instance " + each.instance()
                    + (each.suspended() ? " (suspended)" : "") + "  since "
                    + each.since() + "  after " + Counted.of(each.attempts(), "attempt") + "  " + each.fault() + ": "
                    + each.reason());
        }
        out.flush();
        part.hint(spec, calls.size());
        hintDecided(client);
    }

    private void listOpen(AdminClient client, PrintWriter out) {
        String component = ComponentText.whole(of);
        List<OpenCallView> calls =
                part.read((offset, limit) -> client.openCalls(component, partnerLink, offset, limit));
        if (json.print(out, calls)) {
            hintDecided(client);
            return;
        }
        for (OpenCallView each : calls) {
            out.println(each.id() + "  " + each.component() + "  " + each.partnerLink() + "." + each.operation()
                    + (each.oneWay() ? " (one-way)" : "") + "  instance " + each.instance()
                    + (each.suspended() ? " (suspended)" : "") + "  "
                    + each.state() + (each.due() == null ? "" : " " + each.due()) + "  after "
                    + Counted.of(each.attempts(), "failed attempt")
                    + (each.failure() == null ? "" : "  " + each.failure()));
        }
        out.flush();
        part.hint(spec, calls.size());
        hintDecided(client);
    }

    /** What was decided about calls of either kind, and is to be done yet. */
    private void listDecided(AdminClient client, PrintWriter out) {
        String component = ComponentText.whole(of);
        List<DecidedCallView> calls =
                part.read((offset, limit) -> client.decidedCalls(component, partnerLink, offset, limit));
        if (json.print(out, calls)) {
            return;
        }
        for (DecidedCallView each : calls) {
            out.println(each.id() + "  " + each.component() + "  " + each.partnerLink() + "." + each.operation()
                    + "  instance " + each.instance() + " (suspended)  " + each.sentence());
        }
        out.flush();
        part.hint(spec, calls.size());
    }

    /** Who looks for a call that he has decided about does not find it among the others, however he looks for it. */
    private void hintDecided(AdminClient client) {
        if (!client.decidedCalls(0, 1).isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("calls of suspended processes that are decided about are listed by --decided");
            err.flush();
        }
    }

    private void listLines(AdminClient client, PrintWriter out) {
        List<OpenCallLineView> found = client.openCallLines(ComponentText.whole(of), partnerLink);
        if (json.print(out, found)) {
            return;
        }
        for (OpenCallLineView each : found) {
            out.println(each.component() + "  " + each.partnerLink() + "  " + Counted.of(each.calls(), "call")
                    + ", of which "
                    + each.later() + Counted.word(each.later(), " waits", " wait")
                    + " for a later time"
                    + (each.waitForDeployment() == 0
                            ? ""
                            : " and " + each.waitForDeployment() + " for their composite, which is not deployed")
                    + (each.due() == null ? "" : "; the first is due at " + each.due()));
        }
        out.flush();
    }
}

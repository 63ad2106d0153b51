package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir audit ID}. */
@Command(
        name = "audit",
        description = "Shows the flow trace of an instance as a tree: when each step began, how long it took.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
    private static final int MESSAGES_AT_ONCE = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(paramLabel = "ID", description = "the instance, as `weir instances` lists it")
    private long id;

    @Option(
            names = "--payloads",
            description = "show what messages and variables held, where the audit level was Development; with --json"
                    + " a page of the audit with them")
    private boolean payloads;

    @Option(names = "--from", paramLabel = "N", description = "begin here, as the page before says")
    private long from;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "with --payloads: a page of about so many events, at most 100 (default: ${DEFAULT-VALUE})")
    private int limit = 20;

    @Override
    public Integer call() {
        if (payloads) {
            return payloads();
        }
        GivenOptions.only(spec, "audit without --payloads", "--json", "--from");
        return tree();
    }

    private Integer payloads() {
        PrintWriter out = spec.commandLine().getOut();
        AdminClient client = server.client();
        InstanceHistory page = client.payloads(id, from, limit);
        if (json.print(out, page)) {
            return 0;
        }
        for (AuditEvent event : page.events()) {
            AuditPayload payload = event.payload();
            if (payload == null) {
                continue;
            }
            out.printf(
                    "%s  %s  %s  %s, %d bytes%n",
                    event.at(), event.kind(), event.component(), FlowTrace.printable(event.name()), payload.size());
            byte[] bytes = payload.bytes();
            if (bytes != null) {
                print(out, new String(bytes, StandardCharsets.UTF_8));
            } else {
                PayloadPart part = client.payload(event.flow(), payload.id(), 0);
                print(out, part.xml());
                if (part.next() > 0) {
                    out.printf(
                            "... the rest: GET /admin/instances/%d/payloads/%d?offset=%d%n",
                            event.flow(), payload.id(), part.next());
                }
            }
        }
        if (page.next() > 0) {
            out.println("more: weir audit " + id + " --payloads --from " + page.next());
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, String xml) {
        xml.lines().forEach(line -> out.println(FlowTrace.printable(line)));
    }

    private Integer tree() {
        PrintWriter out = spec.commandLine().getOut();
        InstanceHistory history = server.client().history(id, from);
        if (json.print(out, history)) {
            return 0;
        }
        InstanceView instance = history.instance();
        out.printf(
                "instance %d of %s: %s, created %s, %s %s%n",
                instance.id(),
                instance.composite(),
                instance.stateWord(),
                instance.created(),
                instance.state().ended() ? "took" : "last changed after",
                time(Duration.between(instance.created(), instance.modified())));
        if (instance.fault() != null) {
            out.println("failed by " + FlowTrace.printable(instance.fault()));
        }
        SensorLines.print(out, history.sensors());
        out.print(FlowTrace.render(history.events(), ZoneId.systemDefault()));
        if (history.next() > 0) {
            out.println("more: weir audit " + id + " --from " + history.next());
        } else if (instance.undelivered()) {
            undelivered(out);
        }
        out.flush();
        return 0;
    }

    /** The messages for which nothing happens in it any more: they are decided about by their ids. */
    private void undelivered(PrintWriter out) {
        AdminClient client = server.client();
        List<MessageView> page;
        int offset = 0;
        do {
            page = client.messages(offset, MESSAGES_AT_ONCE);
            page.stream()
                    .filter(message -> message.instance() == id)
                    .forEach(message -> out.println("message " + message.id() + " (" + message.operation() + " for "
                            + message.component() + ") waits for an instance: weir messages " + message.id()));
            offset += page.size();
        } while (page.size() == MESSAGES_AT_ONCE);
    }

    private static String time(Duration duration) {
        return "%d.%03d s".formatted(duration.toSeconds(), duration.toMillisPart());
    }
}

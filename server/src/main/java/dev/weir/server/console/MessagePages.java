package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.soap.http.HttpReply;
import dev.weir.store.CallQueue;
import dev.weir.store.CompositeRevision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages that no instance has taken, and groups of resequenced ones that wait for a missing number. */
public final class MessagePages {
    private static final String SECTION = "messages";
    private static final int ROWS = 100;
    private static final int MOST_EXPORTED = 1_000;
    private static final String DROPPED = "Dropped, it is deleted, and nobody gets it any more.";

    private final Pages pages;
    private final Times times;

    MessagePages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(
                ConsoleRoute.page("/messages", this::list, "offset", "format"),
                ConsoleRoute.page("/messages/{message}", this::one),
                ConsoleRoute.form("/messages/groups/skip", this::skip, "group")));
        routes.addAll(ConsoleRoute.asked(
                "/messages/{message}/{verb}",
                SECTION,
                pages,
                (request, fields) -> question(request),
                this::decide,
                "to",
                "instance"));
        return routes;
    }

    /**
     * The page of all.
     *
     * @param next the address of the messages after these; null where there are none
     */
    public record MessagesPage(
            List<MessageView> messages, @Nullable String next, List<CallQueue> groups, Times times) {}

    private HttpReply list(ConsoleRequest request) {
        int offset = request.offset();
        if (Export.isAskedFor(request)) {
            return Export.of(request, "messages", request.admin().messages(0, MOST_EXPORTED));
        }
        List<MessageView> found = request.admin().messages(offset, ROWS + 1);
        return pages.page(
                request,
                "messages",
                SECTION,
                "Messages",
                new MessagesPage(
                        found.stream().limit(ROWS).toList(),
                        found.size() > ROWS
                                ? Console.PREFIX + "/messages"
                                        + request.query().with("offset", Integer.toString(offset + ROWS))
                                : null,
                        request.admin().groups(),
                        times));
    }

    /**
     * The page of one.
     *
     * @param revisions of its composite that take messages, beside the one that it came for
     */
    public record MessagePage(MessageView message, Map<String, String> parts, List<String> revisions, Times times) {}

    private HttpReply one(ConsoleRequest request) {
        long id = request.number("message");
        MessageContent content;
        try {
            content = request.admin().message(id);
        } catch (AdminException e) {
            return pages.unreadable(
                    request,
                    e,
                    SECTION,
                    new Confirmation(
                            "Message " + id + " cannot be shown",
                            e.reason() + ". " + DROPPED,
                            "Drop",
                            Console.PREFIX + "/messages/" + id + "/cancel",
                            Console.PREFIX + "/messages"));
        }
        Map<String, String> parts = new LinkedHashMap<>();
        content.parts().forEach((name, xml) -> parts.put(name, PrettyXml.of(xml)));
        return pages.page(
                request,
                "message",
                SECTION,
                "Message " + id,
                new MessagePage(content.message(), parts, others(request, content.message()), times));
    }

    private static List<String> others(ConsoleRequest request, MessageView message) {
        CompositeRevision own = message.component().composite();
        return request.admin().composites().stream()
                .filter(each -> each.on() && each.active() && each.problems().isEmpty())
                .map(CompositeView::name)
                .filter(each -> CompositeRevision.parse(each).composite().equals(own.composite()))
                .filter(each -> !each.equals(own.toString()))
                .toList();
    }

    private static @Nullable Confirmation question(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        String address = Console.PREFIX + "/messages/" + request.number("message");
        return request.path("verb").equals("cancel")
                ? new Confirmation(
                        "Drop message " + request.number("message") + "?",
                        DROPPED,
                        "Drop",
                        address + "/cancel",
                        address)
                : null;
    }

    private HttpReply decide(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        long id = request.number("message");
        String verb = request.path("verb");
        String revision = request.form().get("to");
        String instance = request.form().get("instance");
        boolean moves = verb.equals("deliver") && !(revision.isEmpty() && instance.isEmpty());
        try {
            MessageDecision decision;
            if (!moves) {
                decision = request.admin().decideMessage(id, verb);
            } else if (instance.isEmpty()) {
                decision = request.admin().moveMessage(id, revision);
            } else {
                decision = request.admin().giveMessage(id, instance);
            }
            String moved = moves ? " was moved to " + (instance.isEmpty() ? revision : "instance " + instance) : "";
            switch (decision.outcome()) {
                case "DELIVERED" ->
                    request.say("Message " + id + (moves ? moved + ", and delivered." : " was delivered."));
                case "WAITS" -> {
                    if (moves) {
                        request.say("Message " + id + moved + ", where it waits for an instance.");
                    } else {
                        request.complain("No instance takes message " + id + " now: it waits on.");
                    }
                }
                default -> request.say("Message " + id + " was dropped.");
            }
        } catch (AdminException e) {
            if (e.status() != 404) {
                throw e;
            }
            request.complain("Message " + id + " was not there any more.");
        }
        return Pages.redirect(Console.PREFIX + "/messages");
    }

    private HttpReply skip(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        String group = request.form().verbatim("group");
        if (request.admin().skip(group)) {
            request.say("Group " + group + " goes on with the next message that is there.");
        } else {
            request.complain("Group " + group + " does not wait for a missing message.");
        }
        return Pages.redirect(Console.PREFIX + "/messages");
    }
}

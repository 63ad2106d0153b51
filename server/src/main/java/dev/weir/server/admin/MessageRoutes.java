package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.UndeliveredMessages;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowSummary;
import dev.weir.store.Message;
import dev.weir.store.MessageFilter;
import dev.weir.store.Store;
import dev.weir.store.Store.RouteOutcome;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The messages that no instance has taken, and decisions about them. */
final class MessageRoutes {
    /** A decision has come to nothing: there is no such message. */
    private static final String GONE = RouteOutcome.GONE.name();

    private final UndeliveredMessages messages;
    private final Store store;

    MessageRoutes(UndeliveredMessages messages, Store store) {
        this.messages = messages;
        this.store = store;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                                "/messages",
                                Role.VIEWER,
                                "The messages that no instance has taken.",
                                new TypeReference<List<MessageView>>() {},
                                this::list)
                        .duringStart()
                        .with("composite", "string", "only those for this revision, as PARTITION/NAME!REVISION")
                        .paged(),
                AdminRoute.get(
                                "/messages/{id}",
                                Role.OPERATOR,
                                "One of them with its content.",
                                MessageContent.class,
                                this::show)
                        .duringStart(),
                decision(
                                "deliver",
                                "Delivers it as if it came now, or to another revision or an instance.",
                                this::deliver)
                        .with(
                                "to",
                                "string",
                                "the revision of its composite that it is moved to, as PARTITION/NAME!REVISION; where it is"
                                        + " unless said")
                        .with(
                                "instance",
                                "integer",
                                "the instance, of any revision of its composite, that waits for such a message and is to"
                                        + " take it; excludes to"),
                decision(
                        "cancel",
                        "Drops it.",
                        (id, request) ->
                                messages.cancel(id, request.caller().name()).join() ? "CANCELLED" : GONE));
    }

    /** Decides about a message; gives the outcome. */
    @FunctionalInterface
    private interface Decision {
        String of(long id, AdminRequest request);
    }

    private String deliver(long id, AdminRequest request) {
        String who = request.caller().name();
        String text = request.query("instance");
        if (text == null) {
            return messages.deliver(id, revision(request), who).join().name();
        }
        if (request.query("to") != null) {
            throw RefusedException.ofParameter(
                    "a message is moved to a revision or to an instance, not to both", "leave out to, or instance");
        }
        long instance = AdminRequest.id(
                text, "instance must be a number: " + text, "give the number that `weir instances` shows");
        RouteOutcome outcome = messages.deliverTo(id, instance, who).join();
        if (outcome == RouteOutcome.WAITS) {
            throw new RefusedException(
                    409,
                    "admin-message-not-awaited",
                    "instance " + instance + " has just stopped waiting for it",
                    "see `weir audit " + instance + "`");
        }
        return outcome.name();
    }

    /** Where a message is to be moved to; null where it stays where it is. */
    private static @Nullable String place(AdminRequest request) {
        String instance = request.query("instance");
        return instance == null ? request.query("to") : "instance " + instance;
    }

    private static @Nullable CompositeRevision revision(AdminRequest request) {
        String to = request.query("to");
        return to == null ? null : AdminRequest.composite(to);
    }

    private AdminRoute decision(String word, String summary, Decision decision) {
        return AdminRoute.post(
                "/messages/{id}/" + word,
                Role.OPERATOR,
                summary,
                MessageDecision.class,
                request -> decide(request, word, decision));
    }

    private List<MessageView> list(AdminRequest request) {
        String composite = request.query("composite");
        MessageFilter filter =
                composite == null ? MessageFilter.ALL : MessageFilter.of(AdminRequest.composite(composite));
        return messages.list(filter, request.offset(), request.limit()).stream()
                .map(listed -> view(listed.message(), listed.bytes()))
                .toList();
    }

    private MessageContent show(AdminRequest request) {
        String text = request.path("id");
        long id = id(text, text);
        Message message = messages.find(id).orElseThrow(() -> unknown(id));
        return new MessageContent(
                view(message, message.payload().length), MessageParts.of("message " + id, message.payload()));
    }

    private static RefusedException unknown(long id) {
        return new RefusedException(
                404,
                "admin-message-unknown",
                "no message " + id + " waits for an instance",
                "see `weir messages`; an instance may have taken it");
    }

    private static MessageView view(Message message, int bytes) {
        return new MessageView(
                message.id(),
                message.flow(),
                message.component(),
                message.partnerLink(),
                message.operation(),
                message.received(),
                message.keys(),
                bytes,
                message.replyTo() != null);
    }

    private MessageDecision decide(AdminRequest request, String word, Decision about) {
        String text = request.path("id");
        long id = id(text, text + "/" + word);
        String place = word.equals("deliver") ? place(request) : null;
        messages.find(id).ifPresent(message -> {
            request.note()
                    .instance(
                            message.flow(),
                            store.flow(message.flow()).map(FlowSummary::title).orElse(null),
                            message.component().composite().toString());
            request.note()
                    .about(message.operation() + " for " + message.component().name());
        });
        try {
            String outcome = about.of(id, request);
            if (outcome.equals(GONE)) {
                throw unknown(id);
            }
            request.note()
                    .outcome("done: " + (place == null ? "" : "moved to " + place + ", ")
                            + outcome.toLowerCase(Locale.ROOT));
            return new MessageDecision(id, outcome);
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-message", "see `weir messages`");
        }
    }

    /** @param shown what the refusal shows of the path */
    private static long id(String text, String shown) {
        return AdminRequest.id(
                text, "a message id must be a number: " + shown, "give the number that `weir messages` shows");
    }
}

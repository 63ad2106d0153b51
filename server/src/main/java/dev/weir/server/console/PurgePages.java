package dev.weir.server.console;

import dev.weir.composite.retention.RetentionStatus;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.PurgeCount;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deleting what has ended: counted first, then done, with its progress; and what the server deletes by itself. */
public final class PurgePages {
    private static final String SECTION = "purge";
    private static final String ADDRESS = Console.PREFIX + "/purge";

    private final Pages pages;
    private final Times times;

    PurgePages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(
                ConsoleRoute.page("/purge", this::show),
                ConsoleRoute.form("/purge", this::purge),
                ConsoleRoute.form("/purge/cancel", this::cancel),
                ConsoleRoute.form("/purge/retention", this::retention));
    }

    /**
     * The page.
     *
     * @param counted what the filter would delete; null where nothing was counted
     * @param problem why it was not counted; empty where that went well
     * @param percent how far the purge is that runs; -1 where that is not known
     */
    public record PurgePage(
            Filter filter,
            @Nullable PurgeCount counted,
            String problem,
            PurgeStatus status,
            int percent,
            RetentionStatus retention,
            Times times) {}

    /** What is to be deleted, as it was typed. */
    public record Filter(
            String composite, String title, String from, String before, Set<String> states, List<String> composites) {
        /** The states that can be chosen: what has not ended is never deleted. */
        public List<String> choices() {
            return Arrays.stream(FlowState.values())
                    .filter(FlowState::ended)
                    .map(InstancePages::word)
                    .toList();
        }

        /** In words, for who is asked whether it is right. */
        public String words() {
            List<String> parts = new ArrayList<>();
            parts.add(composite.isEmpty() ? "of all composites" : "of " + composite);
            if (!from.isEmpty()) {
                parts.add("created from " + from.replace('T', ' ') + " on");
            }
            if (!before.isEmpty()) {
                parts.add("created before " + before.replace('T', ' '));
            }
            if (!title.isEmpty()) {
                parts.add("with the title " + title);
            }
            parts.add(
                    states.isEmpty()
                            ? "however they ended"
                            : states.stream().sorted().collect(Collectors.joining(" or ")));
            return String.join(", ", parts);
        }

        /** True for one that says nothing. */
        public boolean isEmpty() {
            return composite.isEmpty() && title.isEmpty() && from.isEmpty() && before.isEmpty() && states.isEmpty();
        }

        List<Field> fields() {
            List<Field> fields = new ArrayList<>(List.of(
                    new Field("composite", composite),
                    new Field("title", title),
                    new Field("from", from),
                    new Field("before", before)));
            states.stream().sorted().forEach(state -> fields.add(new Field("state", state)));
            return fields;
        }
    }

    /** @param composites that can be chosen */
    private static Filter filter(Fields typed, List<String> composites) {
        return new Filter(
                typed.get("composite"),
                typed.get("title"),
                typed.get("from"),
                typed.get("before"),
                Set.copyOf(typed.all("state")),
                composites);
    }

    /**
     * A composite may be named with partition and revision, or by its name alone.
     *
     * @throws UnreadableException if a field has no meaning
     */
    private PurgeRequest order(Filter filter) {
        try {
            return understood(filter);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
    }

    private PurgeRequest understood(Filter filter) {
        CompositeRevision whole =
                filter.composite().indexOf('/') >= 0 ? CompositeRevision.parse(filter.composite()) : null;
        List<FlowState> states =
                filter.states().stream().map(InstancePages::state).toList();
        return new PurgeRequest(
                states.isEmpty() ? null : states,
                whole == null ? null : whole.partition(),
                whole == null ? (filter.composite().isEmpty() ? null : filter.composite()) : whole.name(),
                whole == null ? null : whole.revision(),
                null,
                null,
                times.typed(filter.from()),
                times.typed(filter.before()),
                null,
                null,
                filter.title().isEmpty() ? null : filter.title(),
                null,
                null,
                null,
                null,
                false,
                false);
    }

    private HttpReply show(ConsoleRequest request) {
        Filter filter = filter(request.query(), request.admin().compositeNames());
        PurgeCount counted = null;
        String problem = "";
        if (filter.isEmpty() && request.query().has("composite")) {
            problem =
                    "Choose a composite, a time, a title or a state: all instances of all composites are not purged at once.";
        } else if (!filter.isEmpty() && request.may(Role.ADMINISTRATOR)) {
            try {
                counted = request.admin().countPurge(order(filter));
            } catch (AdminException e) {
                problem = e.reason();
            } catch (UnreadableException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        PurgeStatus status = request.admin().purgeStatus();
        Long expected = status.expected();
        int percent = expected == null || expected == 0 ? -1 : (int) Math.min(100, status.purged() * 100 / expected);
        return pages.page(
                request,
                "purge",
                SECTION,
                "Purge",
                new PurgePage(
                        filter,
                        counted,
                        problem,
                        status,
                        percent,
                        request.admin().retention(false),
                        times));
    }

    private HttpReply purge(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        Filter filter = filter(request.form(), List.of());
        PurgeRequest order = order(filter);
        if (!request.form().get("sure").equals("yes")) {
            long ended = request.admin().countPurge(order).ended();
            return pages.page(
                    request,
                    "confirm",
                    SECTION,
                    "Purge " + Numbers.whole(ended) + (ended == 1 ? " instance?" : " instances?"),
                    new Confirmation(
                            "Those " + filter.words()
                                    + ". They are deleted with their history. This cannot be taken back. Instances that have not"
                                    + " ended stay.",
                            "Purge",
                            ADDRESS,
                            ADDRESS,
                            filter.fields()));
        }
        AdminClient admin = request.admin();
        PurgeResult done = Background.begin("weir-console-purge", () -> admin.purge(order));
        request.say(
                done == null
                        ? "The purge is under way."
                        : "Purged: " + Numbers.whole(done.purged()) + " instances."
                                + (done.note() == null ? "" : " " + done.note() + "."));
        return Pages.redirect(ADDRESS);
    }

    private HttpReply cancel(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        request.admin().cancelPurge();
        request.say("The purge ends after the batch that is under way.");
        return Pages.redirect(ADDRESS);
    }

    private HttpReply retention(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        request.admin().retention(true);
        request.say("The removal of instances whose time is over has begun.");
        return Pages.redirect(ADDRESS);
    }
}

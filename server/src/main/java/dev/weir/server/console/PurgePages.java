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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Deleting what has ended: counted first, then done, with its progress; and what the server deletes by itself. */
public final class PurgePages {
    private static final String SECTION = "purge";
    private static final String ADDRESS = Console.PREFIX + "/purge";
    /** The field with the moment of the question. */
    private static final String ASKED = "asked";

    private static final String[] FILTER = {"composite", "title", "from", "fromTime", "before", "beforeTime", "state"};

    private static final String NO_FILTER =
            "Choose a composite, a time, a title or a state: all instances of all composites are not purged at once.";

    private final Pages pages;
    private final Times times;

    PurgePages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(
                ConsoleRoute.page("/purge", this::show, FILTER), ConsoleRoute.form("/purge/cancel", this::cancel)));
        routes.addAll(ConsoleRoute.asked(
                "/purge/retention",
                SECTION,
                pages,
                (request, fields) -> questionOfRetention(request),
                this::retention));
        routes.addAll(ConsoleRoute.asked(
                "/purge",
                SECTION,
                pages,
                this::question,
                this::purge,
                Stream.concat(Arrays.stream(FILTER), Stream.of(ASKED)).toArray(String[]::new)));
        return routes;
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
            Times times) {
        /** What is deleted by the purge that runs, or was by the last one; it may have been begun elsewhere, by more than there are fields here. */
        public String of() {
            PurgeRequest request = status.request();
            if (request == null) {
                return "";
            }
            List<String> parts = new ArrayList<>();
            if (request.composite() != null) {
                parts.add("of " + (request.partition() == null ? "" : request.partition() + "/") + request.composite()
                        + (request.revision() == null ? "" : "!" + request.revision()));
            }
            add(parts, "of the component ", request.component());
            add(parts, "created from ", day(request.createdFrom()));
            add(parts, "created before ", day(request.createdBefore()));
            add(parts, "changed from ", day(request.modifiedFrom()));
            add(parts, "changed before ", day(request.modifiedBefore()));
            add(parts, "with the title ", request.title());
            add(parts, "with ", request.sensors() == null ? null : String.join(", ", request.sensors()));
            if (request.states() != null) {
                parts.add(request.states().stream().map(InstancePages::word).collect(Collectors.joining(" or ")));
            }
            return (request.undelivered() ? "messages " : "instances ") + String.join(", ", parts);
        }

        private @Nullable String day(@Nullable Instant time) {
            return time == null ? null : times.day(time);
        }

        private static void add(List<String> parts, String words, @Nullable String value) {
            if (value != null && !value.isEmpty()) {
                parts.add(words + value);
            }
        }
    }

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

        /** True for one that says nothing, as a title does that may be any. */
        public boolean isEmpty() {
            return composite.isEmpty()
                    && title.replace("*", "").isBlank()
                    && from.isEmpty()
                    && before.isEmpty()
                    && states.isEmpty();
        }

        List<Field> fields() {
            return fields(states);
        }

        private List<Field> fields(Set<String> shown) {
            List<Field> fields = new ArrayList<>(List.of(
                    new Field("composite", composite),
                    new Field("title", title),
                    new Field("from", from),
                    new Field("before", before)));
            shown.stream().sorted().forEach(state -> fields.add(new Field("state", state)));
            return fields;
        }

        /** Where the instances are listed that it is for. */
        public String list() {
            return listOf(states.isEmpty() ? Set.copyOf(choices()) : states);
        }

        /** Where those are listed that stay, since they have not ended. */
        public String listOfOpen() {
            return listOf(Set.of(InstancePages.word(FlowState.RUNNING)));
        }

        private String listOf(Set<String> shown) {
            return Console.PREFIX + "/instances" + Fields.query(fields(shown));
        }
    }

    /** @param composites that can be chosen */
    private static Filter filter(Fields typed, List<String> composites) {
        return new Filter(
                typed.get("composite"),
                typed.get("title"),
                Times.joined(typed.get("from"), typed.get("fromTime")),
                Times.joined(typed.get("before"), typed.get("beforeTime")),
                Set.copyOf(typed.all("state")),
                composites);
    }

    /**
     * A composite may be named with partition and revision, or by its name alone.
     *
     * @param endedBefore null for all that have ended
     * @throws UnreadableException if a field has no meaning
     */
    private PurgeRequest order(Filter filter, @Nullable Instant endedBefore) {
        try {
            return understood(filter, endedBefore);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
    }

    private PurgeRequest understood(Filter filter, @Nullable Instant endedBefore) {
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
                endedBefore,
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
            problem = NO_FILTER;
        } else if (!filter.isEmpty() && request.may(Role.ADMINISTRATOR)) {
            try {
                counted = request.admin().countPurge(order(filter, null));
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

    private Confirmation question(ConsoleRequest request, Fields fields) {
        request.needs(Role.ADMINISTRATOR);
        Filter filter = filter(fields, List.of());
        if (filter.isEmpty()) {
            throw new UnreadableException(NO_FILTER);
        }
        // What ends while somebody thinks about it is not deleted: he has not been asked about that.
        Instant asked = asked(fields);
        Instant endedBefore = asked == null ? Instant.now() : asked;
        long ended = request.admin().countPurge(order(filter, endedBefore)).ended();
        List<Field> again = filter.fields();
        again.add(new Field(ASKED, endedBefore.toString()));
        return new Confirmation(
                "Purge " + Numbers.whole(ended) + (ended == 1 ? " instance?" : " instances?"),
                "Those " + filter.words()
                        + ". They are deleted with their history. This cannot be taken back. Instances that have not ended"
                        + " stay.",
                "Purge",
                ADDRESS,
                ADDRESS + Fields.query(filter.fields()),
                again);
    }

    /** The moment of the question, as its form sends it; null where it was not asked. */
    private static @Nullable Instant asked(Fields fields) {
        return Times.sent(fields.get(ASKED));
    }

    private HttpReply purge(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        Filter filter = filter(request.form(), List.of());
        if (filter.isEmpty()) {
            throw new UnreadableException(NO_FILTER);
        }
        PurgeRequest order = order(filter, asked(request.form()));
        AdminClient admin = request.admin();
        PurgeResult done = Background.begin("weir-console-purge", () -> admin.purge(order));
        request.say(
                done == null
                        ? "The purge is under way."
                        : "Purged: " + Numbers.whole(done.purged())
                                + (done.purged() == 1 ? " instance " : " instances ") + filter.words() + "."
                                + (done.note() == null ? "" : " " + done.note() + "."));
        return Pages.redirect(ADDRESS + Fields.query(filter.fields()));
    }

    private HttpReply cancel(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        request.admin().cancelPurge();
        request.say("The purge ends after the batch that is under way.");
        return Pages.redirect(ADDRESS);
    }

    private static Confirmation questionOfRetention(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        return new Confirmation(
                "Run the schedule now?",
                "Instances whose time is over by the rules of the page Purge are deleted with their history. This cannot be"
                        + " taken back.",
                "Run it now",
                ADDRESS + "/retention",
                ADDRESS);
    }

    private HttpReply retention(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        request.admin().retention(true);
        request.say("The removal of instances whose time is over has begun.");
        return Pages.redirect(ADDRESS);
    }
}

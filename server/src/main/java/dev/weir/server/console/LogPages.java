package dev.weir.server.console;

import dev.weir.server.access.AdminLog;
import dev.weir.server.access.LogWords;
import dev.weir.server.admin.AdminClient.LogPage;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who did what and when, over all instances, calls, composites and settings, and who was refused: what the log of the admin API has. */
public final class LogPages {
    private static final String SECTION = "log";
    private static final String ADDRESS = Console.PREFIX + "/log";
    private static final int ROWS = 100;
    private static final int MOST_EXPORTED = 1_000;
    /** Of a list that is searched for what is rare: so much of the file is looked at for a file or a page. */
    private static final int MOST_PARTS = 8;

    private static final String ADMIN = "/admin/";
    /** First steps of paths of things that have pages of their own, at the same path. */
    private static final Set<String> PAGED = Set.of("instances", "composites", "calls", "messages");

    private final Pages pages;
    private final Times times;

    LogPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(ConsoleRoute.page(
                "/log",
                this::list,
                "who",
                "what",
                "text",
                "from",
                "fromTime",
                "before",
                "beforeTime",
                "after",
                "format"));
    }

    /**
     * The page of what was found.
     *
     * @param next the address of what was done before; null where there is nothing
     * @param problem why nothing was searched for; empty where something was
     * @param export the address of the list as a file, without the format
     */
    public record ListPage(
            Search search, List<Row> rows, @Nullable String next, String problem, String export, Times times) {
        /** False where the search was cut short, since people waited for it. */
        public boolean isFull() {
            return rows.size() >= ROWS;
        }
    }

    /** What was searched for, as it was typed. */
    public record Search(String who, String what, String text, String from, String before) {
        /** True for a search for all. */
        public boolean isEmpty() {
            return who.isEmpty() && what.isEmpty() && text.isEmpty() && from.isEmpty() && before.isEmpty();
        }
    }

    /**
     * A line.
     *
     * @param what was asked for, as a sentence
     * @param address of the page of what it was about; null for none
     * @param instance the address of the page of the instance that it was about; null for none
     * @param query that came with the request; empty for none
     * @param refusal that it was refused, or failed, and by which status; empty where it was done
     */
    public record Row(
            AdminLog.LogLine line,
            String what,
            @Nullable String address,
            @Nullable String instance,
            String query,
            String refusal) {
        static Row of(AdminLog.LogLine line) {
            String target = line.request().substring(line.request().indexOf(' ') + 1);
            int question = target.indexOf('?');
            Long instance = line.instance();
            return new Row(
                    line,
                    LogWords.of(line),
                    page(question < 0 ? target : target.substring(0, question)),
                    instance == null ? null : InstancePages.addressOf(instance),
                    question < 0 ? "" : LogWords.decoded(target.substring(question + 1)),
                    line.status() < 400 ? "" : (line.status() < 500 ? "refused, " : "failed, ") + line.status());
        }

        private static @Nullable String page(String path) {
            String[] steps =
                    path.startsWith(ADMIN) ? path.substring(ADMIN.length()).split("/") : new String[0];
            boolean has = steps.length > 1 && PAGED.contains(steps[0]) && !steps[1].equals("all");
            return has ? Console.PREFIX + "/" + steps[0] + "/" + Fields.encoded(LogWords.decoded(steps[1])) : null;
        }

        /** What came of it, in one line; empty for a line of no request. */
        public String outcome() {
            String outcome = line.outcome();
            if (outcome != null) {
                return outcome;
            }
            return line.status() == 0 || line.status() >= 400 ? "" : "done";
        }
    }

    private HttpReply list(ConsoleRequest request) {
        Fields query = request.query();
        Search search = new Search(
                query.get("who"),
                query.get("what"),
                query.get("text"),
                Times.joined(query.get("from"), query.get("fromTime")),
                Times.joined(query.get("before"), query.get("beforeTime")));
        AdminLog.Filter filter;
        try {
            Instant from = times.typed(search.from());
            Instant before = times.typed(search.before());
            if (from != null && before != null && !from.isBefore(before)) {
                throw new IllegalArgumentException(
                        "nothing was done from " + search.from() + " on and before " + search.before());
            }
            filter = new AdminLog.Filter(query.orNull("who"), query.orNull("what"), query.orNull("text"), from, before);
        } catch (IllegalArgumentException e) {
            return page(request, new ListPage(search, List.of(), null, String.valueOf(e.getMessage()), "", times));
        }
        if (Export.isAskedFor(request)) {
            return Export.of(
                    request, "log", found(request, filter, null, MOST_EXPORTED).lines());
        }
        LogPage found = found(request, filter, query.orNull("after"), ROWS);
        List<Field> fields = List.of(
                new Field("who", search.who()),
                new Field("what", search.what()),
                new Field("text", search.text()),
                new Field("from", search.from()),
                new Field("before", search.before()));
        List<Field> older = new ArrayList<>(fields);
        older.add(new Field("after", found.next() == null ? "" : found.next()));
        return page(
                request,
                new ListPage(
                        search,
                        found.lines().stream().map(Row::of).toList(),
                        found.next() == null ? null : ADDRESS + Fields.query(older),
                        "",
                        ADDRESS + Fields.query(fields),
                        times));
    }

    /** As many as there is room for, or are found in the time that people have. */
    private static LogPage found(ConsoleRequest request, AdminLog.Filter filter, @Nullable String after, int most) {
        List<AdminLog.LogLine> found = new ArrayList<>();
        String next = after;
        int parts = 0;
        do {
            LogPage page = request.admin().log(filter, next, most - found.size());
            found.addAll(page.lines());
            next = page.next();
        } while (next != null && found.size() < most && ++parts < MOST_PARTS);
        return new LogPage(found, next);
    }

    private HttpReply page(ConsoleRequest request, ListPage page) {
        return pages.page(request, "log", SECTION, "Log", page);
    }
}

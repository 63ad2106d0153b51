package dev.weir.server.console;

import dev.weir.server.access.AdminLog;
import dev.weir.server.admin.AdminClient.LogPage;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who did what and when, over all instances, calls, composites and settings: what the log of the admin API has. */
public final class LogPages {
    private static final String SECTION = "log";
    private static final String ADDRESS = Console.PREFIX + "/log";
    private static final int ROWS = 100;
    private static final int MOST_EXPORTED = 1_000;
    /** Of a list that is searched for what is rare: so much of the file is looked at for a file or a page. */
    private static final int MOST_PARTS = 8;

    private static final String ADMIN = "/admin/";

    private final Pages pages;
    private final Times times;

    LogPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(ConsoleRoute.page("/log", this::list));
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
    public record Search(String who, String what, String from, String before) {
        /** True for a search for all. */
        public boolean isEmpty() {
            return who.isEmpty() && what.isEmpty() && from.isEmpty() && before.isEmpty();
        }
    }

    /**
     * A line.
     *
     * @param what was done, in words
     * @param address of the page of what it was done to; null for none
     * @param query that came with the request; empty for none
     * @param outcome empty where it was done
     */
    public record Row(
            AdminLog.LogLine line, String what, @Nullable String address, String query, String outcome) {
        static Row of(AdminLog.LogLine line) {
            String target = line.request().substring(line.request().indexOf(' ') + 1);
            int question = target.indexOf('?');
            String path = question < 0 ? target : target.substring(0, question);
            return new Row(
                    line,
                    line.status() == 0 ? line.request() : words(path),
                    page(path),
                    question < 0 ? "" : decoded(target.substring(question + 1)),
                    line.status() == 0 || line.status() < 400
                            ? ""
                            : (line.status() < 500 ? "refused, " : "failed, ") + line.status());
        }

        /** A verb, what it was done to, and which one; the path where it has another form. */
        private static String words(String path) {
            String below = path.startsWith(ADMIN)
                    ? path.substring(ADMIN.length())
                    : path.substring(path.startsWith(Console.PREFIX) ? Console.PREFIX.length() + 1 : 0);
            String[] steps = below.split("/");
            return steps.length == 3 && steps[0].endsWith("s")
                    ? steps[2] + " " + steps[0].substring(0, steps[0].length() - 1) + " " + decoded(steps[1])
                    : decoded(below);
        }

        private static @Nullable String page(String path) {
            String[] steps =
                    path.startsWith(ADMIN) ? path.substring(ADMIN.length()).split("/") : new String[0];
            boolean has = steps.length > 1 && (steps[0].equals("instances") || steps[0].equals("composites"));
            return has ? Console.PREFIX + "/" + steps[0] + "/" + Fields.encoded(decoded(steps[1])) : null;
        }

        private static String decoded(String text) {
            try {
                return Fields.decoded(text);
            } catch (UnreadableException e) {
                return text; // as somebody sent it
            }
        }
    }

    private HttpReply list(ConsoleRequest request) {
        Fields query = request.query();
        Search search = new Search(
                query.get("who"),
                query.get("what"),
                Times.joined(query.get("from"), query.get("fromTime")),
                Times.joined(query.get("before"), query.get("beforeTime")));
        AdminLog.Filter filter;
        try {
            filter = new AdminLog.Filter(
                    query.orNull("who"),
                    query.orNull("what"),
                    times.typed(search.from()),
                    times.typed(search.before()));
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

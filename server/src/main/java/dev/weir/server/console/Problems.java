package dev.weir.server.console;

import dev.weir.server.admin.AdminApi;
import dev.weir.server.admin.AdminException;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why something was not shown or not done. */
public record Problems(int status, String title, List<Problem> problems) {
    private static final String THE_PAGE = "the page ";
    /** What remedies name of the console: a page by its name, and addresses. */
    private static final Pattern LINK =
            Pattern.compile(THE_PAGE + "[A-Z][a-z]+|" + Console.PREFIX + "(/[\\w%!.~-]*[\\w%~-])*");

    private static final Pattern COMMAND = Pattern.compile("`weir ([a-z]+)[^`]*`");
    private static final Set<String> SECTIONS = Set.of(
            "Dashboard", "Metrics", "Composites", "Instances", "Faults", "Messages", "Purge", "Tuning", "Test", "Log");

    /** The pages that show what commands do. */
    private static final Map<String, String> PAGES = Map.of(
            "calls",
            "Faults",
            "instances",
            "Instances",
            "list",
            "Composites",
            "messages",
            "Messages",
            "tuning",
            "Tuning");

    static Problems of(AdminException e) {
        int status = e.status() == 0 ? 503 : e.status();
        return new Problems(
                status,
                title(status),
                e.problems().isEmpty()
                        ? List.of(new Problem("", 0, 0, "", String.valueOf(e.getMessage()), ""))
                        : e.problems().stream().map(Problems::here).toList());
    }

    /** As the console has it: pages where the admin API names commands, and no addresses of its requests. */
    private static Problem here(Problem problem) {
        return new Problem(
                problem.place().startsWith(AdminApi.PREFIX) ? "" : problem.place(),
                0,
                0,
                problem.rule(),
                problem.what(),
                inConsole(problem.remedy()));
    }

    static String inConsole(String remedy) {
        return COMMAND.matcher(remedy).replaceAll(found -> {
            String page = PAGES.get(found.group(1));
            return Matcher.quoteReplacement(page == null ? found.group() : "the page " + page);
        });
    }

    private static String title(int status) {
        return switch (status) {
            case 400, 411 -> "This cannot be read";
            case 403 -> "You may not do this";
            case 404 -> "There is no such thing";
            case 408 -> "This did not come in time";
            case 413 -> "This is too large";
            case 414 -> "This address is too long";
            case 503 -> "The server cannot do this now";
            default -> "This was refused";
        };
    }

    /**
     * A part of a text.
     *
     * @param address of a page of the console to which it leads; null for none
     */
    public record Piece(String text, @Nullable String address) {}

    /** A remedy in pieces, so that it leads to what it names. */
    public static List<Piece> pieces(String remedy) {
        List<Piece> pieces = new ArrayList<>();
        Matcher link = LINK.matcher(remedy);
        int done = 0;
        while (link.find()) {
            Piece piece = piece(link.group());
            if (piece != null) {
                pieces.add(new Piece(remedy.substring(done, link.start()), null));
                pieces.add(piece);
                done = link.end();
            }
        }
        pieces.add(new Piece(remedy.substring(done), null));
        return pieces;
    }

    private static @Nullable Piece piece(String named) {
        if (named.startsWith(THE_PAGE)) {
            String page = named.substring(THE_PAGE.length());
            return SECTIONS.contains(page)
                    ? new Piece(named, Console.PREFIX + "/" + page.toLowerCase(Locale.ROOT))
                    : null;
        }
        String below = named.substring(Console.PREFIX.length());
        if (below.isEmpty()) {
            return new Piece("the first page", Console.PREFIX + "/");
        }
        return new Piece(
                SECTIONS.stream()
                        .filter(page -> below.equals("/" + page.toLowerCase(Locale.ROOT)))
                        .findFirst()
                        .map(THE_PAGE::concat)
                        .orElse(named),
                named);
    }

    /** Why the listener has turned a request away. */
    static Problems turnedAway(int status, String why) {
        String remedy = status == 414
                ? "shorten what was typed, and try it again"
                : status == 413 ? "send less, or by `weir`" : "try it again";
        return of(status, title(status), why.endsWith(".") ? why.substring(0, why.length() - 1) : why, remedy);
    }

    static Problems of(int status, String title, String why, String remedy) {
        return new Problems(status, title, List.of(new Problem("", 0, 0, "", why, remedy)));
    }

    static Problems noPage(String path) {
        return new Problems(
                404,
                "There is no such page",
                List.of(new Problem(path, 0, 0, "", "the console has no page here", "begin at " + Console.PREFIX)));
    }
}

package dev.weir.server.console;

import dev.weir.composite.deployment.Change;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeParts;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.ServicePart;
import dev.weir.server.admin.Counted;
import dev.weir.soap.http.HttpReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The composites: which there are, what each has and lacks, and what is done to them. */
public final class CompositePages {
    private static final String SECTION = "composites";
    private static final int MOST_CALLS = 1_000;

    private final Pages pages;

    CompositePages(Pages pages) {
        this.pages = pages;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(
                ConsoleRoute.page("/composites", this::list, "format"),
                ConsoleRoute.page("/composites/{composite}", this::one)));
        routes.addAll(ConsoleRoute.asked(
                "/composites/{composite}/{change}",
                SECTION,
                pages,
                (request, fields) -> question(request),
                this::change));
        return routes;
    }

    /** The page of all. */
    public record ListPage(List<Row> rows) {}

    /**
     * A composite in the list.
     *
     * @param state in one word
     * @param resting how many of its calls wait for a decision, as far as they are among the first {@value #MOST_CALLS} of all
     */
    public record Row(CompositeView composite, String address, String state, long resting) {
        static Row of(CompositeView view, long resting) {
            return new Row(view, addressOf(view.name()), stateOf(view), resting);
        }
    }

    /**
     * The page of one.
     *
     * @param instances where its instances are listed
     * @param parts null for one that is not served
     * @param tests where its services are tried, by their names
     */
    public record CompositePage(
            Row row,
            String instances,
            @Nullable CompositeParts parts,
            Map<String, String> tests,
            List<Action> actions) {}

    /**
     * What can be done to one.
     *
     * @param change as the address of the form ends
     * @param grave true for what is asked about before it is done
     */
    public record Action(String change, String label, String what, boolean grave) {}

    static String addressOf(String composite) {
        return Console.PREFIX + "/composites/" + Fields.encoded(composite);
    }

    private static String stateOf(CompositeView view) {
        if (!view.problems().isEmpty()) {
            return "not served";
        }
        if (!view.on()) {
            return "stopped";
        }
        return view.active() ? "serving" : "retired";
    }

    private HttpReply list(ConsoleRequest request) {
        if (Export.isAskedFor(request)) {
            return Export.of(request, "composites", request.admin().composites());
        }
        Map<String, Long> resting = request.admin().calls(null, 0, MOST_CALLS).stream()
                .collect(Collectors.groupingBy(
                        call -> call.component().composite().toString(), Collectors.counting()));
        List<Row> rows = request.admin().composites().stream()
                .sorted(Comparator.comparing(CompositeView::name))
                .map(view -> Row.of(view, resting.getOrDefault(view.name(), 0L)))
                .toList();
        return pages.page(request, "composites", SECTION, "Composites", new ListPage(rows));
    }

    private HttpReply one(ConsoleRequest request) {
        CompositeParts parts = parts(request);
        Row row = Row.of(parts == null ? find(request) : parts.composite(), 0);
        return pages.page(
                request,
                "composite",
                SECTION,
                row.composite().name(),
                new CompositePage(
                        row,
                        Console.PREFIX + "/instances?composite="
                                + Fields.encoded(row.composite().name()),
                        parts,
                        parts == null ? Map.of() : tests(row.composite().name(), parts.services()),
                        actions(row.composite())));
    }

    /** Null for one that is not served, whose name may be the place of its files. */
    private static @Nullable CompositeParts parts(ConsoleRequest request) {
        try {
            return request.admin().composite(request.path("composite"));
        } catch (AdminException e) {
            if (e.status() == 404 || e.status() == 400) {
                return null;
            }
            throw e;
        }
    }

    private static Map<String, String> tests(String composite, List<ServicePart> services) {
        Map<String, String> tests = new LinkedHashMap<>();
        services.stream()
                .filter(ServicePart::soap)
                .forEach(each -> tests.put(each.name(), TestPages.addressOf(composite, each.name())));
        return tests;
    }

    private static CompositeView find(ConsoleRequest request) {
        String name = request.path("composite");
        return request.admin().composites().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> AdminException.unknown(
                        name, "no such composite is deployed", "see " + Console.PREFIX + "/composites"));
    }

    private static List<Action> actions(CompositeView view) {
        List<Action> actions = new ArrayList<>();
        if (view.problems().isEmpty()) {
            if (!view.on()) {
                actions.add(new Action("start", "Start", "Messages are taken again.", false));
            } else {
                actions.add(new Action(
                        "stop", "Stop", "No messages are taken until it is started again; callers get a fault.", true));
            }
            if (view.active()) {
                actions.add(new Action(
                        "retire",
                        "Retire",
                        "Nothing new begins; instances that have begun go on and get their messages.",
                        true));
            } else {
                actions.add(new Action("activate", "Activate", "New messages are taken again.", false));
            }
            if (!view.defaultRevision()) {
                actions.add(new Action(
                        "default",
                        "Make default",
                        "Addresses without a revision lead to this one from now on.",
                        false));
            }
        }
        actions.add(new Action(
                "undeploy",
                "Undeploy",
                "It is taken away with its files. Running instances stand still until the same revision is deployed again.",
                true));
        return actions;
    }

    /** The change that a request asks for, if it can be made now. */
    private Action action(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        String name = request.path("composite");
        String verb = request.path("change");
        CompositeView view = find(request);
        return actions(view).stream()
                .filter(each -> each.change().equals(verb))
                .findFirst()
                .orElseThrow(() -> AdminException.refused(
                        409,
                        request.address(),
                        "there is nothing to " + verb + " now: " + name + " is " + stateOf(view),
                        "see " + addressOf(name)));
    }

    private @Nullable Confirmation question(ConsoleRequest request) {
        Action action = action(request);
        String name = request.path("composite");
        return action.grave()
                ? new Confirmation(
                        action.label() + " " + name + "?",
                        action.what(),
                        action.label(),
                        addressOf(name) + "/" + action.change(),
                        addressOf(name))
                : null;
    }

    private HttpReply change(ConsoleRequest request) {
        Action action = action(request);
        String name = request.path("composite");
        CompositeChange done =
                request.admin().change(name, Change.valueOf(action.change().toUpperCase(Locale.ROOT)));
        request.say(action.label() + ": done for " + name
                + (done.resting() == 0
                        ? "."
                        : "; " + Counted.of(done.resting(), "running instance")
                                + Counted.word(done.resting(), " rests.", " rest.")));
        return Pages.redirect(action.change().equals("undeploy") ? Console.PREFIX + "/composites" : addressOf(name));
    }
}

package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.DecidedCallView;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.console.CallPages.Decision;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that are still tried: what a partner that is down keeps from going on, before the first of them rests. */
public final class OpenCallPages {
    private static final String SECTION = "faults";
    private static final String ADDRESS = "/open-calls";
    private static final String OF = "of";
    private static final String LINK = "partnerLink";
    private static final int ROWS = 100;
    private static final int MOST_EXPORTED = 1_000;

    private final Pages pages;
    private final Times times;

    OpenCallPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes =
                new ArrayList<>(List.of(ConsoleRoute.page(ADDRESS, this::list, OF, LINK, "offset", "format")));
        routes.addAll(ConsoleRoute.asked(ADDRESS, SECTION, pages, this::question, this::decide, "verb", OF, LINK));
        return routes;
    }

    /**
     * The list.
     *
     * @param of the composite or component whose calls are listed; empty for all
     * @param partnerLink on which they are; empty for all
     * @param calls how many there are
     * @param later how many of them wait for a later time
     * @param waitForDeployment how many of them wait for their composite
     * @param decisions that fit one of those that are listed
     * @param decided calls that were decided about, and are done with on Resume
     * @param live the address of the page itself, which looks again
     * @param next the address of the calls after these; null where there are none
     */
    public record OpenCallsPage(
            List<OpenCallView> rows,
            String of,
            String partnerLink,
            long calls,
            long later,
            long waitForDeployment,
            List<Decision> decisions,
            List<DecidedCallView> decided,
            String live,
            @Nullable String next,
            Times times) {
        /** The address of the list as a file, without the format. */
        public String export() {
            return addressOf(of, partnerLink);
        }

        /** The address of the page of a call. */
        public String address(OpenCallView call) {
            return CallPages.addressOf(call.id());
        }
    }

    /** The address of the list of the calls of a component, or of all where it is empty. */
    static String addressOf(String of, String partnerLink) {
        List<Field> fields = new ArrayList<>();
        if (!of.isEmpty()) {
            fields.add(new Field(OF, of));
        }
        if (!partnerLink.isEmpty()) {
            fields.add(new Field(LINK, partnerLink));
        }
        return Console.PREFIX + ADDRESS + Fields.query(fields);
    }

    private static @Nullable String given(String text) {
        return text.isEmpty() ? null : text;
    }

    private HttpReply list(ConsoleRequest request) {
        String of = request.query().get(OF);
        String partnerLink = request.query().get(LINK);
        AdminClient admin = request.admin();
        if (Export.isAskedFor(request)) {
            return Export.of(request, "open-calls", admin.openCalls(given(of), given(partnerLink), 0, MOST_EXPORTED));
        }
        int offset = request.offset();
        List<OpenCallView> found = admin.openCalls(given(of), given(partnerLink), offset, ROWS + 1);
        List<OpenCallView> rows = found.stream().limit(ROWS).toList();
        List<OpenCallLineView> lines = admin.openCallLines(given(of), given(partnerLink));
        return pages.page(
                request,
                "openCalls",
                SECTION,
                "Calls that are still tried",
                new OpenCallsPage(
                        rows,
                        of,
                        partnerLink,
                        lines.stream().mapToLong(OpenCallLineView::calls).sum(),
                        lines.stream().mapToLong(OpenCallLineView::later).sum(),
                        lines.stream()
                                .mapToLong(OpenCallLineView::waitForDeployment)
                                .sum(),
                        Decision.fitting(rows),
                        admin.decidedCalls(given(of), given(partnerLink), 0, ROWS),
                        request.address(),
                        found.size() > ROWS
                                ? Console.PREFIX
                                        + ADDRESS
                                        + request.query().with("offset", Integer.toString(offset + ROWS))
                                : null,
                        times));
    }

    private Confirmation question(ConsoleRequest request, Fields fields) {
        request.needs(Role.OPERATOR);
        Decision decision = Decision.of(fields.get("verb"));
        String of = fields.get(OF);
        String partnerLink = fields.get(LINK);
        long calls = request.admin().openCallLines(given(of), given(partnerLink)).stream()
                .mapToLong(OpenCallLineView::calls)
                .sum();
        long waiting = request.admin().openCalls(given(of), given(partnerLink), 0, MOST_EXPORTED).stream()
                .filter(decision::waits)
                .count();
        return new Confirmation(
                decision.label() + " " + Numbers.whole(calls) + (calls == 1 ? " call" : " calls") + " that "
                        + (calls == 1 ? "is" : "are") + " still tried?",
                (of.isEmpty() ? "They are of all composites. " : "They are of " + of + ". ") + decision.what()
                        + " A call that this does not fit is left as it is. What a partner has got of them it keeps."
                        + (waiting == 0 ? "" : CallPages.suspended(waiting, decision)),
                decision.label(),
                Console.PREFIX + ADDRESS,
                addressOf(of, partnerLink),
                List.of(new Field("verb", decision.word()), new Field(OF, of), new Field(LINK, partnerLink)));
    }

    private HttpReply decide(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        Decision decision = Decision.of(request.form().get("verb"));
        String of = request.form().get(OF);
        String partnerLink = request.form().get(LINK);
        AdminClient admin = request.admin();
        Decided result = Background.begin(
                "weir-console-calls", () -> admin.decideOpen(decision.word(), given(of), given(partnerLink)));
        if (result == null) {
            request.say(decision.label() + ": it is under way. The page Faults shows how far it is.");
            return Pages.redirect(addressOf(of, partnerLink));
        }
        String waiting = result.untilResume() == 0 ? "" : CallPages.suspended(result.untilResume(), decision);
        if (result.refused().isEmpty()) {
            request.say(decision.label() + ": decided for " + result.decided()
                    + (result.decided() == 1 ? " call." : " calls.") + waiting);
        } else {
            request.complain(decision.label() + ": decided for " + result.decided() + ", refused for "
                    + result.refused().size() + ": " + result.refused().get(0) + "." + waiting);
        }
        return Pages.redirect(addressOf(of, partnerLink));
    }
}

package dev.weir.server.console;

import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminException;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import dev.weir.store.SettingChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What may be set while the server runs: each setting with its value, who changed it, and a field to change it. */
public final class TuningPages {
    private static final String SECTION = "tuning";
    private static final int CHANGES = 50;
    private static final String GENERAL = "Dispatcher, log and retention";

    private final Pages pages;
    private final Times times;

    TuningPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(ConsoleRoute.page("/tuning", this::list), ConsoleRoute.form("/tuning", this::change));
    }

    /**
     * The page of all.
     *
     * @param groups by the first step of their names
     * @param refused the name of the one for which a value was typed that it does not take; empty for none
     * @param typed that value
     */
    public record TuningPage(
            Map<String, List<Knob>> groups, List<SettingChange> changes, String refused, String typed, Times times) {
        /** What the field of a setting holds. */
        public String held(Knob knob) {
            return knob.name().equals(refused) ? typed : knob.value();
        }
    }

    private HttpReply list(ConsoleRequest request) {
        if (Export.isAskedFor(request)) {
            return Export.of(request, "tuning", request.admin().tuning(Map.of()));
        }
        Map<String, List<Knob>> groups = new LinkedHashMap<>();
        for (Knob knob : request.admin().tuning(Map.of())) {
            int slash = knob.name().indexOf('/');
            groups.computeIfAbsent(slash < 0 ? GENERAL : knob.name().substring(0, slash), any -> new ArrayList<>())
                    .add(knob);
        }
        return pages.page(
                request,
                "tuning",
                SECTION,
                "Tuning",
                new TuningPage(
                        groups,
                        request.admin().tuningChanges(CHANGES),
                        request.query().get("name"),
                        request.query().get("value"),
                        times));
    }

    private HttpReply change(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        String name = request.form().get("name");
        String value = request.form().get("default").equals("yes")
                ? "default"
                : request.form().verbatim("value").strip();
        String typed = "";
        try {
            request.say(name + " is " + value(request.admin().tuning(Map.of(name, value)), name) + " now.");
        } catch (AdminException e) {
            if (e.status() != 400) {
                throw e;
            }
            request.complain("Nothing was changed: " + e.reason() + ".");
            // What was typed is not lost by that.
            typed = Fields.query(List.of(new Field("name", name), new Field("value", value)));
        }
        return Pages.redirect(Console.PREFIX + "/tuning" + typed + "#" + Fields.encoded(name));
    }

    private static String value(List<Knob> knobs, String name) {
        return knobs.stream()
                .filter(knob -> knob.name().equals(name))
                .map(Knob::value)
                .findFirst()
                .orElse("");
    }
}

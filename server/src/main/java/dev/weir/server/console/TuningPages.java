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
import org.jspecify.annotations.Nullable;

/** What may be set while the server runs: each setting with its value, who changed it, and a field to change it. */
public final class TuningPages {
    private static final String SECTION = "tuning";
    private static final int CHANGES = 50;
    /** The value that takes a setting back, and the button that asks for it. */
    private static final String BACK = "default";

    private static final String GENERAL = "Dispatcher, log and retention";

    /** The field that says which value the page showed when another was typed. */
    private static final String SEEN = "seen";

    private static final String KEPT = "kept";

    private final Pages pages;
    private final Times times;
    private final Kept<Refused> refused = new Kept<>();

    TuningPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(ConsoleRoute.page("/tuning", this::list, KEPT, "format")));
        routes.addAll(ConsoleRoute.asked(
                "/tuning", SECTION, pages, this::question, this::change, "name", "value", SEEN, BACK));
        return routes;
    }

    /**
     * The page of all.
     *
     * @param groups by the first step of their names
     * @param refused a value that was typed and that its setting does not take; null for none
     */
    public record TuningPage(
            Map<String, List<Knob>> groups,
            List<SettingChange> changes,
            @Nullable Refused refused,
            Times times) {
        /** What the field of a setting holds. */
        public String held(Knob knob) {
            return refused != null && knob.name().equals(refused.name()) ? refused.typed() : knob.value();
        }

        /** Why the value was refused that was typed for a setting; null where none was. */
        public @Nullable String problem(Knob knob) {
            return refused != null && knob.name().equals(refused.name()) ? refused.why() : null;
        }
    }

    /** A value that its setting does not take. */
    public record Refused(String name, String typed, String why) {}

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
                        refused.find(request.query().get(KEPT), request.session(), Map.of()),
                        times));
    }

    /** Of two who set the same thing, the second one is asked: the page has shown him a value that holds no more. */
    private @Nullable Confirmation question(ConsoleRequest request, Fields form) {
        request.needs(Role.ADMINISTRATOR);
        String name = form.get("name");
        Knob now = knob(request.admin().tuning(Map.of()), name);
        String value = typed(form);
        if (now == null
                || now.value().equals(form.verbatim(SEEN))
                || now.value().equals(value)) {
            return null;
        }
        return new Confirmation(
                "Set " + name + " all the same?",
                (now.who() == null ? "Somebody" : now.who()) + " has set it to " + now.value()
                        + (now.changed() == null ? "" : " at " + times.day(now.changed()))
                        + ", while your page showed " + form.verbatim(SEEN) + ". You are about to set "
                        + (value.equals(BACK) ? "the default, " + now.standard() : value) + ".",
                "Set it",
                Console.PREFIX + "/tuning",
                Console.PREFIX + "/tuning#" + Fields.encoded(name),
                List.of(new Field("name", name), new Field("value", value), new Field(SEEN, form.verbatim(SEEN))));
    }

    /** The value that a form asks for. */
    private static String typed(Fields form) {
        return form.get(BACK).equals("yes") ? BACK : form.verbatim("value").strip();
    }

    private HttpReply change(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        String name = request.form().get("name");
        String value = typed(request.form());
        String kept = "";
        try {
            Knob now = knob(request.admin().tuning(Map.of(name, value)), name);
            request.say(name + " is " + (now == null ? "" : now.value()) + " now.");
        } catch (AdminException e) {
            if (e.status() != 400) {
                throw e;
            }
            request.complain("Nothing was changed: " + e.reason() + ".");
            // What was typed is not lost by that.
            kept = refused.keep(request.session(), Map.of(), new Refused(name, value, e.reason()));
        }
        return Pages.redirect(
                Console.PREFIX + "/tuning" + Fields.query(List.of(new Field(KEPT, kept))) + "#" + Fields.encoded(name));
    }

    private static @Nullable Knob knob(List<Knob> knobs, String name) {
        return knobs.stream()
                .filter(knob -> knob.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}

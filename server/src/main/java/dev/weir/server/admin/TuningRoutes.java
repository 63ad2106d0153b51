package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.access.Role;
import dev.weir.store.SettingChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What may be set while the server runs; the limits of the dispatcher's threads also by names of their own. */
final class TuningRoutes {
    private static final TypeReference<List<Knob>> KNOBS = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> VALUES = new TypeReference<>() {};
    private static final TypeReference<Map<String, Integer>> LIMITS = new TypeReference<>() {};

    private final CompositeRuntime runtime;

    TuningRoutes(CompositeRuntime runtime) {
        this.runtime = runtime;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                                "/tuning",
                                Role.VIEWER,
                                "What may be set while the server runs, with who changed it last.",
                                KNOBS,
                                this::knobs)
                        .withRepeated("name", "only the one of this name, or those that begin so; may be repeated"),
                AdminRoute.post(
                                "/tuning",
                                Role.ADMINISTRATOR,
                                "Changes those that are named, all or none.",
                                KNOBS,
                                this::change)
                        .takingJson(VALUES),
                AdminRoute.get(
                                "/tuning/changes",
                                Role.VIEWER,
                                "What was changed, the newest first.",
                                new TypeReference<List<SettingChange>>() {},
                                request -> runtime.tuning().changes(request.limit()))
                        .with("limit", "integer", "at most so many"),
                AdminRoute.get(
                        "/dispatcher",
                        Role.VIEWER,
                        "The limits of the dispatcher's threads.",
                        LIMITS,
                        request -> runtime.dispatcherThreads().byName()),
                AdminRoute.post("/dispatcher", Role.ADMINISTRATOR, "Changes those that are named.", LIMITS, this::limit)
                        .takingJson(LIMITS));
    }

    private List<Knob> knobs(AdminRequest request) {
        List<String> names = request.queries("name");
        try {
            return names.isEmpty() ? runtime.tuning().all() : runtime.tuning().named(names);
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-tuning", "see `weir tuning`");
        }
    }

    private List<Knob> change(AdminRequest request) {
        Map<String, String> changes =
                request.json(VALUES, "send an object such as {\"AuditConfig/level\": \"Minimal\"}");
        try {
            runtime.tuning().change(changes, request.caller().name());
            request.note()
                    .outcome("done: " + changes.size() + (changes.size() == 1 ? " setting" : " settings") + " changed");
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-tuning", "see `weir tuning`; nothing was changed");
        }
        return runtime.tuning().all();
    }

    private Map<String, Integer> limit(AdminRequest request) {
        Map<String, Integer> changes = request.json(LIMITS, "send an object such as {\"dispatcherInvokeThreads\": 20}");
        Map<String, String> words = new LinkedHashMap<>();
        changes.forEach((name, threads) -> words.put(name, threads.toString()));
        try {
            runtime.dispatcherThreads().with(changes);
            runtime.tuning().change(words, request.caller().name());
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-body", "correct the names and numbers");
        }
        return runtime.dispatcherThreads().byName();
    }
}

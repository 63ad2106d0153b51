package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.composite.retention.RetentionStatus;
import dev.weir.composite.runtime.StuckInstance;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.admin.AdminRecords.Published;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.Recovered;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.admin.AdminRecords.Skipped;
import dev.weir.store.CallQueue;
import dev.weir.store.SettingChange;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All that the admin API answers, and who may ask for it: what is not in this table is nobody's. The description of the
 * API is made from it.
 */
final class AdminRoutes {
    private static final String COMPOSITE = "/composites/{composite}/";
    private static final String JSON = "application/json";

    private static final Type KNOBS = new TypeReference<List<Knob>>() {}.getType();

    static final List<AdminRoute> ALL = List.of(
            AdminRoute.get("/openapi.json", Role.VIEWER, "This description.", JsonNode.class),
            AdminRoute.get(
                    "/composites",
                    Role.VIEWER,
                    "The composites, also those that are not served.",
                    new TypeReference<List<CompositeView>>() {}.getType()),
            AdminRoute.post("/composites", Role.ADMINISTRATOR, "Deploys a SAR.", CompositeView.class)
                    .with("partition", "string", "where to, instead of default")
                    .with("overwrite", "boolean", "whether it may take the place of the same revision")
                    .with("default", "boolean", "whether its revision becomes the default one; true unless said")
                    .taking(AdminApi.JAR, null, true),
            change("start", "Lets a stopped composite take messages."),
            change("stop", "Lets a composite take no messages."),
            change("retire", "Lets a composite take only messages of its instances."),
            change("activate", "Lets a retired composite take all messages."),
            change("default", "Makes this revision the default one."),
            change("undeploy", "Takes the composite away; its instances rest."),
            paged(AdminRoute.get(
                            "/instances",
                            Role.VIEWER,
                            "Instances, the newest first.",
                            new TypeReference<List<InstanceView>>() {}.getType())
                    .with("state", "string", "RUNNING, COMPLETED, FAULTED or TERMINATED")
                    .with("composite", "string", "PARTITION/NAME!REVISION")),
            AdminRoute.get(
                            "/instances/{id}",
                            Role.VIEWER,
                            "An instance with its audit, or a page of it.",
                            InstanceHistory.class)
                    .with("limit", "integer", "about so many events: 10000 unless said, which is the most")
                    .with("from", "integer", "where the page begins: next of the page before"),
            AdminRoute.get(
                            "/instances/{id}/payloads",
                            Role.OPERATOR,
                            "A page of its audit with what messages and variables held, where the level is Development.",
                            InstanceHistory.class)
                    .with("limit", "integer", "about so many events: 20 unless said, at most 100")
                    .with("from", "integer", "where the page begins: next of the page before"),
            AdminRoute.get(
                            "/instances/{id}/payloads/{payload}",
                            Role.OPERATOR,
                            "A part of a large one that is stored apart; the id is the flow of its event.",
                            PayloadPart.class)
                    .with("offset", "integer", "in bytes: next of the part before"),
            command("suspend", "Suspends an instance."),
            command("resume", "Resumes an instance."),
            command("terminate", "Ends an instance."),
            AdminRoute.post(
                            "/purge",
                            Role.ADMINISTRATOR,
                            "Deletes ended instances, or messages that no instance has taken, by filters; or counts them.",
                            PurgeResult.class)
                    .taking(JSON, PurgeRequest.class, true),
            AdminRoute.get(
                    "/retention",
                    Role.VIEWER,
                    "How long ended instances are kept, and how it stands with the removal of those whose time is over.",
                    RetentionStatus.class),
            AdminRoute.post("/retention/run", Role.ADMINISTRATOR, "Lets a removal begin now.", RetentionStatus.class),
            AdminRoute.get(
                    "/stuck",
                    Role.VIEWER,
                    "The instances whose last step failed, and those in quarantine (nextTry is null).",
                    new TypeReference<List<StuckInstance>>() {}.getType()),
            AdminRoute.post(
                            "/recover",
                            Role.OPERATOR,
                            "Lets them be tried again now; from quarantine only where one is named.",
                            Recovered.class)
                    .with("instance", "integer", "only that instance's"),
            paged(AdminRoute.get(
                            "/calls",
                            Role.VIEWER,
                            "The calls that rest until somebody decides.",
                            new TypeReference<List<RestingCallView>>() {}.getType())
                    .with("fault", "string", "only those with this fault")),
            decision("retry", "Makes resting calls again."),
            decision("cancel", "Drops resting one-way calls."),
            decision("continue", "Takes the invokes of resting calls as done."),
            decision("rethrow", "Gives their faults to the processes of resting calls."),
            decision("abort", "Ends the processes of resting calls."),
            decision("replay", "Begins the scopes of resting calls again."),
            paged(AdminRoute.get(
                    "/messages",
                    Role.VIEWER,
                    "The messages that no instance has taken.",
                    new TypeReference<List<MessageView>>() {}.getType())),
            AdminRoute.get("/messages/{id}", Role.OPERATOR, "One of them with its content.", MessageContent.class),
            AdminRoute.post(
                    "/messages/{id}/deliver", Role.OPERATOR, "Delivers it as if it came now.", MessageDecision.class),
            AdminRoute.post("/messages/{id}/cancel", Role.OPERATOR, "Drops it.", MessageDecision.class),
            AdminRoute.get(
                    "/abandoned",
                    Role.VIEWER,
                    "The composites that are not deployed and have live instances.",
                    new TypeReference<List<AbandonedView>>() {}.getType()),
            AdminRoute.post(
                    "/abandoned/{composite}/terminate",
                    Role.OPERATOR,
                    "Ends all of these of one.",
                    AbandonedView.class),
            AdminRoute.get(
                    "/groups",
                    Role.VIEWER,
                    "The groups of resequenced messages that wait for a missing number.",
                    new TypeReference<List<CallQueue>>() {}.getType()),
            AdminRoute.post("/groups/skip", Role.OPERATOR, "Lets a group go on without it.", Skipped.class)
                    .withRequired("group", "string", "its name"),
            AdminRoute.post("/events", Role.OPERATOR, "Publishes a business event.", Published.class)
                    .withRequired("event", "string", "{namespace}name")
                    .taking("application/xml", null, true),
            AdminRoute.get(
                    "/tuning", Role.VIEWER, "What may be set while the server runs, with who changed it last.", KNOBS),
            AdminRoute.post("/tuning", Role.ADMINISTRATOR, "Changes those that are named, all or none.", KNOBS)
                    .taking(JSON, new TypeReference<Map<String, String>>() {}.getType(), true),
            AdminRoute.get(
                            "/tuning/changes",
                            Role.VIEWER,
                            "What was changed, the newest first.",
                            new TypeReference<List<SettingChange>>() {}.getType())
                    .with("limit", "integer", "at most so many"),
            AdminRoute.get(
                    "/dispatcher",
                    Role.VIEWER,
                    "The limits of the dispatcher's threads.",
                    new TypeReference<Map<String, Integer>>() {}.getType()),
            AdminRoute.post(
                            "/dispatcher",
                            Role.ADMINISTRATOR,
                            "Changes those that are named.",
                            new TypeReference<Map<String, Integer>>() {}.getType())
                    .taking(JSON, new TypeReference<Map<String, Integer>>() {}.getType(), true));

    private static final List<Matcher> MATCHERS =
            ALL.stream().map(route -> new Matcher(route, route.pattern())).toList();

    private record Matcher(AdminRoute route, Pattern pattern) {}

    private AdminRoutes() {}

    private static AdminRoute change(String word, String summary) {
        return AdminRoute.post(COMPOSITE + word, Role.ADMINISTRATOR, summary, CompositeChange.class);
    }

    private static AdminRoute command(String word, String summary) {
        return AdminRoute.post("/instances/{id}/" + word, Role.OPERATOR, summary, CommandResult.class);
    }

    private static AdminRoute decision(String word, String summary) {
        return AdminRoute.post("/calls/{id}/" + word, Role.OPERATOR, summary + " The id may be all.", Decided.class)
                .with("fault", "string", "of all, only those with this fault")
                .taking("application/xml", null, false);
    }

    private static AdminRoute paged(AdminRoute route) {
        return route.with("offset", "integer", "leaves out the first ones").with("limit", "integer", "at most so many");
    }

    /** @param path below {@link AdminApi#PREFIX}; null where there is nothing, for any method or for this one */
    static @Nullable AdminRoute find(String method, String path) {
        for (Matcher each : MATCHERS) {
            if (each.route.method().equals(method) && each.pattern.matcher(path).matches()) {
                return each.route;
            }
        }
        return null;
    }

    /** True if there is something at a path, for one method or another. */
    static boolean isPath(String path) {
        return MATCHERS.stream().anyMatch(each -> each.pattern.matcher(path).matches());
    }
}

package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.Published;
import dev.weir.server.admin.AdminRecords.Skipped;
import dev.weir.store.CallQueue;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.regex.Pattern;

/** The events that are published from outside, and the groups of messages that wait for their order. */
final class EventRoutes {
    private static final Pattern EVENT = Pattern.compile("(\\{[^{}]+})?[^{}\\s]+");

    private final CompositeRuntime runtime;

    EventRoutes(CompositeRuntime runtime) {
        this.runtime = runtime;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/groups",
                        Role.VIEWER,
                        "The groups of resequenced messages that wait for a missing number.",
                        new TypeReference<List<CallQueue>>() {},
                        request -> runtime.heldGroups()),
                AdminRoute.post(
                                "/groups/skip",
                                Role.OPERATOR,
                                "Lets a group go on without it.",
                                Skipped.class,
                                this::skip)
                        .withRequired("group", "string", "its name"),
                AdminRoute.post("/events", Role.OPERATOR, "Publishes a business event.", Published.class, this::publish)
                        .withRequired("event", "string", "{namespace}name")
                        .taking("application/xml", true));
    }

    private Skipped skip(AdminRequest request) {
        boolean skipped = runtime.skip(request.query("group", ""));
        if (!skipped) {
            request.note().outcome("nothing was done: the group does not wait for a missing message");
        }
        return new Skipped(skipped);
    }

    /** The body is the event's content, an element. */
    private Published publish(AdminRequest request) {
        String event = request.query("event");
        if (event == null || !EVENT.matcher(event).matches()) {
            throw RefusedException.ofParameter("event must be {namespace}name: " + event, "name the event so");
        }
        try {
            return new Published(runtime.publish(XmlName.parse(event), XmlElement.parse(request.body()))
                    .toCompletableFuture()
                    .join());
        } catch (XmlException e) {
            throw RefusedException.ofBody("the event's content is not XML: " + e.getMessage(), "send one element");
        }
    }
}

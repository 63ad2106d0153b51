package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Admission;
import dev.weir.server.access.Authenticator;
import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.ErrorReply;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.admin.AdminRecords.Published;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.Recovered;
import dev.weir.server.admin.AdminRecords.Skipped;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of the admin API. It answers those only who say who they are and have the role that {@link AdminRoutes}
 * asks for, and nothing that a web page of another site sends.
 */
public final class AdminApi implements HttpHandler {
    /** Where it is mounted; paths below are relative to it. */
    public static final String PREFIX = "/admin/";

    static final String JAR = "application/java-archive";

    private static final int MOST_AT_ONCE = 1_000;

    private static final Pattern EVENT = Pattern.compile("(\\{[^{}]+})?[^{}\\s]+");

    private final Access access;
    private final Store store;
    private final CompositeRuntime runtime;
    private final CallDecisions calls;
    private final MessageDecisions messages;
    private final CompositeControl composites;
    private final Purging purging;
    private final AuditPages audit;

    /**
     * @param authenticator finds out who callers are
     * @param log takes what they did
     */
    public record Access(Authenticator authenticator, AdminLog log) {}

    public AdminApi(Access access, Store store, CompositeRuntime runtime, CompositeControl composites) {
        this.access = access;
        this.store = store;
        this.runtime = runtime;
        this.composites = composites;
        this.purging = new Purging(store);
        this.audit = new AuditPages(store);
        this.calls = new CallDecisions(runtime.restingCalls());
        this.messages = new MessageDecisions(runtime.undelivered());
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return CompletableFuture.completedFuture(runtime.compute(() -> answer(request)));
    }

    private HttpReply answer(HttpRequest request) {
        if (isFromAnotherSite(request)) {
            return refusal(
                    request,
                    new RefusedException(
                            403,
                            "admin-other-site",
                            "the request was sent by a web page of another site",
                            "call the admin API by `weir` or another program"));
        }
        Admission admission = access.authenticator.admit(request.header("Authorization"));
        Caller caller = admission.caller();
        if (caller == null) {
            return refused(request, admission);
        }
        HttpReply reply = authenticated(request, caller);
        if (!request.method().equals("GET")) {
            access.log.add(
                    request.peer().getAddress().getHostAddress(),
                    caller.name(),
                    request.method() + " " + request.path() + (request.query() == null ? "" : "?" + request.query()),
                    reply.status());
        }
        return reply;
    }

    private static HttpReply refused(HttpRequest request, Admission admission) {
        HttpReply reply = refusal(
                request,
                new RefusedException(
                        admission.status(),
                        "admin-token",
                        admission.why(),
                        "send Authorization: Bearer with the content of " + AdminToken.FILE
                                + " in the server's data folder, or Basic with a user's name and password"));
        return admission.status() == 429
                ? reply.with("Retry-After", "60")
                : reply.with("WWW-Authenticate", "Bearer realm=\"weir\"");
    }

    private HttpReply authenticated(HttpRequest request, Caller caller) {
        try {
            permit(request, caller);
            return route(request, caller);
        } catch (RefusedException e) {
            return refusal(request, e);
        } catch (DeploymentException e) {
            return json(422, new ErrorReply(e.problems()));
        }
    }

    /** What is not in the table is answered to nobody. */
    private static void permit(HttpRequest request, Caller caller) {
        String path = request.path().substring(PREFIX.length() - 1);
        AdminRoute route = AdminRoutes.find(request.method(), path);
        if (route == null) {
            throw AdminRoutes.isPath(path)
                    ? new RefusedException(
                            405,
                            "admin-method",
                            request.path() + " does not take " + request.method(),
                            "see " + PREFIX + "openapi.json")
                    : new RefusedException(
                            404,
                            "admin-path-unknown",
                            "there is nothing at " + request.path(),
                            "correct the path; " + PREFIX + "openapi.json lists all");
        }
        if (!caller.role().includes(route.role())) {
            throw new RefusedException(
                    403,
                    "admin-role",
                    caller.name() + " is " + caller.role().word() + ", and this needs the role "
                            + route.role().word(),
                    "ask an administrator");
        }
    }

    private HttpReply route(HttpRequest request, Caller caller) {
        String path = request.path().substring(PREFIX.length() - 1);
        Map<String, String> query = query(request.query());
        if (path.equals("/openapi.json")) {
            return get(request, OpenApiDescription.make());
        } else if (path.equals("/composites")) {
            return request.method().equals("POST") ? deploy(request, query) : get(request, composites.composites());
        } else if (path.startsWith("/composites/")) {
            return change(request, path.substring("/composites/".length()));
        } else if (path.equals("/instances")) {
            return get(request, instances(query));
        } else if (path.startsWith("/instances/") && path.contains(AuditPages.PAYLOADS)) {
            return get(request, payloads(path.substring("/instances/".length()), query));
        } else if (path.startsWith("/instances/") && path.indexOf('/', "/instances/".length()) > 0) {
            return command(request, path.substring("/instances/".length()));
        } else if (path.startsWith("/instances/")) {
            return get(request, history(path.substring("/instances/".length()), query));
        } else if (path.equals("/purge")) {
            return purge(request);
        } else if (path.equals("/retention")) {
            return get(request, runtime.retention().status());
        } else if (path.equals("/retention/run")) {
            post(request);
            runtime.retention().runSoon();
            return json(200, runtime.retention().status());
        } else if (path.equals("/stuck")) {
            return get(request, runtime.instances().stuck());
        } else if (path.equals("/recover")) {
            post(request);
            String instance = query.get("instance");
            return json(
                    200,
                    new Recovered(
                            instance == null
                                    ? runtime.instances().recover()
                                    : runtime.instances().recover(flow(instance).flow())));
        } else if (path.equals("/calls")) {
            return get(
                    request,
                    calls.list(
                            query.get("fault"),
                            number(query, "offset", 0, Integer.MAX_VALUE),
                            number(query, "limit", 100, MOST_AT_ONCE)));
        } else if (path.startsWith("/calls/")) {
            post(request);
            return json(200, decide(path.substring("/calls/".length()), query.get("fault"), request.body()));
        } else if (path.equals("/messages")) {
            return get(
                    request,
                    messages.list(
                            number(query, "offset", 0, Integer.MAX_VALUE), number(query, "limit", 100, MOST_AT_ONCE)));
        } else if (path.startsWith("/messages/")) {
            return message(request, path.substring("/messages/".length()));
        } else if (path.equals("/abandoned")) {
            return get(request, abandoned());
        } else if (path.startsWith("/abandoned/")) {
            return terminateAbandoned(request, path.substring("/abandoned/".length()));
        } else if (path.equals("/groups")) {
            return get(request, runtime.heldGroups());
        } else if (path.equals("/groups/skip")) {
            post(request);
            return json(200, new Skipped(runtime.skip(query.getOrDefault("group", ""))));
        } else if (path.equals("/events")) {
            post(request);
            return json(200, publish(query.get("event"), request.body()));
        } else if (path.equals("/dispatcher")) {
            return dispatcher(request, caller);
        } else if (path.equals("/tuning")) {
            return tuning(request, caller);
        } else if (path.equals("/tuning/changes")) {
            return get(request, runtime.tuning().changes(number(query, "limit", 100, MOST_AT_ONCE)));
        }
        throw new RefusedException(
                404, "admin-path-unknown", "there is nothing at " + request.path(), "correct the path");
    }

    /** The body is a SAR. The type must be said: a page of another site cannot say it without asking first. */
    private HttpReply deploy(HttpRequest request, Map<String, String> query) {
        if (!JAR.equals(request.header("Content-Type"))) {
            throw new RefusedException(
                    415, "admin-body", "the body must be a SAR, with the type " + JAR, "send Content-Type: " + JAR);
        }
        return json(
                200,
                composites.deploy(
                        request.body(),
                        new CompositeControl.Upload(
                                query.getOrDefault("partition", "default"),
                                flag(query, "overwrite", false),
                                flag(query, "default", true))));
    }

    /** The body is the event's content, an element. */
    private Published publish(@Nullable String event, byte[] body) {
        if (event == null || !EVENT.matcher(event).matches()) {
            throw new RefusedException(
                    400, "admin-parameter", "event must be {namespace}name: " + event, "name the event so");
        }
        try {
            return new Published(runtime.publish(XmlName.parse(event), XmlElement.parse(body))
                    .toCompletableFuture()
                    .join());
        } catch (XmlException e) {
            throw new RefusedException(
                    400, "admin-body", "the event's content is not XML: " + e.getMessage(), "send one element");
        }
    }

    private static boolean flag(Map<String, String> query, String name, boolean ifMissing) {
        String text = query.getOrDefault(name, Boolean.toString(ifMissing));
        if (!text.equals("true") && !text.equals("false")) {
            throw new RefusedException(
                    400, "admin-parameter", name + " must be true or false: " + text, "write one of the two");
        }
        return text.equals("true");
    }

    /** {@code PARTITION/NAME!REVISION/undeploy}, or another change. */
    private HttpReply change(HttpRequest request, String path) {
        post(request);
        int slash = path.lastIndexOf('/');
        String word = path.substring(slash + 1);
        for (Change change : Change.values()) {
            if (change.name().toLowerCase(Locale.ROOT).equals(word)) {
                return json(200, composites.change(composite(decode(path.substring(0, Math.max(slash, 0)))), change));
            }
        }
        throw new RefusedException(
                404,
                "admin-command-unknown",
                "a composite has no command " + word,
                "use start, stop, retire, activate, default or undeploy");
    }

    private List<InstanceView> instances(Map<String, String> query) {
        String state = query.get("state");
        String composite = query.get("composite");
        FlowFilter filter = new FlowFilter(
                state == null ? null : state(state), composite == null ? null : composite(composite), null, null);
        int offset = number(query, "offset", 0, Integer.MAX_VALUE);
        int limit = number(query, "limit", 100, MOST_AT_ONCE);
        return store.flows(filter, offset, limit).stream().map(AdminApi::view).toList();
    }

    /** A page of an instance's audit, without what messages held. */
    private InstanceHistory history(String id, Map<String, String> query) {
        FlowSummary flow = flow(id);
        return audit.page(flow, from(query), Math.max(1, number(query, "limit", AuditPages.MOST, AuditPages.MOST)));
    }

    /** {@code ID/payloads} or {@code ID/payloads/PAYLOAD}. */
    private Object payloads(String path, Map<String, String> query) {
        int slash = path.indexOf(AuditPages.PAYLOADS);
        FlowSummary flow = flow(path.substring(0, slash));
        String payload = path.substring(slash + AuditPages.PAYLOADS.length());
        if (payload.isEmpty()) {
            return audit.withPayloads(
                    flow, from(query), Math.max(1, number(query, "limit", 20, AuditPages.MOST_WITH_PAYLOADS)));
        }
        try {
            Optional<PayloadPart> part = audit.payload(
                    Long.parseLong(path.substring(0, slash)),
                    Long.parseLong(payload.substring(1)),
                    number(query, "offset", 0, Integer.MAX_VALUE));
            if (part.isPresent()) {
                return part.get();
            }
        } catch (NumberFormatException e) {
            throw new RefusedException(
                    400, "admin-parameter", "a payload id must be a number: " + payload, "give the id of an event's");
        }
        throw new RefusedException(
                404,
                "admin-payload-unknown",
                "the instance has no such payload stored apart, or it ends before this offset: " + path,
                "see " + PREFIX + "instances/ID/payloads; give the flow and the id that the event has");
    }

    private static long from(Map<String, String> query) {
        String text = query.getOrDefault("from", "0");
        try {
            long from = Long.parseLong(text);
            if (from >= 0) {
                return from;
            }
        } catch (NumberFormatException e) {
            throw new RefusedException(400, "admin-parameter", "from must be a number: " + text, "give a number");
        }
        throw new RefusedException(400, "admin-parameter", "from must not be negative: " + text, "give a number");
    }

    private FlowSummary flow(String id) {
        try {
            Optional<FlowSummary> flow = store.flow(Long.parseLong(id));
            if (flow.isPresent()) {
                return flow.get();
            }
        } catch (NumberFormatException e) {
            throw new RefusedException(
                    400,
                    "admin-parameter",
                    "an instance id must be a number: " + id,
                    "give the number that `weir instances` shows");
        }
        throw new RefusedException(
                404,
                "admin-instance-unknown",
                "there is no instance " + id,
                "see `weir instances`; it may have been purged");
    }

    /** {@code ID/VERB}, or {@code all/VERB} for all that rest by a fault, or by any. */
    private Decided decide(String path, @Nullable String fault, byte[] payload) {
        int slash = path.indexOf('/');
        try {
            String id = slash < 0 ? path : path.substring(0, slash);
            String verb = slash < 0 ? "" : path.substring(slash + 1);
            return id.equals("all")
                    ? calls.decideAll(fault, verb)
                    : calls.decide(id, verb, payload.length == 0 ? null : payload);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(400, "admin-call", String.valueOf(e.getMessage()), "see `weir calls`");
        }
    }

    /** {@code ID}, {@code ID/deliver} or {@code ID/cancel}. */
    private HttpReply message(HttpRequest request, String path) {
        int slash = path.indexOf('/');
        long id;
        try {
            id = Long.parseLong(slash < 0 ? path : path.substring(0, slash));
        } catch (NumberFormatException e) {
            throw new RefusedException(
                    400,
                    "admin-parameter",
                    "a message id must be a number: " + path,
                    "give the number that `weir messages` shows");
        }
        if (slash < 0) {
            return get(
                    request,
                    messages.show(id)
                            .orElseThrow(() -> new RefusedException(
                                    404,
                                    "admin-message-unknown",
                                    "no message " + id + " waits for an instance",
                                    "see `weir messages`; an instance may have taken it")));
        }
        post(request);
        try {
            return json(200, messages.decide(id, path.substring(slash + 1)));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(400, "admin-message", String.valueOf(e.getMessage()), "see `weir messages`");
        }
    }

    private List<AbandonedView> abandoned() {
        return runtime.instances().abandoned().entrySet().stream()
                .map(each -> new AbandonedView(each.getKey().toString(), each.getValue()))
                .toList();
    }

    /** {@code PARTITION/NAME!REVISION/terminate}. */
    private HttpReply terminateAbandoned(HttpRequest request, String path) {
        post(request);
        int slash = path.lastIndexOf('/');
        if (slash < 0 || !path.substring(slash + 1).equals("terminate")) {
            throw new RefusedException(
                    404, "admin-command-unknown", "the instances have no such command: " + path, "use terminate");
        }
        CompositeRevision composite = composite(decode(path.substring(0, slash)));
        try {
            return json(
                    200,
                    new AbandonedView(composite.toString(), runtime.instances().terminateAbandoned(composite)));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    400, "admin-abandoned", String.valueOf(e.getMessage()), "use `weir control terminate ID`");
        }
    }

    /** {@code ID/suspend}, {@code ID/resume} or {@code ID/terminate}. */
    private HttpReply command(HttpRequest request, String path) {
        post(request);
        String word = path.substring(path.indexOf('/') + 1);
        for (OperatorCommand command : OperatorCommand.values()) {
            if (command.name().toLowerCase(Locale.ROOT).equals(word)) {
                long flow = flow(path.substring(0, path.indexOf('/'))).flow();
                return json(200, new CommandResult(runtime.instances().command(flow, command)));
            }
        }
        throw new RefusedException(
                404, "admin-command-unknown", "an instance has no command " + word, "use suspend, resume or terminate");
    }

    /** The limits of the dispatcher's threads; a POST changes those that it names. */
    private HttpReply dispatcher(HttpRequest request, Caller caller) {
        if (request.method().equals("POST")) {
            json(request);
            Map<String, Integer> changes = body(
                    request,
                    new TypeReference<Map<String, Integer>>() {},
                    "send an object such as {\"dispatcherInvokeThreads\": 20}");
            Map<String, String> words = new LinkedHashMap<>();
            changes.forEach((name, threads) -> words.put(name, threads.toString()));
            try {
                runtime.dispatcherThreads().with(changes);
                runtime.tuning().change(words, caller.name());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(
                        400, "admin-body", String.valueOf(e.getMessage()), "correct the names and numbers");
            }
        }
        return json(200, runtime.dispatcherThreads().byName());
    }

    /** What may be set while the server runs; a POST changes what it names. */
    private HttpReply tuning(HttpRequest request, Caller caller) {
        if (request.method().equals("POST")) {
            json(request);
            Map<String, String> changes = body(
                    request,
                    new TypeReference<Map<String, String>>() {},
                    "send an object such as {\"AuditConfig/level\": \"Minimal\"}");
            try {
                runtime.tuning().change(changes, caller.name());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(
                        400, "admin-tuning", String.valueOf(e.getMessage()), "see `weir tuning`; nothing was changed");
            }
        }
        return json(200, runtime.tuning().all());
    }

    /** What a request holds, to the last member: one that is misspelled must not be as if it were not there. */
    private static <T> T body(HttpRequest request, TypeReference<T> type, String remedy) {
        try {
            T value = AdminJson.MAPPER
                    .readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readValue(request.body());
            if (value == null || value instanceof Map<?, ?> map && map.containsValue(null)) {
                throw new RefusedException(400, "admin-body", "the request has null for a value", remedy);
            }
            return value;
        } catch (JacksonException e) {
            throw new RefusedException(
                    400, "admin-body", "the request is not the JSON of this path: " + e.getOriginalMessage(), remedy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void post(HttpRequest request) {
        if (!request.method().equals("POST")) {
            throw new RefusedException(
                    405, "admin-method", request.path() + " takes POST, not " + request.method(), "send a POST");
        }
    }

    private HttpReply purge(HttpRequest request) {
        post(request);
        json(request);
        PurgeRequest purge =
                body(request, new TypeReference<PurgeRequest>() {}, "send filters, such as createdBefore, an instant");
        try {
            return json(200, purging.run(purge));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    400, "admin-purge", String.valueOf(e.getMessage()), "correct the request; nothing was deleted");
        }
    }

    static InstanceView view(FlowSummary flow) {
        return new InstanceView(
                flow.flow(),
                flow.composite().toString(),
                flow.state(),
                flow.created(),
                flow.modified(),
                flow.undelivered());
    }

    private static CompositeRevision composite(String text) {
        try {
            return CompositeRevision.parse(text);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    400, "admin-parameter", String.valueOf(e.getMessage()), "give it as `weir list` shows it");
        }
    }

    private static FlowState state(String name) {
        for (FlowState state : FlowState.values()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        throw new RefusedException(
                400, "admin-parameter", "there is no state " + name, "use one of " + String.join(", ", stateNames()));
    }

    private static int number(Map<String, String> query, String name, int ifMissing, int most) {
        String text = query.get(name);
        if (text == null) {
            return ifMissing;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new RefusedException(400, "admin-parameter", name + " must be a number: " + text, "give a number");
        }
        throw new RefusedException(
                400,
                "admin-parameter",
                name + " must be from 0 to " + most + ": " + text,
                "give a number in this range");
    }

    private static Map<String, String> query(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }

    private static String decode(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    400, "admin-parameter", "not percent-encoded: " + value, "encode the query as a URL demands");
        }
    }

    /** What browsers say about the page that sends a request; other programs say nothing. */
    private static boolean isFromAnotherSite(HttpRequest request) {
        String origin = request.header("Origin");
        String site = request.header("Sec-Fetch-Site");
        return (origin != null
                        && !origin.equals(request.target().scheme() + "://"
                                + request.target().authority()))
                || (site != null && !site.equals("same-origin") && !site.equals("none"));
    }

    /** Pages of other sites cannot send this type without asking first. */
    private static void json(HttpRequest request) {
        String type = request.header("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new RefusedException(
                    415, "admin-body", "the body must be application/json", "send Content-Type: application/json");
        }
    }

    private static HttpReply get(HttpRequest request, Object value) {
        if (!request.method().equals("GET")) {
            throw new RefusedException(
                    405, "admin-method", request.path() + " takes GET, not " + request.method(), "send a GET");
        }
        return json(200, value);
    }

    private static HttpReply refusal(HttpRequest request, RefusedException e) {
        return json(
                e.status,
                new ErrorReply(
                        List.of(Problem.ofFile(request.path(), e.rule, String.valueOf(e.getMessage()), e.remedy))));
    }

    private static List<String> stateNames() {
        return Arrays.stream(FlowState.values()).map(FlowState::name).toList();
    }

    private static HttpReply json(int status, Object value) {
        try {
            return HttpReply.of(status, "application/json", AdminJson.MAPPER.writeValueAsBytes(value));
        } catch (JacksonException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request that the API does not carry out. */
    private static final class RefusedException extends RuntimeException {
        private final int status;
        private final String rule;
        private final String remedy;

        RefusedException(int status, String rule, String what, String remedy) {
            super(what, null, false, false);
            this.status = status;
            this.rule = rule;
            this.remedy = remedy;
        }
    }
}

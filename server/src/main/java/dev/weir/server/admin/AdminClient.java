package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.retention.RetentionStatus;
import dev.weir.composite.runtime.StuckInstance;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.ServerTrust;
import dev.weir.server.admin.AdminConnection.Answer;
import dev.weir.server.admin.AdminConnection.Content;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.AssessmentView;
import dev.weir.server.admin.AdminRecords.BulkStatus;
import dev.weir.server.admin.AdminRecords.CallContent;
import dev.weir.server.admin.AdminRecords.CalledServerView;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeParts;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.DecidedCallView;
import dev.weir.server.admin.AdminRecords.ErrorReply;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.MessageContent;
import dev.weir.server.admin.AdminRecords.MessageDecision;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.admin.AdminRecords.OverviewView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.admin.AdminRecords.ProcessView;
import dev.weir.server.admin.AdminRecords.Published;
import dev.weir.server.admin.AdminRecords.PurgeCount;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.server.admin.AdminRecords.Recovered;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.admin.AdminRecords.SampleRequest;
import dev.weir.server.admin.AdminRecords.SeriesView;
import dev.weir.server.admin.AdminRecords.ServiceView;
import dev.weir.server.admin.AdminRecords.Skipped;
import dev.weir.server.admin.AdminRecords.StatisticsView;
import dev.weir.server.admin.AdminRecords.TestReply;
import dev.weir.server.series.Window;
import dev.weir.store.CallQueue;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.SettingChange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Talks to a running server's admin API. Every failure is an {@link AdminException}. */
public final class AdminClient {
    private final AdminConnection connection;

    /** @param connection to the server */
    public AdminClient(AdminConnection connection) {
        this.connection = connection;
    }

    /**
     * @param server such as {@code http://127.0.0.1:8089}
     * @param token of its data folder
     */
    public AdminClient(URI server, String token) {
        this(server, ServerTrust.JVM, token);
    }

    /** @param trust by which a server at an https address is judged */
    public AdminClient(URI server, ServerTrust trust, String token) {
        this(new HttpAdminConnection(server, trust, "Bearer " + token));
    }

    /** Connects as a user. */
    public static AdminClient ofUser(URI server, String name, String password) {
        return ofUser(server, ServerTrust.JVM, name, password);
    }

    /** Connects as a user of a server that is judged by its certificate. */
    public static AdminClient ofUser(URI server, ServerTrust trust, String name, String password) {
        String pair = name + ":" + password;
        return new AdminClient(new HttpAdminConnection(
                server, trust, "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))));
    }

    /** Connects to the server that uses a data folder on this machine. */
    public static AdminClient of(Path data) {
        try {
            AdminAddress address = AdminAddress.read(data);
            return new AdminClient(address.url(), trust(address), AdminToken.read(data.resolve(AdminToken.FILE)));
        } catch (IOException e) {
            throw new AdminException(String.valueOf(e.getMessage()));
        }
    }

    /** The server that uses a data folder is the one that shows the certificate named there. */
    public static ServerTrust trust(AdminAddress address) {
        String certificate = address.certificate();
        return certificate == null ? ServerTrust.JVM : ServerTrust.ofCertificate(certificate);
    }

    public List<CompositeView> composites() {
        return request("GET", "composites", null, new TypeReference<>() {});
    }

    /** The names of the composites, in order; also of those that are not deployed any more and have instances. */
    public List<String> compositeNames() {
        return request("GET", "composites/names", null, new TypeReference<>() {});
    }

    /** What the server has sent, in the form in which it sends it. */
    public static String json(Object value) {
        return AdminJson.MAPPER.valueToTree(value).toPrettyString();
    }

    /**
     * What one is made of.
     *
     * @param composite as {@code partition/name!revision}, of one that is served
     */
    public CompositeParts composite(String composite) {
        return request("GET", "composites/" + FormFields.encoded(composite), null, new TypeReference<>() {});
    }

    /** The same as a tree. */
    public static JsonNode tree(Object value) {
        return AdminJson.MAPPER.valueToTree(value);
    }

    /** The same as the server sends it. */
    public String compositesAsJson() {
        return request("GET", "composites", null, new TypeReference<JsonNode>() {})
                .toPrettyString();
    }

    /**
     * Publishes an event; returns the flow with its audit.
     *
     * @param event as {@code {namespace}name}
     * @param content its document
     */
    public long publish(String event, byte[] content) {
        String parameter = FormFields.encoded(event);
        return request("POST", "events?event=" + parameter, content, new TypeReference<Published>() {})
                .instance();
    }

    /** Deploys a SAR. */
    public CompositeView deploy(byte[] sar, CompositeControl.Upload how) {
        String path = "composites?partition=" + FormFields.encoded(how.partition()) + "&overwrite=" + how.overwrite()
                + "&default=" + how.makeDefault();
        return request("POST", path, new Sar(sar), new TypeReference<>() {});
    }

    /** Judges a SAR as it would be deployed. */
    public AssessmentView assess(byte[] sar) {
        return request("POST", "assess", new Sar(sar), new TypeReference<>() {});
    }

    /** @param composite as {@code partition/name!revision} */
    public CompositeChange change(String composite, Change change) {
        String name = FormFields.encoded(composite);
        return request(
                "POST",
                "composites/" + name + "/" + change.name().toLowerCase(Locale.ROOT),
                null,
                new TypeReference<>() {});
    }

    /**
     * The activities of a process as it is deployed now, each before those in it; none of a component that is no process.
     *
     * @param most that are listed
     * @throws AdminException with status 404 where the component is not deployed
     */
    public ProcessView activities(ComponentId component, int most) {
        return request(
                "GET",
                "composites/" + FormFields.encoded(component.composite().toString()) + "/components/"
                        + FormFields.encoded(component.name()) + "/activities?limit=" + most,
                null,
                new TypeReference<>() {});
    }

    /** The services of a composite, as {@code partition/name!revision}. */
    public List<ServiceView> services(String composite) {
        return request("GET", servicesOf(composite), null, new TypeReference<>() {});
    }

    private static String servicesOf(String composite) {
        return "composites/" + FormFields.encoded(composite) + "/services";
    }

    private static String operationOf(String composite, String service, String operation) {
        return servicesOf(composite) + "/" + FormFields.encoded(service) + "/operations/"
                + FormFields.encoded(operation);
    }

    /**
     * A sample request for an operation.
     *
     * @param soap 1.1 or 1.2
     */
    public SampleRequest sample(String composite, String service, String operation, String soap) {
        return request(
                "GET",
                operationOf(composite, service, operation) + "?soap=" + FormFields.encoded(soap),
                null,
                new TypeReference<>() {});
    }

    /** Sends an envelope to a service, and waits up to 30 seconds for what comes back. */
    public TestReply test(String composite, String service, String operation, String soap, byte[] envelope) {
        return request(
                "POST",
                operationOf(composite, service, operation) + "/test?soap=" + FormFields.encoded(soap),
                envelope,
                new TypeReference<>() {});
    }

    /** Instances, newest first; null means any. */
    public List<InstanceView> instances(@Nullable FlowState state, @Nullable String composite, int offset, int limit) {
        StringBuilder path = new StringBuilder("instances?offset=" + offset + "&limit=" + limit);
        if (state != null) {
            path.append("&state=").append(state);
        }
        if (composite != null) {
            path.append("&composite=").append(FormFields.encoded(composite));
        }
        return request("GET", path.toString(), null, new TypeReference<>() {});
    }

    /**
     * A part of a list of instances, newest first.
     *
     * @param next the {@code after} of the next page; null where there is none
     */
    public record InstancePage(
            List<InstanceView> instances, @Nullable String next) {}

    /**
     * Instances by a filter, whose composite has a partition only where it has a revision. A page may be short, or empty, and
     * have a next one all the same.
     *
     * @param after null for the first page
     */
    public InstancePage instances(FlowFilter filter, @Nullable String after, int limit) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put(
                "state",
                filter.states().isEmpty()
                        ? null
                        : filter.states().stream().map(FlowState::name).collect(Collectors.joining(",")));
        parameters.put("composite", filter.compositeText());
        parameters.put("component", filter.component());
        parameters.put("createdFrom", filter.createdFrom());
        parameters.put("createdBefore", filter.createdBefore());
        parameters.put("modifiedFrom", filter.modifiedFrom());
        parameters.put("modifiedBefore", filter.modifiedBefore());
        parameters.put("title", filter.title());
        parameters.put("resting", filter.resting() ? true : null);
        parameters.put("suspended", filter.suspended() ? true : null);
        parameters.put("after", after);
        StringBuilder path = new StringBuilder("instances?limit=" + limit + query(parameters));
        filter.sensors().forEach(sensor -> path.append("&sensor=").append(FormFields.encoded(sensor.toString())));
        return request(
                "GET",
                path.toString(),
                null,
                answer -> new InstancePage(
                        AdminJson.MAPPER.readValue(answer.body(), new TypeReference<List<InstanceView>>() {}),
                        answer.next()));
    }

    /** @param next null for the last page */
    public record LogPage(
            List<AdminLog.LogLine> lines, @Nullable String next) {}

    /**
     * What people did, the newest first. A page may be short, or empty, and have a next one all the same.
     *
     * @param after null for the first page
     */
    public LogPage log(AdminLog.Filter filter, @Nullable String after, int limit) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("who", filter.who());
        parameters.put("what", filter.what());
        parameters.put("text", filter.text());
        parameters.put("from", filter.from());
        parameters.put("before", filter.before());
        parameters.put("after", after);
        return request(
                "GET",
                "log?limit=" + limit + query(parameters),
                null,
                answer -> new LogPage(
                        AdminJson.MAPPER.readValue(answer.body(), new TypeReference<List<AdminLog.LogLine>>() {}),
                        answer.next()));
    }

    private static String query(Map<String, @Nullable Object> parameters) {
        StringBuilder query = new StringBuilder();
        parameters.forEach((name, value) -> {
            if (value != null) {
                query.append('&').append(name).append('=').append(FormFields.encoded(value.toString()));
            }
        });
        return query.toString();
    }

    /** The first page of an instance's audit: all of it, unless there are more than 10,000 events. */
    public InstanceHistory history(long instance) {
        return history(instance, 0);
    }

    /** A page of about 10,000 events, from {@link InstanceHistory#next} of the page before on. */
    public InstanceHistory history(long instance, long from) {
        return request("GET", "instances/" + instance + "?from=" + from, null, new TypeReference<>() {});
    }

    /** A page of about so many events, 10,000 at most. */
    public InstanceHistory history(long instance, long from, int limit) {
        return request(
                "GET", "instances/" + instance + "?from=" + from + "&limit=" + limit, null, new TypeReference<>() {});
    }

    /** A page of an instance's audit with what messages and variables held, where the level was Development. */
    public InstanceHistory payloads(long instance, long from, int limit) {
        return request(
                "GET",
                "instances/" + instance + "/payloads?from=" + from + "&limit=" + limit,
                null,
                new TypeReference<>() {});
    }

    /** A part of a payload that is stored apart, from an offset in bytes on. */
    public PayloadPart payload(long flow, long payload, long offset) {
        return request(
                "GET",
                "instances/" + flow + "/payloads/" + payload + "?offset=" + offset,
                null,
                new TypeReference<>() {});
    }

    /** Deletes, or counts; returns when it has ended. */
    public PurgeResult purge(PurgeRequest order) {
        return request("POST", "purge", order, new TypeReference<>() {});
    }

    /** How many instances it would delete; what it says of batches, bounds and counting is left out of account. */
    public PurgeCount countPurge(PurgeRequest order) {
        return request("POST", "purge/count", order, new TypeReference<>() {});
    }

    /** How far the purge is that is under way, or how the last one ended. */
    public PurgeStatus purgeStatus() {
        return request("GET", "purge", null, new TypeReference<>() {});
    }

    /** Lets the purge that is under way end after its batch, if there is one. */
    public PurgeStatus cancelPurge() {
        return request("POST", "purge/cancel", null, new TypeReference<>() {});
    }

    /**
     * How it stands with the removal of ended instances.
     *
     * @param run to let a run begin now, unless one is under way; what is returned is how it stood right before
     */
    public RetentionStatus retention(boolean run) {
        return run
                ? request("POST", "retention/run", null, new TypeReference<>() {})
                : request("GET", "retention", null, new TypeReference<>() {});
    }

    /**
     * How busy the engines are.
     *
     * @param composite only this one: its name, with or without revision and partition; null for all
     */
    public StatisticsView statistics(@Nullable String composite) {
        String parameter = composite == null ? "" : "?composite=" + FormFields.encoded(composite);
        return request("GET", "statistics" + parameter, null, new TypeReference<>() {});
    }

    /** How the server does now. */
    public OverviewView overview() {
        return request("GET", "overview", null, new TypeReference<>() {});
    }

    /** The servers that composites have called. */
    public List<CalledServerView> destinations() {
        return request("GET", "destinations", null, new TypeReference<>() {});
    }

    /**
     * How it did in the last hour or the last day.
     *
     * @param composites of these, each named with or without revision and partition; of the server where there are none
     */
    public SeriesView series(Window window, Collection<String> composites) {
        StringBuilder path = new StringBuilder("series?window=" + window.name().toLowerCase(Locale.ROOT));
        for (String composite : composites) {
            path.append("&composite=").append(FormFields.encoded(composite));
        }
        return request("GET", path.toString(), null, new TypeReference<>() {});
    }

    /** What may be set while the server runs, after those named here have been changed. */
    public List<Knob> tuning(Map<String, String> changes) {
        return changes.isEmpty()
                ? request("GET", "tuning", null, new TypeReference<>() {})
                : request("POST", "tuning", changes, new TypeReference<>() {});
    }

    /**
     * Some of what may be set while the server runs.
     *
     * @param names of settings, or their beginnings
     * @throws AdminException for a name that is neither
     */
    public List<Knob> tuningOf(Collection<String> names) {
        String query =
                names.stream().map(name -> "name=" + FormFields.encoded(name)).collect(Collectors.joining("&"));
        return request("GET", "tuning?" + query, null, new TypeReference<>() {});
    }

    /** Changes of settings, newest first. */
    public List<SettingChange> tuningChanges(int limit) {
        return request("GET", "tuning/changes?limit=" + limit, null, new TypeReference<>() {});
    }

    /** Sends suspend, resume or terminate to an instance's processes. */
    public CommandResult command(long instance, String command) {
        return request("POST", "instances/" + instance + "/" + command, null, new TypeReference<>() {});
    }

    /** The same for all running instances of a composite. */
    public CommandResult commandAll(String composite, String command) {
        return request(
                "POST",
                "instances/all/" + command + "?composite=" + FormFields.encoded(composite),
                null,
                new TypeReference<>() {});
    }

    /** The process instances whose last step failed. */
    public List<StuckInstance> stuck() {
        return request("GET", "stuck", null, new TypeReference<>() {});
    }

    /** Those of an instance. */
    public List<StuckInstance> stuck(long instance) {
        return request("GET", "stuck?instance=" + instance, null, new TypeReference<>() {});
    }

    /** Lets those that are not in quarantine be tried again now; returns how many. */
    public int recover() {
        return recover("recover");
    }

    /** Lets those of an instance be tried again now, also from quarantine; returns how many. */
    public int recover(long instance) {
        return recover("recover?instance=" + instance);
    }

    private int recover(String path) {
        return request("POST", path, null, new TypeReference<Recovered>() {}).recovered();
    }

    /** The groups of resequenced messages that wait for a missing number. */
    public List<CallQueue> groups() {
        return request("GET", "groups", null, new TypeReference<>() {});
    }

    /** Lets a group go on with the next message that is there; false where it does not wait for a missing one. */
    public boolean skip(String group) {
        String parameter = FormFields.encoded(group);
        return request("POST", "groups/skip?group=" + parameter, null, new TypeReference<Skipped>() {})
                .skipped();
    }

    /** The calls that rest, those first that came to rest first; of any fault where it is null. */
    public List<RestingCallView> calls(@Nullable String fault, int offset, int limit) {
        return request(
                "GET",
                "calls?offset=" + offset + "&limit=" + limit + faultParameter(fault, '&'),
                null,
                new TypeReference<>() {});
    }

    /**
     * The calls that are still tried, those first that were made first.
     *
     * @param part a composite revision or a component, as text, whose calls they are; null for any
     */
    public List<OpenCallView> openCalls(@Nullable String part, @Nullable String partnerLink, int offset, int limit) {
        return request(
                "GET",
                "open-calls" + which(part, partnerLink) + "offset=" + offset + "&limit=" + limit,
                null,
                new TypeReference<>() {});
    }

    /** One of them; null where there is none of the id. */
    public @Nullable OpenCallView openCall(String id) {
        return first(request(
                "GET", "open-calls?call=" + FormFields.encoded(id), null, new TypeReference<List<OpenCallView>>() {}));
    }

    /** The calls that were decided about, and that are done with when their suspended processes are resumed. */
    public List<DecidedCallView> decidedCalls(int offset, int limit) {
        return decidedCalls(null, null, offset, limit);
    }

    /** Some of them; the parameters are those of {@link #openCalls}. */
    public List<DecidedCallView> decidedCalls(
            @Nullable String part, @Nullable String partnerLink, int offset, int limit) {
        return request(
                "GET",
                "decided-calls" + which(part, partnerLink) + "offset=" + offset + "&limit=" + limit,
                null,
                new TypeReference<>() {});
    }

    /** One of them; null where there is none of the id. */
    public @Nullable DecidedCallView decidedCall(String id) {
        return first(request(
                "GET",
                "decided-calls?call=" + FormFields.encoded(id),
                null,
                new TypeReference<List<DecidedCallView>>() {}));
    }

    private static <T> @Nullable T first(List<T> found) {
        return found.isEmpty() ? null : found.get(0);
    }

    /** Where those lead that are still tried, and how many; the parameters are those of {@link #openCalls}. */
    public List<OpenCallLineView> openCallLines(@Nullable String part, @Nullable String partnerLink) {
        return request("GET", "open-calls/lines" + which(part, partnerLink), null, new TypeReference<>() {});
    }

    /** Decides about all of them that are so; the parameters are those of {@link #openCalls}. */
    public Decided decideOpen(String verb, @Nullable String part, @Nullable String partnerLink) {
        String all = part == null && partnerLink == null ? "all=true" : "";
        return request("POST", "open-calls/" + verb + which(part, partnerLink) + all, null, new TypeReference<>() {});
    }

    /** The beginning of a query, to which more may be added. */
    private static String which(@Nullable String part, @Nullable String partnerLink) {
        return "?"
                + (part == null ? "" : "of=" + FormFields.encoded(part) + "&")
                + (partnerLink == null ? "" : "partnerLink=" + FormFields.encoded(partnerLink) + "&");
    }

    /** Those of an instance, the first hundred. */
    public List<RestingCallView> callsOf(long instance) {
        return request("GET", "calls?limit=100&instance=" + instance, null, new TypeReference<>() {});
    }

    /** One of them with what it is to send. */
    public CallContent call(String id) {
        return request("GET", "calls/" + step(id), null, new TypeReference<>() {});
    }

    /** One of them without what it is to send. */
    public RestingCallView callAlone(String id) {
        return request("GET", "calls/" + step(id) + "?content=false", null, new TypeReference<CallContent>() {})
                .call();
    }

    /** How far the decision about many of them is that is under way, or how the last one ended. */
    public BulkStatus bulk() {
        return request("GET", "calls/all/status", null, new TypeReference<>() {});
    }

    /** Lets it end early. */
    public BulkStatus stopBulk() {
        return request("POST", "calls/all/stop", null, new TypeReference<>() {});
    }

    /** An id as a step of a path; its colon may stand there as it is. */
    private static String step(String id) {
        return FormFields.encoded(id).replace("%3A", ":");
    }

    /** Decides about one of them; the payload, if there is one, is XML. */
    public Decided decide(String call, String verb, byte @Nullable [] payload) {
        return request("POST", "calls/" + step(call) + "/" + verb, payload, new TypeReference<>() {});
    }

    /** Decides about all of them, or about those with a fault. */
    public Decided decideAll(String verb, @Nullable String fault) {
        String which = fault == null ? "?all=true" : faultParameter(fault, '?');
        return request("POST", "calls/all/" + verb + which, null, new TypeReference<>() {});
    }

    /** The same about those alone that rested by a moment. */
    public Decided decideAll(String verb, @Nullable String fault, Instant restingBy) {
        return request(
                "POST",
                "calls/all/" + verb + "?restingBy=" + restingBy + faultParameter(fault, '&'),
                null,
                new TypeReference<>() {});
    }

    /** The messages that no instance has taken, those first that came first. */
    public List<MessageView> messages(int offset, int limit) {
        return messages(null, offset, limit);
    }

    /** Those for a composite revision, as {@code partition/name!revision}; for any where it is null. */
    public List<MessageView> messages(@Nullable String composite, int offset, int limit) {
        return request(
                "GET",
                "messages?offset=" + offset + "&limit=" + limit
                        + (composite == null ? "" : "&composite=" + FormFields.encoded(composite)),
                null,
                new TypeReference<>() {});
    }

    /** One of them with its content. */
    public MessageContent message(long id) {
        return request("GET", "messages/" + id, null, new TypeReference<>() {});
    }

    /** @param verb {@code deliver} or {@code cancel}, with its parameters */
    public MessageDecision decideMessage(long id, String verb) {
        return request("POST", "messages/" + id + "/" + verb, null, new TypeReference<>() {});
    }

    /** Delivers one of them to another revision of its composite. */
    public MessageDecision moveMessage(long id, String revision) {
        return decideMessage(id, "deliver?to=" + FormFields.encoded(revision));
    }

    /** Delivers one of them to an instance that waits for such a message. */
    public MessageDecision giveMessage(long id, String instance) {
        return decideMessage(id, "deliver?instance=" + FormFields.encoded(instance));
    }

    /** The composites that are not deployed and have live instances. */
    public List<AbandonedView> abandoned() {
        return request("GET", "abandoned", null, new TypeReference<>() {});
    }

    /** Terminates all of them of a composite, as {@code partition/name!revision}; returns how many. */
    public long terminateAbandoned(String composite) {
        String name = FormFields.encoded(composite);
        return request("POST", "abandoned/" + name + "/terminate", null, new TypeReference<AbandonedView>() {})
                .instances();
    }

    private static String faultParameter(@Nullable String fault, char before) {
        return fault == null ? "" : before + "fault=" + FormFields.encoded(fault);
    }

    /** The limits of the dispatcher's threads, by Oracle's names, after those named here have been changed. */
    public Map<String, Integer> dispatcher(Map<String, Integer> changes) {
        return changes.isEmpty()
                ? request("GET", "dispatcher", null, new TypeReference<>() {})
                : request("POST", "dispatcher", changes, new TypeReference<>() {});
    }

    /** A body that is a SAR; one of bytes alone is XML. */
    private static final class Sar {
        private final byte[] bytes;

        Sar(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** Reads an answer. */
    @FunctionalInterface
    private interface AnswerReader<T> {
        T read(Answer answer) throws IOException;
    }

    private <T> T request(String method, String path, @Nullable Object body, TypeReference<T> type) {
        return request(method, path, body, answer -> AdminJson.MAPPER.readValue(answer.body(), type));
    }

    private <T> T request(String method, String path, @Nullable Object body, AnswerReader<T> reader) {
        try (Answer answer = connection.send(method, AdminApi.PREFIX + path, content(body))) {
            if (answer.status() != HttpURLConnection.HTTP_OK) {
                throw refusal(method, path, answer);
            }
            return reader.read(answer);
        } catch (JacksonException e) {
            throw new AdminException("the answer to " + method + " " + AdminApi.PREFIX + path
                    + " is none that this version of `weir` knows (" + e.getOriginalMessage()
                    + "): use that of the server's version");
        } catch (IOException e) {
            throw new AdminException(
                    "the answer to " + method + " " + AdminApi.PREFIX + path + " cannot be read: " + e.getMessage());
        }
    }

    private static @Nullable Content content(@Nullable Object body) throws IOException {
        if (body == null) {
            return null;
        }
        return body instanceof byte[] xml
                ? new Content("application/xml", xml)
                : body instanceof Sar sar
                        ? new Content(CompositeRoutes.JAR, sar.bytes)
                        : new Content(AdminRoute.JSON, AdminJson.MAPPER.writeValueAsBytes(body));
    }

    private static AdminException refusal(String method, String path, Answer answer) throws IOException {
        return AdminRoute.JSON.equals(answer.mediaType())
                ? new AdminException(
                        answer.status(),
                        AdminJson.MAPPER
                                .readValue(answer.body(), ErrorReply.class)
                                .problems())
                : new AdminException(
                        "the server answered " + answer.status() + " to " + method + " " + AdminApi.PREFIX + path);
    }
}

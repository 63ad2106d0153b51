package dev.weir.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.bpel.ProcessActivity;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.statistics.Histogram;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.CalledServer;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.composite.statistics.Statistics.Times;
import dev.weir.store.AuditEvent;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.PurgeReport;
import dev.weir.store.SensorValue;
import dev.weir.xml.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the admin API says and takes, as JSON objects with these members. */
public final class AdminRecords {
    private AdminRecords() {}

    /**
     * @param name as {@code partition/composite!revision}; for files that cannot be read so far, where they lie
     * @param endpoints URLs; none while it takes no messages
     * @param unavailable its parts that Weir does not have, such as {@code service 'In' (binding.jca)}
     * @param problems why it is not served, and does not take messages; none for one that is served
     * @param warnings what will fail when it is reached, and what else people should know of its files
     * @param on false for one that is stopped
     * @param active false for one that is retired
     * @param defaultRevision whether addresses without a revision lead to it
     */
    public record CompositeView(
            String name,
            String partition,
            List<String> components,
            List<String> endpoints,
            List<String> unavailable,
            List<Problem> problems,
            List<Problem> warnings,
            boolean on,
            boolean active,
            boolean defaultRevision) {}

    /**
     * What a composite is made of, as it is served.
     *
     * @param composite as the list has it
     * @param label as the designer wrote it; empty for none
     * @param properties of the composite, as are those of its parts; what has a password in its name is not shown
     */
    public record CompositeParts(
            CompositeView composite,
            String label,
            Map<String, String> properties,
            List<ServicePart> services,
            List<ComponentPart> components,
            List<ReferencePart> references) {}

    /**
     * @param portType in Clark notation, as is that of a reference
     * @param soap whether it takes messages by SOAP, so that it can be tried
     */
    public record ServicePart(String name, String portType, boolean soap, Map<String, String> properties) {}

    /**
     * @param kind such as {@code BPEL process}
     * @param file in the archive
     */
    public record ComponentPart(String name, String kind, String file, Map<String, String> properties) {}

    /** @param addresses of its bindings; none where it has none, or messages say where they go */
    public record ReferencePart(String name, String portType, List<String> addresses, Map<String, String> properties) {}

    /**
     * What is to be expected of a SAR that is deployed.
     *
     * @param composite {@code NAME!REVISION}; the file's name where it cannot be read
     * @param grade RUNS, PARTLY, NEEDS or UNREADABLE
     * @param verdict the same in words, with what it needs
     * @param features what it is made of
     * @param moreProblems how many there are beyond these
     */
    public record AssessmentView(
            String composite,
            Grade grade,
            String verdict,
            List<String> features,
            List<Problem> problems,
            int moreProblems,
            List<Problem> warnings) {}

    /**
     * What was done to a composite.
     *
     * @param change such as {@code undeploy}
     * @param changed false where the composite was so already
     * @param resting how many running instances rest now until it is deployed again
     */
    public record CompositeChange(String composite, String change, boolean changed, int resting) {}

    /**
     * What a process is made of.
     *
     * @param total how many activities it has; 0 for a component that is no process
     * @param activities all, or the first ones
     */
    public record ProcessView(ComponentId component, int total, List<ProcessActivity> activities) {}

    /**
     * A service of a composite.
     *
     * @param address of this very revision, as the server's machine reaches it
     */
    public record ServiceView(String name, String address, List<OperationOffer> operations) {}

    /**
     * An operation of a service.
     *
     * @param soap the versions of SOAP by which it is offered, 1.1 or 1.2
     */
    public record OperationOffer(String name, boolean oneWay, List<String> soap) {}

    /**
     * A request for an operation, with values that stand for those of the user.
     *
     * @param headers of HTTP that go with it
     * @param envelope the whole message
     */
    public record SampleRequest(
            String operation,
            boolean oneWay,
            String soap,
            String address,
            Map<String, String> headers,
            String envelope) {}

    /** What became of a request that was sent to try a service. */
    public enum TestOutcome {
        /** It was answered. */
        REPLY,
        /** It was answered by a fault of SOAP. */
        FAULT,
        /** It was taken, and there is nothing to answer. */
        ACCEPTED,
        /** It was answered by a status of 400 and above, and no fault. */
        REFUSED,
        /** There was no answer in time; the service goes on. */
        LATE
    }

    /**
     * What a service answered.
     *
     * @param status of HTTP; null where there was no answer in time
     * @param contentType null likewise, and where the answer has none
     * @param sent when
     * @param millis from then to the whole answer
     * @param body as text: its beginning, where it is cut
     * @param bytes of the whole body; -1 where it is cut and its length is not known
     * @param instances the newest ones of the composite that began since it was sent, at most 5; those of other callers among
     *     them
     */
    public record TestReply(
            TestOutcome outcome,
            @Nullable Integer status,
            @Nullable String contentType,
            Instant sent,
            long millis,
            String body,
            long bytes,
            boolean cut,
            List<Long> instances) {}

    /** @param instance the flow that has the publication's audit */
    public record Published(long instance) {}

    /**
     * An instance, as lists show it.
     *
     * @param undelivered true where it is running only because of messages that no instance has taken
     * @param title that its process gave it; null for none
     * @param fault by which it failed first; null for none
     * @param resting true where calls rest in it until an operator decides
     * @param suspended true where an operator holds it, or one of its processes
     */
    public record InstanceView(
            long id,
            String composite,
            FlowState state,
            Instant created,
            Instant modified,
            boolean undelivered,
            @Nullable String title,
            @Nullable String fault,
            boolean resting,
            boolean suspended) {
        /** The {@linkplain #stateWord state} of one in which calls rest. */
        public static final String WAITS = "waits for a decision";

        /** The state of one that an operator holds, whether calls rest in it or not. */
        public static final String SUSPENDED = "suspended";

        /**
         * As lists show it: the state in lower case, {@code undelivered} for one that only waits for somebody to take its
         * messages, {@value #SUSPENDED} for one that an operator holds, and {@value #WAITS} for another in which calls rest.
         */
        public String stateWord() {
            return undelivered
                    ? "undelivered"
                    : suspended ? SUSPENDED : resting ? WAITS : state.name().toLowerCase(Locale.ROOT);
        }

        static InstanceView of(FlowSummary flow) {
            return new InstanceView(
                    flow.flow(),
                    flow.composite().toString(),
                    flow.state(),
                    flow.created(),
                    flow.modified(),
                    flow.undelivered(),
                    flow.title(),
                    flow.fault(),
                    flow.resting(),
                    flow.suspended());
        }
    }

    /**
     * @param sensors what the composite's sensors have found, by name; the first 1,000
     * @param events all, or those of one page
     * @param next where the next page begins; 0 where there is none
     */
    public record InstanceHistory(
            InstanceView instance, List<SensorValue> sensors, List<AuditEvent> events, long next) {}

    /**
     * A part of a payload.
     *
     * @param xml its text from the offset on
     * @param next the offset of the rest; 0 where there is none
     */
    public record PayloadPart(String xml, long next) {}

    /**
     * What to purge: ended instances, or messages that no instance has taken. What is null does not restrict; one filter
     * there must be.
     *
     * @param states COMPLETED, FAULTED, TERMINATED
     * @param composite its name, without partition and revision
     * @param component whose process was the first in the instance; of a message, the one that it is for
     * @param operation of messages
     * @param createdFrom inclusive
     * @param createdBefore exclusive; of messages, when they were received
     * @param modifiedFrom inclusive
     * @param modifiedBefore exclusive
     * @param title whole, or its beginning and {@code *}
     * @param sensors {@code NAME=VALUE} that sensors have found, all of them; a value may be its beginning and {@code *}
     * @param batch instances in a transaction, at most
     * @param most instances in all, at most
     * @param maxRuntimeSeconds after which nothing more is begun
     * @param dryRun to count only
     * @param undelivered messages instead of instances
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PurgeRequest(
            @Nullable List<FlowState> states,
            @Nullable String partition,
            @Nullable String composite,
            @Nullable String revision,
            @Nullable String component,
            @Nullable String operation,
            @Nullable Instant createdFrom,
            @Nullable Instant createdBefore,
            @Nullable Instant modifiedFrom,
            @Nullable Instant modifiedBefore,
            @Nullable String title,
            @Nullable List<String> sensors,
            @Nullable Integer batch,
            @Nullable Long most,
            @Nullable Long maxRuntimeSeconds,
            boolean dryRun,
            boolean undelivered) {
        /** Nothing is said; a server refuses it. */
        public static final PurgeRequest EMPTY = of(null);

        /** Ended instances created before a time. */
        public static PurgeRequest before(Instant created) {
            return of(created);
        }

        private static PurgeRequest of(@Nullable Instant before) {
            return new PurgeRequest(
                    null, null, null, null, null, null, null, before, null, null, null, null, null, null, null, false,
                    false);
        }
    }

    /**
     * What a purge would delete now.
     *
     * @param ended instances
     * @param note as that of {@link PurgeResult}
     */
    public record PurgeCount(
            long ended,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note) {}

    /**
     * What a purge has deleted, or would.
     *
     * @param purged instances, or messages
     * @param events of their history
     * @param payloads of their history, stored apart
     * @param open instances that the filter admits but that have not ended: they stay
     * @param end why it ended: DONE nothing is left, MOST as many as were allowed, RUNTIME the time was up, CANCELLED
     *     somebody ended it, DRY_RUN
     * @param millis that it took
     * @param note that nothing has the composite or component of the filter; null where there is nothing to say
     */
    public record PurgeResult(
            long purged,
            long events,
            long payloads,
            long open,
            PurgeReport.End end,
            long millis,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note) {
        PurgeResult with(@Nullable String other) {
            return new PurgeResult(purged, events, payloads, open, end, millis, other);
        }
    }

    /**
     * The purge that is under way, or the last one since the server was started.
     *
     * @param running false where it has ended, and where there was none
     * @param begun null where there was none, as all that is null below
     * @param by whom
     * @param request what it is to delete
     * @param purged instances, or messages, so far
     * @param expected how many fitted when it began, as far as it may delete them; null until they are counted, and where that
     *     failed
     * @param millis since it began to delete
     * @param cancelled true where it is to end, or was ended, by {@code /purge/cancel}
     * @param result what it deleted and why it ended; null while it runs, and where it failed
     * @param failure why it failed
     */
    public record PurgeStatus(
            boolean running,
            @Nullable Instant begun,
            @Nullable Instant ended,
            @Nullable String by,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PurgeRequest request,

            long purged,
            @Nullable Long expected,
            long millis,
            boolean cancelled,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PurgeResult result,

            @Nullable String failure) {
        /** No purge was asked for since the server was started. */
        static final PurgeStatus NONE = new PurgeStatus(false, null, null, null, null, 0, null, 0, false, null, null);
    }

    /**
     * @param instances how many process instances got the command
     * @param needless how many did not, because they are as it wants them already
     * @param refused why others did not, one line for each composite
     */
    public record CommandResult(int instances, int needless, List<String> refused) {}

    /** @param recovered how many process instances are tried again */
    public record Recovered(int recovered) {}

    /** @param skipped false where the group did not wait for a missing number */
    public record Skipped(boolean skipped) {}

    /**
     * A message that no instance has taken.
     *
     * @param instance the flow, as `weir instances` names it
     * @param component whose instance may take it
     * @param keys the correlation keys by which one may
     * @param bytes of its content, as it is stored
     * @param answered true if somebody waits for its reply
     */
    public record MessageView(
            long id,
            long instance,
            ComponentId component,
            String partnerLink,
            String operation,
            Instant received,
            List<String> keys,
            int bytes,
            boolean answered) {}

    /** @param parts each part's element as XML, by name */
    public record MessageContent(MessageView message, Map<String, String> parts) {}

    /**
     * @param outcome {@code DELIVERED}, {@code CANCELLED}, or {@code WAITS}: no instance takes it where it is now, which is the
     *     revision that it was moved to, if it was to be moved
     */
    public record MessageDecision(long id, String outcome) {}

    /** @param instances that live and rest, since their composite is not deployed */
    public record AbandonedView(String composite, long instances) {}

    /** A call about which an operator can decide. */
    public sealed interface CallView {
        /** Its key. */
        String id();

        /** The flow, as `weir instances` names it. */
        long instance();

        @Nullable String title();

        ComponentId component();

        String partnerLink();

        String operation();

        /** True if its process has gone on. */
        boolean oneWay();

        /** False where no scope of the process is around it, so that a replay would end the process. */
        boolean replays();

        /** True where an operator holds the process that made it. */
        boolean suspended();

        /** The decisions that a suspended process carries out only when it is resumed. */
        List<String> waitsForResume();
    }

    /**
     * A call that rests until an operator decides.
     *
     * @param id the call's key
     * @param instance the flow, as `weir instances` names it
     * @param title of that instance; null for none
     * @param oneWay true if its process has gone on
     * @param replays false where no scope of the process is around it, so that a replay would end the process
     * @param suspended true where an operator holds the process that made it
     * @param waitsForResume the decisions that such a process carries out only when it is resumed. A retry is none of them: the call
     *     is made at once, and the process takes its answer when it is resumed
     */
    public record RestingCallView(
            String id,
            long instance,
            @Nullable String title,
            ComponentId component,
            String partnerLink,
            String operation,
            boolean oneWay,
            boolean replays,
            boolean suspended,
            List<String> waitsForResume,
            int attempts,
            Instant since,
            String fault,
            String reason)
            implements CallView {}

    /**
     * A call that is still tried.
     *
     * @param id the call's key
     * @param instance the flow, as `weir instances` names it
     * @param title of that instance; null for none
     * @param oneWay true if its process has gone on
     * @param replays false where no scope of the process is around it, so that a replay would end the process
     * @param suspended true where an operator holds the process that made it
     * @param waitsForResume the decisions that such a process carries out only when it is resumed. A retry is none of them: the call
     *     is made at once, and the process takes its answer when it is resumed
     * @param underWay true while it is being tried
     * @param waitsForDeployment true where its composite is not deployed: the call is tried when that is deployed again
     * @param attempts that have failed
     * @param due when it is, or was, to be tried; null where it waits for its composite
     * @param failure why the last attempt failed; null where none has
     */
    public record OpenCallView(
            String id,
            long instance,
            @Nullable String title,
            ComponentId component,
            String partnerLink,
            String operation,
            boolean oneWay,
            boolean replays,
            boolean suspended,
            List<String> waitsForResume,
            boolean underWay,
            boolean waitsForDeployment,
            int attempts,
            @Nullable Instant due,
            @Nullable String failure)
            implements CallView {
        /** What the call waits for, or does, for people: {@link #due} follows where there is one. */
        public String state() {
            return waitsForDeployment
                    ? "waits for its composite, which is not deployed"
                    : underWay ? "under way since" : "to be tried at";
        }
    }

    /**
     * A call of a suspended process about which somebody has decided: the process does it when it is resumed.
     *
     * @param id the call's key
     * @param instance the flow, as `weir instances` names it
     * @param title of that instance; null for none
     * @param decision what was decided, and who did, such as {@code rethrow by otto}
     * @param decided when
     */
    public record DecidedCallView(
            String id,
            long instance,
            @Nullable String title,
            ComponentId component,
            String partnerLink,
            String operation,
            String decision,
            Instant decided) {
        /** The whole of it, for people. */
        public String sentence() {
            return "decided: " + decision + " at " + decided + ", done on Resume";
        }
    }

    /**
     * How many calls of a component on a partner link are still tried.
     *
     * @param later those of them that wait for a time to come: as a rule they have failed and are tried again
     * @param waitForDeployment those of them whose composite is not deployed
     * @param due the first time at which one of them is, or was, to be tried; null where all wait for their composite
     */
    public record OpenCallLineView(
            ComponentId component,
            String partnerLink,
            long calls,
            long later,
            long waitForDeployment,
            @Nullable Instant due) {}

    /** @param parts what it is to send: each part's element as XML, by name */
    public record CallContent(RestingCallView call, Map<String, String> parts) {}

    /**
     * A decision about all calls that rest, or all with a fault, or about all that are still tried: the one that is under way, or the last one since the server
     * was started.
     *
     * @param running false where it has ended, and where there was none
     * @param verb null where there was none, as all that is null below
     * @param open true where it is about calls that are still tried
     * @param of the composite revision or component of those; null for any
     * @param partnerLink on which those are; null for any
     * @param fault of the calls that rest; null for any
     * @param decided calls so far
     * @param untilResume as that of {@link Decided}, so far
     * @param refused calls to which the decision does not fit, so far
     * @param cancelled true where somebody ended it
     * @param failure why it failed; null where it did not
     */
    public record BulkStatus(
            boolean running,
            @Nullable String verb,
            boolean open,
            @Nullable String of,
            @Nullable String partnerLink,
            @Nullable String fault,
            @Nullable String by,
            @Nullable Instant begun,
            @Nullable Instant ended,
            int decided,
            int untilResume,
            int refused,
            boolean cancelled,
            @Nullable String failure) {}

    /**
     * @param decided how many calls the decision was stored for
     * @param untilResume of how many of these the process is suspended, and takes what comes of the decision, which is the answer to
     *     one that is made again, when it is resumed. One that a step works on while it is to be suspended is not counted: whether the
     *     step ends before is not known
     * @param refused why it was not for others, one line for each
     */
    public record Decided(int decided, int untilResume, List<String> refused) {}

    /**
     * How busy the engines are.
     *
     * @param operations that have had requests, of the components that are deployed, since they were
     * @param activities of processes; none while the setting {@code BPEL/statsLastN} is not above 0
     */
    public record StatisticsView(List<PoolView> pools, List<OperationView> operations, List<ActivityView> activities) {}

    /**
     * Threads of the dispatcher.
     *
     * @param name of the setting with their limit
     * @param active tasks that are being done
     * @param pending tasks in memory that wait for a thread
     */
    public record PoolView(String name, int limit, int active, int pending) {
        static PoolView of(Pool pool) {
            return new PoolView(pool.name(), pool.limit(), pool.active(), pool.pending());
        }
    }

    /**
     * The messages that came to a component for one of its operations, and the time until it was done with them.
     *
     * @param engine BPEL or Mediator
     * @param faulted those that were answered by a fault
     * @param failed those that were not answered
     * @param p50Micros the time that half of them took at most, as far as the bounds around it allow; p99 likewise
     * @param latest the newest first; none while the setting {@code BPEL/statsLastN} is not above 0
     */
    public record OperationView(
            ComponentId component,
            String engine,
            String operation,
            long count,
            long faulted,
            long failed,
            long minMicros,
            long averageMicros,
            long p50Micros,
            long p99Micros,
            long maxMicros,
            List<RequestView> latest) {
        static OperationView of(Operation operation) {
            Times times = operation.requests().times();
            Histogram histogram = operation.requests().histogram();
            return new OperationView(
                    operation.component(),
                    operation.engine(),
                    operation.operation(),
                    times.count(),
                    operation.requests().faulted(),
                    operation.requests().failed(),
                    micros(times.min()),
                    micros(times.average()),
                    micros(histogram.percentile(50, times.max())),
                    micros(histogram.percentile(99, times.max())),
                    micros(times.max()),
                    operation.latest().stream()
                            .map(each -> new RequestView(each.at(), micros(each.nanos()), each.outcome()))
                            .toList());
        }
    }

    /**
     * The calls to a server over HTTP, since this one was started.
     *
     * @param address scheme, host and port of the server; {@code others} where there are too many to be kept apart
     * @param count those that have ended
     * @param faulted those of them that were answered by a fault
     * @param failed those of them that were not answered
     * @param open those under way
     * @param notSent calls that were not made, as the server had not answered those before
     * @param resting true while none is made but a trial now and then, as the server does not answer
     */
    public record CalledServerView(
            String address,
            long count,
            long faulted,
            long failed,
            long open,
            long notSent,
            boolean resting,
            long averageMicros,
            long p50Micros,
            long p99Micros,
            long maxMicros) {
        static CalledServerView of(CalledServer server) {
            Times times = server.calls().times();
            Histogram histogram = server.calls().histogram();
            return new CalledServerView(
                    server.address(),
                    times.count(),
                    server.calls().faulted(),
                    server.calls().failed(),
                    server.open(),
                    server.notSent(),
                    server.resting(),
                    micros(times.average()),
                    micros(histogram.percentile(50, times.max())),
                    micros(histogram.percentile(99, times.max())),
                    micros(times.max()));
        }
    }

    /** @param at when it came */
    public record RequestView(Instant at, long micros, RequestOutcome outcome) {}

    /**
     * The steps that came to an activity, and the time that they computed in it.
     *
     * @param name of the activity; where it has none, its kind
     * @param kind the name of its element
     */
    public record ActivityView(
            ComponentId component,
            String name,
            String kind,
            long count,
            long minMicros,
            long averageMicros,
            long maxMicros) {
        static ActivityView of(Activity activity) {
            Times times = activity.times();
            return new ActivityView(
                    activity.component(),
                    activity.name(),
                    activity.kind(),
                    times.count(),
                    micros(times.min()),
                    micros(times.average()),
                    micros(times.max()));
        }
    }

    /**
     * How the server does.
     *
     * @param at the moment of the answer
     * @param since when the server was started
     * @param requests to services that were answered since then
     * @param faults those of them that got a status of 400 and above, as SOAP faults do
     * @param flows running and ended, until they are purged
     * @param auditEvents in the history of flows
     * @param suspendedInstances as {@code /instances?suspended=true} lists them
     * @param heapMaxBytes what the heap may grow to
     * @param diskFreeBytes room on the disk of the data folder
     * @param now numbers of the last ten seconds, by the names of the server's series; null for those that are not known
     */
    public record OverviewView(
            Instant at,
            Instant since,
            long requests,
            long faults,
            long flows,
            long auditEvents,
            long restingCalls,
            long suspendedInstances,
            long heapMaxBytes,
            long diskFreeBytes,
            List<PoolView> pools,
            Map<String, @Nullable Double> now,
            List<CompositeLoadView> composites) {}

    /**
     * How busy a composite is.
     *
     * @param composite as {@code partition/name!revision}
     * @param requests messages that its components are done with, since it was deployed
     * @param faults those of them that were answered by a fault, or not at all
     * @param now as that of the server; empty where it has no series
     */
    public record CompositeLoadView(String composite, long requests, long faults, Map<String, @Nullable Double> now) {}

    /**
     * The recent past.
     *
     * @param first when the step of the first point began; each further one is a step later, and the last one is that of
     *     the newest numbers
     * @param server its series by name, null for a gap; empty where composites were asked for
     * @param composites the series of those that were asked for, as {@code partition/name!revision}; empty for one that has none
     */
    public record SeriesView(
            Instant first,
            int stepSeconds,
            Map<String, List<@Nullable Double>> server,
            Map<String, Map<String, List<@Nullable Double>>> composites) {}

    private static long micros(long nanos) {
        return nanos / 1_000;
    }

    /** Why a request was refused; a problem's file is the path that was asked for. */
    public record ErrorReply(List<Problem> problems) {}
}

package dev.weir.server.admin;

import dev.weir.store.AuditEvent;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.xml.Problem;
import java.time.Instant;
import java.util.List;

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
     * What was done to a composite.
     *
     * @param change such as {@code undeploy}
     * @param resting how many running instances rest now until it is deployed again
     */
    public record CompositeChange(String composite, String change, int resting) {}

    /** @param instance the flow that has the publication's audit */
    public record Published(long instance) {}

    public record InstanceView(long id, String composite, FlowState state, Instant created, Instant modified) {}

    public record InstanceHistory(InstanceView instance, List<AuditEvent> events) {}

    public record PurgeRequest(Instant createdBefore, int batch) {}

    public record PurgeResult(long purged) {}

    /** @param instances how many process instances got the command */
    public record CommandResult(int instances) {}

    /** @param recovered how many process instances are tried again */
    public record Recovered(int recovered) {}

    /** @param skipped false where the group did not wait for a missing number */
    public record Skipped(boolean skipped) {}

    /**
     * A call that rests until an operator decides.
     *
     * @param id the call's key
     * @param instance the flow, as `weir instances` names it
     * @param oneWay true if its process has gone on
     */
    public record RestingCallView(
            String id,
            long instance,
            ComponentId component,
            String partnerLink,
            String operation,
            boolean oneWay,
            int attempts,
            Instant since,
            String fault,
            String reason) {}

    /**
     * @param decided how many calls the decision was carried out for
     * @param refused why it was not for others, one line for each
     */
    public record Decided(int decided, List<String> refused) {}

    /** Why a request was refused; a problem's file is the path that was asked for. */
    public record ErrorReply(List<Problem> problems) {}
}

package dev.weir.server.admin;

import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.MessageFilter;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What operators should know of a purge that finds nothing: a name that is misspelled looks the same as one of which all is
 * purged already. Thread-safe.
 */
final class PurgeNotes {
    private static final Logger LOG = System.getLogger(PurgeNotes.class.getName());

    private final Store store;
    private final CompositeRuntime runtime;

    PurgeNotes(Store store, CompositeRuntime runtime) {
        this.store = store;
        this.runtime = runtime;
    }

    /**
     * That neither what is deployed nor what is stored has the composite or component of a filter; null where something
     * has.
     */
    @Nullable String of(PurgeRequest request) {
        String composite = composite(request);
        String component = request.component();
        FlowFilter named = FlowFilter.ALL.withComposite(request.partition(), request.composite(), request.revision());
        List<CompositeRevision> deployed = runtime.landscape().revisions().stream()
                .map(Revision::name)
                .filter(named::admits)
                .toList();
        if (!composite.isEmpty() && deployed.isEmpty() && !isStored(named, request)) {
            return "no composite" + composite + " is deployed, and nothing is stored of one";
        }
        if (component != null && !hasOne(deployed, component) && !isStored(named.withComponent(component), request)) {
            return "no composite" + composite + " that is deployed has a component " + component
                    + ", and nothing is stored of one";
        }
        return null;
    }

    /** As a filter names composites, with a space before it; empty where it does not. */
    private static String composite(PurgeRequest request) {
        return (request.composite() == null ? "" : " " + request.composite())
                + (request.revision() == null ? "" : " of revision " + request.revision())
                + (request.partition() == null ? "" : " in partition " + request.partition());
    }

    /** Which components one has that could not be compiled at this start is not known. */
    private boolean hasOne(List<CompositeRevision> deployed, String component) {
        Map<CompositeRevision, List<String>> served = new HashMap<>();
        for (Deployment each : runtime.deployments()) {
            served.put(each.name(), each.components());
        }
        return deployed.stream()
                .anyMatch(name -> served.getOrDefault(name, List.of(component)).contains(component));
    }

    private boolean isStored(FlowFilter filter, PurgeRequest request) {
        try {
            return request.undelivered()
                    ? store.countUndelivered(new MessageFilter(
                                    filter.partition(),
                                    filter.composite(),
                                    filter.revision(),
                                    filter.component(),
                                    null,
                                    null))
                            > 0
                    : !store.flows(filter, 0, 1).isEmpty();
        } catch (StoreException e) {
            // A long read may be ended by the store. The purge is over, and has not failed.
            LOG.log(Level.INFO, "whether anything is stored of what a purge names could not be read", e);
            return true;
        }
    }
}

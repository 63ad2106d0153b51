package dev.weir.composite.fault;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code faultPolicy}.
 *
 * @param cases in document order: the first that matches a fault counts
 * @param actions by id
 */
record FaultPolicy(String id, List<Case> cases, Map<String, FaultAction> actions) {
    private static final Logger LOG = System.getLogger(FaultPolicy.class.getName());

    /**
     * A {@code condition} of a {@code faultName}.
     *
     * @param fault null for any
     * @param test null where there is none
     * @param action an id
     */
    record Case(@Nullable XmlName fault, @Nullable XPathExpression test, String action, List<Alert> alerts) {}

    /**
     * Who is to hear of a fault. Weir writes it to a log, of the name that a {@code log} alert gives.
     *
     * @param medium {@code log}, {@code email} or {@code JMS}
     */
    record Alert(String id, String medium, String logger) {
        void raise(FaultSite site, RaisedFault fault) {
            System.getLogger(logger)
                    .log(
                            Level.WARNING,
                            "alert {0}{1}: {2}/{3} faulted with {4}: {5}",
                            id,
                            medium.equals("log") ? "" : " (" + medium + ", written here instead)",
                            site.component(),
                            site.link(),
                            fault.name(),
                            fault.reason());
        }
    }

    /** The first case that matches; null where none does. */
    @Nullable Case matching(RaisedFault fault) {
        for (Case each : cases) {
            if ((each.fault() == null || each.fault().equals(fault.name())) && holds(each.test(), fault)) {
                return each;
            }
        }
        return null;
    }

    private boolean holds(@Nullable XPathExpression test, RaisedFault fault) {
        if (test == null) {
            return true;
        }
        try {
            return test.evaluateBoolean(new FaultScope(fault));
        } catch (XPathException e) {
            LOG.log(
                    Level.WARNING,
                    "the test {0} of fault policy {1} cannot be evaluated, so it does not hold: {2}",
                    test,
                    id,
                    e.getMessage());
            return false;
        }
    }
}

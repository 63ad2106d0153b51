package dev.weir.bpel.activity;

import dev.weir.bpel.graph.CorrelationKeys;
import dev.weir.bpel.instance.Detail;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.xml.XmlName;
import java.util.List;

/**
 * How master and detail find each other: by the key of the call with which the one made the other. A signal is a message
 * under a key of that call, its direction and its label; it waits until it is received, and is received once, in the
 * order in which it was sent.
 */
final class Signals {
    private static final XmlName NO_MASTER = XmlName.of("http://schemas.oracle.com/bpel/extension", "noMaster");

    private Signals() {}

    /** Details that a label speaks of: those that were made under it, or all where no invoke has it. */
    static List<Detail> details(Instance instance, String label) {
        List<Detail> all = instance.details();
        return instance.graph().labelsDetails(label)
                ? all.stream().filter(detail -> detail.label().equals(label)).toList()
                : all;
    }

    static String fromMaster(String call, String label) {
        return CorrelationKeys.signal(call, false, label);
    }

    static String toMaster(String call, String label) {
        return CorrelationKeys.signal(call, true, label);
    }

    /** The call that made this instance a detail. */
    static String master(Instance instance) {
        String call = instance.master();
        if (call == null) {
            throw new FaultException(new Fault(
                    NO_MASTER, "the instance was not started by an invoke with bpelx:invokeAsDetail", null, null));
        }
        return call;
    }
}

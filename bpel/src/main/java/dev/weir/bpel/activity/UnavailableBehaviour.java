package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;

/** What Weir has no support for, in a process that was deployed all the same: the fault bpelx:runtimeFault. */
final class UnavailableBehaviour implements Behaviour<Node.Unavailable> {
    private static final XmlName FAILURE = XmlName.of(ProcessReader.ORACLE, "runtimeFault");

    @Override
    public void start(StepContext step, ActivityInstance self, Node.Unavailable node) {
        step.fault(self, new Fault(FAILURE, node.what(), null, null));
    }
}

package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;

/** Copies, all or none: what it has copied is seen by others only when the last copy is done, and is valid
 * where that is asked for (section 8.4). */
final class AssignBehaviour implements Behaviour<Node.Assign> {
    @Override
    public void start(InstanceStep step, ActivityInstance self, Node.Assign node) {
        AssignCopies copying = new AssignCopies(step, self);
        for (Node.AssignOperation operation : node.operations()) {
            if (operation instanceof Node.Copy copy) {
                copying.copy(copy);
            } else {
                BpelxEdits.edit(copying, (Node.Edit) operation);
            }
        }
        if (node.validate()) {
            ValidateBehaviour.check(step, copying.changed(), copying);
        }
        copying.commit();
        int copies = node.operations().size();
        step.complete(self, copies + (copies == 1 ? " copy" : " copies"));
    }
}

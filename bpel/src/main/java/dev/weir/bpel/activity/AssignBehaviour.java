package dev.weir.bpel.activity;

import dev.weir.bpel.data.AssignCopies;
import dev.weir.bpel.data.BpelxEdits;
import dev.weir.bpel.data.VariableValidation;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import java.util.Objects;

/** Copies, all or none: what it has copied is seen by others only when the last copy is done, and is valid
 * where that is asked for (section 8.4). */
final class AssignBehaviour implements Behaviour<Node.Assign> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.Assign node) {
        AssignCopies copies = new AssignCopies(step.data(self));
        for (Node.AssignOperation operation : node.operations()) {
            if (operation instanceof Node.Copy copy) {
                copies.copy(copy);
            } else {
                BpelxEdits.edit(copies, (Node.Edit) operation);
            }
        }
        if (node.validate()) {
            VariableValidation.check(
                    Objects.requireNonNull(step.instance().graph().schemas()), copies.changed(), copies);
        }
        copies.commit();
        step.auditPayload(self, () -> copies.copied().toBytes());
        int count = node.operations().size();
        step.complete(self, count + (count == 1 ? " copy" : " copies"));
    }
}

package dev.weir.bpel.activity;

import dev.weir.bpel.data.AssignCopies;
import dev.weir.bpel.data.ExecAccess;
import dev.weir.bpel.exec.JavaSnippet;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.xml.XmlName;

/** Runs the Java of an exec (Oracle's). What it throws is the fault bpelx:runtimeFault. */
final class JavaBehaviour implements Behaviour<Node.Java> {
    private static final XmlName FAILURE = XmlName.of(ProcessReader.ORACLE, "runtimeFault");

    @Override
    public void start(StepContext step, ActivityInstance self, Node.Java node) {
        JavaSnippet snippet = node.snippet();
        if (snippet == null) {
            throw failure("the server does not run the Java of <exec>: it was started without --allow-java");
        }
        AssignCopies variables = new AssignCopies(step.data(self));
        try {
            snippet.run(new ExecAccess(variables, node, text -> step.audit(Kind.AUDIT_ENTRY, self, text)));
        } catch (FaultException e) {
            throw e;
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure("the Java of <exec> failed: " + e);
        }
        variables.commit();
        step.complete(self, null);
    }

    private static FaultException failure(String reason) {
        return new FaultException(new Fault(FAILURE, reason, null, null));
    }
}

package dev.weir.bpel.step;

import dev.weir.bpel.activity.StepContext;
import dev.weir.bpel.event.InstanceEvent.CorrelationInitiated;
import dev.weir.bpel.event.InstanceEvent.RequestClosed;
import dev.weir.bpel.event.InstanceEvent.RequestOpened;
import dev.weir.bpel.event.InstanceEvent.VariableSet;
import dev.weir.bpel.graph.CorrelationSet;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.bpel.instance.VariableValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scope holds that the activity around has put there, and that it has again when it begins again: the counter of
 * a forEach; of an event its message, the correlation sets that the message gave values, and the request to reply to.
 */
record GivenByParent(
        int scope, Map<Integer, VariableValue> variables, Map<Integer, List<String>> sets, List<OpenRequest> requests) {
    static GivenByParent of(Instance instance, ActivityInstance scope, Node parent) {
        Map<Integer, VariableValue> variables = new HashMap<>();
        Map<Integer, List<String>> sets = new HashMap<>();
        List<OpenRequest> requests = List.of();
        for (Variable variable : variables(parent)) {
            VariableValue value = instance.value(scope.id(), variable.id());
            if (value != null) {
                variables.put(variable.id(), value);
            }
        }
        if (parent instanceof Node.OnEvent) {
            for (CorrelationSet set : instance.graph().correlationSets()) {
                List<String> values = set.scope() == scope.node() ? instance.correlation(scope.id(), set.id()) : null;
                if (values != null) {
                    sets.put(set.id(), values);
                }
            }
            requests = instance.requests().stream()
                    .filter(request -> request.linkScope() == scope.id() || request.exchangeScope() == scope.id())
                    .toList();
        }
        return new GivenByParent(scope.id(), variables, sets, requests);
    }

    private static List<Variable> variables(Node parent) {
        List<Variable> given = new ArrayList<>();
        if (parent instanceof Node.ForEach loop) {
            given.add(loop.counter());
        } else if (parent instanceof Node.OnEvent event) {
            Node.Target target = event.inbound().target();
            Variable whole = target.variable();
            if (whole != null) {
                given.add(whole);
            }
            target.parts().forEach(part -> given.add(part.variable()));
        }
        return given;
    }

    /** @param again the scope that has begun again */
    void passTo(int again, StepContext step) {
        variables.forEach((variable, value) -> step.apply(new VariableSet(again, variable, value)));
        sets.forEach((set, values) -> step.apply(new CorrelationInitiated(again, set, values)));
        for (OpenRequest request : requests) {
            step.apply(new RequestClosed(request));
            step.apply(new RequestOpened(new OpenRequest(
                    request.linkScope() == scope ? again : request.linkScope(),
                    request.link(),
                    request.operation(),
                    request.exchangeScope() == scope ? again : request.exchangeScope(),
                    request.exchange(),
                    request.replyTo())));
        }
    }
}

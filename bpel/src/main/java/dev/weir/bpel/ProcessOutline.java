package dev.weir.bpel;

import dev.weir.bpel.ProcessActivity.Place;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.wsdl.Wsdl.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the activities of a graph. What is around one says what place that has, so that nothing recurses. */
final class ProcessOutline {
    /** Characters of an expression that are shown: it is there to recognise the activity by. */
    private static final int LONGEST = 1_000;

    private final ProcessGraph graph;
    private final Place[] places;
    private final @Nullable String[] conditions;

    private ProcessOutline(ProcessGraph graph) {
        this.graph = graph;
        this.places = new Place[graph.nodes().size()];
        this.conditions = new @Nullable String[places.length];
    }

    static List<ProcessActivity> of(ProcessGraph graph) {
        ProcessOutline outline = new ProcessOutline(graph);
        graph.nodes().forEach(outline::placeThoseIn);
        List<ProcessActivity> activities = new ArrayList<>(graph.nodes().size());
        for (Node node : graph.nodes()) {
            activities.add(outline.activity(node));
        }
        return List.copyOf(activities);
    }

    private ProcessActivity activity(Node node) {
        Node.Head head = node.head();
        Place place = places[node.id()];
        return new ProcessActivity(
                head.id(),
                head.parent(),
                head.kind(),
                head.label().equals(head.kind()) ? null : head.label(),
                place == null ? Place.PART : place,
                cut(conditions[node.id()]),
                cut(detail(node)),
                head.file(),
                head.line());
    }

    private void placeThoseIn(Node node) {
        if (node instanceof Node.If choice) {
            for (Node.Branch branch : choice.branches()) {
                Expression condition = branch.condition();
                place(branch.body(), condition == null ? Place.ELSE : Place.IF, text(condition));
            }
        } else if (node instanceof Node.Pick pick) {
            pick.onMessages()
                    .forEach(each -> place(
                            each.body(),
                            Place.ON_MESSAGE,
                            on(each.inbound().operation(), each.inbound().link())));
            pick.onAlarms().forEach(each -> place(each.body(), Place.ON_ALARM, text(each.deadline())));
        } else if (node instanceof Node.Scope scope) {
            for (Node.Catch each : scope.catches()) {
                place(
                        each.body(),
                        Place.CATCH,
                        each.faultName() == null ? null : each.faultName().toString());
            }
            place(scope.catchAll(), Place.CATCH_ALL, null);
            scope.eventHandlers().forEach(each -> place(each, Place.EVENT_HANDLER, null));
            place(scope.compensationHandler(), Place.COMPENSATION, null);
            place(scope.terminationHandler(), Place.TERMINATION, null);
            place(scope.defaultCompensation(), Place.COMPENSATION, null);
        }
    }

    private void place(@Nullable Node node, Place place, @Nullable String condition) {
        if (node != null) {
            places[node.id()] = place;
            conditions[node.id()] = condition;
        }
    }

    private @Nullable String detail(Node node) {
        if (node instanceof Node.Invoke invoke) {
            return on(invoke.operation(), invoke.link());
        } else if (node instanceof Node.Receive receive) {
            String timeout = receive.timeout() == null ? "" : ", " + text(receive.timeout()) + " at most";
            return on(receive.inbound().operation(), receive.inbound().link()) + timeout;
        } else if (node instanceof Node.Reply reply) {
            String fault = reply.faultName() == null ? "" : ", fault " + reply.faultName();
            return on(reply.operation(), reply.link()) + fault;
        } else if (node instanceof Node.OnEvent event) {
            return on(event.inbound().operation(), event.inbound().link());
        } else if (node instanceof Node.EventAlarm alarm) {
            Node.Deadline repeat = alarm.repeat();
            String first = alarm.first() == null ? "" : text(alarm.first());
            return repeat == null
                    ? first
                    : first + (first.isEmpty() ? "" : ", ") + "every "
                            + repeat.expression().text();
        } else if (node instanceof Node.While loop) {
            return loop.condition().text();
        } else if (node instanceof Node.RepeatUntil loop) {
            return loop.condition().text();
        } else if (node instanceof Node.ForEach loop) {
            return loop.start().text() + " to " + loop.last().text() + (loop.parallel() ? ", at the same time" : "");
        } else if (node instanceof Node.Wait wait) {
            return text(wait.deadline());
        } else if (node instanceof Node.Throw raise) {
            return raise.faultName().toString();
        } else if (node instanceof Node.Compensate compensate && compensate.target() != null) {
            return graph.node(compensate.target()).head().label();
        } else if (node instanceof Node.Replay replay) {
            return graph.node(replay.scope()).head().label();
        } else if (node instanceof Node.Signal signal && !signal.label().isEmpty()) {
            return signal.label();
        } else if (node instanceof Node.ReceiveSignal receive
                && !receive.label().isEmpty()) {
            return receive.label();
        } else if (node instanceof Node.Unavailable missing) {
            return missing.what();
        }
        return null;
    }

    private static @Nullable String cut(@Nullable String text) {
        if (text == null || text.length() <= LONGEST) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST) + "…";
    }

    private static String on(Operation operation, PartnerLink link) {
        return operation.name() + " on " + link.name();
    }

    private static String text(Node.Deadline deadline) {
        return (deadline.until() ? "until " : "for ") + deadline.expression().text();
    }

    private static @Nullable String text(@Nullable Expression expression) {
        return expression == null ? null : expression.text();
    }
}

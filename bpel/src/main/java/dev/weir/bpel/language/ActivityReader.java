package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Activity;
import dev.weir.bpel.language.Construct.Branch;
import dev.weir.bpel.language.Construct.Catch;
import dev.weir.bpel.language.Construct.Compensate;
import dev.weir.bpel.language.Construct.Deadline;
import dev.weir.bpel.language.Construct.Empty;
import dev.weir.bpel.language.Construct.Exit;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.Flow;
import dev.weir.bpel.language.Construct.ForEach;
import dev.weir.bpel.language.Construct.If;
import dev.weir.bpel.language.Construct.Invoke;
import dev.weir.bpel.language.Construct.OnAlarm;
import dev.weir.bpel.language.Construct.OnMessage;
import dev.weir.bpel.language.Construct.Pick;
import dev.weir.bpel.language.Construct.Receive;
import dev.weir.bpel.language.Construct.RepeatUntil;
import dev.weir.bpel.language.Construct.Rethrow;
import dev.weir.bpel.language.Construct.Scope;
import dev.weir.bpel.language.Construct.Sequence;
import dev.weir.bpel.language.Construct.Throw;
import dev.weir.bpel.language.Construct.Validate;
import dev.weir.bpel.language.Construct.Wait;
import dev.weir.bpel.language.Construct.While;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads activities by the names of their elements: those of BPEL itself. */
final class ActivityReader {
    private static final Logger LOG = System.getLogger(ActivityReader.class.getName());

    /** The names of activities. */
    static final Set<String> ALL = Set.of(
            "assign",
            "compensate",
            "compensateScope",
            "empty",
            "exit",
            "extensionActivity",
            "flow",
            "forEach",
            "if",
            "invoke",
            "pick",
            "receive",
            "repeatUntil",
            "reply",
            "rethrow",
            "scope",
            "sequence",
            "throw",
            "validate",
            "wait",
            "while");

    /** Activities in activities: bounds the recursion of reader and compiler. */
    private static final int MAX_NESTING = 200;

    private final ElementReader in;
    private final Problems problems;
    private final AssignReader assigns;
    private final HeadersReader headers;
    private final AssertionReader assertions;
    private final MessagingReader messages;
    private final ScopeReader scopes;
    private final OracleActivityReader oracle;
    private int nesting;

    /** True within a sub-process. */
    private boolean called;

    ActivityReader(ElementReader in, Problems problems) {
        this.in = in;
        this.problems = problems;
        this.assigns = new AssignReader(in, problems);
        this.headers = new HeadersReader(in, assigns);
        this.assertions = new AssertionReader(in, problems);
        this.messages = new MessagingReader(in, headers, assertions, problems);
        this.scopes = new ScopeReader(this, in, assigns, messages, problems);
        this.oracle = new OracleActivityReader(this, scopes, assertions, in, problems);
    }

    ScopeReader scopes() {
        return scopes;
    }

    /** Reads what belongs to a sub-process. */
    <T> T ofSubProcess(Supplier<T> reading) {
        called = true;
        try {
            return reading.get();
        } finally {
            called = false;
        }
    }

    /** Refuses what starts an instance of its own in a sub-process, which runs in its caller's. */
    private boolean creates(XmlElement activity) {
        boolean creates = in.yes(activity, "createInstance");
        if (creates && called) {
            problems.add(
                    activity,
                    "bpel-sub-process-start",
                    "a sub-process is not started by a message",
                    "remove createInstance, or make it a process");
        }
        return creates;
    }

    /** Null where the construct is no activity that is supported: that problem is noted. */
    @Nullable Activity activity(XmlElement element) {
        if (nesting == MAX_NESTING) {
            problems.add(
                    element,
                    "bpel-nesting",
                    "activities are nested more than " + MAX_NESTING + " deep",
                    "move the inner part into a process of its own");
            return null;
        }
        nesting++;
        try {
            assertions.refuseMisplaced(element);
            Activity activity = activityAt(element);
            XmlElement inner = element.name().local().equals("extensionActivity") ? element.firstElement() : null;
            String skip = OracleExtensions.skipCondition(inner == null ? element : inner);
            return activity == null || skip == null
                    ? activity
                    : new If(
                            ElementReader.bareHead("if", element.line()),
                            List.of(new Branch(
                                    new Expression("not(" + skip + ")", element), activity, element.line())));
        } finally {
            nesting--;
        }
    }

    private @Nullable Activity activityAt(XmlElement element) {
        return switch (element.name().local()) {
            case "empty" -> new Empty(in.head(element));
            case "exit" -> new Exit(in.head(element));
            case "rethrow" -> new Rethrow(in.head(element));
            case "throw" ->
                new Throw(
                        in.head(element),
                        in.requiredName(element, "faultName"),
                        element.attributeValue("faultVariable"));
            case "sequence" -> new Sequence(in.head(element), list(element, Set.of()));
            case "flow" -> flow(element);
            case "if" -> choice(element);
            case "while" -> loop(element, false);
            case "repeatUntil" -> loop(element, true);
            case "forEach" -> forEach(element);
            case "scope" -> scopes.scope(element, Set.of());
            case "compensate" -> new Compensate(in.head(element), null);
            case "compensateScope" -> new Compensate(in.head(element), in.required(element, "target"));
            case "receive" -> {
                in.known(element, Set.of("correlations", "fromParts"));
                boolean creates = creates(element);
                yield new Receive(in.head(element), creates, messages.inbound(element), timeout(element, creates));
            }
            case "reply" -> messages.reply(element);
            case "invoke" -> invoke(element);
            case "pick" -> pick(element);
            case "wait" -> {
                Deadline deadline = deadline(element);
                yield deadline == null ? null : new Wait(in.head(element), deadline);
            }
            case "assign" -> assigns.assign(element);
            case "extensionActivity" -> oracle.extension(element);
            case "validate" ->
                new Validate(
                        in.head(element),
                        List.of(in.required(element, "variables").trim().split("\\s+")));
            default -> {
                in.unsupported(element);
                yield null;
            }
        };
    }

    private Flow flow(XmlElement element) {
        List<String> links = new ArrayList<>();
        XmlElement linksElement = element.element(ElementReader.name("links"));
        if (linksElement != null) {
            linksElement.elements(ElementReader.name("link")).forEach(link -> links.add(in.required(link, "name")));
        }
        return new Flow(in.head(element), List.copyOf(links), list(element, Set.of("links")));
    }

    private If choice(XmlElement element) {
        List<Branch> branches = new ArrayList<>();
        Activity first = only(element, Set.of("condition", "elseif", "else"));
        if (first != null) {
            branches.add(new Branch(in.requiredExpression(element, "condition"), first, element.line()));
        }
        for (XmlElement elseif : element.elements(ElementReader.name("elseif"))) {
            Activity activity = only(elseif, Set.of("condition"));
            if (activity != null) {
                branches.add(new Branch(in.requiredExpression(elseif, "condition"), activity, elseif.line()));
            }
        }
        XmlElement otherwise = element.element(ElementReader.name("else"));
        if (otherwise != null) {
            Activity activity = isEmpty(otherwise) ? nothing(otherwise) : only(otherwise);
            if (activity != null) {
                branches.add(new Branch(null, activity, otherwise.line()));
            }
        }
        return new If(in.head(element), List.copyOf(branches));
    }

    /** True for an element that says nothing at all. */
    private static boolean isEmpty(XmlElement element) {
        return element.elements().stream()
                .noneMatch(child -> child.name().namespace().equals(ProcessReader.NAMESPACE)
                        && !ElementReader.SILENT.contains(child.name().local()));
    }

    /** Oracle's tools write a branch without an activity, and its engine does nothing there. */
    private Activity nothing(XmlElement branch) {
        LOG.log(
                Level.WARNING,
                "{0}:{1,number,#}: <{2}> holds no activity: nothing is done there",
                problems.file(),
                branch.line(),
                branch.name().local());
        return new Empty(ElementReader.bareHead("empty", branch.line()));
    }

    private @Nullable Activity loop(XmlElement element, boolean bodyFirst) {
        Expression condition = in.requiredExpression(element, "condition");
        Activity body = only(element, Set.of("condition"));
        if (body == null) {
            return null;
        }
        return bodyFirst
                ? new RepeatUntil(in.head(element), condition, body)
                : new While(in.head(element), condition, body);
    }

    private @Nullable Activity forEach(XmlElement element) {
        Activity body = only(element, Set.of("startCounterValue", "finalCounterValue", "completionCondition"));
        XmlElement completion = element.element(ElementReader.name("completionCondition"));
        XmlElement branches = completion == null ? null : completion.element(ElementReader.name("branches"));
        if (body != null && !(body instanceof Scope)) {
            problems.add(
                    body.line(),
                    "bpel-for-each-body",
                    "the body of <forEach> is a <" + body.head().kind() + ">",
                    "put it into a <scope>");
            return null;
        }
        return body == null
                ? null
                : new ForEach(
                        in.head(element),
                        in.yes(element, "parallel"),
                        in.required(element, "counterName"),
                        in.requiredExpression(element, "startCounterValue"),
                        in.requiredExpression(element, "finalCounterValue"),
                        branches == null ? null : in.expression(branches),
                        branches != null && in.yes(branches, "successfulBranchesOnly"),
                        (Scope) body);
    }

    private Invoke invoke(XmlElement element) {
        in.known(element, Set.of("correlations", "toParts", "fromParts", "catch", "catchAll", "compensationHandler"));
        XmlElement compensation = element.element(ElementReader.name("compensationHandler"));
        List<Catch> catches = new ArrayList<>();
        element.elements(ElementReader.name("catch")).forEach(e -> scopes.addCatch(e, catches));
        return new Invoke(
                in.head(element),
                in.required(element, "partnerLink"),
                in.required(element, "operation"),
                in.optionalName(element, "portType"),
                element.attributeValue("inputVariable"),
                element.attributeValue("outputVariable"),
                messages.parts(element, "toParts", "toPart", "fromVariable"),
                messages.parts(element, "fromParts", "fromPart", "toVariable"),
                messages.correlations(element),
                List.copyOf(catches),
                scopes.catchAll(element),
                compensation == null ? null : only(compensation),
                OracleExtensions.detailLabel(element),
                headers.sentByInvoke(element),
                headers.takenByInvoke(element),
                assertions.before(element),
                assertions.after(element));
    }

    /** When Oracle's engine waits no longer: bpelx:for and bpelx:until, attributes in BPEL4WS 1.1 and elements in 2.0. */
    private @Nullable Deadline timeout(XmlElement receive, boolean creates) {
        Expression duration = OracleExtensions.expression(receive, "for");
        Expression time = OracleExtensions.expression(receive, "until");
        if (duration != null && time != null) {
            problems.add(
                    receive,
                    "bpel-deadline",
                    "the <receive> has both bpelx:for and bpelx:until",
                    "give it one of them");
        }
        if (duration == null && time == null) {
            return null;
        }
        if (creates) {
            in.warn(
                    receive,
                    "bpel-timeout-start",
                    "the timeout of this <receive> is not used: its message starts the instance",
                    "remove the timeout");
            return null;
        }
        return duration != null ? new Deadline(false, duration) : new Deadline(true, Objects.requireNonNull(time));
    }

    private Pick pick(XmlElement element) {
        in.known(element, Set.of("onMessage", "onAlarm"));
        List<OnMessage> onMessages = new ArrayList<>();
        for (XmlElement child : element.elements(ElementReader.name("onMessage"))) {
            Activity activity = only(child, Set.of("correlations", "fromParts"));
            if (activity != null) {
                onMessages.add(new OnMessage(messages.inbound(child), activity, child.line()));
            }
        }
        List<OnAlarm> alarms = new ArrayList<>();
        for (XmlElement child : element.elements(ElementReader.name("onAlarm"))) {
            Deadline deadline = deadline(child);
            Activity activity = only(child, Set.of("for", "until"));
            if (activity != null && deadline != null) {
                alarms.add(new OnAlarm(deadline, activity, child.line()));
            }
        }
        if (element.element(ElementReader.name("onMessage")) == null) {
            problems.add(
                    element, "bpel-pick-empty", "the <pick> waits for no message", "add an <onMessage>, or use <wait>");
        }
        return new Pick(in.head(element), creates(element), List.copyOf(onMessages), List.copyOf(alarms));
    }

    @Nullable Deadline deadline(XmlElement element) {
        Expression duration = in.optionalExpression(element, "for");
        Expression time = in.optionalExpression(element, "until");
        if ((duration == null) == (time == null)) {
            problems.add(
                    element,
                    "bpel-deadline",
                    "<" + element.name().local() + "> must say when",
                    "give it exactly one of <for> and <until>");
            return null;
        }
        return duration != null ? new Deadline(false, duration) : new Deadline(true, Objects.requireNonNull(time));
    }

    private List<Activity> list(XmlElement element, Set<String> furtherChildren) {
        List<Activity> list = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            if (child.name().namespace().equals(ProcessReader.NAMESPACE)) {
                String local = child.name().local();
                if (ALL.contains(local)) {
                    Activity activity = activity(child);
                    if (activity != null) {
                        list.add(activity);
                    }
                } else if (!ElementReader.SILENT.contains(local) && !furtherChildren.contains(local)) {
                    in.unknown(child);
                }
            }
        }
        return List.copyOf(list);
    }

    @Nullable Activity only(XmlElement element) {
        return only(element, Set.of());
    }

    @Nullable Activity only(XmlElement element, Set<String> furtherChildren) {
        int before = problems.list().size();
        List<Activity> list = list(element, furtherChildren);
        if (list.size() > 1) {
            problems.add(
                    list.get(1).line(),
                    "bpel-one-activity",
                    "<" + element.name().local() + "> holds more than one activity",
                    "put them into a <sequence>");
        } else if (list.isEmpty() && problems.list().size() == before) {
            problems.add(
                    element,
                    "bpel-one-activity",
                    "<" + element.name().local() + "> holds no activity",
                    "give it one, such as <empty/>");
        }
        return list.isEmpty() ? null : list.get(0);
    }
}

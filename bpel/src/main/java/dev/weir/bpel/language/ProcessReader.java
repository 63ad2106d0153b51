package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Activity;
import dev.weir.bpel.language.Construct.Argument;
import dev.weir.bpel.language.Construct.Branch;
import dev.weir.bpel.language.Construct.Call;
import dev.weir.bpel.language.Construct.Catch;
import dev.weir.bpel.language.Construct.Compensate;
import dev.weir.bpel.language.Construct.CorrelationSet;
import dev.weir.bpel.language.Construct.Deadline;
import dev.weir.bpel.language.Construct.Dehydrate;
import dev.weir.bpel.language.Construct.Empty;
import dev.weir.bpel.language.Construct.EventAlarm;
import dev.weir.bpel.language.Construct.Exit;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.Flow;
import dev.weir.bpel.language.Construct.ForEach;
import dev.weir.bpel.language.Construct.If;
import dev.weir.bpel.language.Construct.Import;
import dev.weir.bpel.language.Construct.Invoke;
import dev.weir.bpel.language.Construct.MessageExchange;
import dev.weir.bpel.language.Construct.OnAlarm;
import dev.weir.bpel.language.Construct.OnEvent;
import dev.weir.bpel.language.Construct.OnMessage;
import dev.weir.bpel.language.Construct.PartnerLink;
import dev.weir.bpel.language.Construct.Pick;
import dev.weir.bpel.language.Construct.ProcessDocument;
import dev.weir.bpel.language.Construct.Receive;
import dev.weir.bpel.language.Construct.ReceiveSignal;
import dev.weir.bpel.language.Construct.RepeatUntil;
import dev.weir.bpel.language.Construct.Rethrow;
import dev.weir.bpel.language.Construct.Scope;
import dev.weir.bpel.language.Construct.Sequence;
import dev.weir.bpel.language.Construct.Signal;
import dev.weir.bpel.language.Construct.SubProcess;
import dev.weir.bpel.language.Construct.Throw;
import dev.weir.bpel.language.Construct.Validate;
import dev.weir.bpel.language.Construct.Variable;
import dev.weir.bpel.language.Construct.Wait;
import dev.weir.bpel.language.Construct.While;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document of WS-BPEL 2.0 into constructs. Elements and attributes of foreign namespaces are passed over, as
 * the specification allows (section 5.3); an element of BPEL's own that is not known here is a problem. A document with
 * problems may still give a process, made of what could be read, so that later checks find more.
 */
public final class ProcessReader {
    /** The namespace of executable processes. */
    public static final String NAMESPACE = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    /** The language of expressions and queries that is understood, and the default. */
    public static final String XPATH = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath1.0";

    /** The namespace of Oracle's extensions. */
    public static final String ORACLE = "http://schemas.oracle.com/bpel/extension";

    private static final String ABSTRACT = "http://docs.oasis-open.org/wsbpel/2.0/process/abstract";

    /** Activities in activities: bounds the recursion of reader and compiler. */
    private static final int MAX_NESTING = 200;

    private static final Set<String> DOCUMENT_CHILDREN = Set.of("import", "extensions");

    private static final Set<String> ACTIVITIES = Set.of(
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

    private final Problems problems;
    private final ElementReader in;
    private final AssignReader assigns;
    private final HeadersReader headers;
    private final MessagingReader messages;
    private int nesting;

    /** True within a sub-process. */
    private boolean called;

    /** exitOnStandardFault, which a scope has from the one around where it does not say itself (section 12.5). */
    private boolean exits;

    private ProcessReader(Problems problems) {
        this.problems = problems;
        this.in = new ElementReader(problems);
        this.assigns = new AssignReader(in, problems);
        this.headers = new HeadersReader(in, assigns);
        this.messages = new MessagingReader(in, headers, problems);
    }

    /** The process, or null where the document is none. */
    public static @Nullable ProcessDocument read(XmlElement root, Problems problems) {
        return new ProcessReader(problems).process(root);
    }

    /** True for the document element of a sub-process. */
    public static boolean isSubProcess(XmlElement root) {
        return root.name().equals(OracleExtensions.name("subProcess"));
    }

    /**
     * A sub-process with a document of its own.
     *
     * @param component its component in the composite
     * @param problems knows the document as the one that lines are of
     */
    public static SubProcess readSubProcess(XmlElement root, String component, Problems problems) {
        return new ProcessReader(problems).subProcess(root, component);
    }

    private @Nullable ProcessDocument process(XmlElement root) {
        if (!root.name().equals(ElementReader.name("process"))) {
            String namespace = root.name().namespace();
            problems.add(
                    root.line(),
                    namespace.equals(ABSTRACT)
                            ? "an abstract process cannot be executed"
                            : "the document's element is " + root.name(),
                    "expected is <process xmlns=\"" + NAMESPACE + "\">");
            return null;
        }
        Scope scope = scope(root, DOCUMENT_CHILDREN);
        return new ProcessDocument(
                in.required(root, "name"),
                in.required(root, "targetNamespace"),
                imports(root),
                inlineSubProcesses(root),
                scope,
                root.line());
    }

    private List<Import> imports(XmlElement root) {
        List<Import> imports = new ArrayList<>();
        for (XmlElement element : root.elements(ElementReader.name("import"))) {
            imports.add(new Import(
                    ElementReader.orEmpty(element.attributeValue("namespace")),
                    element.attributeValue("location"),
                    in.required(element, "importType"),
                    element.line()));
        }
        return List.copyOf(imports);
    }

    // Sub-processes

    private List<SubProcess> inlineSubProcesses(XmlElement root) {
        List<SubProcess> inline = new ArrayList<>();
        for (XmlElement element : root.elements(OracleExtensions.name("inlineSubProcess"))) {
            inline.add(subProcess(element, null));
        }
        return List.copyOf(inline);
    }

    private SubProcess subProcess(XmlElement element, @Nullable String component) {
        Set<String> required = new LinkedHashSet<>();
        for (String list : List.of("partnerLink", "variable")) {
            XmlElement declared = element.element(ElementReader.name(list + "s"));
            if (declared != null) {
                declared.elements(ElementReader.name(list)).stream()
                        .filter(each -> OracleExtensions.yes(each, "argumentRequired"))
                        .forEach(each -> required.add(ElementReader.orEmpty(each.attributeValue("name"))));
            }
        }
        called = true;
        Scope scope = scope(element, DOCUMENT_CHILDREN);
        called = false;
        String namespace = element.attributeValue("targetNamespace");
        return new SubProcess(
                XmlName.of(ElementReader.orEmpty(namespace), in.required(element, "name")),
                component,
                problems.file(),
                imports(element),
                component == null ? List.of() : inlineSubProcesses(element),
                scope,
                required,
                element.line());
    }

    /** Refuses what starts an instance of its own in a sub-process, which runs in its caller's. */
    private boolean creates(XmlElement activity) {
        boolean creates = in.yes(activity, "createInstance");
        if (creates && called) {
            problems.add(
                    activity.line(),
                    "a sub-process is not started by a message",
                    "remove createInstance, or make it a process");
        }
        return creates;
    }

    // Scopes

    private Scope scope(XmlElement element, Set<String> furtherChildren) {
        boolean exitsAround = exits;
        exits = element.attributeValue("exitOnStandardFault") == null ? exits : in.yes(element, "exitOnStandardFault");
        try {
            return scopeThatExits(element, furtherChildren);
        } finally {
            exits = exitsAround;
        }
    }

    private Scope scopeThatExits(XmlElement element, Set<String> furtherChildren) {
        List<PartnerLink> partnerLinks = new ArrayList<>();
        List<MessageExchange> exchanges = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        List<CorrelationSet> sets = new ArrayList<>();
        List<Catch> catches = new ArrayList<>();
        List<OnEvent> onEvents = new ArrayList<>();
        List<EventAlarm> eventAlarms = new ArrayList<>();
        Activity catchAll = null;
        Activity compensationHandler = null;
        Activity terminationHandler = null;
        boolean isProcess = element.name().equals(ElementReader.name("process"));
        Activity body = null;
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(NAMESPACE)) {
                continue;
            }
            String local = child.name().local();
            switch (local) {
                case "partnerLinks" ->
                    child.elements(ElementReader.name("partnerLink")).forEach(e -> partnerLinks.add(partnerLink(e)));
                case "messageExchanges" ->
                    child.elements(ElementReader.name("messageExchange"))
                            .forEach(e -> exchanges.add(new MessageExchange(in.required(e, "name"), e.line())));
                case "variables" ->
                    child.elements(ElementReader.name("variable")).forEach(e -> variables.add(variable(e)));
                case "correlationSets" ->
                    child.elements(ElementReader.name("correlationSet")).forEach(e -> sets.add(set(e)));
                case "faultHandlers" -> {
                    child.elements(ElementReader.name("catch")).forEach(e -> addCatch(e, catches));
                    catchAll = catchAll(child);
                }
                case "eventHandlers" -> {
                    child.elements(ElementReader.name("onEvent")).forEach(e -> addOnEvent(e, onEvents));
                    child.elements(ElementReader.name("onAlarm")).forEach(e -> addEventAlarm(e, eventAlarms));
                }
                case "compensationHandler" -> {
                    checkNoProcess(isProcess, child);
                    compensationHandler = onlyActivity(child);
                }
                case "terminationHandler" -> {
                    checkNoProcess(isProcess, child);
                    terminationHandler = onlyActivity(child);
                }
                default -> {
                    if (ACTIVITIES.contains(local)) {
                        if (body != null) {
                            problems.add(
                                    child.line(),
                                    "<" + element.name().local() + "> holds more than one activity",
                                    "put them into a <sequence>");
                        }
                        Activity read = activity(child);
                        body = read == null ? body : read;
                    } else if (!ElementReader.SILENT.contains(local) && !furtherChildren.contains(local)) {
                        in.unknown(child);
                    }
                }
            }
        }
        if (body == null) {
            if (element.elements().stream()
                    .noneMatch(e -> ACTIVITIES.contains(e.name().local()))) {
                problems.add(
                        element.line(),
                        "<" + element.name().local() + "> holds no activity",
                        "give it one, such as <empty/>");
            }
            body = new Empty(ElementReader.bareHead("empty", element.line()));
        }
        return new Scope(
                in.head(element),
                exits,
                List.copyOf(partnerLinks),
                List.copyOf(exchanges),
                List.copyOf(variables),
                List.copyOf(sets),
                List.copyOf(catches),
                catchAll,
                List.copyOf(onEvents),
                List.copyOf(eventAlarms),
                compensationHandler,
                terminationHandler,
                in.yes(element, "isolated"),
                body);
    }

    private void checkNoProcess(boolean isProcess, XmlElement handler) {
        if (isProcess) {
            problems.add(
                    handler.line(),
                    "a process has no <" + handler.name().local() + ">",
                    "put the process's activity into a <scope> that has it");
        }
    }

    private PartnerLink partnerLink(XmlElement element) {
        String myRole = element.attributeValue("myRole");
        String partnerRole = element.attributeValue("partnerRole");
        return new PartnerLink(
                in.required(element, "name"),
                in.requiredName(element, "partnerLinkType"),
                myRole,
                partnerRole,
                element.line());
    }

    private Variable variable(XmlElement element) {
        XmlName messageType = in.optionalName(element, "messageType");
        XmlName elementName = in.optionalName(element, "element");
        XmlName type = in.optionalName(element, "type");
        String name = in.required(element, "name");
        XmlElement from = element.element(ElementReader.name("from"));
        return new Variable(
                name, messageType, elementName, type, from == null ? null : assigns.from(from), element.line());
    }

    private CorrelationSet set(XmlElement element) {
        List<XmlName> properties = new ArrayList<>();
        for (String qname : in.required(element, "properties").trim().split("\\s+")) {
            properties.add(in.resolve(element, qname));
        }
        return new CorrelationSet(in.required(element, "name"), List.copyOf(properties), element.line());
    }

    private void addCatch(XmlElement element, List<Catch> catches) {
        Activity activity = onlyActivity(element);
        if (activity != null) {
            catches.add(new Catch(
                    in.optionalName(element, "faultName"),
                    element.attributeValue("faultVariable"),
                    in.optionalName(element, "faultMessageType"),
                    in.optionalName(element, "faultElement"),
                    activity,
                    element.line()));
        }
    }

    private void addOnEvent(XmlElement element, List<OnEvent> onEvents) {
        Scope body = scopeOf(element, Set.of("correlations", "fromParts"));
        if (body != null) {
            onEvents.add(new OnEvent(
                    in.head(element),
                    messages.inbound(element),
                    in.optionalName(element, "messageType"),
                    in.optionalName(element, "element"),
                    body));
        }
    }

    private void addEventAlarm(XmlElement element, List<EventAlarm> eventAlarms) {
        Scope body = scopeOf(element, Set.of("for", "until", "repeatEvery"));
        Expression repeat = in.optionalExpression(element, "repeatEvery");
        boolean first = element.element(ElementReader.name("for")) != null
                || element.element(ElementReader.name("until")) != null;
        Deadline deadline = first || repeat == null ? deadline(element) : null;
        if (body != null && (deadline != null || repeat != null)) {
            eventAlarms.add(new EventAlarm(in.head(element), deadline, repeat, body));
        }
    }

    /** The scope that an element must hold. */
    private @Nullable Scope scopeOf(XmlElement element, Set<String> furtherChildren) {
        Activity body = onlyActivity(element, furtherChildren);
        if (body == null || body instanceof Scope) {
            return (Scope) body;
        }
        problems.add(
                body.line(),
                "the body of <" + element.name().local() + "> is a <"
                        + body.head().kind() + ">",
                "put it into a <scope>");
        return null;
    }

    private @Nullable Activity catchAll(XmlElement handlers) {
        XmlElement element = handlers.element(ElementReader.name("catchAll"));
        return element == null ? null : onlyActivity(element);
    }

    // Activities

    /** Null where the construct is no activity that is supported: that problem is noted. */
    private @Nullable Activity activity(XmlElement element) {
        if (nesting == MAX_NESTING) {
            problems.add(
                    element.line(),
                    "activities are nested more than " + MAX_NESTING + " deep",
                    "move the inner part into a process of its own");
            return null;
        }
        nesting++;
        try {
            Activity activity = activityAt(element);
            String skip = OracleExtensions.skipCondition(element);
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
            case "sequence" -> new Sequence(in.head(element), activities(element, Set.of()));
            case "flow" -> flow(element);
            case "if" -> choice(element);
            case "while" -> loop(element, false);
            case "repeatUntil" -> loop(element, true);
            case "forEach" -> forEach(element);
            case "scope" -> scope(element, Set.of());
            case "compensate" -> new Compensate(in.head(element), null);
            case "compensateScope" -> new Compensate(in.head(element), in.required(element, "target"));
            case "receive" -> {
                in.known(element, Set.of("correlations", "fromParts"));
                yield new Receive(in.head(element), creates(element), messages.inbound(element));
            }
            case "reply" -> messages.reply(element);
            case "invoke" -> invoke(element);
            case "pick" -> pick(element);
            case "wait" -> {
                Deadline deadline = deadline(element);
                yield deadline == null ? null : new Wait(in.head(element), deadline);
            }
            case "assign" -> assigns.assign(element);
            case "extensionActivity" -> extension(element);
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
        return new Flow(in.head(element), List.copyOf(links), activities(element, Set.of("links")));
    }

    private If choice(XmlElement element) {
        List<Branch> branches = new ArrayList<>();
        Activity first = onlyActivity(element, Set.of("condition", "elseif", "else"));
        if (first != null) {
            branches.add(new Branch(in.requiredExpression(element, "condition"), first, element.line()));
        }
        for (XmlElement elseif : element.elements(ElementReader.name("elseif"))) {
            Activity activity = onlyActivity(elseif, Set.of("condition"));
            if (activity != null) {
                branches.add(new Branch(in.requiredExpression(elseif, "condition"), activity, elseif.line()));
            }
        }
        XmlElement otherwise = element.element(ElementReader.name("else"));
        if (otherwise != null) {
            Activity activity = onlyActivity(otherwise);
            if (activity != null) {
                branches.add(new Branch(null, activity, otherwise.line()));
            }
        }
        return new If(in.head(element), List.copyOf(branches));
    }

    private @Nullable Activity loop(XmlElement element, boolean bodyFirst) {
        Expression condition = in.requiredExpression(element, "condition");
        Activity body = onlyActivity(element, Set.of("condition"));
        if (body == null) {
            return null;
        }
        return bodyFirst
                ? new RepeatUntil(in.head(element), condition, body)
                : new While(in.head(element), condition, body);
    }

    private @Nullable Activity forEach(XmlElement element) {
        Activity body = onlyActivity(element, Set.of("startCounterValue", "finalCounterValue", "completionCondition"));
        XmlElement completion = element.element(ElementReader.name("completionCondition"));
        XmlElement branches = completion == null ? null : completion.element(ElementReader.name("branches"));
        if (body != null && !(body instanceof Scope)) {
            problems.add(
                    body.line(), "the body of <forEach> is a <" + body.head().kind() + ">", "put it into a <scope>");
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
        element.elements(ElementReader.name("catch")).forEach(e -> addCatch(e, catches));
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
                catchAll(element),
                compensation == null ? null : onlyActivity(compensation),
                OracleExtensions.detailLabel(element),
                headers.sentByInvoke(element),
                headers.takenByInvoke(element));
    }

    /** The activity of another namespace that an extensionActivity holds. */
    private @Nullable Activity extension(XmlElement element) {
        XmlElement inner = element.firstElement();
        if (inner != null && inner.name().equals(OracleExtensions.name("signal"))) {
            return new Signal(
                    in.head(inner), details(inner, "to"), ElementReader.orEmpty(inner.attributeValue("label")));
        }
        if (inner != null && inner.name().equals(OracleExtensions.name("receiveSignal"))) {
            return new ReceiveSignal(
                    in.head(inner), details(inner, "from"), ElementReader.orEmpty(inner.attributeValue("label")));
        }
        return inner == null || !inner.name().namespace().equals(OracleExtensions.NAMESPACE)
                ? unknownExtension(inner == null ? element : inner)
                : oracleActivity(inner);
    }

    private @Nullable Activity unknownExtension(XmlElement element) {
        in.unsupported(element);
        return null;
    }

    private @Nullable Activity oracleActivity(XmlElement element) {
        return switch (element.name().local()) {
            case "dehydrate", "checkpoint" -> new Dehydrate(in.head(element));
            case "validate" ->
                new Validate(
                        in.head(element),
                        List.of(in.required(element, "variables").trim().split("\\s+")));
            case "assert" -> assertion(element);
            case "flowN" -> flowN(element);
            case "call" -> call(element);
            case "exec" -> {
                problems.add(
                        element.line(),
                        "<exec> holds Java, which is not run",
                        "call a service that does it, or use XPath and XSLT");
                yield null;
            }
            default -> unknownExtension(element);
        };
    }

    /** What holds is passed over, and what does not is thrown. */
    private Activity assertion(XmlElement element) {
        XmlName fault = in.optionalName(element, "faultName");
        Activity failure = new Throw(
                ElementReader.bareHead("throw", element.line()),
                fault == null ? OracleExtensions.name("assertFailure") : fault,
                null);
        Expression wrong = new Expression("not(" + in.required(element, "expression") + ")", element);
        return new If(in.head(element), List.of(new Branch(wrong, failure, element.line())));
    }

    /** Branches side by side, each with its own index: a parallel forEach. */
    private @Nullable Activity flowN(XmlElement element) {
        Activity body = onlyActivity(element);
        if (body == null) {
            return null;
        }
        int line = element.line();
        Scope branch = new Scope(
                ElementReader.bareHead("scope", line),
                exits,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(),
                List.of(),
                null,
                null,
                false,
                body);
        return new ForEach(
                in.head(element),
                true,
                in.required(element, "indexVariable"),
                new Expression("1", element),
                new Expression(in.required(element, "N"), element),
                null,
                false,
                branch);
    }

    private Call call(XmlElement element) {
        String target = in.required(element, "target").strip();
        List<Argument> arguments = new ArrayList<>();
        for (XmlElement param : element.elements(OracleExtensions.name("param"))) {
            arguments.add(new Argument(
                    in.required(param, "name"),
                    param.attributeValue("variable"),
                    param.attributeValue("partnerLink"),
                    OracleExtensions.ownYes(param, "copyByValue"),
                    param.line()));
        }
        return new Call(
                in.head(element),
                target,
                target.indexOf(':') < 0 ? null : in.resolve(element, target),
                List.copyOf(arguments));
    }

    private boolean details(XmlElement element, String attribute) {
        String value = in.required(element, attribute);
        if (!value.isEmpty() && !value.equals("details") && !value.equals("master")) {
            problems.add(element.line(), attribute + "=\"" + value + "\" is unknown", "say master or details");
        }
        return value.equals("details");
    }

    private Pick pick(XmlElement element) {
        in.known(element, Set.of("onMessage", "onAlarm"));
        List<OnMessage> onMessages = new ArrayList<>();
        for (XmlElement child : element.elements(ElementReader.name("onMessage"))) {
            Activity activity = onlyActivity(child, Set.of("correlations", "fromParts"));
            if (activity != null) {
                onMessages.add(new OnMessage(messages.inbound(child), activity, child.line()));
            }
        }
        List<OnAlarm> alarms = new ArrayList<>();
        for (XmlElement child : element.elements(ElementReader.name("onAlarm"))) {
            Deadline deadline = deadline(child);
            Activity activity = onlyActivity(child, Set.of("for", "until"));
            if (activity != null && deadline != null) {
                alarms.add(new OnAlarm(deadline, activity, child.line()));
            }
        }
        if (element.element(ElementReader.name("onMessage")) == null) {
            problems.add(element.line(), "the <pick> waits for no message", "add an <onMessage>, or use <wait>");
        }
        return new Pick(in.head(element), creates(element), List.copyOf(onMessages), List.copyOf(alarms));
    }

    private @Nullable Deadline deadline(XmlElement element) {
        Expression duration = in.optionalExpression(element, "for");
        Expression time = in.optionalExpression(element, "until");
        if ((duration == null) == (time == null)) {
            problems.add(
                    element.line(),
                    "<" + element.name().local() + "> must say when",
                    "give it exactly one of <for> and <until>");
            return null;
        }
        return duration != null ? new Deadline(false, duration) : new Deadline(true, Objects.requireNonNull(time));
    }

    private List<Activity> activities(XmlElement element, Set<String> furtherChildren) {
        List<Activity> list = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            if (child.name().namespace().equals(NAMESPACE)) {
                String local = child.name().local();
                if (ACTIVITIES.contains(local)) {
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

    private @Nullable Activity onlyActivity(XmlElement element) {
        return onlyActivity(element, Set.of());
    }

    private @Nullable Activity onlyActivity(XmlElement element, Set<String> furtherChildren) {
        int before = problems.list().size();
        List<Activity> list = activities(element, furtherChildren);
        if (list.size() > 1) {
            problems.add(
                    list.get(1).line(),
                    "<" + element.name().local() + "> holds more than one activity",
                    "put them into a <sequence>");
        } else if (list.isEmpty() && problems.list().size() == before) {
            problems.add(
                    element.line(),
                    "<" + element.name().local() + "> holds no activity",
                    "give it one, such as <empty/>");
        }
        return list.isEmpty() ? null : list.get(0);
    }
}

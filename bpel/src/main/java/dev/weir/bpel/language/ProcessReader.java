package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Activity;
import dev.weir.bpel.language.Construct.Assign;
import dev.weir.bpel.language.Construct.Branch;
import dev.weir.bpel.language.Construct.Catch;
import dev.weir.bpel.language.Construct.Compensate;
import dev.weir.bpel.language.Construct.Copy;
import dev.weir.bpel.language.Construct.Correlation;
import dev.weir.bpel.language.Construct.CorrelationSet;
import dev.weir.bpel.language.Construct.Deadline;
import dev.weir.bpel.language.Construct.Dehydrate;
import dev.weir.bpel.language.Construct.Edit;
import dev.weir.bpel.language.Construct.EditKind;
import dev.weir.bpel.language.Construct.Empty;
import dev.weir.bpel.language.Construct.EventAlarm;
import dev.weir.bpel.language.Construct.Exit;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.ExpressionSpec;
import dev.weir.bpel.language.Construct.Flow;
import dev.weir.bpel.language.Construct.ForEach;
import dev.weir.bpel.language.Construct.From;
import dev.weir.bpel.language.Construct.Head;
import dev.weir.bpel.language.Construct.If;
import dev.weir.bpel.language.Construct.Import;
import dev.weir.bpel.language.Construct.Inbound;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.bpel.language.Construct.Invoke;
import dev.weir.bpel.language.Construct.LiteralSpec;
import dev.weir.bpel.language.Construct.MessageExchange;
import dev.weir.bpel.language.Construct.OnAlarm;
import dev.weir.bpel.language.Construct.OnEvent;
import dev.weir.bpel.language.Construct.OnMessage;
import dev.weir.bpel.language.Construct.Operation;
import dev.weir.bpel.language.Construct.PartMapping;
import dev.weir.bpel.language.Construct.PartnerLink;
import dev.weir.bpel.language.Construct.PartnerLinkSpec;
import dev.weir.bpel.language.Construct.Pattern;
import dev.weir.bpel.language.Construct.Pick;
import dev.weir.bpel.language.Construct.ProcessDocument;
import dev.weir.bpel.language.Construct.PropertySpec;
import dev.weir.bpel.language.Construct.Receive;
import dev.weir.bpel.language.Construct.ReceiveSignal;
import dev.weir.bpel.language.Construct.RepeatUntil;
import dev.weir.bpel.language.Construct.Reply;
import dev.weir.bpel.language.Construct.Rethrow;
import dev.weir.bpel.language.Construct.Scope;
import dev.weir.bpel.language.Construct.Sequence;
import dev.weir.bpel.language.Construct.Signal;
import dev.weir.bpel.language.Construct.Source;
import dev.weir.bpel.language.Construct.Target;
import dev.weir.bpel.language.Construct.Throw;
import dev.weir.bpel.language.Construct.To;
import dev.weir.bpel.language.Construct.Validate;
import dev.weir.bpel.language.Construct.Variable;
import dev.weir.bpel.language.Construct.VariableSpec;
import dev.weir.bpel.language.Construct.Wait;
import dev.weir.bpel.language.Construct.While;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
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

    /** Children that any construct may have and that say nothing to a machine. */
    private static final Set<String> SILENT = Set.of("documentation", "targets", "sources");

    private final Problems problems;
    private int nesting;

    /** exitOnStandardFault, which a scope has from the one around where it does not say itself (section 12.5). */
    private boolean exits;

    private ProcessReader(Problems problems) {
        this.problems = problems;
    }

    /** The process, or null where the document is none. */
    public static @Nullable ProcessDocument read(XmlElement root, Problems problems) {
        return new ProcessReader(problems).process(root);
    }

    private @Nullable ProcessDocument process(XmlElement root) {
        if (!root.name().equals(name("process"))) {
            String namespace = root.name().namespace();
            problems.add(
                    root.line(),
                    namespace.equals(ABSTRACT)
                            ? "an abstract process cannot be executed"
                            : "the document's element is " + root.name(),
                    "expected is <process xmlns=\"" + NAMESPACE + "\">");
            return null;
        }
        List<Import> imports = new ArrayList<>();
        for (XmlElement element : root.elements(name("import"))) {
            imports.add(new Import(
                    orEmpty(element.attributeValue("namespace")),
                    element.attributeValue("location"),
                    required(element, "importType"),
                    element.line()));
        }
        Scope scope = scope(root, Set.of("import", "extensions"));
        return scope == null
                ? null
                : new ProcessDocument(
                        required(root, "name"),
                        required(root, "targetNamespace"),
                        List.copyOf(imports),
                        scope,
                        root.line());
    }

    // Scopes

    private @Nullable Scope scope(XmlElement element, Set<String> furtherChildren) {
        boolean exitsAround = exits;
        exits = element.attributeValue("exitOnStandardFault") == null ? exits : yes(element, "exitOnStandardFault");
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
        boolean isProcess = element.name().equals(name("process"));
        Activity body = null;
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(NAMESPACE)) {
                continue;
            }
            String local = child.name().local();
            switch (local) {
                case "partnerLinks" ->
                    child.elements(name("partnerLink")).forEach(e -> partnerLinks.add(partnerLink(e)));
                case "messageExchanges" ->
                    child.elements(name("messageExchange"))
                            .forEach(e -> exchanges.add(new MessageExchange(required(e, "name"), e.line())));
                case "variables" -> child.elements(name("variable")).forEach(e -> variables.add(variable(e)));
                case "correlationSets" -> child.elements(name("correlationSet")).forEach(e -> sets.add(set(e)));
                case "faultHandlers" -> {
                    child.elements(name("catch")).forEach(e -> addCatch(e, catches));
                    catchAll = catchAll(child);
                }
                case "eventHandlers" -> {
                    child.elements(name("onEvent")).forEach(e -> addOnEvent(e, onEvents));
                    child.elements(name("onAlarm")).forEach(e -> addEventAlarm(e, eventAlarms));
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
                    } else if (!SILENT.contains(local) && !furtherChildren.contains(local)) {
                        unknown(child);
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
            body = new Empty(bareHead("empty", element.line()));
        }
        return new Scope(
                head(element),
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
                yes(element, "isolated"),
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
                required(element, "name"),
                requiredName(element, "partnerLinkType"),
                myRole,
                partnerRole,
                element.line());
    }

    private Variable variable(XmlElement element) {
        XmlName messageType = optionalName(element, "messageType");
        XmlName elementName = optionalName(element, "element");
        XmlName type = optionalName(element, "type");
        String name = required(element, "name");
        XmlElement from = element.element(name("from"));
        return new Variable(name, messageType, elementName, type, from == null ? null : from(from), element.line());
    }

    private CorrelationSet set(XmlElement element) {
        List<XmlName> properties = new ArrayList<>();
        for (String qname : required(element, "properties").trim().split("\\s+")) {
            properties.add(resolve(element, qname));
        }
        return new CorrelationSet(required(element, "name"), List.copyOf(properties), element.line());
    }

    private void addCatch(XmlElement element, List<Catch> catches) {
        Activity activity = onlyActivity(element);
        if (activity != null) {
            catches.add(new Catch(
                    optionalName(element, "faultName"),
                    element.attributeValue("faultVariable"),
                    optionalName(element, "faultMessageType"),
                    optionalName(element, "faultElement"),
                    activity,
                    element.line()));
        }
    }

    private void addOnEvent(XmlElement element, List<OnEvent> onEvents) {
        Scope body = scopeOf(element, Set.of("correlations", "fromParts"));
        if (body != null) {
            onEvents.add(new OnEvent(
                    head(element),
                    inbound(element),
                    optionalName(element, "messageType"),
                    optionalName(element, "element"),
                    body));
        }
    }

    private void addEventAlarm(XmlElement element, List<EventAlarm> eventAlarms) {
        Scope body = scopeOf(element, Set.of("for", "until", "repeatEvery"));
        Expression repeat = optionalExpression(element, "repeatEvery");
        boolean first = element.element(name("for")) != null || element.element(name("until")) != null;
        Deadline deadline = first || repeat == null ? deadline(element) : null;
        if (body != null && (deadline != null || repeat != null)) {
            eventAlarms.add(new EventAlarm(head(element), deadline, repeat, body));
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
        XmlElement element = handlers.element(name("catchAll"));
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
                            bareHead("if", element.line()),
                            List.of(new Branch(
                                    new Expression("not(" + skip + ")", element), activity, element.line())));
        } finally {
            nesting--;
        }
    }

    private @Nullable Activity activityAt(XmlElement element) {
        return switch (element.name().local()) {
            case "empty" -> new Empty(head(element));
            case "exit" -> new Exit(head(element));
            case "rethrow" -> new Rethrow(head(element));
            case "throw" ->
                new Throw(head(element), requiredName(element, "faultName"), element.attributeValue("faultVariable"));
            case "sequence" -> new Sequence(head(element), activities(element, Set.of()));
            case "flow" -> flow(element);
            case "if" -> choice(element);
            case "while" -> loop(element, false);
            case "repeatUntil" -> loop(element, true);
            case "forEach" -> forEach(element);
            case "scope" -> scope(element, Set.of());
            case "compensate" -> new Compensate(head(element), null);
            case "compensateScope" -> new Compensate(head(element), required(element, "target"));
            case "receive" -> {
                known(element, Set.of("correlations", "fromParts"));
                yield new Receive(head(element), yes(element, "createInstance"), inbound(element));
            }
            case "reply" -> reply(element);
            case "invoke" -> invoke(element);
            case "pick" -> pick(element);
            case "wait" -> {
                Deadline deadline = deadline(element);
                yield deadline == null ? null : new Wait(head(element), deadline);
            }
            case "assign" -> assign(element);
            case "extensionActivity" -> extension(element);
            case "validate" ->
                new Validate(
                        head(element),
                        List.of(required(element, "variables").trim().split("\\s+")));
            default -> {
                unsupported(element);
                yield null;
            }
        };
    }

    private Head head(XmlElement element) {
        List<Target> targets = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        Expression joinCondition = null;
        XmlElement targetsElement = element.element(name("targets"));
        if (targetsElement != null) {
            for (XmlElement target : targetsElement.elements(name("target"))) {
                targets.add(new Target(required(target, "linkName"), target.line()));
            }
            joinCondition = optionalExpression(targetsElement, "joinCondition");
        }
        XmlElement sourcesElement = element.element(name("sources"));
        if (sourcesElement != null) {
            for (XmlElement source : sourcesElement.elements(name("source"))) {
                sources.add(new Source(
                        required(source, "linkName"),
                        optionalExpression(source, "transitionCondition"),
                        source.line()));
            }
        }
        String suppress = element.attributeValue("suppressJoinFailure");
        return new Head(
                element.name().local(),
                element.attributeValue("name"),
                suppress == null ? null : (Boolean) suppress.equals("yes"),
                List.copyOf(targets),
                List.copyOf(sources),
                joinCondition,
                element.line());
    }

    private static Head bareHead(String kind, int line) {
        return new Head(kind, null, null, List.of(), List.of(), null, line);
    }

    private Flow flow(XmlElement element) {
        List<String> links = new ArrayList<>();
        XmlElement linksElement = element.element(name("links"));
        if (linksElement != null) {
            linksElement.elements(name("link")).forEach(link -> links.add(required(link, "name")));
        }
        return new Flow(head(element), List.copyOf(links), activities(element, Set.of("links")));
    }

    private If choice(XmlElement element) {
        List<Branch> branches = new ArrayList<>();
        Activity first = onlyActivity(element, Set.of("condition", "elseif", "else"));
        if (first != null) {
            branches.add(new Branch(requiredExpression(element, "condition"), first, element.line()));
        }
        for (XmlElement elseif : element.elements(name("elseif"))) {
            Activity activity = onlyActivity(elseif, Set.of("condition"));
            if (activity != null) {
                branches.add(new Branch(requiredExpression(elseif, "condition"), activity, elseif.line()));
            }
        }
        XmlElement otherwise = element.element(name("else"));
        if (otherwise != null) {
            Activity activity = onlyActivity(otherwise);
            if (activity != null) {
                branches.add(new Branch(null, activity, otherwise.line()));
            }
        }
        return new If(head(element), List.copyOf(branches));
    }

    private @Nullable Activity loop(XmlElement element, boolean bodyFirst) {
        Expression condition = requiredExpression(element, "condition");
        Activity body = onlyActivity(element, Set.of("condition"));
        if (body == null) {
            return null;
        }
        return bodyFirst ? new RepeatUntil(head(element), condition, body) : new While(head(element), condition, body);
    }

    private @Nullable Activity forEach(XmlElement element) {
        Activity body = onlyActivity(element, Set.of("startCounterValue", "finalCounterValue", "completionCondition"));
        XmlElement completion = element.element(name("completionCondition"));
        XmlElement branches = completion == null ? null : completion.element(name("branches"));
        if (body != null && !(body instanceof Scope)) {
            problems.add(
                    body.line(), "the body of <forEach> is a <" + body.head().kind() + ">", "put it into a <scope>");
            return null;
        }
        return body == null
                ? null
                : new ForEach(
                        head(element),
                        yes(element, "parallel"),
                        required(element, "counterName"),
                        requiredExpression(element, "startCounterValue"),
                        requiredExpression(element, "finalCounterValue"),
                        branches == null ? null : expression(branches),
                        branches != null && yes(branches, "successfulBranchesOnly"),
                        (Scope) body);
    }

    private Inbound inbound(XmlElement element) {
        return new Inbound(
                required(element, "partnerLink"),
                required(element, "operation"),
                optionalName(element, "portType"),
                element.attributeValue("variable"),
                parts(element, "fromParts", "fromPart", "toVariable"),
                correlations(element),
                element.attributeValue("messageExchange"),
                element.line());
    }

    private Reply reply(XmlElement element) {
        known(element, Set.of("correlations", "toParts"));
        return new Reply(
                head(element),
                required(element, "partnerLink"),
                required(element, "operation"),
                optionalName(element, "portType"),
                element.attributeValue("variable"),
                parts(element, "toParts", "toPart", "fromVariable"),
                optionalName(element, "faultName"),
                correlations(element),
                element.attributeValue("messageExchange"));
    }

    private Invoke invoke(XmlElement element) {
        known(element, Set.of("correlations", "toParts", "fromParts", "catch", "catchAll", "compensationHandler"));
        XmlElement compensation = element.element(name("compensationHandler"));
        List<Catch> catches = new ArrayList<>();
        element.elements(name("catch")).forEach(e -> addCatch(e, catches));
        return new Invoke(
                head(element),
                required(element, "partnerLink"),
                required(element, "operation"),
                optionalName(element, "portType"),
                element.attributeValue("inputVariable"),
                element.attributeValue("outputVariable"),
                parts(element, "toParts", "toPart", "fromVariable"),
                parts(element, "fromParts", "fromPart", "toVariable"),
                correlations(element),
                List.copyOf(catches),
                catchAll(element),
                compensation == null ? null : onlyActivity(compensation),
                OracleExtensions.detailLabel(element));
    }

    /** The activity of another namespace that an extensionActivity holds. */
    private @Nullable Activity extension(XmlElement element) {
        XmlElement inner = element.firstElement();
        if (inner != null && inner.name().equals(OracleExtensions.name("signal"))) {
            return new Signal(head(inner), details(inner, "to"), orEmpty(inner.attributeValue("label")));
        }
        if (inner != null && inner.name().equals(OracleExtensions.name("receiveSignal"))) {
            return new ReceiveSignal(head(inner), details(inner, "from"), orEmpty(inner.attributeValue("label")));
        }
        return inner == null || !inner.name().namespace().equals(OracleExtensions.NAMESPACE)
                ? unknownExtension(inner == null ? element : inner)
                : oracleActivity(inner);
    }

    private @Nullable Activity unknownExtension(XmlElement element) {
        unsupported(element);
        return null;
    }

    private @Nullable Activity oracleActivity(XmlElement element) {
        return switch (element.name().local()) {
            case "dehydrate", "checkpoint" -> new Dehydrate(head(element));
            case "validate" ->
                new Validate(
                        head(element),
                        List.of(required(element, "variables").trim().split("\\s+")));
            case "assert" -> assertion(element);
            case "flowN" -> flowN(element);
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
        XmlName fault = optionalName(element, "faultName");
        Activity failure = new Throw(
                bareHead("throw", element.line()),
                fault == null ? OracleExtensions.name("assertFailure") : fault,
                null);
        Expression wrong = new Expression("not(" + required(element, "expression") + ")", element);
        return new If(head(element), List.of(new Branch(wrong, failure, element.line())));
    }

    /** Branches side by side, each with its own index: a parallel forEach. */
    private @Nullable Activity flowN(XmlElement element) {
        Activity body = onlyActivity(element);
        if (body == null) {
            return null;
        }
        int line = element.line();
        Scope branch = new Scope(
                bareHead("scope", line),
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
                head(element),
                true,
                required(element, "indexVariable"),
                new Expression("1", element),
                new Expression(required(element, "N"), element),
                null,
                false,
                branch);
    }

    private boolean details(XmlElement element, String attribute) {
        String value = required(element, attribute);
        if (!value.isEmpty() && !value.equals("details") && !value.equals("master")) {
            problems.add(element.line(), attribute + "=\"" + value + "\" is unknown", "say master or details");
        }
        return value.equals("details");
    }

    private Pick pick(XmlElement element) {
        known(element, Set.of("onMessage", "onAlarm"));
        List<OnMessage> messages = new ArrayList<>();
        for (XmlElement child : element.elements(name("onMessage"))) {
            Activity activity = onlyActivity(child, Set.of("correlations", "fromParts"));
            if (activity != null) {
                messages.add(new OnMessage(inbound(child), activity, child.line()));
            }
        }
        List<OnAlarm> alarms = new ArrayList<>();
        for (XmlElement child : element.elements(name("onAlarm"))) {
            Deadline deadline = deadline(child);
            Activity activity = onlyActivity(child, Set.of("for", "until"));
            if (activity != null && deadline != null) {
                alarms.add(new OnAlarm(deadline, activity, child.line()));
            }
        }
        if (element.element(name("onMessage")) == null) {
            problems.add(element.line(), "the <pick> waits for no message", "add an <onMessage>, or use <wait>");
        }
        return new Pick(head(element), yes(element, "createInstance"), List.copyOf(messages), List.copyOf(alarms));
    }

    private @Nullable Deadline deadline(XmlElement element) {
        Expression duration = optionalExpression(element, "for");
        Expression time = optionalExpression(element, "until");
        if ((duration == null) == (time == null)) {
            problems.add(
                    element.line(),
                    "<" + element.name().local() + "> must say when",
                    "give it exactly one of <for> and <until>");
            return null;
        }
        return duration != null ? new Deadline(false, duration) : new Deadline(true, Objects.requireNonNull(time));
    }

    // Assign

    private Assign assign(XmlElement element) {
        List<Operation> operations = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(NAMESPACE)) {
                if (!child.name().local().equals("annotation")) {
                    problems.add(
                            child.line(),
                            "the assign operation <" + child.name() + "> is not expected here",
                            "put it into <extensionAssignOperation>");
                }
            } else if (child.name().local().equals("copy")) {
                XmlElement from = child.element(name("from"));
                XmlElement to = child.element(name("to"));
                if (from == null || to == null) {
                    problems.add(child.line(), "the <copy> is not complete", "give it a <from> and a <to>");
                } else {
                    From source = from(from);
                    To target = to(to);
                    if (source != null && target != null) {
                        operations.add(new Copy(
                                source,
                                target,
                                yes(child, "keepSrcElementName"),
                                yes(child, "ignoreMissingFromData")
                                        || OracleExtensions.yes(child, "ignoreMissingFromData"),
                                OracleExtensions.yes(child, "insertMissingToData"),
                                child.line()));
                    }
                }
            } else if (child.name().local().equals("extensionAssignOperation")) {
                Edit edit = edit(child);
                if (edit != null) {
                    operations.add(edit);
                }
            } else if (!SILENT.contains(child.name().local())) {
                unknown(child);
            }
        }
        return new Assign(head(element), List.copyOf(operations), yes(element, "validate"));
    }

    /** The assign operation of another namespace that an extensionAssignOperation holds. */
    private @Nullable Edit edit(XmlElement extension) {
        XmlElement element = extension.firstElement();
        EditKind kind = element == null ? null : OracleExtensions.editKind(element.name());
        if (element == null || kind == null) {
            unsupported(element == null ? extension : element);
            return null;
        }
        XmlElement from = OracleExtensions.child(element, "from");
        XmlElement to = OracleExtensions.child(element, "to");
        XmlElement target = to == null ? OracleExtensions.child(element, "target") : to;
        boolean takes = kind != EditKind.REMOVE && kind != EditKind.RENAME;
        XmlName renamed = kind == EditKind.RENAME ? requiredName(element, "elementTo") : null;
        if (target == null || takes != (from != null)) {
            problems.add(
                    element.line(),
                    "<" + element.name().local() + "> is not complete",
                    takes ? "give it a <from> and a <to>" : "give it a <target>");
            return null;
        }
        From source = from == null ? null : from(from);
        To place = to(target);
        return place == null || from != null && source == null
                ? null
                : new Edit(kind, source, place, renamed, element.line());
    }

    private @Nullable From from(XmlElement element) {
        XmlElement literal = element.element(name("literal"));
        if (literal != null) {
            return new LiteralSpec(literal);
        }
        String link = element.attributeValue("partnerLink");
        if (link != null) {
            return new PartnerLinkSpec(
                    link, required(element, "endpointReference").equals("myRole"), element.line());
        }
        if (element.attributeValue("variable") != null) {
            return (From) variableSpec(element);
        }
        if ("yes".equals(element.attributeValue("opaque"))) {
            problems.add(element.line(), "an opaque <from> cannot be executed", "say what to copy");
            return null;
        }
        return new ExpressionSpec(expression(element));
    }

    private @Nullable To to(XmlElement element) {
        String link = element.attributeValue("partnerLink");
        if (link != null) {
            return new PartnerLinkSpec(link, false, element.line());
        }
        if (element.attributeValue("variable") != null) {
            return (To) variableSpec(element);
        }
        if (element.stringValue().isBlank()) {
            problems.add(
                    element.line(), "the <to> names no place", "give it a variable, a partner link or an expression");
            return null;
        }
        return new ExpressionSpec(expression(element));
    }

    private Construct variableSpec(XmlElement element) {
        String variable = required(element, "variable");
        XmlName property = optionalName(element, "property");
        if (property != null) {
            return new PropertySpec(variable, property, element.line());
        }
        return new VariableSpec(
                variable, element.attributeValue("part"), optionalExpression(element, "query"), element.line());
    }

    // Small parts

    private List<PartMapping> parts(XmlElement element, String list, String item, String variable) {
        XmlElement parts = element.element(name(list));
        List<PartMapping> mappings = new ArrayList<>();
        if (parts != null) {
            for (XmlElement part : parts.elements(name(item))) {
                mappings.add(new PartMapping(required(part, "part"), required(part, variable), part.line()));
            }
        }
        return List.copyOf(mappings);
    }

    private List<Correlation> correlations(XmlElement element) {
        XmlElement list = element.element(name("correlations"));
        List<Correlation> correlations = new ArrayList<>();
        if (list != null) {
            for (XmlElement item : list.elements(name("correlation"))) {
                correlations.add(new Correlation(required(item, "set"), initiate(item), pattern(item), item.line()));
            }
        }
        return List.copyOf(correlations);
    }

    private Initiate initiate(XmlElement element) {
        String value = element.attributeValue("initiate");
        return switch (value == null ? "no" : value) {
            case "no" -> Initiate.NO;
            case "yes" -> Initiate.YES;
            case "join" -> Initiate.JOIN;
            default -> {
                problems.add(element.line(), "initiate=\"" + value + "\" is unknown", "say yes, no or join");
                yield Initiate.NO;
            }
        };
    }

    private @Nullable Pattern pattern(XmlElement element) {
        String value = element.attributeValue("pattern");
        if (value == null) {
            return null;
        }
        return switch (value) {
            case "request" -> Pattern.REQUEST;
            case "response" -> Pattern.RESPONSE;
            case "request-response" -> Pattern.REQUEST_RESPONSE;
            default -> {
                problems.add(
                        element.line(),
                        "pattern=\"" + value + "\" is unknown",
                        "say request, response or request-response");
                yield null;
            }
        };
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
                } else if (!SILENT.contains(local) && !furtherChildren.contains(local)) {
                    unknown(child);
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

    private @Nullable Expression optionalExpression(XmlElement element, String child) {
        XmlElement found = element.element(name(child));
        return found == null ? null : expression(found);
    }

    private Expression requiredExpression(XmlElement element, String child) {
        XmlElement found = element.element(name(child));
        if (found == null) {
            problems.add(element.line(), "<" + element.name().local() + "> has no <" + child + ">", "add one");
            return new Expression("false()", element);
        }
        return expression(found);
    }

    private Expression expression(XmlElement element) {
        return new Expression(element.stringValue().trim(), element);
    }

    private String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null) {
            problems.add(element.line(), "<" + element.name().local() + "> has no attribute " + attribute, "add it");
            return "";
        }
        return value;
    }

    private XmlName requiredName(XmlElement element, String attribute) {
        String value = required(element, attribute);
        return value.isEmpty() ? XmlName.of("") : resolve(element, value);
    }

    private @Nullable XmlName optionalName(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        return value == null ? null : resolve(element, value);
    }

    private XmlName resolve(XmlElement element, String qname) {
        try {
            return element.resolveQName(qname.trim());
        } catch (XmlException e) {
            problems.add(element.line(), "the prefix of " + qname + " is not bound", "declare it by xmlns");
            return XmlName.of(qname);
        }
    }

    private boolean yes(XmlElement element, String attribute) {
        XmlAttribute value = element.attribute(XmlName.of(attribute));
        if (value == null || value.value().equals("no")) {
            return false;
        }
        if (!value.value().equals("yes")) {
            problems.add(element.line(), attribute + "=\"" + value.value() + "\" is unknown", "say yes or no");
        }
        return true;
    }

    private void known(XmlElement element, Set<String> children) {
        for (XmlElement child : element.elements()) {
            String local = child.name().local();
            if (child.name().namespace().equals(NAMESPACE) && !children.contains(local) && !SILENT.contains(local)) {
                unknown(child);
            }
        }
    }

    private void unknown(XmlElement element) {
        problems.add(
                element.line(),
                "<" + element.name().local() + "> is not expected here",
                "remove it, or check its spelling");
    }

    private void unsupported(XmlElement element) {
        problems.add(
                element.line(),
                "<" + element.name().local() + "> is not supported yet",
                "express it with other constructs");
    }

    private static XmlName name(String local) {
        return XmlName.of(NAMESPACE, local);
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }
}

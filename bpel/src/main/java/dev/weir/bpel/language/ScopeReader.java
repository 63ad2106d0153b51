package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Activity;
import dev.weir.bpel.language.Construct.Catch;
import dev.weir.bpel.language.Construct.CorrelationSet;
import dev.weir.bpel.language.Construct.Deadline;
import dev.weir.bpel.language.Construct.Empty;
import dev.weir.bpel.language.Construct.EventAlarm;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.MessageExchange;
import dev.weir.bpel.language.Construct.OnEvent;
import dev.weir.bpel.language.Construct.PartnerLink;
import dev.weir.bpel.language.Construct.Scope;
import dev.weir.bpel.language.Construct.Variable;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads scopes: what they declare, and their handlers. */
final class ScopeReader {
    private final ActivityReader activities;
    private final ElementReader in;
    private final AssignReader assigns;
    private final MessagingReader messages;
    private final Problems problems;

    /** exitOnStandardFault, which a scope has from the one around where it does not say itself (section 12.5). */
    private boolean exits;

    ScopeReader(
            ActivityReader activities,
            ElementReader in,
            AssignReader assigns,
            MessagingReader messages,
            Problems problems) {
        this.activities = activities;
        this.in = in;
        this.assigns = assigns;
        this.messages = messages;
        this.problems = problems;
    }

    /** A scope that is not written as one, around an activity. */
    Scope around(Activity body, int line) {
        return new Scope(
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
    }

    Scope scope(XmlElement element, Set<String> furtherChildren) {
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
            if (!child.name().namespace().equals(ProcessReader.NAMESPACE)) {
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
                    compensationHandler = activities.only(child);
                }
                case "terminationHandler" -> {
                    checkNoProcess(isProcess, child);
                    terminationHandler = activities.only(child);
                }
                default -> {
                    if (ActivityReader.ALL.contains(local)) {
                        if (body != null) {
                            problems.add(
                                    child,
                                    "bpel-one-activity",
                                    "<" + element.name().local() + "> holds more than one activity",
                                    "put them into a <sequence>");
                        }
                        Activity read = activities.activity(child);
                        body = read == null ? body : read;
                    } else if (!ElementReader.SILENT.contains(local) && !furtherChildren.contains(local)) {
                        in.unknown(child);
                    }
                }
            }
        }
        if (body == null) {
            if (element.elements().stream()
                    .noneMatch(e -> ActivityReader.ALL.contains(e.name().local()))) {
                problems.add(
                        element,
                        "bpel-one-activity",
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
                    handler,
                    "bpel-process-handler",
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
        if (OracleExtensions.isEntity(element)) {
            problems.tolerable(new Problem(
                    problems.file(),
                    element.line(),
                    element.column(),
                    OracleActivityReader.UNAVAILABLE,
                    "the variable " + name
                            + " is an entity variable, which a service holds (SDO): that is not supported",
                    "invoke the service by a partner link, or deploy with --lenient: the variable is one of the process"
                            + " alone then"));
        }
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

    void addCatch(XmlElement element, List<Catch> catches) {
        Activity activity = activities.only(element);
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
        Deadline deadline = first || repeat == null ? activities.deadline(element) : null;
        if (body != null && (deadline != null || repeat != null)) {
            eventAlarms.add(new EventAlarm(in.head(element), deadline, repeat, body));
        }
    }

    /** The scope that an element must hold. */
    private @Nullable Scope scopeOf(XmlElement element, Set<String> furtherChildren) {
        Activity body = activities.only(element, furtherChildren);
        if (body == null || body instanceof Scope) {
            return (Scope) body;
        }
        problems.add(
                body.line(),
                "bpel-scope-body",
                "the body of <" + element.name().local() + "> is a <"
                        + body.head().kind() + ">",
                "put it into a <scope>");
        return null;
    }

    @Nullable Activity catchAll(XmlElement handlers) {
        XmlElement element = handlers.element(ElementReader.name("catchAll"));
        return element == null ? null : activities.only(element);
    }
}

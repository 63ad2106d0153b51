package dev.weir.bpel.language;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says a process of BPEL4WS 1.1 in the words of WS-BPEL 2.0, each at the line where it was said. First every element is
 * mirrored under its new name, then each construct whose form has changed is adapted in place.
 *
 * <p>What 1.1 means otherwise is written out: an event or a fault handler of 1.1 puts its data into a variable that is
 * declared around it; in 2.0 it has one of its own, from which the first activity then copies.
 */
public final class Bpel4wsTranslation {
    /** The namespace of BPEL4WS 1.1. */
    public static final String NAMESPACE = "http://schemas.xmlsoap.org/ws/2003/03/business-process/";

    /** Bound to the new namespace in every document that is translated; no name that people write. */
    private static final String PREFIX = "wsbpel-2.0";

    private static final Map<String, String> RENAMED =
            Map.of("switch", "if", "case", "elseif", "otherwise", "else", "terminate", "exit");

    private static final Map<String, String> PATTERNS =
            Map.of("in", "response", "out", "request", "out-in", "request-response");

    /** The children of a handler beside its activity; those after until are Oracle's. */
    private static final Set<String> NO_ACTIVITIES =
            Set.of("correlations", "for", "until", "property", "preAssert", "preAsserts", "postAssert", "postAsserts");

    /** What has assertions of its own, and no activities. */
    private static final Set<String> MESSAGING = Set.of("invoke", "receive", "reply");

    /** Oracle's extensions that are activities of their own. */
    private static final Set<String> ORACLE_ACTIVITIES = Set.of(
            "signal",
            "receiveSignal",
            "flowN",
            "exec",
            "dehydrate",
            "checkpoint",
            "validate",
            "assert",
            "call",
            "replay",
            "createEntity",
            "bindEntity");

    /** Oracle's extensions that activities may have. */
    private static final Set<String> BESIDE_ACTIVITIES =
            Set.of("annotation", "documentation", "property", "skipCondition");

    private final List<XmlElement> elements = new ArrayList<>();

    private Bpel4wsTranslation() {}

    /** True for the document element of a process of 1.1. */
    public static boolean applies(XmlElement root) {
        return root.name().equals(XmlName.of(NAMESPACE, "process"));
    }

    public static XmlElement translate(XmlElement root) {
        Bpel4wsTranslation translation = new Bpel4wsTranslation();
        XmlElement translated = translation.mirror(root);
        new XmlDocument().append(translated);
        for (XmlElement element : List.copyOf(translation.elements)) {
            if (element.name().namespace().equals(ProcessReader.NAMESPACE)) {
                mend(element);
            } else {
                wrap(element);
            }
        }
        return translated;
    }

    /**
     * A copy of an element of the user's, such as a literal, with the namespaces that are bound where it stands: but for the
     * prefix that only the translation has bound there, which is in no data of theirs.
     */
    public static XmlElement copyOfData(XmlElement element) {
        XmlElement copy = element.copy();
        if (!copy.declaredPrefixes().contains(PREFIX)) {
            return copy;
        }
        XmlElement own = copy.standIn(copy.prefix(), copy.name());
        moveInto(copy, own);
        return own;
    }

    // The mirror

    private record Open(XmlElement source, XmlElement mirrored) {}

    private XmlElement mirror(XmlElement root) {
        XmlElement top = shell(root);
        Deque<Open> open = new ArrayDeque<>(List.of(new Open(root, top)));
        while (!open.isEmpty()) {
            Open next = open.poll();
            elements.add(next.mirrored());
            for (XmlNode child = next.source().firstChild(); child != null; child = child.nextSibling()) {
                if (child instanceof XmlElement element && isKnown(element)) {
                    XmlElement mirrored = shell(element);
                    next.mirrored().append(mirrored);
                    open.add(new Open(element, mirrored));
                } else {
                    next.mirrored().append(child.copy());
                }
            }
        }
        return top;
    }

    private static boolean isKnown(XmlElement element) {
        return isOld(element) || element.name().namespace().equals(OracleExtensions.NAMESPACE);
    }

    private static boolean isOld(XmlElement element) {
        return element.name().namespace().equals(NAMESPACE);
    }

    private static XmlElement shell(XmlElement source) {
        String local = source.name().local();
        XmlElement shell = isOld(source)
                ? source.standIn(PREFIX, bpel(RENAMED.getOrDefault(local, local)))
                : source.standIn(source.prefix(), source.name());
        for (String prefix : source.declaredPrefixes()) {
            String uri = source.lookupNamespace(prefix);
            shell.declareNamespace(prefix, uri == null ? "" : uri);
        }
        for (XmlAttribute at = source.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            shell.attribute(at.copy());
        }
        return shell;
    }

    // What has another form

    private static void mend(XmlElement element) {
        links(element);
        faultName(element);
        switch (element.name().local()) {
            case "process" -> {
                take(element, "abstractProcess");
                take(element, "enableInstanceCompensation");
            }
            case "partners" -> element.detach();
            case "while", "elseif" -> expression(element, "condition", "condition");
            case "if" -> firstBranch(element);
            case "wait" -> {
                expression(element, "for", "for");
                expression(element, "until", "until");
            }
            case "onAlarm" -> {
                expression(element, "for", "for");
                expression(element, "until", "until");
                if (isEvent(element)) {
                    body(element, List.of());
                }
            }
            case "onMessage" -> {
                if (isEvent(element)) {
                    onEvent(element);
                }
            }
            case "from" -> from(element);
            // A target is a link's, or that of an operation of Oracle's.
            case "to", "target" -> expression(element, "query", "query");
            case "compensate" -> compensateScope(element);
            case "scope" -> {
                String isolated = take(element, "variableAccessSerializable");
                if (isolated != null) {
                    element.attribute(XmlName.of("isolated"), isolated);
                }
            }
            case "correlation" -> pattern(element);
            case "catch" -> faultVariable(element);
            default -> {}
        }
    }

    /** Attributes that became elements. */
    private static void expression(XmlElement element, String attribute, String child) {
        String text = take(element, attribute);
        if (text != null) {
            XmlElement added = element.standIn(PREFIX, bpel(child));
            added.setText(text);
            putFirst(element, added);
        }
    }

    private static void links(XmlElement element) {
        String join = take(element, "joinCondition");
        List<XmlElement> targets = element.elements(bpel("target"));
        List<XmlElement> sources = element.elements(bpel("source"));
        if (!sources.isEmpty() && !is(element, "sources")) {
            XmlElement list = element.standIn(PREFIX, bpel("sources"));
            sources.forEach(source -> {
                expression(source, "transitionCondition", "transitionCondition");
                move(source, list);
            });
            putFirst(element, list);
        }
        if (!targets.isEmpty() && !is(element, "targets")) {
            XmlElement list = element.standIn(PREFIX, bpel("targets"));
            if (join != null) {
                XmlElement condition = element.standIn(PREFIX, bpel("joinCondition"));
                condition.setText(join.replaceAll("[\\w.-]*:?getLinkStatus\\(\\s*['\"]([^'\"]*)['\"]\\s*\\)", "\\$$1"));
                list.append(condition);
            }
            targets.forEach(target -> move(target, list));
            putFirst(element, list);
        }
    }

    /** The first case becomes the children of the if itself. */
    private static void firstBranch(XmlElement element) {
        XmlElement first = element.element(bpel("elseif"));
        if (first == null) {
            return;
        }
        expression(first, "condition", "condition");
        for (XmlNode child = first.firstChild(); child != null; child = first.firstChild()) {
            child.detach();
            element.insertBefore(child, first);
        }
        first.detach();
    }

    private static void from(XmlElement element) {
        String text = take(element, "expression");
        if (text != null) {
            element.setText(text);
            return;
        }
        expression(element, "query", "query");
        if (OracleExtensions.child(element, "literal") != null) {
            return;
        }
        if (element.attribute(XmlName.of("variable")) != null
                || element.attribute(XmlName.of("partnerLink")) != null
                || element.attribute(XmlName.of("opaque")) != null) {
            return;
        }
        XmlElement literal = element.standIn(PREFIX, bpel("literal"));
        for (XmlNode child = element.firstChild(); child != null; child = element.firstChild()) {
            move(child, literal);
        }
        element.append(literal);
    }

    private static void compensateScope(XmlElement element) {
        String scope = take(element, "scope");
        if (scope != null) {
            XmlElement renamed = element.standIn(PREFIX, bpel("compensateScope"));
            moveInto(element, renamed);
            renamed.attribute(XmlName.of("target"), scope);
        }
    }

    private static void pattern(XmlElement element) {
        XmlAttribute pattern = element.attribute(XmlName.of("pattern"));
        XmlElement list = parent(element);
        XmlElement activity = list == null ? null : parent(list);
        if (pattern == null || activity == null) {
            return;
        }
        if (activity.attribute(XmlName.of("outputVariable")) == null) {
            pattern.detach();
        } else {
            element.attribute(XmlName.of("pattern"), PATTERNS.getOrDefault(pattern.value(), pattern.value()));
        }
    }

    /** The faults of 1.1 have the names of 2.0; so has Oracle's for 1.1 of a validation. */
    private static void faultName(XmlElement element) {
        XmlAttribute name = element.attribute(XmlName.of("faultName"));
        if (name == null) {
            return;
        }
        try {
            XmlName resolved = element.resolveQName(name.value().strip());
            if (resolved.namespace().equals(NAMESPACE)) {
                String local = resolved.local().equals("invalidReply") ? "missingRequest" : resolved.local();
                element.attribute(XmlName.of("faultName"), PREFIX + ":" + local);
            } else if (resolved.equals(OracleExtensions.name("invalidVariables"))) {
                element.attribute(XmlName.of("faultName"), PREFIX + ":" + resolved.local());
            }
        } catch (XmlException e) {
            // ProcessReader reports prefixes that are not bound.
        }
    }

    // Data of events and faults

    private static boolean isEvent(XmlElement element) {
        XmlElement parent = parent(element);
        return parent != null && is(parent, "eventHandlers");
    }

    private static void onEvent(XmlElement onMessage) {
        XmlElement onEvent = onMessage.standIn(PREFIX, bpel("onEvent"));
        moveInto(onMessage, onEvent);
        String variable = take(onEvent, "variable");
        XmlElement declared = variable == null ? null : declaration(variable, onEvent);
        if (variable == null || declared == null) {
            body(onEvent, List.of());
            if (variable != null) {
                onEvent.attribute(XmlName.of("variable"), variable);
            }
            return;
        }
        onEvent.attribute(XmlName.of("variable"), "event-" + variable);
        typed(declared, onEvent, "messageType", "messageType");
        typed(declared, onEvent, "element", "element");
        body(onEvent, List.of(copy(onEvent, "event-" + variable, variable)));
    }

    private static void faultVariable(XmlElement handler) {
        String variable = take(handler, "faultVariable");
        XmlElement declared = variable == null ? null : declaration(variable, handler);
        if (variable == null || declared == null) {
            if (variable != null) {
                handler.attribute(XmlName.of("faultVariable"), variable);
            }
            return;
        }
        handler.attribute(XmlName.of("faultVariable"), "fault-" + variable);
        typed(declared, handler, "messageType", "faultMessageType");
        typed(declared, handler, "element", "faultElement");
        sequence(handler, handler, List.of(copy(handler, "fault-" + variable, variable)));
    }

    /** The type of a declared variable, written to another declaration. */
    private static void typed(XmlElement declared, XmlElement holder, String from, String to) {
        String type = declared.attributeValue(from);
        if (type == null) {
            return;
        }
        int colon = type.indexOf(':');
        String uri = declared.lookupNamespace(
                colon < 0 ? "" : type.substring(0, colon).strip());
        String prefix = "type-of-" + to;
        if (uri != null && !uri.isEmpty()) {
            holder.declareNamespace(prefix, uri);
            holder.attribute(
                    XmlName.of(to), prefix + ":" + type.substring(colon + 1).strip());
        } else {
            holder.attribute(XmlName.of(to), type);
        }
    }

    private static @Nullable XmlElement declaration(String variable, XmlElement at) {
        for (XmlElement scope = at; scope != null; scope = parent(scope)) {
            XmlElement variables = scope.element(bpel("variables"));
            if (variables != null) {
                for (XmlElement declared : variables.elements(bpel("variable"))) {
                    if (variable.equals(declared.attributeValue("name"))) {
                        return declared;
                    }
                }
            }
        }
        return null;
    }

    private static XmlElement copy(XmlElement at, String from, String to) {
        XmlElement assign = at.standIn(PREFIX, bpel("assign"));
        XmlElement copy = at.standIn(PREFIX, bpel("copy"));
        XmlElement source = at.standIn(PREFIX, bpel("from"));
        XmlElement target = at.standIn(PREFIX, bpel("to"));
        source.attribute(XmlName.of("variable"), from);
        target.attribute(XmlName.of("variable"), to);
        copy.append(source);
        copy.append(target);
        assign.append(copy);
        return assign;
    }

    /** Puts the activity of an event handler into a scope, behind others. */
    private static void body(XmlElement handler, List<XmlElement> before) {
        XmlElement scope = handler.standIn(PREFIX, bpel("scope"));
        sequence(handler, scope, before);
        handler.append(scope);
    }

    private static void sequence(XmlElement handler, XmlElement holder, List<XmlElement> before) {
        XmlElement sequence = handler.standIn(PREFIX, bpel("sequence"));
        before.forEach(sequence::append);
        for (XmlElement child : handler.elements()) {
            if (!NO_ACTIVITIES.contains(child.name().local())) {
                move(child, sequence);
            }
        }
        holder.append(sequence);
    }

    // Oracle's extensions are elements of their own in 2.0

    private static void wrap(XmlElement element) {
        XmlElement parent = parent(element);
        String local = element.name().local();
        switch (local) {
            case "from" -> from(element);
            case "to", "target", "property", "inputProperty", "outputProperty" -> expression(element, "query", "query");
            default -> {}
        }
        if (parent == null || !parent.name().namespace().equals(ProcessReader.NAMESPACE)) {
            return;
        }
        String wrapper = is(parent, "assign") && !OracleExtensions.besideOperations(element.name())
                ? "extensionAssignOperation"
                : isActivity(element, parent) ? "extensionActivity" : null;
        if (wrapper != null) {
            XmlElement around = element.standIn(PREFIX, bpel(wrapper));
            parent.replace(element, around);
            around.append(element);
        }
    }

    /** An element among activities is one, if it is nothing that any activity may have: it is not passed over unread. */
    private static boolean isActivity(XmlElement element, XmlElement parent) {
        String local = element.name().local();
        return element.attributeValue("import") == null
                && !MESSAGING.contains(parent.name().local())
                && (ORACLE_ACTIVITIES.contains(local)
                        || (is(parent, "sequence") || is(parent, "flow")) && !BESIDE_ACTIVITIES.contains(local));
    }

    // Small parts

    private static XmlName bpel(String local) {
        return XmlName.of(ProcessReader.NAMESPACE, local);
    }

    private static boolean is(XmlElement element, String local) {
        return element.name().equals(bpel(local));
    }

    private static @Nullable XmlElement parent(XmlElement element) {
        return element.parent() instanceof XmlElement parent ? parent : null;
    }

    private static @Nullable String take(XmlElement element, String attribute) {
        XmlAttribute found = element.attribute(XmlName.of(attribute));
        if (found == null) {
            return null;
        }
        found.detach();
        return found.value();
    }

    private static void move(XmlNode child, XmlElement to) {
        child.detach();
        to.append(child);
    }

    private static void putFirst(XmlElement element, XmlElement added) {
        XmlNode first = element.firstChild();
        if (first == null) {
            element.append(added);
        } else {
            element.insertBefore(added, first);
        }
    }

    /** Puts another element into the place of one, with all that it has. */
    private static void moveInto(XmlElement old, XmlElement other) {
        for (String prefix : old.declaredPrefixes()) {
            if (!prefix.equals(PREFIX)) {
                String uri = old.lookupNamespace(prefix);
                other.declareNamespace(prefix, uri == null ? "" : uri);
            }
        }
        for (XmlAttribute at = old.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            other.attribute(at.copy());
        }
        for (XmlNode child = old.firstChild(); child != null; child = old.firstChild()) {
            move(child, other);
        }
        XmlElement parent = parent(old);
        if (parent != null) {
            parent.replace(old, other);
        }
    }
}

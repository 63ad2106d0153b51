package dev.weir.bpel.analysis.process;

import static dev.weir.bpel.analysis.rule.ProcessSource.above;
import static dev.weir.bpel.analysis.rule.ProcessSource.correlationSet;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.CorrelationSets;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Kind;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What a process refers to is declared in it, or defined by what it imports. */
public final class Sa00010DefinedReferences implements Rule {
    @Override
    public String id() {
        return "SA00010";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement declaration : process.all("variable", "onEvent", "catch")) {
            boolean handler = is(declaration, "catch");
            String messageType = handler ? "faultMessageType" : "messageType";
            String element = handler ? "faultElement" : "element";
            defined(declaration, messageType, Kind.MESSAGE, "message", process, findings);
            defined(declaration, element, Kind.ELEMENT, "element", process, findings);
            XmlName type = handler ? null : ImportedDefinitions.reference(declaration, "type");
            if (type != null
                    && process.imported().complete()
                    && !process.imported().definesType(type)) {
                findings.add(declaration, "no imported schema defines the type " + type, "import the one that does");
            }
        }
        for (XmlElement from : process.all("from", "to")) {
            defined(from, "property", Kind.PROPERTY, "property", process, findings);
            declaredVariable(from, "variable", process, findings);
        }
        process.all("partnerLink").forEach(link -> checkRoles(link, process, findings));
        Set<XmlElement> warned = new HashSet<>();
        process.all("correlationSet").forEach(set -> checkProperties(set, process, findings));
        for (XmlElement activity : process.all("receive", "reply", "invoke", "onMessage", "onEvent")) {
            checkOperation(activity, process, warned, findings);
            if (!is(activity, "onEvent")) {
                declaredVariable(activity, "variable", process, findings);
            }
            declaredVariable(activity, "inputVariable", process, findings);
            declaredVariable(activity, "outputVariable", process, findings);
        }
        process.all("throw").forEach(raise -> declaredVariable(raise, "faultVariable", process, findings));
        process.all("toPart").forEach(part -> declaredVariable(part, "fromVariable", process, findings));
        for (XmlElement part : process.all("fromPart")) {
            XmlElement event = above(part, List.of("onEvent", "receive", "onMessage", "invoke"));
            if (event != null && !is(event, "onEvent")) {
                declaredVariable(part, "toVariable", process, findings);
            }
        }
        for (XmlElement correlation : process.all("correlation")) {
            XmlElement activity = above(correlation, List.of("receive", "reply", "invoke", "onMessage", "onEvent"));
            String set = correlation.attributeValue("set");
            if (activity != null && set != null && correlationSet(set, activity) == null) {
                findings.add(
                        correlation,
                        "the correlation set " + set + " is not declared",
                        "declare it in <correlationSets>");
            }
        }
    }

    private static void defined(
            XmlElement holder, String attribute, Kind kind, String what, ProcessSource process, Findings findings) {
        XmlName name = ImportedDefinitions.reference(holder, attribute);
        if (name != null && process.imported().complete() && !process.imported().defines(kind, name)) {
            findings.add(
                    holder,
                    "no imported " + (kind == Kind.ELEMENT ? "schema" : "WSDL") + " defines the " + what + " " + name,
                    "import the one that does");
        }
    }

    private static void declaredVariable(
            XmlElement holder, String attribute, ProcessSource process, Findings findings) {
        String name = holder.attributeValue(attribute);
        if (name != null && process.variable(name, holder) == null) {
            findings.add(holder, "the variable " + name + " is not declared", "declare it in <variables>");
        }
    }

    private static void checkRoles(XmlElement link, ProcessSource process, Findings findings) {
        XmlName type = ImportedDefinitions.reference(link, "partnerLinkType");
        if (type == null || !process.imported().complete()) {
            return;
        }
        Map<String, XmlName> roles = process.imported().roles(link);
        if (roles == null) {
            findings.add(link, "no imported WSDL defines the partner link type " + type, "import the WSDL that does");
            return;
        }
        XmlElement meant = process.imported().meantLinkType(link);
        XmlElement taken = process.imported().linkType(link);
        if (meant != null && taken != null && meant != taken) {
            instead(link, "the partner link type " + type, meant, "lacks roles of it", taken, process, findings);
        }
        for (String attribute : List.of("myRole", "partnerRole")) {
            String role = link.attributeValue(attribute);
            XmlName portType = role == null ? null : roles.get(role);
            if (role != null && portType == null) {
                findings.add(
                        link,
                        "the partner link type " + type + " has no role " + role,
                        "use one of " + String.join(", ", roles.keySet()));
            } else if (portType != null && !process.imported().defines(Kind.PORT_TYPE, portType)) {
                findings.add(link, "no imported WSDL defines the port type " + portType, "import the WSDL that does");
            }
        }
    }

    private static void checkProperties(XmlElement set, ProcessSource process, Findings findings) {
        String properties = set.attributeValue("properties");
        if (properties == null || !process.imported().complete()) {
            return;
        }
        for (String qname : properties.strip().split("\\s+")) {
            XmlName property = CorrelationSets.resolve(set, qname);
            if (property != null && !process.imported().defines(Kind.PROPERTY, property)) {
                findings.add(
                        set,
                        "no imported WSDL defines the property " + property,
                        "define it by <vprop:property>, or import the WSDL that does");
            }
        }
    }

    /** @param warned the definitions that were taken instead of others so far: each is said once */
    private static void checkOperation(
            XmlElement activity, ProcessSource process, Set<XmlElement> warned, Findings findings) {
        Messaging messaging = Messaging.of(process, activity);
        String link = activity.attributeValue("partnerLink");
        String operation = activity.attributeValue("operation");
        XmlName portType = messaging.portType();
        if (link != null && messaging.partnerLink() == null) {
            findings.add(activity, "the partner link " + link + " is not declared", "declare it in <partnerLinks>");
        } else if (messaging.partnerLink() != null
                && portType != null
                && operation != null
                && messaging.operation() == null
                && process.imported().defines(Kind.PORT_TYPE, portType)) {
            List<String> known = process.imported().operations(portType, messaging.partnerLink()).stream()
                    .map(Operation::name)
                    .toList();
            String places = process.imported().placesOfSeveral(portType);
            findings.add(
                    activity,
                    "the port type " + portType + (places.isEmpty() ? "" : ", which is defined in " + places + ",")
                            + " has no operation " + operation,
                    "use one of " + String.join(", ", known));
        } else {
            Operation used = messaging.operation();
            if (used != null && used.insteadOf() != null && warned.add(used.source())) {
                instead(
                        activity,
                        "the port type " + portType,
                        used.insteadOf(),
                        "has no operation " + operation,
                        used.source(),
                        process,
                        findings);
            }
            for (Message message : messages(messaging)) {
                if (message.insteadOf() != null && warned.add(message.source())) {
                    instead(
                            activity,
                            "the message " + message.name(),
                            message.insteadOf(),
                            "has other parts than are used",
                            message.source(),
                            process,
                            findings);
                }
            }
        }
    }

    private static List<Message> messages(Messaging messaging) {
        return Stream.of(messaging.sent(), messaging.received())
                .filter(Objects::nonNull)
                .toList();
    }

    private static void instead(
            XmlElement at,
            String what,
            XmlElement meant,
            String lack,
            XmlElement taken,
            ProcessSource process,
            Findings findings) {
        ImportedDefinitions imported = process.imported();
        findings.addTolerable(
                at,
                what + " of " + imported.placeOf(meant) + ", which is the nearest to the partner link, " + lack
                        + ": that of " + imported.placeOf(taken) + " is taken",
                "make the copies of the WSDL the same");
    }
}

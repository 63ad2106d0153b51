package dev.weir.bpel.analysis.correlation;

import static dev.weir.bpel.analysis.rule.ProcessSource.correlationSet;
import static dev.weir.bpel.analysis.rule.ProcessSource.is;
import static dev.weir.bpel.analysis.rule.ProcessSource.items;

import dev.weir.bpel.analysis.rule.CorrelationSets;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Kind;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A property that is read or written has an alias for the type of what holds it. */
public final class Sa00021MissingAliases implements Rule {
    @Override
    public String id() {
        return "SA00021";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement place : process.all("from", "to")) {
            XmlName property = ImportedDefinitions.reference(place, "property");
            VariableType type = process.variable(place.attributeValue("variable"), place);
            if (property != null && type != null && missing(property, type, process)) {
                findings.add(
                        place,
                        "the property " + property + " has no alias for the type of the variable "
                                + place.attributeValue("variable"),
                        "add a <vprop:propertyAlias> for it");
            }
        }
        for (XmlElement activity : process.all("receive", "reply", "invoke", "onMessage")) {
            Messaging messaging = Messaging.of(process, activity);
            for (XmlElement correlation : items(activity, "correlations", "correlation")) {
                String pattern = correlation.attributeValue("pattern");
                XmlElement set = correlationSet(correlation.attributeValue("set"), activity);
                if (!"response".equals(pattern)) {
                    check(correlation, set, messaging.sent(), process, findings);
                }
                if (pattern == null && !is(activity, "invoke") || pattern != null && pattern.contains("response")) {
                    check(correlation, set, messaging.received(), process, findings);
                }
            }
        }
    }

    public static void check(
            XmlElement correlation,
            @Nullable XmlElement set,
            @Nullable Message message,
            ProcessSource process,
            Findings findings) {
        String properties = set == null ? null : set.attributeValue("properties");
        if (set == null || properties == null || message == null) {
            return;
        }
        for (String qname : properties.strip().split("\\s+")) {
            XmlName property = CorrelationSets.resolve(set, qname);
            VariableType type = new VariableType(message.name(), null, null);
            if (property != null
                    && missing(property, type, process)
                    && missingOfElement(property, message, process)
                    && !(findings.ofOracle() && readByAPart(property, message, process))) {
                // The sent or received message is a correlationViolation then.
                findings.addTolerable(
                        correlation,
                        "the property " + property + " has no alias for the message " + message.name(),
                        "add a <vprop:propertyAlias> for it");
            }
        }
    }

    /** Oracle's engine reads a message by an alias for the element of one of its parts. */
    private static boolean readByAPart(XmlName property, Message message, ProcessSource process) {
        return message.parts().values().stream()
                .anyMatch(part -> part.element() != null
                        && !missing(property, new VariableType(null, part.element(), null), process));
    }

    /** A message with one part, an element, is correlated by an alias of that element, too (section 9.2). */
    private static boolean missingOfElement(XmlName property, Message message, ProcessSource process) {
        XmlName element = message.parts().size() == 1
                ? message.parts().values().iterator().next().element()
                : null;
        return element == null || missing(property, new VariableType(null, element, null), process);
    }

    private static boolean missing(XmlName property, VariableType type, ProcessSource process) {
        return process.imported().complete()
                && process.imported().defines(Kind.PROPERTY, property)
                && process.imported().aliases().stream()
                        .noneMatch(alias -> Objects.equals(property, alias.property())
                                && Objects.equals(alias.messageType(), type.messageType())
                                && Objects.equals(alias.element(), type.element())
                                && Objects.equals(alias.type(), type.type()));
    }
}

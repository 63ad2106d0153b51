package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.ExpressionSpec;
import dev.weir.bpel.language.Construct.From;
import dev.weir.bpel.language.Construct.Sent;
import dev.weir.bpel.language.Construct.SentProperty;
import dev.weir.bpel.language.Construct.Taken;
import dev.weir.bpel.language.Construct.TakenProperty;
import dev.weir.bpel.language.Construct.To;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what goes with a message beside its parts, by Oracle's extensions: header variables, and properties by name. In
 * 2.0 these are listed in toProperties and fromProperties; in 1.1 each is a child of the activity.
 */
final class HeadersReader {
    private final ElementReader in;
    private final AssignReader assigns;

    HeadersReader(ElementReader in, AssignReader assigns) {
        this.in = in;
        this.assigns = assigns;
    }

    Sent sentByInvoke(XmlElement invoke) {
        return sent(invoke, "inputHeaderVariable", "inputProperty");
    }

    Taken takenByInvoke(XmlElement invoke) {
        return taken(invoke, "outputHeaderVariable", "outputProperty");
    }

    Sent sentByReply(XmlElement reply) {
        return sent(reply, "headerVariable", "property");
    }

    /** Of a receive, onMessage or onEvent. */
    Taken takenByReceive(XmlElement receive) {
        warnOfConversation(receive);
        return taken(receive, "headerVariable", "property");
    }

    /** The key of the call is the id of a conversation, so that callbacks find their instance after any failure. */
    private void warnOfConversation(XmlElement activity) {
        if (OracleExtensions.child(activity, "conversationId") != null
                || activity.attribute(OracleExtensions.name("conversationId")) != null) {
            in.warn(
                    activity,
                    "bpel-conversation-id",
                    "bpelx:conversationId of <" + activity.name().local() + "> changes nothing: each call has its own"
                            + " wsa:MessageID, and a callback is for the instance whose call it relates to",
                    "correlate messages that carry an id of the process's own by a correlation set");
        }
    }

    private Sent sent(XmlElement activity, String headerVariable, String property) {
        warnOfConversation(activity);
        List<SentProperty> properties = new ArrayList<>();
        for (XmlElement element : listed(activity, "toProperties", "toProperty", property)) {
            String expression = element.attributeValue("expression");
            From from = expression == null
                    ? assigns.from(element)
                    : new ExpressionSpec(new Construct.Expression(expression.strip(), element));
            if (from != null) {
                properties.add(new SentProperty(in.required(element, "name"), from, element.line()));
            }
        }
        List<String> headers = OracleExtensions.names(activity, headerVariable);
        return headers.isEmpty() && properties.isEmpty()
                ? Sent.NOTHING
                : new Sent(headers, List.copyOf(properties), activity.line());
    }

    private Taken taken(XmlElement activity, String headerVariable, String property) {
        List<TakenProperty> properties = new ArrayList<>();
        for (XmlElement element : listed(activity, "fromProperties", "fromProperty", property)) {
            To to = assigns.to(element);
            if (to != null) {
                properties.add(new TakenProperty(in.required(element, "name"), to, element.line()));
            }
        }
        List<String> headers = OracleExtensions.names(activity, headerVariable);
        return headers.isEmpty() && properties.isEmpty()
                ? Taken.NOTHING
                : new Taken(headers, List.copyOf(properties), activity.line());
    }

    private static List<XmlElement> listed(XmlElement activity, String list, String item, String single) {
        List<XmlElement> found = new ArrayList<>(activity.elements(OracleExtensions.name(single)));
        for (XmlElement each : activity.elements(OracleExtensions.name(list))) {
            found.addAll(each.elements(OracleExtensions.name(item)));
        }
        return found;
    }
}

package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * WS-Addressing header blocks, of version 1.0 and of the member submission of August 2004: properties in, properties
 * out. Blocks of other roles are the business of others. A message with headers of both versions is read in one of
 * them; those of the other one are passed over, but for {@link #replyRelations}.
 *
 * @param namespace of the version that counts in the message; null where it uses none
 * @param replyTo where replies go; null where the message does not say
 * @param faultTo where faults go; null where the message does not say
 */
public record WsAddressing(
        @Nullable String namespace,
        Addressing properties,
        @Nullable Destination replyTo,
        @Nullable Destination faultTo) {
    public static final String VERSION_10 = "http://www.w3.org/2005/08/addressing";
    public static final String VERSION_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    public static final WsAddressing NONE = new WsAddressing(null, Addressing.NONE, null, null);

    private static final XmlName REFERENCE_PARAMETER = XmlName.of(VERSION_10, "IsReferenceParameter");

    /** The headers that a message has one of at most (WS-Addressing 1.0 - SOAP Binding, section 6.4.1.3). */
    private static final Set<String> SINGLE = Set.of("MessageID", "To", "Action", "From", "ReplyTo", "FaultTo");

    /** What answers to a message need most, first. */
    private static final List<String> DECISIVE = List.of("ReplyTo", "MessageID", "Action");

    /**
     * An endpoint reference that a message names for its answers.
     *
     * @param address empty where the reference has none
     * @param parameters header blocks that every message to the endpoint carries
     */
    public record Destination(String address, List<XmlElement> parameters) {
        /** The connection of the request. */
        public boolean isAnonymous() {
            return address.endsWith("/anonymous") && isOwn(address);
        }

        /** Nowhere: answers are dropped. */
        public boolean isNone() {
            return address.endsWith("/none") && isOwn(address);
        }
    }

    public static boolean isAddressing(XmlElement block) {
        return block.name().namespace().equals(VERSION_10)
                || block.name().namespace().equals(VERSION_2004);
    }

    /** The properties, of a header that is given twice those of the first one: {@link #requireSingle} refuses others. */
    public static WsAddressing read(List<XmlElement> headers) {
        String namespace = version(headers);
        if (namespace == null) {
            return NONE;
        }
        Destination replyTo = destination(first(headers, namespace, "ReplyTo"));
        List<String> relations = replyRelations(headers);
        return new WsAddressing(
                namespace,
                new Addressing(
                        text(first(headers, namespace, "MessageID")),
                        relations.isEmpty() ? null : relations.get(0),
                        text(first(headers, namespace, "To")),
                        text(first(headers, namespace, "Action")),
                        reachable(replyTo)),
                replyTo,
                destination(first(headers, namespace, "FaultTo")));
    }

    /**
     * The version that counts in a message: where it has headers of both, such as those that an intermediary has passed
     * on beside the sender's own, the one that alone has what {@link #DECISIVE} names first; else that of the first header.
     */
    private static @Nullable String version(List<XmlElement> headers) {
        String first = null;
        boolean mixed = false;
        for (XmlElement block : headers) {
            if (isAddressing(block)) {
                String version = block.name().namespace();
                mixed |= first != null && !first.equals(version);
                first = first == null ? version : first;
            }
        }
        if (mixed) {
            for (String local : DECISIVE) {
                boolean new10 = first(headers, VERSION_10, local) != null;
                if (new10 != (first(headers, VERSION_2004, local) != null)) {
                    return new10 ? VERSION_10 : VERSION_2004;
                }
            }
        }
        return first;
    }

    /**
     * The ids of the messages that a message is a reply to, in the order of its headers: there may be several, and
     * relations of other types beside them (WS-Addressing 1.0 Core, section 3.1; member submission, section 3.1). Each
     * header is read by its own version, whichever counts otherwise.
     */
    public static List<String> replyRelations(List<XmlElement> headers) {
        List<String> ids = List.of();
        for (XmlElement block : headers) {
            if (isAddressing(block) && block.name().local().equals("RelatesTo") && isReply(block)) {
                String id = text(block);
                if (id != null) {
                    ids = ids.isEmpty() ? new ArrayList<>(1) : ids;
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    /** Version 1.0 has IRIs as types of relations, the submission qualified names; some write IRIs in it as well. */
    private static boolean isReply(XmlElement relatesTo) {
        String given = relatesTo.attributeValue("RelationshipType");
        String type = given == null ? "" : given.strip();
        if (type.isEmpty() || type.equals(VERSION_10 + "/reply") || type.equals(VERSION_2004 + "/reply")) {
            return true;
        }
        String namespace = relatesTo.name().namespace();
        int colon = type.indexOf(':');
        return type.substring(colon + 1).equals("Reply")
                && namespace.equals(relatesTo.lookupNamespace(colon < 0 ? "" : type.substring(0, colon)));
    }

    /** @throws SoapFaultException where a property is given twice (WS-Addressing 1.0 - SOAP Binding, section 6.4.1.3) */
    public void requireSingle(List<XmlElement> headers) {
        String version = namespace;
        if (version == null) {
            return;
        }
        Set<String> seen = new HashSet<>();
        for (XmlElement block : headers) {
            String local = block.name().local();
            if (block.name().namespace().equals(version) && SINGLE.contains(local) && !seen.add(local)) {
                throw new SoapFaultException(invalidHeader(
                        version,
                        "InvalidCardinality",
                        local,
                        "The header " + block.name() + " must not be given more than once."));
            }
        }
    }

    private static @Nullable XmlElement first(List<XmlElement> headers, String namespace, String local) {
        XmlName name = XmlName.of(namespace, local);
        for (XmlElement block : headers) {
            if (block.name().equals(name)) {
                return block;
            }
        }
        return null;
    }

    private static @Nullable Destination destination(@Nullable XmlElement reference) {
        if (reference == null) {
            return null;
        }
        String namespace = reference.name().namespace();
        String address = text(reference.element(XmlName.of(namespace, "Address")));
        List<XmlElement> parameters = new ArrayList<>();
        for (String kind : List.of("ReferenceProperties", "ReferenceParameters")) { // the first in 2004 only
            XmlElement all = reference.element(XmlName.of(namespace, kind));
            if (all != null) {
                all.elements().forEach(one -> parameters.add(parameter(one, namespace)));
            }
        }
        return new Destination(address == null ? "" : address, parameters);
    }

    /** Version 1.0 marks them (SOAP Binding, section 3.3). */
    private static XmlElement parameter(XmlElement given, String namespace) {
        XmlElement block = given.copy();
        if (namespace.equals(VERSION_10)) {
            block.attribute(REFERENCE_PARAMETER, "true");
        }
        return block;
    }

    private static @Nullable String text(@Nullable XmlElement element) {
        String text = element == null ? "" : element.stringValue().strip();
        return text.isEmpty() ? null : text;
    }

    private static @Nullable String reachable(@Nullable Destination to) {
        return to == null || to.address().isEmpty() || to.isAnonymous() || to.isNone() ? null : to.address();
    }

    private static boolean isOwn(String address) {
        return address.startsWith(VERSION_10) || address.startsWith(VERSION_2004);
    }

    // ---------------------------------------------------------------- faults

    /**
     * A header of the request is not as it must be (SOAP Binding, section 6.4.1).
     *
     * @param why the name of the reason, which version 1.0 has
     * @param header the local name of the header
     */
    public static SoapFault invalidHeader(String namespace, String why, String header, String reason) {
        boolean old = namespace.equals(VERSION_2004);
        return new SoapFault(
                Code.SENDER,
                XmlName.of(namespace, old ? "InvalidMessageInformationHeader" : "InvalidAddressingHeader"),
                old ? SoapFault.NO_SUBCODE : XmlName.of(namespace, why),
                reason,
                old ? List.of() : List.of(problemHeader(header)));
    }

    /** A header of version 1.0 is missing (SOAP Binding, section 6.4.2). */
    public static SoapFault headerRequired(String header, String reason) {
        return new SoapFault(
                Code.SENDER,
                XmlName.of(VERSION_10, "MessageAddressingHeaderRequired"),
                reason,
                List.of(problemHeader(header)));
    }

    /** The action is none of the operation's (SOAP Binding, section 6.4.4). */
    public static SoapFault actionNotSupported(String action, String reason) {
        return new SoapFault(
                Code.SENDER,
                XmlName.of(VERSION_10, "ActionNotSupported"),
                reason,
                List.of(problemAction(action, null)));
    }

    /** Action and SOAPAction are not the same (SOAP Binding, section 6.4.1.6). */
    public static SoapFault actionMismatch(String action, String soapAction, String reason) {
        return new SoapFault(
                Code.SENDER,
                XmlName.of(VERSION_10, "InvalidAddressingHeader"),
                XmlName.of(VERSION_10, "ActionMismatch"),
                reason,
                List.of(problemAction(action, soapAction)));
    }

    /** The header block that has the details of a fault about headers in SOAP 1.1 (SOAP Binding, section 6.2). */
    public static XmlElement faultDetail(List<XmlElement> details) {
        XmlElement block = element(VERSION_10, "FaultDetail");
        details.forEach(block::append);
        return block;
    }

    private static XmlElement problemHeader(String local) {
        XmlElement problem = element(VERSION_10, "ProblemHeaderQName");
        problem.declareNamespace("h", VERSION_10);
        problem.setText("h:" + local);
        return problem;
    }

    private static XmlElement problemAction(String action, @Nullable String soapAction) {
        XmlElement problem = element(VERSION_10, "ProblemAction");
        problem.append(text(VERSION_10, "Action", action));
        if (soapAction != null) {
            problem.append(text(VERSION_10, "SoapAction", soapAction));
        }
        return problem;
    }

    // ---------------------------------------------------------------- blocks

    /** The blocks that say these properties; none for those that are null. */
    public static List<XmlElement> blocks(String namespace, Addressing properties) {
        List<XmlElement> blocks = new ArrayList<>();
        add(blocks, namespace, "To", properties.to());
        add(blocks, namespace, "Action", properties.action());
        add(blocks, namespace, "MessageID", properties.messageId());
        add(blocks, namespace, "RelatesTo", properties.relatesTo());
        if (properties.replyTo() != null) {
            XmlElement replyTo = element(namespace, "ReplyTo");
            replyTo.append(text(namespace, "Address", properties.replyTo()));
            blocks.add(replyTo);
        }
        return blocks;
    }

    private static void add(List<XmlElement> blocks, String namespace, String local, @Nullable String value) {
        if (value != null) {
            blocks.add(text(namespace, local, value));
        }
    }

    private static XmlElement text(String namespace, String local, String value) {
        XmlElement element = element(namespace, local);
        element.setText(value);
        return element;
    }

    private static XmlElement element(String namespace, String local) {
        return new XmlElement("wsa", XmlName.of(namespace, local));
    }
}

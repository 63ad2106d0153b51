package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * WS-Addressing header blocks, of version 1.0 and of the member submission of August 2004: properties in, properties
 * out. Blocks of other roles are the business of others.
 *
 * @param namespace of the version that the message uses; null where it uses none
 */
public record WsAddressing(@Nullable String namespace, Addressing properties) {
    public static final String VERSION_10 = "http://www.w3.org/2005/08/addressing";
    public static final String VERSION_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    public static final WsAddressing NONE = new WsAddressing(null, Addressing.NONE);

    public static boolean isAddressing(XmlElement block) {
        return block.name().namespace().equals(VERSION_10)
                || block.name().namespace().equals(VERSION_2004);
    }

    /** @throws SoapFaultException where a property is given twice (WS-Addressing 1.0 SOAP Binding, section 6.4.1) */
    public static WsAddressing read(List<XmlElement> headers) {
        String namespace = null;
        for (XmlElement block : headers) {
            if (isAddressing(block)) {
                namespace = block.name().namespace();
                break;
            }
        }
        if (namespace == null) {
            return NONE;
        }
        XmlElement replyTo = single(headers, namespace, "ReplyTo");
        XmlElement address = replyTo == null ? null : replyTo.element(XmlName.of(namespace, "Address"));
        return new WsAddressing(
                namespace,
                new Addressing(
                        text(single(headers, namespace, "MessageID")),
                        text(first(headers, namespace, "RelatesTo")),
                        text(single(headers, namespace, "To")),
                        text(single(headers, namespace, "Action")),
                        reachable(text(address))));
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

    private static @Nullable XmlElement single(List<XmlElement> headers, String namespace, String local) {
        XmlElement found = first(headers, namespace, local);
        for (XmlElement block : headers) {
            if (found != null && block != found && block.name().equals(found.name())) {
                throw new SoapFaultException(new SoapFault(
                        Code.SENDER,
                        XmlName.of(namespace, "InvalidAddressingHeader"),
                        "The header " + block.name() + " must not be given more than once.",
                        List.of()));
            }
        }
        return found;
    }

    private static @Nullable String text(@Nullable XmlElement element) {
        String text = element == null ? "" : element.stringValue().strip();
        return text.isEmpty() ? null : text;
    }

    private static @Nullable String reachable(@Nullable String address) {
        return address == null
                        || address.endsWith("/anonymous") && isOwn(address)
                        || address.endsWith("/none") && isOwn(address)
                ? null
                : address;
    }

    private static boolean isOwn(String address) {
        return address.startsWith(VERSION_10) || address.startsWith(VERSION_2004);
    }

    /** The blocks that say these properties; none for those that are null. */
    public static List<XmlElement> blocks(String namespace, Addressing properties) {
        List<XmlElement> blocks = new ArrayList<>();
        add(blocks, namespace, "To", properties.to());
        add(blocks, namespace, "Action", properties.action());
        add(blocks, namespace, "MessageID", properties.messageId());
        add(blocks, namespace, "RelatesTo", properties.relatesTo());
        if (properties.replyTo() != null) {
            XmlElement replyTo = new XmlElement("wsa", XmlName.of(namespace, "ReplyTo"));
            XmlElement address = new XmlElement("wsa", XmlName.of(namespace, "Address"));
            address.setText(properties.replyTo());
            replyTo.append(address);
            blocks.add(replyTo);
        }
        return blocks;
    }

    private static void add(List<XmlElement> blocks, String namespace, String local, @Nullable String value) {
        if (value != null) {
            XmlElement block = new XmlElement("wsa", XmlName.of(namespace, local));
            block.setText(value);
            blocks.add(block);
        }
    }
}

package dev.weir.composite.delivery;

import dev.weir.soap.SoapFault;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;

/**
 * What a process catches when a partner cannot be reached, or answers with a fault that its interface does not declare:
 * Oracle's {@code bpelx:remoteFault}, with the parts {@code code}, {@code summary} and {@code detail}.
 */
public final class RemoteFault {
    public static final XmlName NAME = XmlName.of("http://schemas.oracle.com/bpel/extension", "remoteFault");

    private static final XmlName SUMMARY = XmlName.of("summary");

    private RemoteFault() {}

    static Answer.Faulted of(SoapFault fault) {
        XmlName subcode = fault.subcode();
        String code = subcode.equals(SoapFault.NO_SUBCODE) ? fault.code().name() : subcode.toString();
        MessageValue data = data(code, fault.reason());
        XmlElement detail = part("detail", "");
        fault.detail().forEach(element -> detail.append(element.copy()));
        data.set("detail", detail);
        return new Answer.Faulted(NAME, data, fault.reason());
    }

    /** The data of a technical failure. */
    public static MessageValue data(String code, String summary) {
        MessageValue data = new MessageValue();
        data.set("code", part("code", code));
        data.set("summary", part("summary", summary));
        data.set("detail", part("detail", ""));
        return data;
    }

    /** A technical failure as the answer to who waits. */
    public static ExchangeReply reply(ExchangeId exchange, String summary) {
        return new ExchangeReply(
                exchange, NAME.toString(), summary, data("RECEIVER", summary).toBytes());
    }

    /** A part of the data of a remote fault as callers outside may see it. */
    static XmlElement outward(XmlElement part) {
        return part.name().equals(SUMMARY) ? part(SUMMARY.local(), OutwardReason.of(part.stringValue())) : part;
    }

    private static XmlElement part(String name, String text) {
        XmlElement part = new XmlElement(XmlName.of(name));
        part.setText(text);
        return part;
    }
}

package dev.weir.composite.delivery;

import dev.weir.bpel.dialect.RuntimeFaultData;
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

    private static final XmlName SUMMARY = XmlName.of(RuntimeFaultData.SUMMARY);

    private RemoteFault() {}

    static Answer.Faulted of(SoapFault fault) {
        XmlName subcode = fault.subcode();
        String code = subcode.equals(SoapFault.NO_SUBCODE) ? fault.code().name() : subcode.toString();
        MessageValue data = RuntimeFaultData.of(code, fault.reason());
        XmlElement detail = RuntimeFaultData.part(RuntimeFaultData.DETAIL, "");
        fault.detail().forEach(element -> detail.append(element.copy()));
        data.set(RuntimeFaultData.DETAIL, detail);
        return new Answer.Faulted(NAME, data, fault.reason());
    }

    /** The data of a technical failure. */
    public static MessageValue data(String summary) {
        return RuntimeFaultData.of("RECEIVER", summary);
    }

    /** A technical failure as the answer to who waits. */
    public static ExchangeReply reply(ExchangeId exchange, String summary) {
        return new ExchangeReply(
                exchange, NAME.toString(), summary, data(summary).toBytes());
    }

    /** A part of the data of a remote fault as callers outside may see it. */
    static XmlElement outward(XmlElement part) {
        return part.name().equals(SUMMARY)
                ? RuntimeFaultData.part(RuntimeFaultData.SUMMARY, OutwardReason.of(part.stringValue()))
                : part;
    }
}

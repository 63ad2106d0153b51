package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes envelopes, in UTF-8. */
public final class EnvelopeWriter {
    private static final XmlName XML_LANG = XmlName.of("http://www.w3.org/XML/1998/namespace", "lang");

    private EnvelopeWriter() {}

    /** @param body writes the children of the Body */
    public static byte[] write(EnvelopeFormat format, List<XmlElement> headers, Consumer<XmlWriter> body) {
        return write(format, headers, body, XmlWriters::open);
    }

    /** @param open makes the writer that the envelope is written by, over the bytes that are returned */
    public static byte[] write(
            EnvelopeFormat format,
            List<XmlElement> headers,
            Consumer<XmlWriter> body,
            Function<OutputStream, XmlWriter> open) {
        EnvelopeOutput out = new EnvelopeOutput();
        try (XmlWriter writer = open.apply(out)) {
            writer.startDocument();
            writer.startElement(format.prefix, format.envelope);
            if (!headers.isEmpty()) {
                writer.startElement(format.prefix, format.header);
                headers.forEach(block -> block.write(writer));
                writer.endElement();
            }
            writer.startElement(format.prefix, format.body);
            body.accept(writer);
            writer.endElement();
            writer.endElement();
            writer.endDocument();
        }
        return out.take();
    }

    public static byte[] writeFault(EnvelopeFormat format, List<XmlElement> headers, SoapFault fault) {
        return write(format, headers, faultBody(format, fault));
    }

    /** Writes the children of the Body of an envelope with a fault. */
    public static Consumer<XmlWriter> faultBody(EnvelopeFormat format, SoapFault fault) {
        return writer -> {
            writer.startElement(format.prefix, format.fault);
            if (format == EnvelopeFormat.SOAP_11) {
                fault11(writer, fault);
            } else {
                fault12(writer, fault);
            }
            writer.endElement();
        };
    }

    /** SOAP 1.1, section 4.4; the children are in no namespace. */
    private static void fault11(XmlWriter writer, SoapFault fault) {
        EnvelopeFormat format = EnvelopeFormat.SOAP_11;
        writer.startElement("", XmlName.of("faultcode"));
        XmlName name = isSaid(fault.subsubcode()) ? fault.subsubcode() : fault.subcode();
        writer.text(isSaid(name) ? qname(writer, name) : format.prefix + ":" + format.code(fault.code()));
        writer.endElement();
        writer.startElement("", XmlName.of("faultstring"));
        writer.text(printable(fault.reason()));
        writer.endElement();
        String role = fault.origin().role();
        String actor = role.isEmpty() ? fault.origin().node() : role;
        if (!actor.isEmpty()) {
            writer.startElement("", XmlName.of("faultactor"));
            writer.text(actor);
            writer.endElement();
        }
        if (!fault.detail().isEmpty()) {
            writer.startElement("", XmlName.of("detail"));
            fault.detail().forEach(entry -> entry.write(writer));
            writer.endElement();
        }
    }

    /** SOAP 1.2 Part 1, section 5.4. */
    private static void fault12(XmlWriter writer, SoapFault fault) {
        EnvelopeFormat format = EnvelopeFormat.SOAP_12;
        start12(writer, "Code");
        start12(writer, "Value");
        writer.text(format.prefix + ":" + format.code(fault.code()));
        writer.endElement();
        if (isSaid(fault.subcode())) {
            start12(writer, "Subcode");
            start12(writer, "Value");
            writer.text(qname(writer, fault.subcode()));
            writer.endElement();
            if (isSaid(fault.subsubcode())) {
                start12(writer, "Subcode");
                start12(writer, "Value");
                writer.text(qname(writer, fault.subsubcode()));
                writer.endElement();
                writer.endElement();
            }
            writer.endElement();
        }
        writer.endElement();
        start12(writer, "Reason");
        start12(writer, "Text");
        writer.attribute("xml", XML_LANG, Locale.ENGLISH.getLanguage());
        writer.text(printable(fault.reason()));
        writer.endElement();
        writer.endElement();
        uri12(writer, "Node", fault.origin().node());
        uri12(writer, "Role", fault.origin().role());
        if (!fault.detail().isEmpty()) {
            start12(writer, "Detail");
            fault.detail().forEach(entry -> entry.write(writer));
            writer.endElement();
        }
    }

    private static void uri12(XmlWriter writer, String local, String uri) {
        if (!uri.isEmpty()) {
            start12(writer, local);
            writer.text(uri);
            writer.endElement();
        }
    }

    private static void start12(XmlWriter writer, String local) {
        writer.startElement(EnvelopeFormat.SOAP_12.prefix, XmlName.of(EnvelopeFormat.SOAP_12.namespace, local));
    }

    private static boolean isSaid(XmlName name) {
        return !name.local().isEmpty();
    }

    private static String qname(XmlWriter writer, XmlName name) {
        if (name.namespace().isEmpty()) {
            return name.local();
        }
        String prefix = writer.prefixFor(name.namespace());
        return prefix.isEmpty() ? name.local() : prefix + ":" + name.local();
    }

    /** Reasons may quote what no document can hold. */
    private static String printable(String reason) {
        StringBuilder text = new StringBuilder(reason.length());
        reason.codePoints().forEach(c -> {
            boolean valid = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || c >= 0x20 && c <= 0xD7FF
                    || c >= 0xE000 && c <= 0xFFFD
                    || c >= 0x10000;
            text.appendCodePoint(valid ? c : 0xFFFD);
        });
        return text.toString();
    }
}

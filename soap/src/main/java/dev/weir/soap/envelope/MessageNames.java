package dev.weir.soap.envelope;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.ExpectedNames;
import dev.weir.xml.encoding.ExpectedNames.Name;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The names of the messages that a WSDL describes: those of SOAP and WS-Addressing, of the elements and attributes that its schemas
 * declare, and of the wrappers and parts of style rpc. They are in an order of their own, so that it does not matter how the WSDL
 * is divided into documents, nor where these are.
 */
final class MessageNames {
    /** A WSDL that declares more has none: the tables of both ends would hold them all. */
    static final int MOST = 1_000;

    /** A longer name is in so few messages that it is left out. */
    private static final int LONGEST = 256;

    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    private static final String XML = "http://www.w3.org/XML/1998/namespace";
    private static final XmlName SCHEMA = XmlName.of(XSD, "schema");
    private static final XmlName ELEMENT = XmlName.of(XSD, "element");
    private static final XmlName ATTRIBUTE = XmlName.of(XSD, "attribute");
    private static final Comparator<XmlName> ORDER =
            Comparator.comparing(XmlName::namespace).thenComparing(XmlName::local);

    /** That codecs of classes give to the first namespace that cannot be the default one. */
    private static final String FIRST_PREFIX = "ns2";

    private static final List<String> PREFIXES = List.of("ns3", "ns4", "xs");
    private static final List<String> OF_ENVELOPES = List.of("Envelope", "Body", "Header", "Fault");
    private static final List<String> OF_FAULTS_11 = List.of("faultcode", "faultstring", "faultactor", "detail");
    private static final List<String> OF_FAULTS_12 =
            List.of("Code", "Value", "Subcode", "Reason", "Text", "Node", "Role", "Detail");
    private static final List<String> OF_ADDRESSING =
            List.of("To", "Action", "MessageID", "RelatesTo", "ReplyTo", "FaultTo", "From", "Address");

    private final Set<XmlName> elements = new TreeSet<>(ORDER);
    private final Set<XmlName> attributes = new TreeSet<>(ORDER);

    private MessageNames() {}

    /** Null for a WSDL with more than {@link #MOST} names. */
    static @Nullable ExpectedNames of(Wsdl wsdl) {
        MessageNames names = new MessageNames();
        for (Binding binding : wsdl.bindings()) {
            for (BindingOperation operation : binding.operations().values()) {
                if (operation.rpc()) {
                    String name = operation.operation().name();
                    names.wrapper(name, operation.input());
                    names.wrapper(name + "Response", operation.output());
                }
            }
        }
        for (XmlElement schema : wsdl.schemas()) {
            names.schema(schema);
            if (names.size() > MOST) {
                return null;
            }
        }
        return names.size() > MOST ? null : names.expected();
    }

    private int size() {
        return elements.size() + attributes.size();
    }

    private void wrapper(String name, MessageBinding message) {
        add(elements, message.namespace(), name);
        for (Part part : message.bodyParts()) {
            add(elements, "", part.name());
        }
    }

    private void schema(XmlElement schema) {
        String target = "";
        boolean qualifiedElements = false;
        boolean qualifiedAttributes = false;
        try (XmlReader reader = schema.reader()) {
            while (reader.next() != XmlEvent.END_DOCUMENT && size() <= MOST) {
                if (reader.event() != XmlEvent.START_ELEMENT) {
                    continue;
                }
                XmlName kind = reader.name();
                boolean element = kind.equals(ELEMENT);
                if (kind.equals(SCHEMA)) {
                    target = value(reader, "targetNamespace");
                    qualifiedElements = value(reader, "elementFormDefault").equals("qualified");
                    qualifiedAttributes = value(reader, "attributeFormDefault").equals("qualified");
                } else if (element || kind.equals(ATTRIBUTE)) {
                    String form = value(reader, "form");
                    boolean qualified = reader.depth() == 2
                            || (form.isEmpty()
                                    ? element ? qualifiedElements : qualifiedAttributes
                                    : form.equals("qualified"));
                    add(element ? elements : attributes, qualified ? target : "", value(reader, "name"));
                }
            }
        }
    }

    private static String value(XmlReader reader, String attribute) {
        int index = reader.attributeIndex("", attribute);
        return index < 0 ? "" : reader.attributeValue(index).strip();
    }

    private static void add(Set<XmlName> to, String namespace, String local) {
        if (!local.isEmpty() && local.length() + namespace.length() <= LONGEST) {
            to.add(XmlName.of(namespace, local));
        }
    }

    private ExpectedNames expected() {
        EnvelopeFormat soap11 = EnvelopeFormat.SOAP_11;
        EnvelopeFormat soap12 = EnvelopeFormat.SOAP_12;
        List<Name> ofElements = new ArrayList<>();
        for (String local : OF_ENVELOPES) {
            ofElements.add(new Name(soap11.prefix, soap11.namespace, local));
            ofElements.add(new Name(soap12.prefix, soap12.namespace, local));
        }
        for (XmlName name : elements) {
            ofElements.add(new Name("", name.namespace(), name.local()));
            if (!name.namespace().isEmpty()) {
                ofElements.add(new Name(FIRST_PREFIX, name.namespace(), name.local()));
            }
        }
        OF_FAULTS_11.forEach(local -> ofElements.add(new Name("", "", local)));
        OF_FAULTS_12.forEach(local -> ofElements.add(new Name(soap12.prefix, soap12.namespace, local)));
        OF_ADDRESSING.forEach(local -> ofElements.add(new Name("wsa", WsAddressing.VERSION_10, local)));
        List<Name> ofAttributes = new ArrayList<>();
        ofAttributes.add(new Name("xsi", XSI, "type"));
        ofAttributes.add(new Name("xsi", XSI, "nil"));
        ofAttributes.add(new Name("xml", XML, "lang"));
        ofAttributes.add(new Name(soap11.prefix, soap11.namespace, "mustUnderstand"));
        ofAttributes.add(new Name(soap12.prefix, soap12.namespace, "mustUnderstand"));
        for (XmlName name : attributes) {
            ofAttributes.add(new Name(name.namespace().isEmpty() ? "" : FIRST_PREFIX, name.namespace(), name.local()));
        }
        return new ExpectedNames(ofElements, ofAttributes, PREFIXES, List.of(XSD));
    }
}

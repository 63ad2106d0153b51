package example.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.jws.soap.SOAPBinding.ParameterStyle;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceProvider;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Four services that do the same with a purchase order, and read it in four ways, as the modules of the PushToTest SOA Kit did. Each
 * answers with a receipt: the order's number, the number of its lines and what they cost together.
 */
public final class SoaKit {
    static final String NAMESPACE = "urn:example:soa-kit";

    private SoaKit() {}

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Line", namespace = NAMESPACE)
    public static class Line {
        @XmlElement(name = "Product", namespace = NAMESPACE)
        public String product;

        @XmlElement(name = "Quantity", namespace = NAMESPACE)
        public int quantity;

        @XmlElement(name = "Price", namespace = NAMESPACE)
        public BigDecimal price;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "PurchaseOrder", namespace = NAMESPACE)
    public static class PurchaseOrder {
        @XmlElement(name = "Number", namespace = NAMESPACE)
        public String number;

        @XmlElement(name = "Line", namespace = NAMESPACE)
        public List<Line> lines = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Receipt", namespace = NAMESPACE)
    public static class Receipt {
        @XmlElement(name = "Number", namespace = NAMESPACE)
        public String number = "";

        @XmlElement(name = "Lines", namespace = NAMESPACE)
        public int lines;

        @XmlElement(name = "Total", namespace = NAMESPACE)
        public BigDecimal total = BigDecimal.ZERO;

        void add(int quantity, BigDecimal price) {
            lines++;
            total = total.add(price.multiply(BigDecimal.valueOf(quantity)));
        }
    }

    /**
     * Reads the order as it comes, and makes no object of it: by StAX, or as the events of SAX where the JAX-WS implementation gives its
     * source so (CXF and Metro do), of which not every StAX implementation makes a reader.
     */
    @WebServiceProvider(serviceName = "SushiBoatsService", portName = "SushiBoatsPort", targetNamespace = NAMESPACE)
    public static class SushiBoats implements Provider<Source> {
        private static final XMLInputFactory FACTORY = XMLInputFactory.newFactory();

        @Override
        public Source invoke(Source request) {
            try {
                Receipt receipt = request instanceof SAXSource events
                        ? read(events)
                        : read(FACTORY.createXMLStreamReader(request));
                return new StreamSource(new StringReader("<Receipt xmlns=\"" + NAMESPACE + "\"><Number>"
                        + receipt.number.replace("&", "&amp;").replace("<", "&lt;") + "</Number><Lines>" + receipt.lines
                        + "</Lines><Total>" + receipt.total + "</Total></Receipt>"));
            } catch (XMLStreamException | SAXException | IOException e) {
                throw new IllegalArgumentException(e);
            }
        }

        private static Receipt read(SAXSource order) throws SAXException, IOException {
            OrderHandler handler = new OrderHandler();
            order.getXMLReader().setContentHandler(handler);
            order.getXMLReader().parse(order.getInputSource());
            return handler.receipt;
        }

        private static Receipt read(XMLStreamReader order) throws XMLStreamException {
            Receipt receipt = new Receipt();
            int quantity = 0;
            while (order.hasNext()) {
                if (order.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                switch (order.getLocalName()) {
                    case "Number" -> receipt.number = order.getElementText();
                    case "Quantity" -> quantity = Integer.parseInt(order.getElementText());
                    case "Price" -> receipt.add(quantity, new BigDecimal(order.getElementText()));
                    default -> {}
                }
            }
            return receipt;
        }
    }

    private static final class OrderHandler extends DefaultHandler {
        final Receipt receipt = new Receipt();
        private final StringBuilder text = new StringBuilder();
        private int quantity;

        @Override
        public void startElement(String uri, String name, String qName, Attributes attributes) {
            text.setLength(0);
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            text.append(characters, start, length);
        }

        @Override
        public void endElement(String uri, String name, String qName) {
            switch (name) {
                case "Number" -> receipt.number = text.toString();
                case "Quantity" -> quantity = Integer.parseInt(text.toString());
                case "Price" -> receipt.add(quantity, new BigDecimal(text.toString()));
                default -> {}
            }
        }
    }

    /** Has the order bound to objects. */
    @WebService(
            name = "TVDinner",
            serviceName = "TVDinnerService",
            portName = "TVDinnerPort",
            targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = ParameterStyle.BARE)
    public static class TVDinner {
        @WebMethod
        @WebResult(name = "Receipt", targetNamespace = NAMESPACE)
        public Receipt order(@WebParam(name = "PurchaseOrder", targetNamespace = NAMESPACE) PurchaseOrder order) {
            Receipt receipt = new Receipt();
            receipt.number = order.number;
            for (Line line : order.lines) {
                receipt.add(line.quantity, line.price);
            }
            return receipt;
        }
    }

    /** Takes the order as a document in a text, and makes a DOM of it. */
    @WebService(
            name = "TheBuffet",
            serviceName = "TheBuffetService",
            portName = "TheBuffetPort",
            targetNamespace = NAMESPACE)
    public static class TheBuffet {
        @WebMethod
        @WebResult(name = "receipt")
        public Receipt order(@WebParam(name = "document") String document) {
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setNamespaceAware(true);
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                Element order = factory.newDocumentBuilder()
                        .parse(new InputSource(new StringReader(document)))
                        .getDocumentElement();
                return receipt(children(order));
            } catch (ParserConfigurationException | SAXException | IOException e) {
                throw new IllegalArgumentException("the document cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /** Takes the order in the body of the message (document/literal), and has its content as a DOM. */
    @WebService(
            name = "TheBuffetBinding",
            serviceName = "TheBuffetBindingService",
            portName = "TheBuffetBindingPort",
            targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = ParameterStyle.BARE)
    public static class TheBuffetBinding {
        @XmlAccessorType(XmlAccessType.FIELD)
        @XmlType(name = "AnyOrder", namespace = NAMESPACE)
        public static class AnyOrder {
            @XmlAnyElement
            public List<Element> content = new ArrayList<>();
        }

        @WebMethod
        @WebResult(name = "Receipt", targetNamespace = NAMESPACE)
        public Receipt order(@WebParam(name = "PurchaseOrder", targetNamespace = NAMESPACE) AnyOrder order) {
            return receipt(order.content);
        }
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    /** Of the elements within an order. */
    private static Receipt receipt(List<Element> order) {
        Receipt receipt = new Receipt();
        for (Element each : order) {
            if (each.getLocalName().equals("Number")) {
                receipt.number = each.getTextContent();
            } else if (each.getLocalName().equals("Line")) {
                receipt.add(
                        Integer.parseInt(text(each, "Quantity").strip()),
                        new BigDecimal(text(each, "Price").strip()));
            }
        }
        return receipt;
    }

    private static String text(Element line, String name) {
        return children(line).stream()
                .filter(child -> child.getLocalName().equals(name))
                .map(Node::getTextContent)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a line has no " + name));
    }
}

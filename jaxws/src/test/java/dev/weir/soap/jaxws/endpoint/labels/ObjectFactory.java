package dev.weir.soap.jaxws.endpoint.labels;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import javax.xml.namespace.QName;

@XmlRegistry
public class ObjectFactory {
    private static final String NAMESPACE = "urn:test:labels";

    public Print createPrint() {
        return new Print();
    }

    public PrintResponse createPrintResponse() {
        return new PrintResponse();
    }

    @XmlElementDecl(namespace = NAMESPACE, name = "text", scope = Print.class)
    public JAXBElement<String> createPrintText(String value) {
        return new JAXBElement<>(new QName(NAMESPACE, "text"), String.class, Print.class, value);
    }

    @XmlElementDecl(namespace = NAMESPACE, name = "copies", scope = Print.class)
    public JAXBElement<Integer> createPrintCopies(Integer value) {
        return new JAXBElement<>(new QName(NAMESPACE, "copies"), Integer.class, Print.class, value);
    }

    @XmlElementDecl(namespace = NAMESPACE, name = "result", scope = PrintResponse.class)
    public JAXBElement<String> createPrintResponseResult(String value) {
        return new JAXBElement<>(new QName(NAMESPACE, "result"), String.class, PrintResponse.class, value);
    }
}

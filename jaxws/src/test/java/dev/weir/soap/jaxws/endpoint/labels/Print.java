package dev.weir.soap.jaxws.endpoint.labels;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "print",
        propOrder = {"text", "copies"})
public class Print {
    @XmlElementRef(name = "text", namespace = "urn:test:labels", type = JAXBElement.class, required = false)
    protected JAXBElement<String> text;

    @XmlElementRef(name = "copies", namespace = "urn:test:labels", type = JAXBElement.class, required = false)
    protected JAXBElement<Integer> copies;

    public JAXBElement<String> getText() {
        return text;
    }

    public void setText(JAXBElement<String> value) {
        this.text = value;
    }

    public JAXBElement<Integer> getCopies() {
        return copies;
    }

    public void setCopies(JAXBElement<Integer> value) {
        this.copies = value;
    }
}

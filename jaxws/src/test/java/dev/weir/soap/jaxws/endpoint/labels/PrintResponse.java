package dev.weir.soap.jaxws.endpoint.labels;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlType;

@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "printResponse",
        propOrder = {"result"})
public class PrintResponse {
    @XmlElementRef(name = "result", namespace = "urn:test:labels", type = JAXBElement.class, required = false)
    protected JAXBElement<String> result;

    public JAXBElement<String> getResult() {
        return result;
    }

    public void setResult(JAXBElement<String> value) {
        this.result = value;
    }
}

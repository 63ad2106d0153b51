package dev.weir.soap.jaxws.endpoint.labels;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;

@WebService(name = "Printer", targetNamespace = "urn:test:labels")
@XmlSeeAlso(ObjectFactory.class)
public interface Printer {
    @WebResult(name = "result", targetNamespace = "urn:test:labels")
    @RequestWrapper(
            localName = "print",
            targetNamespace = "urn:test:labels",
            className = "dev.weir.soap.jaxws.endpoint.labels.Print")
    @ResponseWrapper(
            localName = "printResponse",
            targetNamespace = "urn:test:labels",
            className = "dev.weir.soap.jaxws.endpoint.labels.PrintResponse")
    String print(
            @WebParam(name = "text", targetNamespace = "urn:test:labels") String text,
            @WebParam(name = "copies", targetNamespace = "urn:test:labels") Integer copies);
}

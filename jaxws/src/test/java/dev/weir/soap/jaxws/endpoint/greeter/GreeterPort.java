package dev.weir.soap.jaxws.endpoint.greeter;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;

/** As a compiler of WSDL makes it. */
@WebService(name = "GreeterPort", targetNamespace = "urn:test:greeter")
public interface GreeterPort {
    @WebMethod(action = "urn:test:greeter:greet")
    @WebResult(name = "greeting", targetNamespace = "urn:test:greeter:types")
    @RequestWrapper(
            localName = "greet",
            targetNamespace = "urn:test:greeter:types",
            className = "dev.weir.soap.jaxws.endpoint.greeter.Greet")
    @ResponseWrapper(
            localName = "greetResponse",
            targetNamespace = "urn:test:greeter:types",
            className = "dev.weir.soap.jaxws.endpoint.greeter.GreetResponse")
    String greet(@WebParam(name = "person", targetNamespace = "urn:test:greeter:types") Person person);
}

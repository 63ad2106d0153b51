package example.greeter;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

@WebService(targetNamespace = "urn:example:greeter")
public interface Greeter {
    @WebMethod
    @WebResult(name = "greeting")
    String greet(@WebParam(name = "person") Person person) throws UnknownLanguage;
}

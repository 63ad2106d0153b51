package example.greeter;

import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import org.springframework.stereotype.Service;

@Service
@HandlerChain(file = "handlers.xml")
@WebService(
        targetNamespace = "urn:example:greeter",
        serviceName = "GreeterService",
        portName = "GreeterPort",
        endpointInterface = "example.greeter.Greeter")
public class GreeterService implements Greeter {
    private final Greetings greetings;

    @Resource
    private WebServiceContext context;

    public GreeterService(Greetings greetings) {
        this.greetings = greetings;
    }

    @Override
    public String greet(Person person) throws UnknownLanguage {
        String caller = (String) context.getMessageContext().get(CallerHandler.CALLER);
        return greetings.in(person.getLanguage()) + " " + person.getName() + (caller == null ? "" : ", from " + caller);
    }
}

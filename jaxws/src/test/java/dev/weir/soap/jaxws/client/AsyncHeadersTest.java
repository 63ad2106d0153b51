package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.Served;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Asynchronous methods as CXF's wsdl2java generates them for replies with header blocks: the Response has the body only, and the
 * blocks have Holders, which come behind the AsyncHandler. What implements such an interface is published with those methods.
 */
class AsyncHeadersTest {
    private static final String NAMESPACE = "urn:test:toll";
    private static Served served;
    private static Toll toll;

    @WebService(name = "Toll", targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Toll {
        @WebMethod(operationName = "pay")
        Response<String> payAsync(
                @WebParam(name = "sum", targetNamespace = NAMESPACE) int sum,
                @WebParam(name = "coin", targetNamespace = NAMESPACE, header = true) String coin,
                @WebParam(name = "clerk", targetNamespace = NAMESPACE, header = true, mode = Mode.OUT)
                        Holder<String> clerk);

        @WebMethod(operationName = "pay")
        Future<?> payAsync(
                @WebParam(name = "sum", targetNamespace = NAMESPACE) int sum,
                @WebParam(name = "coin", targetNamespace = NAMESPACE, header = true) String coin,
                @WebParam(name = "asyncHandler", targetNamespace = "") AsyncHandler<String> handler,
                @WebParam(name = "clerk", targetNamespace = NAMESPACE, header = true, mode = Mode.OUT)
                        Holder<String> clerk);

        @WebMethod(operationName = "pay")
        void pay(
                @WebParam(name = "sum", targetNamespace = NAMESPACE) int sum,
                @WebParam(name = "coin", targetNamespace = NAMESPACE, header = true) String coin,
                @WebParam(name = "clerk", targetNamespace = NAMESPACE, header = true, mode = Mode.OUT)
                        Holder<String> clerk,
                @WebParam(name = "receipt", targetNamespace = NAMESPACE, mode = Mode.OUT) Holder<String> receipt);

        @WebMethod(operationName = "pass")
        @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.WRAPPED)
        @RequestWrapper(
                localName = "pass",
                targetNamespace = NAMESPACE,
                className = "dev.weir.soap.jaxws.client.AsyncHeadersTest$Pass")
        @ResponseWrapper(
                localName = "passed",
                targetNamespace = NAMESPACE,
                className = "dev.weir.soap.jaxws.client.AsyncHeadersTest$Passed")
        Response<Passed> passAsync(
                @WebParam(name = "plate") String plate,
                @WebParam(name = "clerk", targetNamespace = NAMESPACE, header = true, mode = Mode.OUT)
                        Holder<String> clerk);

        @WebMethod(operationName = "pass")
        @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.WRAPPED)
        @RequestWrapper(
                localName = "pass",
                targetNamespace = NAMESPACE,
                className = "dev.weir.soap.jaxws.client.AsyncHeadersTest$Pass")
        @ResponseWrapper(
                localName = "passed",
                targetNamespace = NAMESPACE,
                className = "dev.weir.soap.jaxws.client.AsyncHeadersTest$Passed")
        @WebResult(name = "lane")
        int pass(
                @WebParam(name = "plate") String plate,
                @WebParam(name = "clerk", targetNamespace = NAMESPACE, header = true, mode = Mode.OUT)
                        Holder<String> clerk);
    }

    @XmlRootElement(name = "pass", namespace = NAMESPACE)
    public static class Pass {
        @XmlElement
        public String plate;
    }

    @XmlRootElement(name = "passed", namespace = NAMESPACE)
    public static class Passed {
        @XmlElement
        public int lane;
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.AsyncHeadersTest$Toll",
            targetNamespace = NAMESPACE,
            serviceName = "TollService",
            portName = "TollPort")
    static class TollService implements Toll {
        @Override
        public Response<String> payAsync(int sum, String coin, Holder<String> clerk) {
            throw new UnsupportedOperationException("of clients");
        }

        @Override
        public Future<?> payAsync(int sum, String coin, AsyncHandler<String> handler, Holder<String> clerk) {
            throw new UnsupportedOperationException("of clients");
        }

        @Override
        public void pay(int sum, String coin, Holder<String> clerk, Holder<String> receipt) {
            clerk.value = "Tycho";
            receipt.value = sum + " " + coin;
        }

        @Override
        public Response<Passed> passAsync(String plate, Holder<String> clerk) {
            throw new UnsupportedOperationException("of clients");
        }

        @Override
        public int pass(String plate, Holder<String> clerk) {
            clerk.value = "Sophie";
            return plate.length();
        }
    }

    @BeforeAll
    static void publish() throws Exception {
        served = Served.by(new TollService());
        toll = served.client(new QName(NAMESPACE, "TollService"), Toll.class);
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void theSynchronousMethodIsAsEver() {
        Holder<String> clerk = new Holder<>();
        Holder<String> receipt = new Holder<>();
        toll.pay(3, "mark", clerk, receipt);
        assertEquals("3 mark by Tycho", receipt.value + " by " + clerk.value);
    }

    @Test
    void aResponseHasTheBodyAndTheHolderTheBlock() throws Exception {
        Holder<String> clerk = new Holder<>();
        Response<String> receipt = toll.payAsync(3, "mark", clerk);
        assertEquals("3 mark by Tycho", receipt.get(1, TimeUnit.MINUTES) + " by " + clerk.value);
    }

    @Test
    void whenAHandlerIsCalledTheHolderHasItsValue() throws Exception {
        Holder<String> clerk = new Holder<>();
        CompletableFuture<String> called = new CompletableFuture<>();
        AsyncHandler<String> handler = answer -> called.completeAsync(() -> {
            try {
                return answer.get() + " by " + clerk.value;
            } catch (Exception e) {
                return e.toString();
            }
        });
        toll.payAsync(3, "mark", handler, clerk).get(1, TimeUnit.MINUTES);
        assertEquals("3 mark by Tycho", called.get(1, TimeUnit.MINUTES));
    }

    @Test
    void besideTheBeanOfAWrapperToo() throws Exception {
        Holder<String> clerk = new Holder<>();
        Passed passed = toll.passAsync("K 42", clerk).get(1, TimeUnit.MINUTES);
        assertEquals("4 by Sophie", passed.lane + " by " + clerk.value);
    }
}

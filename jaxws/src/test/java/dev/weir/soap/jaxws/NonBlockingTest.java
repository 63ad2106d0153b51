package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.feature.NonBlocking;
import dev.weir.soap.jaxws.handler.PassingHandler;
import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operations that never wait run on the thread that has read the request; all others where they may wait. */
class NonBlockingTest {
    private static final String NAMESPACE = "urn:test:threads";
    private static final QName SERVICE = new QName(NAMESPACE, "ThreadsService");
    private static final String LOOP = "eventloop";

    @WebFault(name = "Tired", targetNamespace = NAMESPACE)
    public static class TiredException extends Exception {
        private static final long serialVersionUID = 1;

        public TiredException(String message, String info) {
            super(message);
        }

        public String getFaultInfo() {
            return "tired";
        }
    }

    /** Methods give the name of the thread that they run on, and the operation that their context names. */
    @WebService(name = "Threads", targetNamespace = NAMESPACE)
    public interface Threads {
        @WebResult(name = "thread")
        String quick(@WebParam(name = "text") String text);

        @WebResult(name = "thread")
        String waiting(@WebParam(name = "text") String text) throws TiredException;
    }

    private abstract static class Named implements Threads {
        @Resource
        WebServiceContext context;

        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch waits = new CountDownLatch(8);

        String here(String text) {
            QName operation = (QName) context.getMessageContext().get(MessageContext.WSDL_OPERATION);
            if (text.equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
            return operation.getLocalPart() + " " + Thread.currentThread().getName();
        }

        @Override
        public String quick(String text) {
            return here(text);
        }

        @Override
        public String waiting(String text) throws TiredException {
            if (text.equals("tired")) {
                throw new TiredException("no more", "");
            }
            if (text.equals("wait")) {
                waits.countDown();
                try {
                    assertTrue(goOn.await(1, TimeUnit.MINUTES));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return here(text);
        }
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.NonBlockingTest$Threads",
            targetNamespace = NAMESPACE,
            serviceName = "ThreadsService",
            portName = "ThreadsPort")
    public static class MethodBean extends Named {
        @NonBlocking
        @Override
        public String quick(String text) {
            return super.quick(text);
        }
    }

    @NonBlocking
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.NonBlockingTest$Threads",
            targetNamespace = NAMESPACE,
            serviceName = "ThreadsService",
            portName = "ThreadsPort")
    public static class ClassBean extends Named {}

    /** What a container makes of a bean: methods that are overridden without their annotations. */
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.NonBlockingTest$Threads",
            targetNamespace = NAMESPACE,
            serviceName = "ThreadsService",
            portName = "ThreadsPort")
    public static class Intercepted extends MethodBean {
        @Override
        public String quick(String text) {
            return super.quick(text);
        }
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.NonBlockingTest$Threads",
            targetNamespace = NAMESPACE,
            serviceName = "ThreadsService",
            portName = "ThreadsPort")
    public static class PlainBean extends Named {}

    private final List<Served> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Served::close);
    }

    private Threads client(Endpoint endpoint) throws Exception {
        Served served = Served.publish(endpoint);
        open.add(served);
        return served.client(SERVICE, Threads.class);
    }

    private static Endpoint endpoint(Object implementor) {
        return new WeirProvider().createEndpoint(null, implementor);
    }

    @Test
    void anOperationThatNeverWaitsRunsOnTheEventLoop() throws Exception {
        Threads client = client(endpoint(new MethodBean()));
        assertTrue(client.quick("a").startsWith("quick "), "its context is there");
        assertTrue(client.quick("a").contains(LOOP));
        assertFalse(client.waiting("a").contains(LOOP), "its neighbour runs elsewhere");
        assertTrue(client.waiting("a").startsWith("waiting "), "with its context");
    }

    @Test
    void theAnnotationCountsOnClassesAndThroughSubclasses() throws Exception {
        Threads ofClass = client(endpoint(new ClassBean()));
        assertTrue(ofClass.quick("a").contains(LOOP));
        assertTrue(ofClass.waiting("a").contains(LOOP));
        Threads intercepted = client(endpoint(new Intercepted()));
        assertTrue(intercepted.quick("a").contains(LOOP));
        assertFalse(intercepted.waiting("a").contains(LOOP));
        assertFalse(client(endpoint(new PlainBean())).quick("a").contains(LOOP));
    }

    @Test
    void methodsThatWaitHoldNobodyUp() throws Exception {
        MethodBean bean = new MethodBean();
        Threads client = client(endpoint(bean));
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < 8; i++) {
                waiting.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return client.waiting("wait");
                            } catch (TiredException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        callers));
            }
            assertTrue(bean.waits.await(1, TimeUnit.MINUTES), "more than there are event loops");
            assertTrue(client.quick("a").contains(LOOP));
            bean.goOn.countDown();
            for (CompletableFuture<String> one : waiting) {
                assertTrue(one.get(1, TimeUnit.MINUTES).startsWith("waiting "));
            }
        } finally {
            bean.goOn.countDown();
            callers.shutdownNow();
        }
    }

    @Test
    void faultsAreTheSameOnBothWays() throws Exception {
        Threads client = client(endpoint(new MethodBean()));
        TiredException declared = assertThrows(TiredException.class, () -> client.waiting("tired"));
        assertEquals("no more", declared.getMessage());
        String here = assertThrows(SOAPFaultException.class, () -> client.quick("fail"))
                .getMessage();
        String elsewhere = assertThrows(SOAPFaultException.class, () -> client.waiting("fail"))
                .getMessage();
        String reference = "reference [0-9a-f-]+";
        assertEquals(here.replaceFirst(reference, ""), elsewhere.replaceFirst(reference, ""));
        assertTrue(here.matches("(?s).*" + reference + ".*"), here);
    }

    /** Asks another service by each of the ways that wait, and then without waiting. */
    @NonBlocking
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.NonBlockingTest$Threads",
            targetNamespace = NAMESPACE,
            serviceName = "ThreadsService",
            portName = "ThreadsPort")
    public static class Asking implements Threads {
        private final Threads next;
        private final Dispatch<Source> raw;
        final CompletableFuture<Response<Source>> asked = new CompletableFuture<>();

        Asking(Threads next, Dispatch<Source> raw) {
            this.next = next;
            this.raw = raw;
        }

        private static Source request() {
            return new StreamSource(
                    new StringReader("<n:waiting xmlns:n='" + NAMESPACE + "'><text>a</text></n:waiting>"));
        }

        @Override
        public String quick(String text) {
            try {
                return text.equals("typed") ? next.quick("a") : String.valueOf(raw.invoke(request()));
            } catch (WebServiceException e) {
                return e.getMessage();
            }
        }

        @Override
        public String waiting(String text) {
            asked.complete(raw.invokeAsync(request()));
            return "asked";
        }
    }

    @Test
    void aClientThatWouldWaitThereFailsAtOnceByItsOperation() throws Exception {
        Served next = Served.publish(endpoint(new PlainBean()));
        open.add(next);
        Dispatch<Source> raw = new WeirProvider()
                .createServiceDelegate(next.wsdl(), SERVICE, Service.class)
                .createDispatch(new QName(NAMESPACE, "ThreadsPort"), Source.class, Service.Mode.PAYLOAD);
        Asking bean = new Asking(next.client(SERVICE, Threads.class), raw);
        Threads client = client(endpoint(bean));
        for (String remedy : List.of("NonBlocking", "asynchronous method")) {
            assertTrue(client.quick("typed").contains(remedy));
        }
        assertTrue(client.quick("typed").startsWith("operation {" + NAMESPACE + "}quick of port "));
        assertTrue(client.quick("raw").startsWith("a Dispatch of port "));
        assertEquals("asked", client.waiting("a"));
        assertNotNull(
                bean.asked.get(1, TimeUnit.MINUTES).get(1, TimeUnit.MINUTES), "the answer, without waiting there");
    }

    @Test
    void longRequestsAreReadOnWorkers() throws Exception {
        Threads client = client(endpoint(new MethodBean()));
        assertTrue(client.quick("x".repeat(60 * 1024)).contains(LOOP));
        assertFalse(client.quick("x".repeat(65 * 1024)).contains(LOOP));
    }

    @Test
    void anExecutorOrHandlersOfTheEndpointCountFirst() throws Exception {
        ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
        try {
            Endpoint endpoint = endpoint(new MethodBean());
            endpoint.setExecutor(own);
            assertEquals("quick own", client(endpoint).quick("a"));
        } finally {
            own.shutdownNow();
        }
        Endpoint handled = endpoint(new MethodBean());
        Waiting handler = new Waiting();
        handled.getBinding().setHandlerChain(List.of(handler));
        assertFalse(client(handled).quick("a").contains(LOOP));
        assertFalse(handler.ranOn.contains(LOOP), "handlers may wait");
    }

    private static final class Waiting implements PassingHandler {
        private volatile String ranOn = "";

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            ranOn = Thread.currentThread().getName();
            return true;
        }
    }
}

package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.testing.RecordedLog;
import jakarta.activation.DataHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPFaultException;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client hears of a reply whose attachment its service cannot read. */
class UnreadableAttachmentTest {
    private static final String NAMESPACE = "urn:test:archive";

    @WebService(name = "Archive", targetNamespace = NAMESPACE)
    public interface Archive {
        @WebResult(name = "content")
        @XmlMimeType("application/octet-stream")
        DataHandler file(@WebParam(name = "readable") int readable);

        /** What is read throws an Error, as a class does that was not found. */
        @WebResult(name = "content")
        @XmlMimeType("application/octet-stream")
        DataHandler generated(@WebParam(name = "readable") int readable);

        @WebResult(name = "length")
        int length(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);
    }

    @MTOM
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.UnreadableAttachmentTest$Archive",
            serviceName = "ArchiveService",
            portName = "ArchivePort",
            targetNamespace = NAMESPACE)
    public static class Bean implements Archive {
        @Override
        public DataHandler file(int readable) {
            return new DataHandler(new BrokenSource(readable));
        }

        @Override
        public DataHandler generated(int readable) {
            return new DataHandler(new BrokenSource(readable, new NoClassDefFoundError("Generator")));
        }

        @Override
        public int length(DataHandler content) {
            throw new IllegalStateException("nobody sends a whole request");
        }
    }

    private static Served served;

    @BeforeAll
    static void start() {
        served = Served.by(new Bean());
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static Archive client() throws Exception {
        return served.client(new QName(NAMESPACE, "ArchiveService"), Archive.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1_000, 50_000})
    void itIsAFaultWhileNothingHasBeenSent(int readable) throws Exception {
        Archive client = client();
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.step.ExchangePipeline")) {
            SOAPFaultException fault = assertThrows(SOAPFaultException.class, () -> client.file(readable));
            assertEquals(500, ((BindingProvider) client).getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE));
            String said = fault.getFault().getFaultString();
            assertTrue(said.startsWith("The service cannot read an attachment of its reply"), said);
            assertFalse(said.contains("disk"), said);
            String reference = said.replaceAll(".*reference (\\w+)\\.", "$1");
            assertEquals(
                    1,
                    log.messages().stream().filter(m -> m.contains(reference)).count(),
                    log.messages()::toString);
        }
    }

    @Test
    void itIsTheEndOfTheConnectionOnceTheAnswerHasBegun() throws Exception {
        Archive client = client();
        WebServiceException failure = assertThrows(WebServiceException.class, () -> client.file(1_000_000));
        assertFalse(failure instanceof SOAPFaultException, failure.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_000, 1_000_000})
    @Timeout(30) // a call that nobody ends waits for a minute
    void anErrorEndsTheReplyAtOnceToo(int readable) throws Exception {
        Archive client = client();
        assertThrows(WebServiceException.class, () -> client.generated(readable));
        assertThrows(SOAPFaultException.class, () -> client.file(0), "the service goes on");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_000, 1_000_000})
    @Timeout(30)
    void anErrorOfWhatAClientSendsFailsItsCallAtOnce(int readable) throws Exception {
        Archive client = served.client(new QName(NAMESPACE, "ArchiveService"), Archive.class, new MTOMFeature());
        DataHandler generated = new DataHandler(new BrokenSource(readable, new NoClassDefFoundError("Generator")));
        WebServiceException failure = assertThrows(WebServiceException.class, () -> client.length(generated));
        assertTrue(failure.getMessage().contains("Generator"), failure.getMessage());
    }
}

package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestSeed;
import jakarta.activation.ActivationDataFlavor;
import jakarta.activation.DataContentHandler;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import jakarta.activation.MailcapCommandMap;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Binary data in parts between clients and servers of Weir, CXF and Metro, one end of each pair being Weir's. */
class AttachmentPeersTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String NAMESPACE = "urn:test:vault";
    private static final Map<Stack, String> ROOTS = new EnumMap<>(Stack.class);
    private static final Vault.Bean WEIRS_BEAN = new Vault.Bean();

    @TempDir
    private static Path files;

    private static Served weir;
    private static Served weirsAnnex;
    private static List<Server> cxf;
    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        weir = Served.withFilesIn(files, WEIRS_BEAN);
        weirsAnnex = Served.withFilesIn(files, new Vault.AnnexBean());
        ROOTS.put(Stack.CXF, "http://localhost:" + FreePort.next() + "/");
        cxf = List.of(byCxf("vault", new Vault.Bean()), byCxf("annex", new Vault.AnnexBean()));
        metro = MetroServer.start();
        ROOTS.put(Stack.METRO, metro.url());
        metro.publish("vault", null, new Vault.Bean());
        metro.publish("annex", null, new Vault.AnnexBean());
    }

    private static Server byCxf(String path, Object bean) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(bean.getClass());
        factory.setServiceBean(bean);
        factory.setAddress(ROOTS.get(Stack.CXF) + path);
        factory.setProperties(Map.of("mtom-enabled", true)); // without it, CXF has no attachments at all
        return factory.create();
    }

    @AfterAll
    static void stop() {
        weir.close();
        weirsAnnex.close();
        cxf.forEach(Server::destroy);
        metro.close();
    }

    private static String address(Stack server, String path) {
        if (server == Stack.WEIR) {
            return (path.equals("vault") ? weir : weirsAnnex).address();
        }
        return ROOTS.get(server) + path;
    }

    private static <T> T client(Stack stack, Stack server, Class<T> type, WebServiceFeature... features)
            throws Exception {
        String path = type == Vault.class ? "vault" : "annex";
        String name = type == Vault.class ? "Vault" : "Annex";
        return stack.client(
                address(server, path),
                new QName(NAMESPACE, name + "Service"),
                new QName(NAMESPACE, name + "Port"),
                type,
                features);
    }

    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(Stack.WEIR, Stack.WEIR),
                Arguments.of(Stack.WEIR, Stack.CXF),
                Arguments.of(Stack.WEIR, Stack.METRO),
                Arguments.of(Stack.CXF, Stack.WEIR),
                Arguments.of(Stack.METRO, Stack.WEIR));
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(TestSeed.of(AttachmentPeersTest.class)).nextBytes(content);
        return content;
    }

    /** A source of which nobody knows the length beforehand, as programs have them. */
    private record Generated(byte[] content, String getContentType) implements ReadSource {
        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(content);
        }
    }

    private static DataHandler handler(byte[] content) {
        return new DataHandler(new Generated(content, "application/octet-stream"));
    }

    private static byte[] read(DataHandler handler) throws IOException {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        } finally {
            if (handler.getDataSource() instanceof Closeable releasable) {
                releasable.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void bytesTravelInParts(Stack client, Stack server) throws Exception {
        Vault vault = client(client, server, Vault.class, new MTOMFeature());
        long received = SoapTraffic.received(Encoding.MTOM);
        long sent = SoapTraffic.sent(Encoding.MTOM);
        for (int length : new int[] {0, 1, 99, 100, 101, 40_000, 3_000_000}) {
            byte[] content = content(length);
            assertArrayEquals(content, vault.bytes(content), "of " + length);
        }
        assertTrue(SoapTraffic.received(Encoding.MTOM) >= received + 4, "requests or replies have parts");
        assertTrue(SoapTraffic.sent(Encoding.MTOM) >= sent + 4, "requests or replies have parts");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void handlersTravelInParts(Stack client, Stack server) throws Exception {
        Vault vault = client(client, server, Vault.class, new MTOMFeature());
        for (int length : new int[] {1, 40_000, 3_000_000}) {
            byte[] content = content(length);
            assertArrayEquals(content, read(vault.handler(handler(content))), "of " + length);
            assertEquals(length, vault.length(handler(content)));
        }
    }

    /** Codecs are compiled when they have been used often, and then read lists by short cuts of the reader. */
    @Test
    void listsTravelInPartsHoweverOften() throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature());
        List<byte[]> contents = List.of(content(200), content(201), content(202));
        for (int i = 0; i < 600; i++) {
            List<byte[]> back = vault.several(contents);
            assertEquals(3, back.size());
            for (int each = 0; each < 3; each++) {
                assertArrayEquals(contents.get(each), back.get(each));
            }
        }
    }

    /** For want of a DataSource, of classes and types for which the program has no DataContentHandler. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlersOfObjectsAreEncodedAsTheirTypeSays(boolean mtom) throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature(mtom));
        byte[] content = content(1_000);
        assertArrayEquals(content, read(vault.handler(new DataHandler(content, "application/x-bytes"))));
        assertEquals("tëxt", text(vault.handler(new DataHandler("tëxt", "application/x-text")), "UTF-8"));
        String latin = "application/x-text; charset=ISO-8859-1";
        assertEquals("tëxt", text(vault.handler(new DataHandler("tëxt", latin)), "ISO-8859-1"));
        Source document = new StreamSource(new StringReader("<a>ë</a>"));
        String written = text(vault.handler(new DataHandler(document, "application/x-document")), "UTF-8");
        assertTrue(written.endsWith("<a>ë</a>"), written);
        BufferedImage image = new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB);
        byte[] picture = read(vault.handler(new DataHandler(image, "image/bmp")));
        assertEquals(4, ImageIO.read(new ByteArrayInputStream(picture)).getWidth());
        for (Object odd : List.of(image, List.of())) {
            WebServiceException failure = assertThrows(
                    WebServiceException.class, () -> vault.handler(new DataHandler(odd, "application/x-odd")));
            assertTrue(failure.getMessage().contains("application/x-odd"), failure.getMessage());
        }
    }

    /** SAAJ registers a DataContentHandler for text/plain that knows no charset: it is not asked for what we encode ourselves. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTextIsEncodedAlikeWhateverSaajHasRegistered(boolean mtom) throws Exception {
        SOAPMessage read = MessageFactory.newInstance().createMessage();
        AttachmentPart part = read.createAttachmentPart("grüße", "text/plain");
        assertEquals("grüße", part.getContent());
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature(mtom));
        assertEquals("grüße €", text(vault.handler(new DataHandler("grüße €", "text/plain")), "UTF-8"));
    }

    /** What fails when half of it is written must not arrive as half. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherObjectsAreEncodedByTheHandlersOfTheProgram(boolean mtom) throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature(mtom));
        DataHandler list = new DataHandler(List.of("a", "b"), "application/x-list");
        list.setCommandMap(new Commands("[a, b]", false));
        assertEquals("[a, b]", text(vault.handler(list), "UTF-8"));
        DataHandler failing = new DataHandler(List.of("a", "b"), "application/x-list");
        failing.setCommandMap(new Commands("[a", true));
        WebServiceException failure = assertThrows(WebServiceException.class, () -> vault.handler(failing));
        assertTrue(failure.getMessage().contains("the list has changed"), failure.getMessage());
    }

    /** Has one handler, for all types. */
    private static final class Commands extends MailcapCommandMap {
        private final String written;
        private final boolean fails;

        Commands(String written, boolean fails) {
            this.written = written;
            this.fails = fails;
        }

        @Override
        public synchronized DataContentHandler createDataContentHandler(String type) {
            return new DataContentHandler() {
                @Override
                public ActivationDataFlavor[] getTransferDataFlavors() {
                    return new ActivationDataFlavor[0];
                }

                @Override
                public Object getTransferData(ActivationDataFlavor flavor, DataSource source) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Object getContent(DataSource source) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void writeTo(Object object, String type, OutputStream out) throws IOException {
                    out.write(written.getBytes(StandardCharsets.UTF_8));
                    if (fails) {
                        throw new IOException("the list has changed");
                    }
                }
            };
        }
    }

    private static String text(DataHandler handler, String charset) throws IOException {
        return new String(read(handler), charset);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void whoSendsBase64IsUnderstoodAndUnderstandsTheReply(Stack client, Stack server) throws Exception {
        Vault vault = client(client, server, Vault.class);
        byte[] content = content(300_000);
        assertArrayEquals(content, vault.bytes(content));
        assertArrayEquals(content, read(vault.handler(handler(content))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void imagesAndDocumentsAreEncodedAsTheirTypeSays(Stack client, Stack server) throws Exception {
        Vault vault = client(client, server, Vault.class, new MTOMFeature());
        BufferedImage image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
        image.setRGB(7, 9, 0xff8040);
        Image back = vault.image(image);
        assertEquals(40, back.getWidth(null));
        assertEquals(0xffff8040, ((BufferedImage) back).getRGB(7, 9));
        Source document = vault.source(new StreamSource(new StringReader("<a>" + "x".repeat(500) + "</a>")));
        StringWriter text = new StringWriter();
        TransformerFactory.newDefaultInstance().newTransformer().transform(document, new StreamResult(text));
        assertTrue(text.toString().contains("xxxxx</a>"), text.toString());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anAttachmentIsNamedByAnElement(Stack client, Stack server) throws Exception {
        for (WebServiceFeature[] features : new WebServiceFeature[][] {{}, {new MTOMFeature()}}) {
            if (features.length == 0 && client == Stack.CXF) {
                continue; // CXF has attachments with MTOM only: a null of its own otherwise
            }
            Vault.Annex annex = client(client, server, Vault.Annex.class, features);
            for (int length : new int[] {3, 40_000, 3_000_000}) {
                byte[] content = content(length);
                assertArrayEquals(content, read(annex.reference(handler(content))), "of " + length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aFileIsSentFromItsPlace(Stack client, Stack server) throws Exception {
        Vault vault = client(client, server, Vault.class, new MTOMFeature());
        Path file = Files.createTempFile("weir-attachment-test", ".bin");
        try {
            Files.write(file, content(2_000_000));
            assertEquals(2_000_000, vault.length(new DataHandler(new FileDataSource(file.toFile()))));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void whatAOneWayCallBringsIsThereUntilItsMethodHasEnded() throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature());
        vault.store(handler(content(2_000_000)));
        WEIRS_BEAN.answered.release();
        Long stored = WEIRS_BEAN.stored.poll(1, TimeUnit.MINUTES);
        assertNotNull(stored, "the method has failed");
        assertEquals(2_000_000, stored);
        noNameIsLeft();
    }

    /** Files lose their names when they are opened. */
    private static void noNameIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aHandlerOfAReplyCanBeReadUntilItIsClosed() throws Exception {
        Vault vault = client(Stack.WEIR, Stack.METRO, Vault.class, new MTOMFeature());
        byte[] content = content(1_000_000);
        DataHandler first = vault.handler(handler(content));
        DataHandler second = vault.handler(handler(content));
        assertArrayEquals(content, read(second));
        assertArrayEquals(content, first.getInputStream().readAllBytes());
        ((Closeable) first.getDataSource()).close();
        assertThrows(IOException.class, () -> first.getInputStream().readAllBytes());
    }

    @Test
    void aFailingSourceFailsTheCall() throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature());
        DataSource broken = new BrokenSource(2_000_000);
        WebServiceException failure =
                assertThrows(WebServiceException.class, () -> vault.length(new DataHandler(broken)));
        assertTrue(failure.getMessage().contains("the disk is gone"), failure.getMessage());
        noNameIsLeft();
    }

    /** Passes everything on. */
    private static final class Witness implements LogicalHandler<LogicalMessageContext> {
        private int seen;

        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            seen++;
            return true;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    @ParameterizedTest
    @EnumSource
    void handlersOfAClientSeeBase64(Stack server) throws Exception {
        Vault vault = client(Stack.WEIR, server, Vault.class, new MTOMFeature());
        Witness witness = new Witness();
        ((BindingProvider) vault).getBinding().setHandlerChain(List.of(witness));
        byte[] content = content(50_000);
        assertArrayEquals(content, vault.bytes(content));
        assertEquals(2, witness.seen);
    }

    @Test
    void theBindingSaysWhetherMtomIsOn() throws Exception {
        Vault vault = client(Stack.WEIR, Stack.WEIR, Vault.class, new MTOMFeature());
        SOAPBinding binding = (SOAPBinding) ((BindingProvider) vault).getBinding();
        assertTrue(binding.isMTOMEnabled());
        binding.setMTOMEnabled(false);
        long sent = SoapTraffic.sent(Encoding.MTOM);
        byte[] content = content(5_000);
        assertArrayEquals(content, vault.bytes(content));
        assertEquals(sent + 1, SoapTraffic.sent(Encoding.MTOM), "the reply only");
        assertFalse(binding.isMTOMEnabled());
        assertTrue(((SOAPBinding) weir.endpoint().getBinding()).isMTOMEnabled());
    }
}

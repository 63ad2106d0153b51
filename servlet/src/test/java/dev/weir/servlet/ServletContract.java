package dev.weir.servlet;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of endpoints in every servlet container. */
abstract class ServletContract {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final QName SERVICE = new QName("urn:desk", "DeskService");
    private static final String ECHO = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + "<d:echo xmlns:d=\"urn:desk\"><arg0>%s</arg0></d:echo></s:Body></s:Envelope>";

    @TempDir
    Path files;

    /**
     * Starts an application at /app.
     *
     * @param servlet mapped to /services/*; null where the application has only its sun-jaxws.xml
     */
    abstract Container start(Path files, @Nullable WeirServlet servlet, Map<String, String> parameters)
            throws Exception;

    /** A container that runs. */
    interface Container extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    private Container start() throws Exception {
        return start(files, new Desk.DeskServlet(), Map.of());
    }

    private static String address(Container container, String path) {
        return "http://localhost:" + container.port() + "/app" + path;
    }

    private static Desk client(String address, boolean packed) throws IOException {
        Service service = Service.create(URI.create(address + "?wsdl").toURL(), SERVICE);
        return packed ? service.getPort(Desk.class, new MTOMFeature()) : service.getPort(Desk.class);
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String address, HttpRequest.BodyPublisher body)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .POST(body)
                        .build(),
                BodyHandlers.ofString());
    }

    private static String echo(int length) {
        return ECHO.formatted("x".repeat(length));
    }

    @Test
    void aTypedClientThatReadsTheWsdlIsAnswered() throws Exception {
        try (Container container = start()) {
            Desk desk = client(address(container, "/services/desk"), false);
            assertEquals("größer <&>", desk.echo("größer <&>"));
            assertEquals("again", desk.echo("again"));
        }
    }

    @Test
    void wsdlAndSchemasNameTheAddressThatWasAskedAt() throws Exception {
        try (Container container = start()) {
            String address = address(container, "/services/desk");
            HttpResponse<String> wsdl = get(address + "?wsdl");
            assertEquals(200, wsdl.statusCode());
            assertTrue(wsdl.body().contains("location=\"" + address + "\""), wsdl.body());
            HttpResponse<String> session = get(address + ";jsessionid=1?wsdl");
            assertTrue(session.body().contains("location=\"" + address + "\""), session.body());
            assertEquals(404, get(address + "?xsd=99").statusCode());
        }
    }

    @Test
    void theContextShowsTheContainersRequest() throws Exception {
        try (Container container = start()) {
            Desk desk = client(address(container, "/services/desk"), false);
            assertEquals(List.of("/app/services/desk", "/app", "", "null", "true"), desk.container());
            Map<?, ?> fields = (Map<?, ?>) ((BindingProvider) desk)
                    .getResponseContext()
                    .get(jakarta.xml.ws.handler.MessageContext.HTTP_RESPONSE_HEADERS);
            assertEquals(List.of("seen"), fields.get("x-desk"));
            assertEquals(List.of("a=1", "b=2"), fields.get("set-cookie"));
            ((BindingProvider) desk)
                    .getRequestContext()
                    .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address(container, "/services/desk/more/of%20it"));
            assertEquals("/more/of it", desk.container().get(2));
            assertTrue(desk.self().toString().contains(address(container, "/services/desk/more/of%20it")));
        }
    }

    @Test
    void handlersSeeTheContainersRequest() throws Exception {
        try (Container container = start()) {
            assertEquals(
                    "hi", client(address(container, "/services/handled"), false).echo("hi"));
            assertEquals("/app/services/handled", Desk.Guard.path);
        }
    }

    @Test
    void aOneWayCallOutlivesItsRequestButNotWithTheContainersObjects() throws Exception {
        try (Container container = start()) {
            Desk.NOTES.clear();
            Desk desk = client(address(container, "/services/desk"), false);
            for (int i = 0; i < 20; i++) {
                desk.note("n" + i);
                String seen = Desk.NOTES.poll(20, TimeUnit.SECONDS);
                assertEquals("n" + i + " [\"\"] false", seen);
            }
        }
    }

    @Test
    void anEndpointWithAnExecutorAnswersFromItsThreads() throws Exception {
        try (Container container = start()) {
            Desk desk = client(address(container, "/services/elsewhere"), false);
            assertEquals("hi", desk.echo("hi"));
            assertEquals("/app/services/elsewhere", desk.container().get(0));
        }
    }

    @Test
    void longAttachmentsGoThroughFilesBothWays() throws Exception {
        byte[] bytes = new byte[3 * 1024 * 1024 + 17];
        new Random(42).nextBytes(bytes);
        // Far less than the attachment: what goes to a file is not counted.
        try (Container container = start(
                files, new Desk.DeskServlet(), Map.of("max-body-bytes", "300000", "max-buffered-bytes", "2000000"))) {
            Desk desk = client(address(container, "/services/packed"), true);
            Path file = Files.write(files.resolve("data.bin"), bytes);
            DataHandler copied = desk.copy(new DataHandler(new FileDataSource(file.toFile())));
            try (InputStream in = copied.getInputStream()) {
                assertArrayEquals(bytes, in.readAllBytes());
            }
        }
    }

    @Test
    void attachmentsThatBecomeArraysTakeTheMemoryForRequests() throws Exception {
        try (Container container = start(files, new Desk.DeskServlet(), Map.of("max-buffered-bytes", "2000000"))) {
            Desk desk = client(address(container, "/services/packed"), true);
            SOAPFaultException refused =
                    assertThrows(SOAPFaultException.class, () -> desk.bytes(new byte[3 * 1024 * 1024]));
            assertTrue(refused.getMessage().contains("too little memory"), refused.getMessage());
            for (int i = 0; i < 5; i++) {
                // More together than there is: each gives back what it has taken.
                assertEquals(1_500_000, desk.bytes(new byte[1_500_000]).length);
            }
        }
    }

    @Test
    void aBodyThatIsTooLongIsAnsweredWithAFault() throws Exception {
        try (Container container = start(files, new Desk.DeskServlet(), Map.of("max-body-bytes", "20000"))) {
            String address = address(container, "/services/desk");
            assertEquals(
                    200,
                    post(address, HttpRequest.BodyPublishers.ofString(echo(15_000)))
                            .statusCode());
            HttpResponse<String> declared = post(address, HttpRequest.BodyPublishers.ofString(echo(20_000)));
            assertEquals(413, declared.statusCode());
            assertTrue(declared.body().contains("must not be longer than 20000 bytes"), declared.body());
            HttpResponse<String> chunked = post(
                    address,
                    HttpRequest.BodyPublishers.ofInputStream(
                            () -> new java.io.ByteArrayInputStream(echo(20_000).getBytes(StandardCharsets.UTF_8))));
            assertEquals(413, chunked.statusCode());
            assertEquals(
                    200,
                    post(
                                    address,
                                    HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(
                                            echo(15_000).getBytes(StandardCharsets.UTF_8))))
                            .statusCode());
        }
    }

    @Test
    void memoryThatARequestTookIsGivenBackHoweverItEnds() throws Exception {
        Desk.DeskServlet servlet = new Desk.DeskServlet();
        try (Container container = start(files, servlet, Map.of("max-buffered-bytes", "200000"))) {
            String address = address(container, "/services/desk");
            HttpResponse<String> never = post(address, HttpRequest.BodyPublishers.ofString(echo(60_000)));
            assertEquals(413, never.statusCode());
            assertTrue(never.body().contains("too little memory"), never.body());
            for (int i = 0; i < 30; i++) {
                assertEquals(
                        200,
                        post(address, HttpRequest.BodyPublishers.ofString(echo(20_000)))
                                .statusCode());
            }
            try (Socket gone = new Socket("localhost", container.port())) {
                OutputStream out = gone.getOutputStream();
                out.write(("POST /app/services/desk HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
                                + "Content-Length: 30000\r\n\r\n<half")
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                eventually("the servlet reads the request", () -> servlet.bytesTaken() > 0);
            }
            eventually("the servlet has let go of it", () -> servlet.bytesTaken() == 0);
        }
    }

    @Test
    void whatFailsBeforeTheServiceIsAFaultOfTheRequestsVersion() throws Exception {
        try (Container container = start()) {
            String address = address(container, "/services/full");
            HttpResponse<String> fault = post(address, HttpRequest.BodyPublishers.ofString(echo(1)));
            assertEquals(500, fault.statusCode());
            assertEquals(
                    "text/xml; charset=utf-8",
                    fault.headers().firstValue("Content-Type").orElse("").replace(";charset", "; charset"));
            assertTrue(fault.body().contains(":Fault>"), fault.body());
            assertTrue(fault.body().contains("see its log for the cause, reference "), fault.body());
            assertFalse(fault.body().contains("secret"), fault.body());
        }
    }

    @Test
    void pagesListTheServices() throws Exception {
        try (Container container = start()) {
            HttpResponse<String> index = get(address(container, "/services/"));
            assertEquals(200, index.statusCode());
            assertTrue(index.body().contains("href=\"desk?wsdl\""), index.body());
            assertEquals(404, get(address(container, "/services/nothing")).statusCode());
            assertEquals(200, get(address(container, "/services/desk")).statusCode());
            HttpResponse<String> head = HTTP.send(
                    HttpRequest.newBuilder(URI.create(address(container, "/services/desk?wsdl")))
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertEquals(200, head.statusCode());
            assertEquals("", head.body());
        }
    }

    @Test
    void whatIsNoSoapIsRefused() throws Exception {
        try (Container container = start()) {
            HttpResponse<String> reply = HTTP.send(
                    HttpRequest.newBuilder(URI.create(address(container, "/services/desk")))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    BodyHandlers.ofString());
            assertEquals(415, reply.statusCode());
            HttpResponse<String> broken =
                    post(address(container, "/services/desk"), HttpRequest.BodyPublishers.ofString("<a"));
            assertTrue(broken.statusCode() == 500 || broken.statusCode() == 400, broken.body());
        }
    }

    @Test
    void metrosDescriptorPublishesWithoutAServletOfTheApplication() throws Exception {
        Files.createDirectories(files.resolve("WEB-INF/wsdl"));
        String own;
        try (Container container = start()) {
            own = get(address(container, "/services/desk?wsdl")).body();
            for (int i = 1; own.contains("?xsd=" + i); i++) {
                Files.writeString(
                        files.resolve("WEB-INF/wsdl/" + i + ".xsd"),
                        get(address(container, "/services/desk?xsd=" + i)).body());
                own = own.replaceAll("schemaLocation=\"[^\"]*\\?xsd=" + i + "\"", "schemaLocation=\"" + i + ".xsd\"");
            }
        }
        Files.writeString(files.resolve("WEB-INF/wsdl/desk.wsdl"), own);
        Files.writeString(files.resolve("WEB-INF/sun-jaxws.xml"), """
                <endpoints xmlns="http://java.sun.com/xml/ns/jax-ws/ri/runtime" version="2.0">
                  <endpoint name="desk" implementation="dev.weir.servlet.Desk$Plain" url-pattern="/metro/desk"
                            wsdl="WEB-INF/wsdl/desk.wsdl"
                            service="{urn:desk}DeskService" port="{urn:desk}DeskPort">
                    <handler-chains xmlns="http://java.sun.com/xml/ns/javaee">
                      <handler-chain><handler>
                        <handler-class>dev.weir.servlet.Desk$Guard</handler-class>
                      </handler></handler-chain>
                    </handler-chains>
                  </endpoint>
                  <endpoint name="all" implementation="dev.weir.servlet.Desk$Packed" url-pattern="/all/*"/>
                </endpoints>
                """);
        Desk.Plain.destroyed = false;
        try (Container container = start(files, null, Map.of())) {
            assertEquals("hi", client(address(container, "/metro/desk"), false).echo("hi"));
            assertEquals("/app/metro/desk", Desk.Guard.path);
            Desk below = client(address(container, "/all/below"), false);
            assertEquals("/below", below.container().get(2));
            assertFalse(Desk.Plain.destroyed);
        }
        assertTrue(Desk.Plain.destroyed);
    }

    @Test
    void whatMetrosDescriptorAsksForAndIsNotSupportedIsRefusedByItsLine() throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(files.resolve("WEB-INF/sun-jaxws.xml"), """
                <endpoints xmlns="http://java.sun.com/xml/ns/jax-ws/ri/runtime" version="2.0">
                  <endpoint name="desk" implementation="dev.weir.servlet.Desk$Plain" url-pattern="/desk"
                            databinding="eclipselink.jaxb"/>
                </endpoints>
                """);
        Exception failure =
                assertThrows(Exception.class, () -> start(files, null, Map.of()).close());
        StringBuilder all = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            all.append(at.getMessage()).append('\n');
        }
        assertTrue(all.toString().contains("/WEB-INF/sun-jaxws.xml, line 2"), all.toString());
        assertTrue(all.toString().contains("databinding=\"eclipselink.jaxb\""), all.toString());
    }
}

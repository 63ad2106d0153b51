package dev.weir.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jws.WebService;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;

@SpringBootTest(
        classes = Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.endpoints.web.exposure.include=metrics", "spring.main.banner-mode=off"})
@Tag("jdk")
class SpringBootApplicationTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    private String address(String path) {
        return "http://localhost:" + port + path;
    }

    private Hello hello(String path, String service) throws IOException {
        return Service.create(URI.create(address(path) + "?wsdl").toURL(), new QName("urn:hello", service))
                .getPort(Hello.class);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(address(path))).build(), BodyHandlers.ofString());
    }

    private static String fully(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            all.append(at.getMessage()).append('\n');
        }
        return all.toString();
    }

    @Test
    void anAnnotatedBeanIsAServiceWithItsProxyAndItsContext() throws Exception {
        Hello hello = hello("/services/HelloService", "HelloService");
        int before = Application.Counting.CALLS.get();
        assertEquals("Hello World", hello.hello("World"));
        assertEquals(before + 1, Application.Counting.CALLS.get());
        assertEquals("/services/HelloService", hello.path());
        assertEquals(1, Application.HelloBean.STARTED.get());
        assertEquals("as asked", assertThrows(Hello.Refused.class, hello::fail).getMessage());
    }

    @Test
    void whatTheApplicationPublishesItselfIsPublishedOnce() throws Exception {
        Hello own = hello("/services/own", "OwnBeanService");
        assertEquals("own World", own.hello("World"));
        assertEquals("by Marking", own.path());
        String reason = assertThrows(SOAPFaultException.class, own::fail).getMessage();
        assertFalse(reason.contains("secret"), reason);
        assertEquals(404, get("/services/OwnBeanService?wsdl").statusCode());
    }

    @Test
    void actuatorShowsHowOftenAndHowLongOperationsWereCalled() throws Exception {
        Hello hello = hello("/services/HelloService", "HelloService");
        assertEquals("Hello Meter", hello.hello("Meter"));
        assertThrows(Hello.Refused.class, hello::fail);
        String all = get("/actuator/metrics/weir.soap.server.requests?tag=service:HelloService&tag=operation:hello")
                .body();
        assertTrue(all.contains("\"statistic\":\"COUNT\""), all);
        assertTrue(all.contains("\"tag\":\"outcome\",\"values\":[\"SUCCESS\"]"), all);
        String faults = get("/actuator/metrics/weir.soap.server.requests?tag=operation:fail&tag=outcome:FAULT")
                .body();
        assertTrue(faults.contains("\"COUNT\""), faults);
        assertEquals(200, get("/actuator/metrics/weir.soap.server.buffered").statusCode());
    }

    @Test
    void actuatorShowsInWhatMessagesWere() throws Exception {
        for (String name : List.of("received.messages", "received.bytes", "sent.messages", "sent.bytes")) {
            for (String encoding : List.of("fast_infoset", "mtom", "gzip", "zstd")) {
                assertEquals(
                        200,
                        get("/actuator/metrics/weir.soap." + name + "?tag=encoding:" + encoding)
                                .statusCode(),
                        name + " " + encoding);
            }
        }
        String before = get("/actuator/metrics/weir.soap.sent.messages?tag=encoding:text")
                .body();
        assertEquals(
                "Hello Text", hello("/services/HelloService", "HelloService").hello("Text"));
        String after = get("/actuator/metrics/weir.soap.sent.messages?tag=encoding:text")
                .body();
        assertNotEquals(before, after, "request and reply");
    }

    @Test
    void clientsAreBeans() {
        try (ConfigurableApplicationContext other = SpringApplication.run(
                ClientsOnly.class,
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--weir.soap.clients.first.service-interface=dev.weir.spring.Hello",
                "--weir.soap.clients.first.address=" + address("/services/own"),
                "--weir.soap.clients.first.receive-timeout=5s",
                "--weir.soap.clients.second.service-interface=dev.weir.spring.Hello",
                "--weir.soap.clients.second.wsdl=" + address("/services/HelloService?wsdl"),
                "--weir.soap.clients.second.service={urn:hello}HelloService")) {
            assertEquals("own bean", other.getBean("first", Hello.class).hello("bean"));
            assertEquals("Hello bean", other.getBean("second", Hello.class).hello("bean"));
        }
    }

    /** An application without services. */
    @EnableAutoConfiguration
    static class ClientsOnly {}

    @Test
    void aClientThatLacksWhatItNeedsIsRefusedByName() {
        Exception failure = assertThrows(
                Exception.class,
                () -> SpringApplication.run(
                                ClientsOnly.class,
                                "--spring.main.web-application-type=none",
                                "--weir.soap.clients.third.service-interface=dev.weir.spring.Hello")
                        .close());
        assertTrue(fully(failure).contains("weir.soap.clients.third must have"), fully(failure));
    }

    @Test
    void settingsOfABeanThatThereIsNotAreRefused() {
        Exception failure = assertThrows(
                Exception.class,
                () -> SpringApplication.run(
                                ClientsOnly.class, "--server.port=0", "--weir.soap.endpoints.nobody.path=/nobody")
                        .close());
        assertTrue(fully(failure).contains("[nobody]"), fully(failure));
    }

    @Test
    void pathsAreThoseOfThePropertiesOfBothStacks() throws Exception {
        for (String[] paths : new String[][] {{"--weir.soap.path=/ws", "/ws"}, {"--cxf.path=/soap/", "/soap"}}) {
            try (ConfigurableApplicationContext other = SpringApplication.run(
                    Single.class,
                    "--server.port=0",
                    "--spring.main.banner-mode=off",
                    paths[0],
                    "--weir.soap.endpoints.single.path=/one",
                    "--weir.soap.endpoints.single.properties.schema-validation-enabled=true",
                    "--weir.soap.endpoints.single.binding=http://www.w3.org/2003/05/soap/bindings/HTTP/")) {
                String at = "http://localhost:" + other.getEnvironment().getProperty("local.server.port") + paths[1]
                        + "/one";
                Hello hello = Service.create(URI.create(at + "?wsdl").toURL(), new QName("urn:hello", "SingleService"))
                        .getPort(Hello.class);
                assertEquals("single x", hello.hello("x"));
            }
        }
    }

    @Test
    void aBeanIsLaxByItsProperty() throws Exception {
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<hello xmlns='urn:elsewhere'><arg0>x</arg0></hello></s:Body></s:Envelope>";
        try (ConfigurableApplicationContext lax = SpringApplication.run(
                Single.class,
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--weir.soap.endpoints.single.properties.dev.weir.jaxws.lax=true")) {
            URI at = URI.create("http://localhost:" + lax.getEnvironment().getProperty("local.server.port")
                    + "/services/SingleService");
            HttpResponse<String> reply = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(at)
                                    .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertTrue(reply.body().contains("single x"), reply.body());
        }
    }

    /** An application with a service for each use. */
    @EnableAutoConfiguration
    static class Prototype {
        @Bean
        @Scope("prototype")
        SingleBean several() {
            return new SingleBean();
        }
    }

    @Test
    void aServiceThatIsNoSingletonIsRefusedByName() {
        Exception failure = assertThrows(
                Exception.class,
                () -> SpringApplication.run(Prototype.class, "--server.port=0").close());
        assertTrue(fully(failure).contains("the bean several is annotated with WebService and must be a singleton"));
    }

    /** An application with one service. */
    @EnableAutoConfiguration
    static class Single {
        @Bean
        SingleBean single() {
            return new SingleBean();
        }
    }

    /** Its implementation. */
    @WebService(
            targetNamespace = "urn:hello",
            serviceName = "SingleService",
            endpointInterface = "dev.weir.spring.Hello")
    static class SingleBean implements Hello {
        @Override
        public String hello(String name) {
            return "single " + name;
        }

        @Override
        public String path() {
            return "";
        }

        @Override
        public String fail() {
            throw new WebServiceException("no");
        }
    }
}

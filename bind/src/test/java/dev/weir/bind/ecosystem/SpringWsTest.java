package dev.weir.bind.ecosystem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.config.annotation.WsConfigurationSupport;
import org.springframework.ws.server.EndpointInterceptor;
import org.springframework.ws.server.endpoint.adapter.DefaultMethodEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.MarshallingPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import org.springframework.ws.soap.client.SoapFaultClientException;
import org.springframework.ws.soap.server.endpoint.annotation.FaultCode;
import org.springframework.ws.soap.server.endpoint.annotation.SoapFault;
import org.springframework.ws.soap.server.endpoint.interceptor.PayloadValidatingInterceptor;
import org.springframework.ws.transport.http.MessageDispatcherServlet;
import org.springframework.ws.wsdl.wsdl11.DefaultWsdl11Definition;
import org.springframework.xml.xsd.SimpleXsdSchema;

/**
 * A Spring WS application in Jetty, called over HTTP: its payloads are bound by this provider, once through the
 * application's Jaxb2Marshaller, and once as Spring WS binds classes with XmlRootElement without being told.
 */
class SpringWsTest {
    private static final String NAMESPACE = "urn:stations";

    /** Pictures are of any type: Spring WS validates what refers to an attachment, not the bytes in its place. */
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:stations"
                       elementFormDefault="qualified">
              <xs:element name="tankRequest"><xs:complexType>
                <xs:sequence>
                  <xs:element name="station" type="xs:string"/>
                  <xs:element name="picture" type="xs:anyType" minOccurs="0"/>
                </xs:sequence>
                <xs:attribute name="litres" type="xs:int"/>
              </xs:complexType></xs:element>
              <xs:element name="tankResponse"><xs:complexType>
                <xs:sequence>
                  <xs:element name="reading" type="xs:double" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element name="picture" type="xs:anyType" minOccurs="0"/>
                </xs:sequence>
              </xs:complexType></xs:element>
            </xs:schema>
            """;

    /** The packages of the (un)marshallers that payloads have met. */
    private static final Set<String> MET = ConcurrentHashMap.newKeySet();

    private static Server server;

    @XmlRootElement(name = "tankRequest", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class TankRequest {
        @XmlAttribute
        public int litres;

        @XmlElement(namespace = NAMESPACE)
        public String station;

        @XmlElement(namespace = NAMESPACE)
        public DataHandler picture;

        void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
            MET.add(unmarshaller.getClass().getPackageName());
        }
    }

    @XmlRootElement(name = "tankResponse", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class TankResponse {
        @XmlElement(namespace = NAMESPACE, name = "reading")
        public double[] readings;

        @XmlElement(namespace = NAMESPACE)
        public DataHandler picture;

        void afterMarshal(Marshaller marshaller) {
            MET.add(marshaller.getClass().getPackageName());
        }
    }

    @SoapFault(faultCode = FaultCode.CLIENT)
    public static class UnknownStation extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownStation(String station) {
            super("there is no station " + station);
        }
    }

    @Endpoint
    public static class Stations {
        @PayloadRoot(namespace = NAMESPACE, localPart = "tankRequest")
        @ResponsePayload
        public TankResponse tank(@RequestPayload TankRequest request) {
            if (!request.station.equals("Öst & West")) {
                throw new UnknownStation(request.station);
            }
            TankResponse response = new TankResponse();
            response.readings = new double[] {request.litres / 2.0, 1e300};
            response.picture = request.picture;
            return response;
        }
    }

    /** What both forms of the application share: the endpoint, a WSDL made of the schema, validation by it. */
    @Configuration
    public static class Application extends WsConfigurationSupport {
        @Bean
        Stations endpoint() {
            return new Stations();
        }

        @Bean
        SimpleXsdSchema schema() {
            return new SimpleXsdSchema(new ByteArrayResource(SCHEMA.getBytes(StandardCharsets.UTF_8)));
        }

        @Bean
        DefaultWsdl11Definition stations(SimpleXsdSchema schema) {
            DefaultWsdl11Definition definition = new DefaultWsdl11Definition();
            definition.setSchema(schema);
            definition.setPortTypeName("Stations");
            definition.setLocationUri("/");
            definition.setTargetNamespace(NAMESPACE);
            return definition;
        }

        @Override
        protected void addInterceptors(List<EndpointInterceptor> interceptors) {
            PayloadValidatingInterceptor validating = new PayloadValidatingInterceptor();
            validating.setXsdSchema(schema());
            validating.setValidateResponse(true);
            try {
                validating.afterPropertiesSet();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            interceptors.add(validating);
        }
    }

    @Configuration
    public static class WithMarshaller extends Application {
        @Bean
        @Override
        public DefaultMethodEndpointAdapter defaultMethodEndpointAdapter() {
            DefaultMethodEndpointAdapter adapter = new DefaultMethodEndpointAdapter();
            MarshallingPayloadMethodProcessor processor = new MarshallingPayloadMethodProcessor(marshaller());
            adapter.setMethodArgumentResolvers(List.of(processor));
            adapter.setMethodReturnValueHandlers(List.of(processor));
            return adapter;
        }

        @Bean
        Jaxb2Marshaller marshaller() {
            Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
            marshaller.setClassesToBeBound(TankRequest.class, TankResponse.class);
            marshaller.setMtomEnabled(true);
            return marshaller;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = new Server(0);
        ServletContextHandler servlets = new ServletContextHandler();
        Map.of("marshaller", WithMarshaller.class, "annotations", Application.class)
                .forEach((path, configuration) -> {
                    AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
                    context.register(configuration);
                    ServletHolder holder = new ServletHolder(path, new MessageDispatcherServlet(context));
                    holder.setInitOrder(0);
                    servlets.addServlet(holder, "/" + path + "/*");
                });
        server.setHandler(servlets);
        server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
    }

    @BeforeEach
    void nothingIsMet() {
        MET.clear();
    }

    private static String address(String path) {
        return "http://localhost:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort() + "/" + path + "/";
    }

    private static HttpResponse<String> post(String path, String payload) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(path)))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + payload
                                + "</s:Body></s:Envelope>"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static WebServiceTemplate client() throws Exception {
        Jaxb2Marshaller marshaller = new WithMarshaller().marshaller();
        marshaller.afterPropertiesSet();
        WebServiceTemplate client = new WebServiceTemplate(marshaller);
        client.afterPropertiesSet();
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"marshaller", "annotations"})
    void aPayloadIsReadAndWrittenByWeir(String path) throws Exception {
        HttpResponse<String> reply = post(
                path,
                "<tankRequest xmlns='urn:stations' litres='5'><station>&#214;st <![CDATA[& West]]></station></tankRequest>");
        assertEquals(200, reply.statusCode(), reply.body());
        assertTrue(reply.body().contains("reading>2.5</"), reply.body());
        assertTrue(reply.body().contains("reading>1.0E300</"), reply.body());
        assertEquals(Set.of("dev.weir.bind.jaxb"), MET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"marshaller", "annotations"})
    void aClientOfSpringCallsIt(String path) throws Exception {
        TankRequest request = new TankRequest();
        request.litres = 7;
        request.station = "Öst & West";
        TankResponse response = (TankResponse) client().marshalSendAndReceive(address(path), request);
        assertArrayEquals(new double[] {3.5, 1e300}, response.readings);
        assertEquals(Set.of("dev.weir.bind.jaxb"), MET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"marshaller", "annotations"})
    void anExceptionOfTheEndpointIsAFault(String path) throws Exception {
        TankRequest request = new TankRequest();
        request.station = "Nord";
        WebServiceTemplate client = client();
        SoapFaultClientException fault = assertThrows(
                SoapFaultClientException.class, () -> client.marshalSendAndReceive(address(path), request));
        assertEquals("there is no station Nord", fault.getFaultStringOrReason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"marshaller", "annotations"})
    void whatTheSchemaRefusesDoesNotReachTheEndpoint(String path) throws Exception {
        HttpResponse<String> reply = post(path, "<tankRequest xmlns='urn:stations' litres='many'/>");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("cvc-datatype-valid"), reply.body());
        assertEquals(Set.of(), MET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"marshaller", "annotations"})
    void itPublishesItsWsdl(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(path) + "stations.wsdl"))
                .build();
        HttpResponse<String> reply = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertEquals(200, reply.statusCode(), reply.body());
        assertTrue(reply.body().contains("portType name=\"Stations\""), reply.body());
    }

    /** MTOM by Jaxb2Marshaller, both ways. */
    @Test
    void anAttachmentGoesThereAndBack() throws Exception {
        byte[] picture = new byte[100_000];
        Arrays.fill(picture, (byte) 'x');
        TankRequest request = new TankRequest();
        request.station = "Öst & West";
        request.picture = new DataHandler(new ByteArrayDataSource(picture, "image/png"));
        TankResponse response = (TankResponse) client().marshalSendAndReceive(address("marshaller"), request);
        assertArrayEquals(picture, response.picture.getInputStream().readAllBytes());
        assertEquals("image/png", response.picture.getContentType());
    }
}

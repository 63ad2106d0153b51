package dev.weir.composite.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.client.ClientEncodings;
import dev.weir.soap.client.SoapClient;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.endpoint.SoapEndpoint;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.wsdl.DerivedBinding;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.SmallHeap;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An attachment comes to a composite, goes through its mediator to a reference, and that of the reply comes back, in one JVM. */
@Tag("slow")
class PassedAttachmentsTest {
    private static final String NAMESPACE = "urn:vault";
    private static final XmlName CONTENT = XmlName.of(NAMESPACE, "content");

    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:vault"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:vault">
              <types>
                <xsd:schema targetNamespace="urn:vault">
                  <xsd:element name="content" type="xsd:base64Binary"/>
                </xsd:schema>
              </types>
              <message name="Content"><part name="body" element="t:content"/></message>
              <portType name="Vault">
                <operation name="keep"><input message="t:Content"/><output message="t:Content"/></operation>
              </portType>
            </definitions>
            """;

    private static final String INTERFACE = "<interface.wsdl interface='urn:vault#wsdl.interface(Vault)'/>";
    private static final String PORT = "port='urn:vault#wsdl.endpoint(Vault/VaultPort)'";

    /** 15 MiB more than the heap; the messages on the way are six: two, and copies of the reply. */
    @Test
    void anAttachmentLongerThanTheHeapPassesThrough() {
        assertEquals(
                "66060288 bytes came back as they were sent; requests and replies with parts: 4; files left: []",
                last(SmallHeap.run(48, Program.class, "<property name='weir.mtom'>true</property>", "63", "1")));
    }

    /** Without a connection, and with replies that are long enough to be read piece by piece. */
    @Test
    void aReferenceToThisServerIsCalledInPartsToo() {
        assertEquals(
                "3145728 bytes came back as they were sent; requests and replies with parts: 8; files left: []",
                last(SmallHeap.run(
                        128, Program.class, "<property name='weir.mtom'>true</property>", "3", "2", "here")));
    }

    @ParameterizedTest
    @CsvSource({
        "weir.mtom=true, 4, 1",
        "policy, 4, 1",
        "policy off, 1, 1",
        "weir.mtom=true, 80, 20",
        "weir.fastInfoset=optimistic, 1, 1",
        "weir.gzip=true, 1, 1"
    })
    void theReferenceSaysHowItIsCalled(String how, int parts, int calls) {
        String[] property = how.split("=", 2);
        String binding = property.length == 2
                ? "<property name='" + property[0] + "'>" + property[1] + "</property>"
                : "<wsp:PolicyReference xmlns:wsp='http://schemas.xmlsoap.org/ws/2004/09/policy'"
                        + " xmlns:orawsp='http://schemas.oracle.com/ws/2006/01/policy' URI='oracle/wsmtom_policy'"
                        + (how.equals("policy off") ? " orawsp:status='disabled'" : "") + "/>";
        assertEquals(
                "1048576 bytes came back as they were sent; requests and replies with parts: " + parts
                        + "; files left: []",
                last(SmallHeap.run(128, Program.class, binding, "1", Integer.toString(calls))));
    }

    private static String last(String printed) {
        List<String> lines = printed.lines().toList();
        return lines.get(lines.size() - 1);
    }

    /**
     * Arguments: what the reference's binding contains, the attachment's length in MiB, how often it is sent, and one more where the
     * partner is on the same server.
     */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Files.createTempDirectory("passed-attachments");
            Path spool = Files.createDirectory(folder.resolve("spool"));
            System.setProperty("java.io.tmpdir", spool.toString()); // read by what is loaded from here on
            long length = Long.parseLong(arguments[1]) << 20;
            try (HttpTransport transport = HttpTransport.start();
                    Store store = SqliteStore.open(folder.resolve("data"))) {
                HttpServer http = transport.listen(
                        "127.0.0.1",
                        0,
                        HttpServerLimits.DEFAULT,
                        request -> CompletableFuture.completedFuture(HttpReply.text(404, "nothing here")));
                HttpServer partner =
                        arguments.length > 3 ? http : transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
                partner.mount(
                        "/vault",
                        new SoapEndpoint(
                                description(),
                                request -> {
                                    MessageValue echo = MessageValue.of(
                                            "body", request.input().part("body").copy());
                                    return CompletableFuture.completedFuture(new SoapReply.Output(echo));
                                },
                                EndpointOptions.DEFAULT));
                CompositeRuntime runtime = new CompositeRuntime(
                        store,
                        http,
                        transport.client(HttpClientLimits.DEFAULT),
                        RuntimeSettings.DEFAULT,
                        InstantSource.system());
                runtime.deploy(composite(folder.resolve("Vault"), partner.port(), arguments[0]));
                runtime.start();
                SoapClient client = new SoapClient(transport.client(HttpClientLimits.DEFAULT))
                        .with(ClientEncodings.DEFAULT.withMtom(true));
                URI address = URI.create("http://127.0.0.1:" + http.port() + "/soa-infra/services/default/Vault/Vault");
                long same = 0;
                for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                    same = call(client, address, length);
                }
                long parts = SoapTraffic.received(Encoding.MTOM);
                System.out.println(same + " bytes came back as they were sent; requests and replies with parts: "
                        + parts + "; files left: " + left(spool));
                runtime.close();
            }
            System.exit(0);
        }

        private static List<Path> left(Path spool) throws IOException {
            try (Stream<Path> files = Files.list(spool)) {
                return files.filter(file -> file.getFileName().toString().startsWith("weir-"))
                        .toList();
            }
        }

        private static long call(SoapClient client, URI address, long length) throws Exception {
            XmlElement element = new XmlElement("v", CONTENT);
            element.append(new XmlText(new Counted(length)));
            MessageValue reply = client.call(
                            DerivedBinding.of(portType(), SoapVersion.SOAP_11, XmlName.of(NAMESPACE, "VaultBinding")),
                            "keep",
                            address,
                            MessageValue.of("body", element),
                            Addressing.NONE,
                            Duration.ofMinutes(4))
                    .toCompletableFuture()
                    .get(4, TimeUnit.MINUTES);
            for (XmlNode child = reply.part("body").firstChild(); child != null; child = child.nextSibling()) {
                if (child instanceof XmlText text && text.binary() != null) {
                    return same(Objects.requireNonNull(text.binary()), new Counted(length));
                }
            }
            byte[] decoded = Base64.getMimeDecoder().decode(reply.part("body").stringValue());
            return same(BinaryContent.of(decoded, BinaryContent.ANY_TYPE), new Counted(length));
        }

        private static long same(BinaryContent found, BinaryContent expected) throws IOException {
            try (InputStream one = found.open();
                    InputStream other = expected.open()) {
                byte[] piece = new byte[8192];
                long same = 0;
                for (int count = one.read(piece); count >= 0; count = one.read(piece)) {
                    byte[] wanted = other.readNBytes(count);
                    for (int i = 0; i < count; i++) {
                        if (i >= wanted.length || piece[i] != wanted[i]) {
                            return -1 - same;
                        }
                        same++;
                    }
                }
                return same;
            }
        }

        private static Wsdl wsdl() {
            return Wsdl.read(URI.create("mem:/Vault.wsdl"), uri -> WSDL.getBytes(StandardCharsets.UTF_8));
        }

        private static PortType portType() {
            return Objects.requireNonNull(wsdl().portType(XmlName.of(NAMESPACE, "Vault")));
        }

        private static ServiceDescription description() {
            return ServiceDescription.of(
                    wsdl(), portType(), XmlName.of(NAMESPACE, "Vault"), Map.of(SoapVersion.SOAP_11, "VaultPort"));
        }

        private static Composite composite(Path folder, int partner, String binding) throws IOException {
            Files.createDirectories(folder);
            String end = " ui:wsdlLocation='Vault.wsdl' xmlns:ui='http://xmlns.oracle.com/soa/designer/'>" + INTERFACE;
            Files.writeString(folder.resolve("Vault.wsdl"), WSDL);
            Files.writeString(folder.resolve("composite.xml"), """
                    <composite name="Vault" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0">
                      <import namespace="urn:vault" location="Vault.wsdl" importType="wsdl"/>
                      <service name="Vault"%s<binding.ws %s/></service>
                      <component name="Router"><implementation.mediator src="Router.mplan"/></component>
                      <reference name="Partner"%s<binding.ws %s location="http://127.0.0.1:%d/vault">%s</binding.ws></reference>
                      <wire><source.uri>Vault</source.uri><target.uri>Router/Vault</target.uri></wire>
                      <wire><source.uri>Router/Partner</source.uri><target.uri>Partner</target.uri></wire>
                    </composite>
                    """.formatted(end, PORT, end, PORT, partner, binding));
            Files.writeString(folder.resolve("Router.componentType"), """
                    <componentType xmlns="http://xmlns.oracle.com/sca/1.0">
                      <service name="Vault"%s</service>
                      <reference name="Partner"%s</reference>
                    </componentType>
                    """.formatted(end, end));
            Files.writeString(folder.resolve("Router.mplan"), """
                    <Mediator name="Router" xmlns="http://xmlns.oracle.com/sca/1.0/mediator">
                      <operation name="keep"><switch><case executionType="direct" name="rule"><action>
                        <invoke reference="Partner" operation="keep"><onReply><reply/></onReply></invoke>
                      </action></case></switch></operation>
                    </Mediator>
                    """);
            return Composite.load(Archive.open(folder), Archive.NOWHERE, Map.of());
        }
    }

    /** Bytes that each place determines; held nowhere. */
    private record Counted(long length) implements BinaryContent {
        @Override
        public String contentType() {
            return ANY_TYPE;
        }

        @Override
        public InputStream open() {
            return new InputStream() {
                private long at;

                @Override
                public int read() {
                    return at < length ? valueAt(at++) & 0xff : -1;
                }

                @Override
                public int read(byte @Nullable [] into, int offset, int wanted) {
                    byte[] target = Objects.requireNonNull(into);
                    if (at >= length && wanted > 0) {
                        return -1;
                    }
                    int count = (int) Math.min(wanted, length - at);
                    for (int i = 0; i < count; i++) {
                        target[offset + i] = valueAt(at++);
                    }
                    return count;
                }
            };
        }

        private static byte valueAt(long place) {
            return (byte) (place * 31 ^ place >>> 8);
        }
    }
}

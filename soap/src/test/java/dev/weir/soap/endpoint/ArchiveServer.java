package dev.weir.soap.endpoint;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapService.SoapRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.mtom.MimeLimits;
import dev.weir.soap.wsdl.ServiceDescription;
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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A service over HTTP that answers with the content that it gets, at {@code /archive}; content whose base64 begins with "refuse" is a fault. */
final class ArchiveServer implements AutoCloseable {
    static final String NAMESPACE = "urn:archive";
    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:archive"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:archive">
              <types>
                <xsd:schema targetNamespace="urn:archive">
                  <xsd:element name="content" type="xsd:base64Binary"/>
                </xsd:schema>
              </types>
              <message name="Content"><part name="body" element="t:content"/></message>
              <portType name="Archive">
                <operation name="keep"><input message="t:Content"/><output message="t:Content"/></operation>
              </portType>
            </definitions>
            """;

    private final HttpTransport transport;
    private final HttpServer server;
    /** How the last content came: true for a part of the message. */
    volatile boolean cameAsPart;

    ArchiveServer(EndpointOptions options) throws IOException {
        this(options, HttpServerLimits.DEFAULT);
    }

    ArchiveServer(EndpointOptions options, HttpServerLimits limits) throws IOException {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, limits);
        server.mount("/archive", new SoapEndpoint(description(), this::serve, options));
    }

    /** Messages that are longer than usual are in files always. */
    static EndpointOptions withFilesIn(Path directory) {
        return EndpointOptions.DEFAULT.withAttachments(EndpointOptions.DEFAULT
                .attachments()
                .withDirectory(directory)
                .withLimits(MimeLimits.DEFAULT.withMemoryBytes(MimeLimits.DEFAULT.memoryBytes())));
    }

    static PortType portType() {
        PortType found = wsdl().portType(XmlName.of(NAMESPACE, "Archive"));
        if (found == null) {
            throw new IllegalStateException("the WSDL has no port type Archive");
        }
        return found;
    }

    private static Wsdl wsdl() {
        return Wsdl.read(URI.create("mem:/archive.wsdl"), uri -> WSDL.getBytes(StandardCharsets.UTF_8));
    }

    private static ServiceDescription description() {
        Wsdl wsdl = wsdl();
        Map<SoapVersion, String> ports = new EnumMap<>(SoapVersion.class);
        ports.put(SoapVersion.SOAP_11, "ArchivePort");
        ports.put(SoapVersion.SOAP_12, "ArchivePort12");
        return ServiceDescription.of(
                wsdl, wsdl.portType(XmlName.of(NAMESPACE, "Archive")), XmlName.of(NAMESPACE, "ArchiveService"), ports);
    }

    private CompletionStage<SoapReply> serve(SoapRequest request) {
        XmlElement content = request.input().part("body");
        BinaryContent part = null;
        for (XmlNode child = content.firstChild(); child != null; child = child.nextSibling()) {
            part = child instanceof XmlText text && text.binary() != null ? text.binary() : part;
        }
        cameAsPart = part != null;
        if ((part == null || part.length() < 100) && content.stringValue().startsWith("refuse")) {
            return CompletableFuture.completedFuture(new SoapReply.Faulted(new SoapFault(
                    SoapFault.Code.RECEIVER,
                    XmlName.of(NAMESPACE, "refused"),
                    "It is not kept.",
                    List.of(new XmlElement("t", XmlName.of(NAMESPACE, "why"))))));
        }
        return CompletableFuture.completedFuture(new SoapReply.Output(MessageValue.of("body", content.copy())));
    }

    int port() {
        return server.port();
    }

    String address() {
        return "http://127.0.0.1:" + port() + "/archive";
    }

    @Override
    public void close() {
        server.close(Duration.ZERO);
        transport.close();
    }

    /** Serves until it is killed, and prints its port; its argument is the attachments' directory. */
    @SuppressWarnings("resource")
    public static void main(String[] arguments) throws IOException, InterruptedException {
        ArchiveServer archive = new ArchiveServer(withFilesIn(Path.of(arguments[0])));
        System.out.println(archive.port());
        Thread.currentThread().join();
    }
}

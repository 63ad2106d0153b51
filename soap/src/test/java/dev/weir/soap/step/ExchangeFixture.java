package dev.weir.soap.step;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Exchanges as the steps before the one under test would leave them, without those steps. */
final class ExchangeFixture {
    static final String ORDER = "<d:order>tea</d:order>";
    static final String WSA = WsAddressing.VERSION_10;

    private static final ServiceDescription SHOP = ShopService.description(SoapVersion.SOAP_11, SoapVersion.SOAP_12);

    private ExchangeFixture() {}

    static ServiceDescription shop() {
        return SHOP;
    }

    static Binding binding(SoapVersion version) {
        return SHOP.bindings().get(version);
    }

    /** The operations of a binding, which a service serves. */
    static List<ServedOperation<MessageValue>> operations(Binding binding, SoapService service) {
        return WsdlOperation.of(binding, SHOP.actions(), service);
    }

    static List<ServedOperation<MessageValue>> operations(SoapVersion version) {
        return operations(binding(version), ShopService::serve);
    }

    static ServedOperation<MessageValue> operation(String name) {
        return operation(name, ShopService::serve);
    }

    static ServedOperation<MessageValue> operation(String name, SoapService service) {
        return operations(binding(SoapVersion.SOAP_11), service).stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static String envelope(EnvelopeFormat format, String headers, String body) {
        return "<e:Envelope xmlns:e='" + format.namespace + "' xmlns:d='" + ShopService.DATA + "' xmlns:a='" + WSA
                + "'>"
                + (headers.isEmpty() ? "" : "<e:Header>" + headers + "</e:Header>") + "<e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    /** A request whose envelope has not been read, as {@link UnpackMtom} leaves it. */
    static Exchange<MessageValue> unread(EnvelopeFormat format, Map<String, String> headers, byte[] body) {
        HttpRequest.Target target = new HttpRequest.Target("http", "shop.example", "/shop", null);
        Exchange<MessageValue> exchange = new Exchange<>(
                new HttpRequest(
                        "POST",
                        target,
                        HttpHeaders.of(headers),
                        body,
                        InetSocketAddress.createUnresolved("peer.example", 1)),
                format);
        ContentType type = ContentType.parse(headers.get("Content-Type"));
        exchange.document(new EnvelopeDocument(body, type.mediaType(), type.parameter("charset"), null));
        return exchange;
    }

    /** An exchange whose envelope is open, as {@link ReadEnvelope} leaves it. */
    static Exchange<MessageValue> open(
            EnvelopeFormat format, Map<String, String> httpHeaders, String headers, String body) {
        byte[] document = envelope(format, headers, body).getBytes(StandardCharsets.UTF_8);
        Exchange<MessageValue> exchange = unread(format, httpHeaders, document);
        exchange.envelope(EnvelopeReader.open(document, null, XmlLimits.DEFAULT));
        exchange.addressing(WsAddressing.read(exchange.headers()));
        return exchange;
    }

    static Exchange<MessageValue> open(EnvelopeFormat format, String headers, String body) {
        return open(format, Map.of(), headers, body);
    }

    /** An exchange whose operation is known and whose envelope is open. */
    static Exchange<MessageValue> dispatched(String operation, String headers, String body) {
        Exchange<MessageValue> exchange = open(EnvelopeFormat.SOAP_11, headers, body);
        exchange.operation(operation(operation));
        return exchange;
    }

    static SoapFault faultOf(Executable step) {
        return Assertions.assertThrows(SoapFaultException.class, step).fault();
    }

    static XmlElement body(HttpReply reply) {
        XmlElement envelope = XmlElement.parse(reply.body());
        XmlElement body = envelope.element(XmlName.of(envelope.name().namespace(), "Body"));
        Assertions.assertNotNull(body);
        return body.elements().get(0);
    }
}

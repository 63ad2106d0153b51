package dev.weir.soap.step;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    static BindingOperation operation(String name) {
        return binding(SoapVersion.SOAP_11).operations().get(name);
    }

    static String envelope(EnvelopeFormat format, String headers, String body) {
        return "<e:Envelope xmlns:e='" + format.namespace + "' xmlns:d='" + ShopService.DATA + "' xmlns:a='" + WSA
                + "'>"
                + (headers.isEmpty() ? "" : "<e:Header>" + headers + "</e:Header>") + "<e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    /** A request of which nothing has been read. */
    static Exchange unread(EnvelopeFormat format, Map<String, String> headers, byte[] body) {
        HttpRequest.Target target = new HttpRequest.Target("http", "shop.example", "/shop", null);
        return new Exchange(
                new HttpRequest(
                        "POST",
                        target,
                        HttpHeaders.of(headers),
                        body,
                        InetSocketAddress.createUnresolved("peer.example", 1)),
                format);
    }

    /** An exchange whose envelope is open, as {@link ReadEnvelope} leaves it. */
    static Exchange open(EnvelopeFormat format, Map<String, String> httpHeaders, String headers, String body) {
        byte[] document = envelope(format, headers, body).getBytes(StandardCharsets.UTF_8);
        Exchange exchange = unread(format, httpHeaders, document);
        exchange.envelope(EnvelopeReader.open(document, null, XmlLimits.DEFAULT));
        exchange.addressing(WsAddressing.read(exchange.headers()));
        return exchange;
    }

    static Exchange open(EnvelopeFormat format, String headers, String body) {
        return open(format, Map.of(), headers, body);
    }

    /** An exchange whose operation is known and whose envelope is open. */
    static Exchange dispatched(String operation, String headers, String body) {
        Exchange exchange = open(EnvelopeFormat.SOAP_11, headers, body);
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

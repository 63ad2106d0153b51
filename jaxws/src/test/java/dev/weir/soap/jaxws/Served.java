package dev.weir.soap.jaxws;

import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.Handler;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import javax.xml.namespace.QName;

/** An endpoint at a port of the system's choice, and ways to call it. */
public record Served(Endpoint endpoint) implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Publishes an implementor. */
    public static Served by(Object implementor, WebServiceFeature... features) {
        return publish(new WeirProvider().createEndpoint(null, implementor, features));
    }

    /** Publishes an implementor behind handlers; messages with parts that are longer than usual are in files always. */
    public static Served withFilesIn(Path directory, Object implementor, Handler<?>... handlers) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
        endpoint.getProperties().put("attachment-directory", directory.toString());
        endpoint.getProperties().put("attachment-memory-threshold", 256 * 1024);
        endpoint.getBinding().setHandlerChain(List.of(handlers));
        return publish(endpoint);
    }

    /** Publishes an endpoint that has been made ready. */
    public static Served publish(Endpoint endpoint) {
        endpoint.publish("http://127.0.0.1:0/served");
        return new Served(endpoint);
    }

    public String address() {
        return (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
    }

    public URL wsdl() throws MalformedURLException {
        return URI.create(address() + "?wsdl").toURL();
    }

    public String wsdlText() throws Exception {
        return HTTP.send(HttpRequest.newBuilder(wsdl().toURI()).build(), BodyHandlers.ofString())
                .body();
    }

    /** A typed client of Weir's, by the endpoint's WSDL. */
    public <T> T client(QName service, Class<T> type, WebServiceFeature... features) throws MalformedURLException {
        return new WeirProvider()
                .createServiceDelegate(wsdl(), service, Service.class)
                .getPort(type, features);
    }

    /** POSTs an envelope of SOAP 1.1. */
    public HttpResponse<String> post(String header, String body) throws Exception {
        return post("", header, body);
    }

    /** POSTs an envelope of SOAP 1.1 with one more header field. */
    public HttpResponse<String> postWith(String field, String value, String header, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address()))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header(field, value)
                .POST(BodyPublishers.ofString(envelope(header, body)))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    /** POSTs an envelope of SOAP 1.2. */
    public HttpResponse<String> post12(String header, String body) throws Exception {
        String envelope = envelope(header, body)
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        HttpRequest request = HttpRequest.newBuilder(URI.create(address()))
                .header("Content-Type", "application/soap+xml; charset=utf-8")
                .POST(BodyPublishers.ofString(envelope))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    /** @param further what follows the address */
    public HttpResponse<String> post(String further, String header, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address() + further))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("X-Asked", "first")
                .header("X-Asked", "second")
                .POST(BodyPublishers.ofString(envelope(header, body)))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    public static String envelope(String header, String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>" + header
                + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    @Override
    public void close() {
        endpoint.stop();
    }
}

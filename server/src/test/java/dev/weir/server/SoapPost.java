package dev.weir.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Sends SOAP messages as plain HTTP, to see every byte of the answer. */
final class SoapPost {
    static final String SOAP_11 = "text/xml; charset=utf-8";
    static final String SOAP_12 = "application/soap+xml; charset=utf-8";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    HttpResponse<String> send(URI address, String contentType, String body) throws IOException {
        return send(address, contentType, "\"\"", body);
    }

    /** @param action for SOAP 1.1, in its quotation marks */
    HttpResponse<String> send(URI address, String contentType, String action, String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (contentType.startsWith("text/xml")) {
            request.header("SOAPAction", action);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

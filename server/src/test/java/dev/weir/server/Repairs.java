package dev.weir.server;

import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.net.http.HttpResponse;

/** Messages to the composite Repairs, whose process has one of most constructs. */
public final class Repairs {
    private Repairs() {}

    /** Collects what was brought under an id, so that what waits goes on. */
    public static HttpResponse<String> collect(WeirServer server, String id) throws IOException {
        return send(server, "collect", id, "", 0);
    }

    /** @param how the repair goes: {@code waits}, {@code fails}, {@code none}, or anything else, which is done */
    public static HttpResponse<String> bring(WeirServer server, String id, String how, int turns) throws IOException {
        return send(server, "bring", id, how, turns);
    }

    private static HttpResponse<String> send(WeirServer server, String operation, String id, String how, int turns)
            throws IOException {
        return new SoapPost()
                .send(
                        server.url().resolve("/soa-infra/services/default/Repairs/Repairs"),
                        SoapPost.SOAP_11,
                        "\"http://repairs.example/" + operation + "\"",
                        "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                                + "<repair xmlns=\"http://repairs.example\"><id>" + id + "</id><how>" + how
                                + "</how><turns>" + turns + "</turns></repair></e:Body></e:Envelope>");
    }
}

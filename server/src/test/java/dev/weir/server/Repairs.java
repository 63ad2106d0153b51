package dev.weir.server;

import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.net.http.HttpResponse;

/** Messages to the composite Repairs, whose process has one of most constructs. */
public final class Repairs {
    private Repairs() {}

    /** @param how the repair goes: {@code waits}, {@code fails}, {@code none}, or anything else, which is done */
    public static HttpResponse<String> bring(WeirServer server, String id, String how, int turns) throws IOException {
        return new SoapPost()
                .send(
                        server.url().resolve("/soa-infra/services/default/Repairs/Repairs"),
                        SoapPost.SOAP_11,
                        "\"http://repairs.example/bring\"",
                        "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                                + "<repair xmlns=\"http://repairs.example\"><id>" + id + "</id><how>" + how
                                + "</how><turns>" + turns + "</turns></repair></e:Body></e:Envelope>");
    }
}

package dev.weir.server.metrics;

import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Admission;
import dev.weir.server.admin.AdminApi;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers Prometheus, on the admin listener, to whoever may look. */
public final class ScrapeHandler implements HttpHandler {
    public static final String PATH = "/metrics";

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final AdminApi.Access access;
    private final ServerMetrics metrics;

    public ScrapeHandler(AdminApi.Access access, ServerMetrics metrics) {
        this.access = access;
        this.metrics = metrics;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return CompletableFuture.completedFuture(answer(request));
    }

    @Override
    public boolean looksAtHeads() {
        return true;
    }

    /** Nothing depends on a body here. */
    @Override
    public HttpReply refuseHead(HttpRequest head, long length) {
        return answer(head);
    }

    private HttpReply answer(HttpRequest request) {
        Admission admission = access.authenticator().admit(request.header("Authorization"));
        if (admission.caller() == null) {
            access.log().refused(request, null, admission.tried(), admission.why(), admission.status());
            return HttpReply.text(
                            admission.status(),
                            "Send Authorization: Bearer with the content of " + AdminToken.FILE
                                    + " in the server's data folder.\n")
                    .with("WWW-Authenticate", "Bearer realm=\"weir\"");
        }
        if (!request.method().equals("GET")) {
            return HttpReply.text(405, "Send a GET.\n").with("Allow", "GET");
        }
        return HttpReply.of(200, TEXT, metrics.scrape().getBytes(StandardCharsets.UTF_8));
    }
}

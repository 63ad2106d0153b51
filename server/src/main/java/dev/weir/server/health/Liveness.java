package dev.weir.server.health;

import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Whether the program answers at all, from the moment it listens. Where it does not, only a new start helps. */
public final class Liveness implements HttpHandler {
    public static final String PATH = "/health/live";

    /** Else who asks would take a full server for a dead one. */
    @Override
    public boolean isReserved() {
        return true;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        HttpReply refusal = HealthReply.refusal(request);
        return CompletableFuture.completedFuture(refusal == null ? HealthReply.of(List.of()) : refusal);
    }
}

package dev.weir.server.deploy;

import dev.weir.composite.runtime.Deployment;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.page.ServiceIndex;
import dev.weir.soap.page.ServiceIndex.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The list of the services of composites, for people; where SOA Suite has its own. Thread-safe. */
public final class ServicePages implements HttpHandler {
    public static final String PATH = "/soa-infra";

    private final Supplier<List<Deployment>> deployments;

    ServicePages(Supplier<List<Deployment>> deployments) {
        this.deployments = deployments;
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        return CompletableFuture.completedFuture(
                reads
                        ? ServiceIndex.page(request.path(), entries())
                        : HttpReply.text(405, "This address has a page for people.\n")
                                .with("Allow", "GET, HEAD"));
    }

    private List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (Deployment deployment : deployments.get()) {
            for (String path : deployment.paths()) {
                entries.add(new Entry(deployment.name() + " " + path.substring(path.lastIndexOf('/') + 1), path));
            }
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }
}

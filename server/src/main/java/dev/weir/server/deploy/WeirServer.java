package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.LocalComposites;
import dev.weir.composite.assembly.RevisionFiles;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.composite.runtime.DeploymentException;
import dev.weir.composite.runtime.EarlierVersions;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running server: store, HTTP, composites, admin API. Closing it drains: answered messages are safe, and the
 * remaining work continues after the next start.
 */
public final class WeirServer implements AutoCloseable {
    private static final String ROOT = "/";
    /** In the data folder. */
    private static final String VERSIONS = "versions";

    private final HttpTransport transport;
    private final HttpServer http;
    private final Store store;
    private final CompositeRuntime runtime;
    private final URI url;

    private WeirServer(HttpTransport transport, HttpServer http, Store store, CompositeRuntime runtime, URI url) {
        this.transport = transport;
        this.http = http;
        this.store = store;
        this.runtime = runtime;
        this.url = url;
    }

    /**
     * Starts a server; it is ready when this returns.
     *
     * @throws UncheckedIOException if the port cannot be had
     * @throws dev.weir.store.StoreException if the store cannot be opened
     * @throws AssemblyException if a place holds no composite
     * @throws DeploymentException if composites cannot be deployed, with all problems of all of them
     */
    public static WeirServer start(ServerSettings settings) {
        return start(settings, SqliteStore::open);
    }

    /**
     * The same over a store of the caller's choice.
     *
     * @param stores opens the store in a folder; the server closes it
     */
    public static WeirServer start(ServerSettings settings, Function<Path, ? extends Store> stores) {
        // The store and the composites' files are read while the HTTP library starts.
        CompletableFuture<Store> opening = CompletableFuture.supplyAsync(() -> stores.apply(settings.data()));
        CompletableFuture<List<Archive>> archives =
                CompletableFuture.supplyAsync(() -> archives(settings.composites()));
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            HttpTransport transport = HttpTransport.start();
            opened.add(transport);
            Store store = join(opening);
            opened.add(store);
            HttpServer http = listen(transport, settings);
            opened.add(0, http);
            URI url = URI.create("http://localhost:" + http.port());
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            List<Archive> found = join(archives);
            Map<String, String> tokens = tokens(settings, url);
            Resources elsewhere =
                    new LocalComposites((partition, name, revision) -> find(found, name, revision), Archive.NOWHERE);
            RevisionFiles kept = new RevisionFiles(settings.data().resolve(VERSIONS));
            CompositeRuntime runtime = new CompositeRuntime(
                    store,
                    http,
                    client,
                    RuntimeSettings.DEFAULT
                            .withMaxReplyWait(settings.maxReplyWait())
                            .withDispatcher(settings.dispatcher()),
                    earlier(kept, elsewhere, tokens),
                    InstantSource.system());
            opened.add(0, runtime);
            Set<String> needed = new HashSet<>(deploy(runtime, found, elsewhere, tokens, kept));
            needed.addAll(store.definitionsInUse());
            kept.retain(needed);
            WeirServer server = new WeirServer(transport, http, store, runtime, url);
            http.mount(
                    AdminApi.PREFIX.substring(0, AdminApi.PREFIX.length() - 1),
                    new AdminApi(store, runtime, server::composites));
            runtime.start();
            http.unmount(ROOT);
            return server;
        } catch (IOException e) {
            closeAll(opened);
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (RuntimeException e) {
            closeAll(opened);
            throw e;
        }
    }

    /** Answers 503, not 404, until all composites are deployed. */
    private static HttpServer listen(HttpTransport transport, ServerSettings settings) throws IOException {
        return transport.listen(
                settings.host(),
                settings.port(),
                HttpServerLimits.DEFAULT.withMaxBodyBytes(settings.maxBodyBytes()),
                request -> CompletableFuture.completedFuture(
                        HttpReply.text(503, "the server is starting\n").with("Retry-After", "1")));
    }

    private static List<Archive> archives(List<Path> places) {
        List<Archive> archives = new ArrayList<>();
        for (Path place : places) {
            archives.addAll(Archive.below(place));
        }
        return archives;
    }

    private static Map<String, String> tokens(ServerSettings settings, URI url) {
        Map<String, String> tokens = new HashMap<>(settings.tokens());
        tokens.putIfAbsent("serverURL", url.toString());
        return tokens;
    }

    /** The versions that instances may have begun with in earlier runs, read with what this run knows of the rest. */
    private static EarlierVersions earlier(RevisionFiles kept, Resources elsewhere, Map<String, String> tokens) {
        return new EarlierVersions() {
            @Override
            public List<String> of(String composite) {
                return kept.of(composite);
            }

            @Override
            public Composite load(String composite, String version) {
                return kept.load(composite, version, elsewhere, tokens);
            }
        };
    }

    /** Deploys all of them, and keeps them as they are for their instances; returns their versions. */
    private static Set<String> deploy(
            CompositeRuntime runtime,
            List<Archive> archives,
            Resources elsewhere,
            Map<String, String> tokens,
            RevisionFiles kept) {
        Set<String> versions = new HashSet<>();
        List<Problem> problems = new ArrayList<>();
        Map<String, Archive> taken = new HashMap<>();
        for (Archive archive : archives) {
            try {
                RevisionFiles.RecordedResources recorded = new RevisionFiles.RecordedResources(elsewhere);
                Composite composite = Composite.load(archive, recorded, tokens);
                Archive other = taken.putIfAbsent(composite.id(), archive);
                if (other == null) {
                    runtime.deploy(composite, () -> {
                        String version = kept.keep(composite.id(), archive, recorded);
                        versions.add(version);
                        return version;
                    });
                } else {
                    problems.add(Problem.ofFile(
                            archive.origin().toString(),
                            "composite-duplicate",
                            composite.id() + " is in " + other.origin() + " already",
                            "give one of them another name or revision"));
                }
            } catch (AssemblyException e) {
                e.problems().forEach(problem -> problems.add(archive.located(problem)));
            } catch (DeploymentException e) {
                e.problems().forEach(problem -> problems.add(archive.located(problem)));
            } catch (WsdlException e) {
                List<Problem> inDocument = e.problems().isEmpty()
                        ? List.of(Problem.ofFile("composite.xml", "wsdl", String.valueOf(e.getMessage()), ""))
                        : e.problems();
                inDocument.forEach(problem -> problems.add(archive.located(problem)));
            }
        }
        if (!problems.isEmpty()) {
            throw new DeploymentException(problems);
        }
        return versions;
    }

    private static @Nullable Archive find(List<Archive> archives, String name, @Nullable String revision) {
        for (Archive archive : archives) {
            XmlElement composite = XmlElement.parse(archive.read(archive.compositeXml()));
            if (name.equals(composite.attributeValue("name"))
                    && (revision == null || revision.equals(composite.attributeValue("revision")))) {
                return archive;
            }
        }
        return null;
    }

    private List<CompositeView> composites() {
        return runtime.deployments().stream()
                .map(deployment -> new CompositeView(
                        deployment.name().toString(),
                        deployment.components(),
                        deployment.paths().stream().map(path -> url + path).toList()))
                .toList();
    }

    public List<Deployment> deployments() {
        return runtime.deployments();
    }

    /** How this machine reaches the server. */
    public URI url() {
        return url;
    }

    @Override
    public void close() {
        runtime.close();
        http.close();
        store.close();
        transport.close();
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static void closeAll(List<AutoCloseable> opened) {
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (Exception e) {
                System.getLogger(WeirServer.class.getName())
                        .log(System.Logger.Level.WARNING, "closing after a failed start", e);
            }
        }
    }
}

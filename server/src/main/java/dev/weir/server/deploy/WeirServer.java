package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.assembly.RevisionFiles;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.documents.DocumentSources;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.composite.runtime.EarlierRuns;
import dev.weir.composite.runtime.EarlierVersions;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Authenticator;
import dev.weir.server.access.PartnersFile;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.admin.HistoryArchive;
import dev.weir.server.health.Liveness;
import dev.weir.server.health.Readiness;
import dev.weir.server.log.AccessLog;
import dev.weir.server.metrics.ServerMetrics;
import dev.weir.server.series.ServerSeries;
import dev.weir.server.series.StoreFiles;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.ServerTls;
import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.soap.http.TlsReload;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** The folder, in the data folder, of the versions of composites that instances began with. */
    static final String VERSIONS = "versions";
    /** The folder below the server's data in which documents are kept that were fetched. */
    public static final String FETCHED = "fetched";

    /** The folder, in the data folder, of what is deployed. */
    static final String DEPLOYED = "deployed";

    /** The folder, in the data folder, of instances that were archived before they were removed. */
    public static final String ARCHIVE = "archive";

    /** The time after the drain time for answers that are being written. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private final HttpTransport transport;
    private final Listeners listeners;
    private final Store store;
    private final CompositeRuntime runtime;
    private final Urls urls;
    private final List<Problem> refused;

    /** @param admin null for none */
    private record Listeners(
            HttpServer services,
            @Nullable AdminServer admin,
            TlsReload reload,
            @Nullable AccessLog requests) {}

    private record Urls(URI own, String toOthers) {}

    private WeirServer(
            HttpTransport transport,
            Listeners listeners,
            Store store,
            CompositeRuntime runtime,
            Urls urls,
            List<Problem> refused) {
        this.transport = transport;
        this.listeners = listeners;
        this.store = store;
        this.runtime = runtime;
        this.urls = urls;
        this.refused = refused;
    }

    /**
     * Starts a server; it is ready when this returns, unless it is to be paused.
     *
     * @throws UncheckedIOException if the port cannot be had
     * @throws dev.weir.store.StoreException if the store cannot be opened
     * @throws DeploymentException if none of the composites can be deployed, or one of them and the settings are strict,
     *     with all problems of all of them
     */
    public static WeirServer start(ServerSettings settings) {
        return start(settings, StartProgress.UNSEEN);
    }

    /** The same for someone who follows it. */
    public static WeirServer start(ServerSettings settings, StartProgress progress) {
        return start(settings, SqliteStore::open, progress);
    }

    /**
     * The same over a store of the caller's choice.
     *
     * @param stores opens the store in a folder; the server closes it
     */
    public static WeirServer start(ServerSettings settings, Function<Path, ? extends Store> stores) {
        return start(settings, stores, StartProgress.UNSEEN);
    }

    private static WeirServer start(
            ServerSettings settings, Function<Path, ? extends Store> stores, StartProgress progress) {
        // The store and the composites' files are read while the HTTP library starts.
        CompletableFuture<Store> opening = CompletableFuture.supplyAsync(() -> stores.apply(settings.data()));
        List<Problem> refused = new ArrayList<>();
        CompletableFuture<List<Archive>> archives =
                CompletableFuture.supplyAsync(() -> archives(settings.composites(), refused));
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            HttpTransport transport = HttpTransport.start();
            opened.add(transport);
            Store store = join(opening);
            opened.add(store);
            TlsReload reload = new TlsReload();
            opened.add(0, reload);
            AccessLog requests = settings.accessLog() == null ? null : AccessLog.open(settings.accessLog());
            if (requests != null) {
                opened.add(requests);
            }
            HttpServer http = listen(transport, settings, reload);
            opened.add(0, http);
            http.log(requests);
            http.replace(Liveness.PATH, new Liveness());
            AdminServer admin = null;
            if (settings.admin() != null) {
                admin = AdminServer.open(transport, settings.admin(), http, settings, reload);
                opened.add(0, admin);
                admin.log(requests);
            }
            URI url = URI.create(http.scheme() + "://localhost:" + http.port());
            HttpClient client = transport.client(HttpClientLimits.DEFAULT);
            if (settings.partners() != null) {
                PartnersReload.watch(new PartnersFile(settings.partners()), client, reload);
            }
            KnownArchives known = new KnownArchives();
            DocumentSources documents = new DocumentSources(
                    settings.reading().documents(), settings.data().resolve(FETCHED), known);
            Deployments.Sources sources = new Deployments.Sources(
                    documents,
                    values(settings, url),
                    settings.reading().lenient(),
                    settings.runtime().java());
            RevisionFiles kept = new RevisionFiles(settings.data().resolve(VERSIONS));
            DeployedFiles files = new DeployedFiles(settings.data().resolve(DEPLOYED));
            String publicUrl = Objects.requireNonNullElse(settings.runtime().publicUrl(), url.toString());
            CompositeRuntime runtime = new CompositeRuntime(
                    store,
                    http,
                    client,
                    settings.runtime(),
                    new EarlierRuns(files, earlier(kept, store, sources), settings.data()),
                    InstantSource.system());
            opened.add(0, runtime);
            Deployments deployments =
                    new Deployments(runtime, store, new Deployments.Places(files, kept, known), sources, publicUrl);
            StartState state = new StartState(progress);
            if (admin != null) {
                // From here on: who operates the server can see how far it is, and what is in the store.
                serve(admin, settings, http, store, runtime, deployments, state);
                opened.remove(admin);
                opened.add(0, admin);
            }
            List<Archive> given = join(archives);
            Set<String> needed = new HashSet<>(deployments.start(given, refused, state));
            boolean none =
                    runtime.deployments().isEmpty() && !settings.composites().isEmpty();
            if (!refused.isEmpty() && (settings.strict() || none)) {
                throw new DeploymentException(refused);
            }
            needed.addAll(store.definitionsInUse());
            kept.retain(needed);
            runtime.tuning().add(new LogKnobs());
            Path archive = settings.data().resolve(ARCHIVE);
            runtime.retention().archiveTo(() -> HistoryArchive.in(archive, store, Instant.now()));
            if (!settings.paused()) {
                runtime.start();
            }
            state.over();
            if (!settings.paused()) {
                http.replace(
                        Readiness.PATH,
                        new Readiness(
                                store,
                                settings.data(),
                                () -> runtime.retention().alert() != null));
                if (settings.runtime().testPages()) {
                    http.replace(ServicePages.PATH, new ServicePages(runtime::deployments));
                }
                http.unmount(ROOT);
            }
            return new WeirServer(
                    transport,
                    new Listeners(http, admin, reload, requests),
                    store,
                    runtime,
                    new Urls(url, publicUrl),
                    List.copyOf(refused));
        } catch (IOException e) {
            closeAll(opened);
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            closeAll(opened);
            throw e;
        }
    }

    private static void serve(
            AdminServer admin,
            ServerSettings settings,
            HttpServer http,
            Store store,
            CompositeRuntime runtime,
            Deployments deployments,
            StartState state)
            throws IOException {
        AdminApi.Access access = new AdminApi.Access(
                new Authenticator(
                        settings.data(),
                        Objects.requireNonNull(settings.admin()).provider()),
                AdminLog.open(settings.data()));
        StoreFiles stored = new StoreFiles(settings.data());
        ServerSeries series = ServerSeries.start(http, store, runtime, stored);
        admin.serve(
                new AdminApi(access, store, runtime, deployments, series, state::pending),
                access,
                new ServerMetrics(http, store, runtime, stored, access.log()),
                series);
    }

    /** Answers 503, not 404, until all composites are deployed. */
    private static HttpServer listen(HttpTransport transport, ServerSettings settings, TlsReload reload)
            throws IOException {
        ServerTlsFiles secured = settings.services().tls();
        ServerTls tls = secured == null ? null : secured.read();
        HttpServer http = transport.listen(
                settings.services().host(),
                settings.services().port(),
                settings.services().limits(),
                tls,
                request -> CompletableFuture.completedFuture(
                        HttpReply.text(503, settings.paused() ? "the server is paused\n" : "the server is starting\n")
                                .with("Retry-After", settings.paused() ? "60" : "1")));
        if (secured != null && tls != null) {
            reload.watch("the services' connections", secured, http, tls);
        }
        return http;
    }

    private static List<Archive> archives(List<Path> places, List<Problem> problems) {
        List<Archive> archives = new ArrayList<>();
        for (Path place : places) {
            try {
                archives.addAll(Archive.below(place, problems));
            } catch (AssemblyException e) {
                problems.addAll(e.problems());
            }
        }
        return archives;
    }

    private static CompositeValues values(ServerSettings settings, URI url) {
        CompositeValues given = settings.reading().values();
        Map<String, String> tokens = new HashMap<>(given.tokens());
        tokens.putIfAbsent("serverURL", url.toString());
        return given.withTokens(tokens);
    }

    /** The versions that instances may have begun with in earlier runs, read with what this run knows of the rest. */
    private static EarlierVersions earlier(RevisionFiles kept, Store store, Deployments.Sources sources) {
        return new EarlierVersions() {
            @Override
            public List<String> of(String composite) {
                Set<String> used = store.definitionsInUse();
                return kept.of(composite).stream().filter(used::contains).toList();
            }

            @Override
            public Composite load(String composite, String version) {
                // It was deployed, whatever this run would refuse: its instances need it.
                return kept.load(composite, version, sources.documents().ofCopies(), sources.values(), true);
            }
        };
    }

    public List<Deployment> deployments() {
        return runtime.deployments();
    }

    /** What {@link CompositeValues} names that no composite has. */
    public Set<String> unused(CompositeValues values) {
        return values.unused(runtime.deployments().stream()
                .map(deployment -> runtime.composite(deployment.name()))
                .filter(Objects::nonNull)
                .toList());
    }

    /** Why composites that it was given are not deployed. */
    public List<Problem> refused() {
        return refused;
    }

    /** How this machine reaches the server. */
    public URI url() {
        return urls.own();
    }

    /** How callers and partners reach the server; no slash at its end. */
    public String publicUrl() {
        return urls.toOthers();
    }

    /** How this machine reaches the admin API; null where it is off. */
    public @Nullable URI adminUrl() {
        AdminServer admin = listeners.admin;
        return admin == null ? null : admin.url();
    }

    /**
     * The call of System.exit by which this process is being ended. Its thread waits for the shutdown hooks: whoever closes
     * the server in one of them should not give it time to drain.
     *
     * @return for people: the thread, and where it calls; null if nobody has called it
     */
    public @Nullable String exitCall() {
        return runtime.exitCall();
    }

    /** Turns away what is new at once, and does not wait for replies that are not there yet. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /**
     * Turns away new requests (503), lets those that have begun be answered, and then turns away the rest, too. The
     * connections are closed when all have their answers; whatever was not done goes on at the next start. The admin API
     * answers until the services do not.
     *
     * @param drain how long requests that have begun may take
     */
    public void close(Duration drain) {
        HttpServer http = listeners.services;
        http.drain();
        try {
            http.awaitIdle(drain);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        runtime.stop();
        listeners.reload.close();
        http.close(LAST_ANSWERS);
        if (listeners.admin != null) {
            listeners.admin.close();
        }
        runtime.close();
        store.close();
        transport.close();
        AccessLog requests = listeners.requests;
        if (requests != null) {
            requests.close();
        }
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

    static void closeAll(List<AutoCloseable> opened) {
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (Exception e) {
                System.getLogger(WeirServer.class.getName())
                        .log(System.Logger.Level.WARNING, "closing what a server had opened", e);
            }
        }
    }
}

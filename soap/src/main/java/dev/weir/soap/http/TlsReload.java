package dev.weir.soap.http;

import dev.weir.soap.tls.TlsMaterial;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads certificates, keys and trusted certificates again when their files have another content, whoever changed them
 * and how: by writing, renaming, or turning a link. Files that do not fit together, as between the renewal of one and of
 * the other, change nothing, and are reported when they still do not at the next look. Thread-safe.
 */
public final class TlsReload implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TlsReload.class.getName());
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofDays(14);

    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "weir-tls-files");
        thread.setDaemon(true);
        return thread;
    });

    /** Looks whether files have changed, and takes what they hold now. */
    public interface Look {
        /** @throws IOException if what they hold cannot be taken: then what was before goes on */
        void look() throws IOException;
    }

    private static final class Watched {
        final String what;
        final Look look;
        String failure = "";

        Watched(String what, Look look) {
            this.what = what;
            this.look = look;
        }

        void look() {
            try {
                look.look();
                failure = "";
            } catch (IOException | RuntimeException e) {
                String reason = String.valueOf(e.getMessage());
                if (failure.equals(reason)) {
                    LOG.log(Level.WARNING, what + " go on with what they had: " + reason);
                    failure = "reported " + reason;
                } else if (!failure.equals("reported " + reason)) {
                    failure = reason;
                }
            }
        }
    }

    /** Looks every two seconds, by a thread of its own, until it is closed. */
    public TlsReload() {
        var unused = clock.scheduleWithFixedDelay(
                () -> watched.forEach(Watched::look), INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Watches the files of a listener.
     *
     * @param what the listener's name for the log, a plural
     * @param first what it began with
     * @param renewed is run with the certificate of the listener when it has another one
     */
    public void watch(
            String what,
            ServerTlsFiles settings,
            HttpServer server,
            ServerTls first,
            Consumer<X509Certificate> renewed) {
        TlsMaterial material = Objects.requireNonNull(first.material());
        report(settings, material);
        watched.add(new Watched(what, new ListenerFiles(what, settings, server, renewed, material.digest())));
    }

    /** The same where nobody else has to know of other certificates. */
    public void watch(String what, ServerTlsFiles settings, HttpServer server, ServerTls first) {
        watch(what, settings, server, first, certificate -> {});
    }

    /** Watches something else. */
    public void watch(String what, Look look) {
        watched.add(new Watched(what, look));
    }

    private static final class ListenerFiles implements Look {
        private final String what;
        private final ServerTlsFiles settings;
        private final HttpServer server;
        private final Consumer<X509Certificate> renewed;
        private String digest;

        ListenerFiles(
                String what,
                ServerTlsFiles settings,
                HttpServer server,
                Consumer<X509Certificate> renewed,
                String digest) {
            this.what = what;
            this.settings = settings;
            this.server = server;
            this.renewed = renewed;
            this.digest = digest;
        }

        @Override
        public void look() throws IOException {
            TlsMaterial changed = settings.readIfChanged(digest);
            if (changed == null) {
                return;
            }
            server.renew(settings.with(changed));
            digest = changed.digest();
            LOG.log(Level.INFO, what + " have a new certificate or new authorities: " + changed);
            report(settings, changed);
            X509Certificate certificate = changed.certificate();
            if (certificate != null) {
                renewed.accept(certificate);
            }
        }
    }

    /** What an operator should mend, though it works. */
    private static void report(ServerTlsFiles settings, TlsMaterial material) {
        X509Certificate certificate = material.certificate();
        if (certificate != null) {
            Instant end = certificate.getNotAfter().toInstant();
            if (end.isBefore(Instant.now().plus(SOON))) {
                LOG.log(Level.WARNING, settings.files().certificate() + " expires or has expired: " + material);
            }
        }
        Path key = settings.files().key();
        warnIfPublic(key == null ? settings.files().certificate() : key);
        warnIfPublic(settings.files().password());
    }

    private static void warnIfPublic(@Nullable Path file) {
        try {
            if (file != null
                    && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                LOG.log(
                        Level.WARNING,
                        "every user of this machine may read " + file + ": make it private by chmod 600 " + file);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "who may read " + file + " is not known", e);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}

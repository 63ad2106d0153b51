package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.deployment.Change;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds of deploying, overwriting and undeploying under load leave nothing behind. What the process itself holds is
 * measured over many of them: {@code -Dweir.rounds} sets how many.
 */
class ManyDeploymentsTest {
    private static final Path CREDIT = RunningWeir.repository().resolve("examples/orders/Credit");
    private static final int FEW = 5;
    private static final int ROUNDS = Integer.getInteger("weir.rounds", 30);
    private static final int SLACK = 8; // workers of pools that had not been needed before

    @TempDir
    Path folder;

    private interface Deployments {
        void under(AdminClient admin, byte[] sar) throws Exception;
    }

    @Test
    void deploymentsUnderLoadLeaveNoCompositeAndNoFileOfTheirsBehind() throws Exception {
        underLoad((admin, sar) -> rounds(admin, sar, FEW));
    }

    @Test
    @Tag("soak")
    void manyDeploymentsUnderLoadLeaveNoThreadOpenFileOrClassBehind() throws Exception {
        underLoad((admin, sar) -> {
            rounds(admin, sar, 10);
            int threads = threads();
            int classes = classes();
            long open = openFiles();
            rounds(admin, sar, ROUNDS);

            assertTrue(threads() <= threads + SLACK, "threads: " + threads() + " after " + threads);
            assertTrue(openFiles() <= open + SLACK, "open files: " + openFiles() + " after " + open);
            assertTrue(classes() <= classes + 10 * SLACK + ROUNDS / 2, "classes: " + classes() + " after " + classes);
        });
    }

    private void underLoad(Deployments deployments) throws Exception {
        byte[] sar = Archive.open(CREDIT).toSar(Map.of());
        try (WeirServer server = WeirServer.start(new ServerSettings(
                List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), Duration.ofSeconds(5), 1 << 20))) {
            AdminClient admin = AdminClient.of(folder.resolve("data"));
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger answers = new AtomicInteger();
            Thread load = new Thread(() -> load(server.url(), stop, answers));
            load.start();
            try {
                deployments.under(admin, sar);
                assertEquals(List.of(), admin.composites());
                try (Stream<Path> files = Files.list(folder.resolve("data/deployed"))) {
                    assertEquals(1, files.count(), "the list only");
                }
            } finally {
                stop.set(true);
                load.join();
            }
            assertTrue(answers.get() > 0);
        }
    }

    private static void rounds(AdminClient admin, byte[] sar, int rounds) {
        for (int round = 0; round < rounds; round++) {
            admin.deploy(sar, new Upload("default", false, true));
            admin.deploy(sar, new Upload("default", true, true));
            admin.change("default/Credit!1.0", Change.UNDEPLOY);
        }
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Classes that are loaded now, after garbage has been collected. */
    private static int classes() {
        System.gc();
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    private static long openFiles() throws IOException {
        Path mine = Path.of("/proc/self/fd");
        if (!Files.isDirectory(mine)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(mine)) {
            return files.count();
        }
    }

    private static void load(URI url, AtomicBoolean stop, AtomicInteger answers) {
        SoapPost post = new SoapPost();
        String body = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><nothing/></s:Body>"
                + "</s:Envelope>";
        while (!stop.get()) {
            try {
                byte[] answer = post.send(
                                url.resolve("/soa-infra/services/default/Credit/CreditService"), SoapPost.SOAP_11, body)
                        .body()
                        .getBytes(StandardCharsets.UTF_8);
                answers.addAndGet(answer.length > 0 ? 1 : 0);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

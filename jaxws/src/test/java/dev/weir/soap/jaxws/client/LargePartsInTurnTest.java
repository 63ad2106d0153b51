package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.soap.jaxws.peers.Peers;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Eight clients at a time, whose parts are together longer than the heap of the server, which is 64 MiB: those that become arrays
 * wait in their files for their turn, those that are streamed need none. Nobody is refused.
 */
@Tag("slow")
class LargePartsInTurnTest {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 4;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int[] LENGTHS = {32 * KIB, MIB, 12 * MIB};

    /** Of the longest content by hand: {@code -Dweir.large.mib=1024}. */
    private static final long LONGEST = Long.getLong("weir.large.mib", 128) << 20;

    @TempDir
    private static Path folder;

    private static Path files;
    private static Peers.Server server;
    private static ExecutorService threads;

    @BeforeAll
    static void start() throws IOException {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
        files = Files.createDirectory(folder.resolve("files"));
        server = Peers.Server.start(
                folder,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+DisplayVMOutputToStderr",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                files.toString(),
                Long.toString(2 * LONGEST));
        threads = Executors.newFixedThreadPool(CLIENTS);
    }

    @AfterAll
    static void stop() throws IOException {
        threads.shutdownNow();
        server.close();
        String logged = logged();
        assertFalse(logged.contains("OutOfMemoryError") || logged.contains("SEVERE"), logged);
    }

    private static String logged() {
        try {
            return Files.readString(folder.resolve("errors.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertTrue(server.process().isAlive(), () -> "the server has ended: " + logged());
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32 * KIB, MIB, 12 * MIB})
    void arraysComeBack(int length) throws Exception {
        together((vault, client) -> {
            for (int round = 0; round < ROUNDS; round++) {
                echoBytes(vault, client * 100L + round, length);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {32 * KIB, MIB, 12 * MIB})
    void handlersComeBack(int length) throws Exception {
        together((vault, client) -> {
            for (int round = 0; round < ROUNDS; round++) {
                echoHandler(vault, client * 100L + round, length);
            }
        });
    }

    /** All lengths of both kinds beside each other, in an order of each client's own. */
    @Test
    void arraysAndHandlersComeBackBesideEachOther() throws Exception {
        together((vault, client) -> {
            List<Integer> calls = new ArrayList<>();
            for (int i = 0; i < 3 * 2 * LENGTHS.length; i++) {
                calls.add(i);
            }
            Collections.shuffle(calls, new Random(client));
            for (int call : calls) {
                int length = LENGTHS[call % LENGTHS.length];
                if (call / LENGTHS.length % 2 == 0) {
                    echoBytes(vault, client * 100L + call, length);
                } else {
                    echoHandler(vault, client * 100L + call, length);
                }
            }
        });
    }

    @Test
    void contentOfAnyLengthIsStreamed() throws Exception {
        together((vault, client) -> echoHandler(vault, client, LONGEST));
    }

    @FunctionalInterface
    private interface Calls {
        void make(Vault vault, int client) throws Exception;
    }

    private static void together(Calls calls) throws Exception {
        List<Future<?>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            Vault vault = client();
            clients.add(threads.submit(() -> {
                calls.make(vault, client);
                return null;
            }));
        }
        for (Future<?> client : clients) {
            client.get(10, TimeUnit.MINUTES);
        }
    }

    private static Vault client() throws Exception {
        Vault vault = Service.create(
                        URI.create(server.address() + "?wsdl").toURL(), new QName("urn:test:vault", "VaultService"))
                .getPort(Vault.class, new MTOMFeature());
        var context = ((BindingProvider) vault).getRequestContext();
        context.put("attachment-directory", files.toString());
        context.put("attachment-max-size", 2 * LONGEST);
        context.put("jakarta.xml.ws.client.receiveTimeout", 600_000);
        return vault;
    }

    private static void echoBytes(Vault vault, long seed, int length) throws IOException {
        byte[] sent = new CountedSource(seed, length).getInputStream().readAllBytes();
        assertArrayEquals(sent, vault.bytes(sent));
    }

    private static void echoHandler(Vault vault, long seed, long length) throws IOException {
        CountedSource sent = new CountedSource(seed, length);
        DataHandler back = vault.handler(new DataHandler(sent));
        try (Closeable held = (Closeable) back.getDataSource()) {
            assertTrue(held != null, "what comes back is in a file");
            assertEquals(length, sent.same(back));
        }
    }

    /** The server; ends with its input. Its arguments are the folder for parts and their greatest length. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
            Endpoint endpoint = new WeirProvider().createEndpoint(null, new Vault.Bean());
            endpoint.getProperties().put("attachment-directory", arguments[0]);
            endpoint.getProperties().put("attachment-max-size", Long.parseLong(arguments[1]));
            endpoint.publish("http://127.0.0.1:0/vault");
            System.out.println(endpoint.getProperties().get(WeirEndpoint.ADDRESS));
            while (System.in.read() >= 0) {
                // Nobody says anything.
            }
            endpoint.stop();
        }
    }
}

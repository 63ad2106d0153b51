package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Change;
import dev.weir.server.DeployedModel.Sar;
import dev.weir.server.DeployedServices.Seen;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A step of a deployment, or of another change, that fails leaves what is served as it was, now and after the next start; the
 * same command succeeds once the cause is gone. Causes are such that root meets them, too.
 */
@Tag("slow")
class FailedDeploymentTest {
    /** The questions to the store that a change asks. */
    private static final Set<String> QUESTIONS = Set.of("definitionsInUse", "flows");

    private static final int NEVER = Integer.MAX_VALUE;

    private static DeployedVariants variants;

    @TempDir
    Path folder;

    /** So many questions to the store are answered before it fails. */
    private final AtomicInteger answered = new AtomicInteger(NEVER);

    private WeirServer server;
    private AdminClient admin;
    private DeployedModel model = DeployedModel.NOTHING;

    /** What is asked of a server that has 1.0, the default revision, and 2.0, which is retired. */
    private enum Command {
        DEPLOY,
        OVERWRITE,
        STOP,
        RETIRE,
        ACTIVATE,
        DEFAULT,
        UNDEPLOY;

        boolean uploads() {
            return this == DEPLOY || this == OVERWRITE;
        }
    }

    /** What is in the way of a command. */
    private enum Cause {
        /** The folder of SARs is a file. */
        NO_FOLDER,
        /** The list cannot be replaced. */
        NO_LIST,
        /** The SAR cannot be written. */
        NO_SAR,
        /** The folder of versions is a file. */
        NO_VERSIONS,
        /** The store cannot answer. */
        NO_STORE
    }

    private static Stream<Arguments> failures() {
        return Arrays.stream(Cause.values())
                .flatMap(cause -> Arrays.stream(Command.values())
                        .filter(command -> isMetBy(command, cause))
                        .map(command -> Arguments.of(cause, command)));
    }

    private static boolean isMetBy(Command command, Cause cause) {
        return switch (cause) {
            case NO_FOLDER, NO_LIST -> true;
            case NO_SAR, NO_VERSIONS -> command.uploads();
            case NO_STORE -> command.uploads() || command == Command.UNDEPLOY;
        };
    }

    @BeforeAll
    static void make(@TempDir Path sars) throws IOException {
        variants = new DeployedVariants(sars);
    }

    @BeforeEach
    void open() throws IOException {
        start();
        deploy(sar("1.0", "a"), false, true);
        deploy(sar("2.0", "a"), false, false);
        change("2.0", Change.RETIRE);
    }

    private void start() {
        server = WeirServer.start(
                new ServerSettings(
                        List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), Duration.ofSeconds(20), 1 << 20),
                this::store);
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void restart() {
        close();
        start();
    }

    private Store store(Path data) {
        Store store = SqliteStore.open(data);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (QUESTIONS.contains(method.getName())
                            && answered.getAndUpdate(left -> left == NEVER ? NEVER : Math.max(0, left - 1)) == 0) {
                        throw new StoreException("the disk is gone");
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Sar sar(String revision, String variant) {
        return variants.get(DeployedVariants.CREDIT, revision, variant);
    }

    private void deploy(Sar sar, boolean overwrite, boolean makeDefault) throws IOException {
        admin.deploy(Files.readAllBytes(sar.file()), new Upload("default", overwrite, makeDefault));
        model = model.deploy(sar, overwrite, makeDefault).orElseThrow();
    }

    private void change(String revision, Change change) {
        String name = "default/" + DeployedVariants.CREDIT + "!" + revision;
        admin.change(name, change);
        model = model.change(name, change).orElseThrow();
    }

    /** Returns when it is done; the model has it then. */
    private void send(Command command) throws IOException {
        switch (command) {
            case DEPLOY -> deploy(sar("3.0", "a"), false, true);
            case OVERWRITE -> deploy(sar("1.0", "b"), true, true);
            case STOP -> change("1.0", Change.STOP);
            case RETIRE -> change("1.0", Change.RETIRE);
            case ACTIVATE -> change("2.0", Change.ACTIVATE);
            case DEFAULT -> change("2.0", Change.DEFAULT);
            case UNDEPLOY -> change("1.0", Change.UNDEPLOY);
        }
    }

    private void isServed(String when) throws IOException {
        assertEquals(Seen.of(model), new DeployedServices(server.url()).look(admin), when);
    }

    /** Something that is in the way until it is closed. */
    private interface Obstacle {
        void remove() throws IOException;
    }

    private Obstacle meet(Cause cause, Command command) throws Exception {
        Path data = folder.resolve("data");
        return switch (cause) {
            case NO_FOLDER -> fileInstead(data.resolve("deployed"));
            case NO_LIST -> folderAt(data.resolve("deployed/deployed.json.new"));
            case NO_SAR ->
                folderAt(data.resolve(
                        "deployed/" + kept(command == Command.DEPLOY ? sar("3.0", "a") : sar("1.0", "b")) + ".new"));
            case NO_VERSIONS -> fileInstead(data.resolve("versions"));
            case NO_STORE -> {
                answered.set(0);
                yield () -> answered.set(NEVER);
            }
        };
    }

    private static Obstacle fileInstead(Path place) throws IOException {
        Path aside = place.resolveSibling("aside");
        Files.move(place, aside);
        Files.createFile(place);
        return () -> {
            Files.delete(place);
            Files.move(aside, place);
        };
    }

    /** One with something in it, so that nobody takes it away. */
    private static Obstacle folderAt(Path place) throws IOException {
        Path inside = Files.createFile(Files.createDirectory(place).resolve("something"));
        return () -> {
            Files.delete(inside);
            Files.delete(place);
        };
    }

    /** How the SAR is called where it is kept. */
    private static String kept(Sar sar) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(sar.file()));
        return HexFormat.of().formatHex(hash) + ".jar";
    }

    private void fails(Cause cause, Command command) throws Exception {
        Obstacle obstacle = meet(cause, command);
        AdminException why = assertThrows(AdminException.class, () -> send(command));
        obstacle.remove();
        isServed("after: " + why.getMessage());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatFailsHasNotHappenedAndSucceedsOnceItsCauseIsGone(Cause cause, Command command) throws Exception {
        fails(cause, command);
        restart();
        isServed("after the next start");

        fails(cause, command);
        send(command);
        isServed("after " + command);
        restart();
        isServed("after the next start");
        assertEquals(1 + model.revisions().size(), files(), "the list, and one SAR for each revision");
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data/deployed"))) {
            return files.count();
        }
    }

    private static Stream<Arguments> questions() {
        return IntStream.range(0, 4)
                .boxed()
                .flatMap(questions -> Arrays.stream(Command.values()).map(command -> Arguments.of(questions, command)));
    }

    /** Wherever a command asks the store: it has failed and not happened, or succeeds and has happened. */
    @ParameterizedTest
    @MethodSource("questions")
    void aStoreThatFailsOnTheWayLeavesNothingHalf(int questions, Command command) throws Exception {
        answered.set(questions);
        attempt(() -> send(command));
        answered.set(NEVER);
        isServed("after " + command);
        restart();
        isServed("after the next start");
    }

    /** What a retired revision takes is asked when it is deployed: its SAR is in the list then, and must stay. */
    @Test
    void aRetiredRevisionIsDeployedWholeWhereTheStoreFails() throws Exception {
        for (int questions = 0; questions < 4; questions++) {
            answered.set(questions);
            attempt(() -> deploy(sar("1.0", "retired"), true, true));
            answered.set(NEVER);
            isServed("where the store fails after " + questions);
            restart();
            isServed("after the next start, where the store fails after " + questions);
        }
    }

    private interface Attempt {
        void make() throws IOException;
    }

    private static void attempt(Attempt attempt) throws IOException {
        try {
            attempt.make();
        } catch (AdminException e) {
            System.out.println("FailedDeploymentTest: refused: " + e.getMessage());
        }
    }

    /** A SAR that is no longer needed and cannot be deleted is in nobody's way; the next start moves it aside. */
    @Test
    void whatCannotBeDeletedIsMovedAside() throws Exception {
        Path sar = folder.resolve("data/deployed").resolve(kept(sar("1.0", "a")));
        Files.delete(sar);
        folderAt(sar);

        send(Command.OVERWRITE);
        isServed("after the overwrite");
        restart();

        isServed("after the next start");
        Path aside = folder.resolve("data/deployed/unlisted").resolve(sar.getFileName());
        assertTrue(Files.isDirectory(aside), "what lay there is moved aside");
    }
}

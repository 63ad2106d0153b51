package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server that is killed between two steps of a command has what was there before or what is there after, and serves it:
 * the list of what is deployed decides. A command that must be refused changes nothing, wherever the kill is.
 */
@Tag("slow")
class KilledDeploymentTest {
    private static final Path CREDIT = RunningWeir.repository().resolve("examples/orders/Credit");
    private static final String FILES = "dev.weir.server.deploy.DeployedFiles";
    private static final String KEPT = "dev.weir.composite.assembly.RevisionFiles";
    private static final String VERSIONS = "dev.weir.composite.runtime.CompositeVersions";
    private static final String RUNTIME = "dev.weir.composite.runtime.DeployedComposites";

    /** An endpoint that is there answers nonsense with a fault. */
    private static final int BEFORE = 500;
    /** The revision that overwrites is off. */
    private static final int AFTER = 503;

    private static final int GONE = 404;

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();

    private Path credit(String name, String state) throws IOException {
        Path copy = folder.resolve(name);
        try (Stream<Path> files = Files.walk(CREDIT)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(CREDIT.relativize(file).toString()));
            }
        }
        Path composite = copy.resolve("composite.xml");
        String text = Files.readString(composite);
        assertTrue(text.contains("state=\"on\""), text);
        Files.writeString(composite, text.replace("state=\"on\"", "state=\"" + state + "\""));
        return copy;
    }

    private int status(RunningWeir weir) throws IOException {
        return status(weir, "Credit!1.0");
    }

    private int status(RunningWeir weir, String composite) throws IOException {
        return post.send(
                        weir.url().resolve("/soa-infra/services/default/" + composite + "/CreditService"),
                        SoapPost.SOAP_11,
                        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><nothing/></s:Body>"
                                + "</s:Envelope>")
                .statusCode();
    }

    @ParameterizedTest
    @CsvSource({
        FILES + ", write, true, " + BEFORE,
        FILES + ", write, false, " + BEFORE,
        KEPT + ", keep, true, " + BEFORE,
        KEPT + ", keep, false, " + BEFORE,
        FILES + ", save, true, " + BEFORE,
        FILES + ", save, false, " + AFTER,
        VERSIONS + ", forget, false, " + AFTER,
        FILES + ", delete, true, " + AFTER,
        FILES + ", delete, false, " + AFTER
    })
    void theNextStartServesWhatTheListNames(String type, String method, boolean entered, int expected)
            throws Exception {
        Path before = credit("before", "on");
        Path after = credit("after", "off");
        List<String> command = List.of("deploy", after.toString(), "--overwrite");
        killed(List.of(before), command, new Step(type, method, entered), weir -> {
            assertEquals(expected, status(weir));
            assertTrue(weir.command("list").output().contains("default/Credit!1.0"));
        });
    }

    /** By what is judged last, when its processes have been compiled. */
    @ParameterizedTest
    @CsvSource({FILES + ", write, true", FILES + ", write, false", FILES + ", delete, true", FILES + ", delete, false"})
    void anOverwriteThatIsRefusedChangesNothing(String type, String method, boolean entered) throws Exception {
        DeployedVariants variants = new DeployedVariants(folder.resolve("variants"));
        List<String> command = List.of("deploy", variants.refusedLast("1.0").toString(), "--overwrite");
        killed(List.of(credit("before", "on")), command, new Step(type, method, entered), weir -> {
            assertEquals(BEFORE, status(weir));
            assertTrue(weir.command("list").output().contains("default/Credit!1.0"));
            try (Stream<Path> versions = Files.list(folder.resolve("data/versions/Credit%211.0"))) {
                assertEquals(1, versions.count(), "that of what is served");
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        FILES + ", save, true, " + BEFORE,
        FILES + ", save, false, " + GONE,
        VERSIONS + ", undeployed, false, " + GONE,
        FILES + ", delete, true, " + GONE,
        FILES + ", delete, false, " + GONE
    })
    void anUndeployedRevisionIsThereOrGone(String type, String method, boolean entered, int expected) throws Exception {
        Path one = credit("one", "on");
        killed(List.of(one), List.of("undeploy", "Credit!1.0"), new Step(type, method, entered), weir -> {
            assertEquals(expected, status(weir));
            assertEquals(expected, status(weir, "Credit"));
            assertEquals(expected == BEFORE, weir.command("list").output().contains("default/Credit!1.0"));
        });
    }

    @ParameterizedTest
    @CsvSource({
        FILES + ", save, true, " + BEFORE,
        FILES + ", save, false, " + AFTER,
        RUNTIME + ", show, true, " + AFTER,
        RUNTIME + ", change, false, " + AFTER
    })
    void aStoppedRevisionIsOnOrOff(String type, String method, boolean entered, int expected) throws Exception {
        Path one = credit("one", "on");
        killed(
                List.of(one),
                List.of("stop", "Credit!1.0"),
                new Step(type, method, entered),
                weir -> assertEquals(expected, status(weir)));
    }

    /** The other revision is off. */
    @ParameterizedTest
    @CsvSource({
        FILES + ", save, true, " + BEFORE,
        FILES + ", save, false, " + AFTER,
        RUNTIME + ", show, true, " + AFTER,
        RUNTIME + ", change, false, " + AFTER
    })
    void theDefaultRevisionIsTheOneOrTheOther(String type, String method, boolean entered, int expected)
            throws Exception {
        Path one = credit("one", "on");
        Path two = credit("two", "off");
        Path composite = two.resolve("composite.xml");
        Files.writeString(composite, Files.readString(composite).replace("revision=\"1.0\"", "revision=\"2.0\""));
        killed(List.of(one, two), List.of("default", "Credit!2.0"), new Step(type, method, entered), weir -> {
            assertEquals(expected, status(weir, "Credit"));
            assertEquals(BEFORE, status(weir, "Credit!1.0"));
            assertEquals(AFTER, status(weir, "Credit!2.0"));
        });
    }

    /** Where the kill is: when a method is entered, or left. */
    private record Step(String type, String method, boolean entered) {}

    private interface Look {
        void at(RunningWeir weir) throws IOException;
    }

    /** Has a server that is killed at a step of a command, and looks at it after the next start. */
    private void killed(List<Path> deployed, List<String> command, Step step, Look look) throws Exception {
        Debugged debugged = new Debugged();
        List<String> options = new ArrayList<>(ClassArchive.get().options());
        options.add(debugged.option());
        try (RunningWeir weir = RunningWeir.run(folder, options, List.of())) {
            for (Path composite : deployed) {
                assertEquals(0, weir.command("deploy", composite.toString()).exitCode());
            }
            assertEquals(BEFORE, status(weir));
            CompletableFuture<Void> stopped = debugged.stopAt(step.type(), step.method(), step.entered());
            CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(
                    () -> weir.command(command.toArray(String[]::new)).exitCode());

            stopped.get(1, TimeUnit.MINUTES);
            weir.kill();
            assertEquals(1, sent.get(1, TimeUnit.MINUTES), "nobody says that it was done");
            weir.restart();

            look.at(weir);
        }
    }
}

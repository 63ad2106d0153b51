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

/** A server that is killed between two steps of an overwrite has the revision before or the one after, and serves it. */
@Tag("slow")
class KilledDeploymentTest {
    private static final Path CREDIT = RunningWeir.repository().resolve("examples/orders/Credit");
    private static final String FILES = "dev.weir.server.deploy.DeployedFiles";
    private static final String KEPT = "dev.weir.composite.assembly.RevisionFiles";
    private static final String VERSIONS = "dev.weir.composite.runtime.ProcessVersions";

    /** An endpoint that is there answers nonsense with a fault. */
    private static final int BEFORE = 500;
    /** The revision that overwrites is off. */
    private static final int AFTER = 503;

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
        return post.send(
                        weir.url().resolve("/soa-infra/services/default/Credit!1.0/CreditService"),
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
        Debugged debugged = new Debugged();
        List<String> options = new ArrayList<>(ClassArchive.get().options());
        options.add(debugged.option());
        try (RunningWeir weir = RunningWeir.run(folder, options, List.of())) {
            assertEquals(0, weir.command("deploy", before.toString()).exitCode());
            assertEquals(BEFORE, status(weir));
            CompletableFuture<Void> stopped = debugged.stopAt(type, method, entered);
            CompletableFuture<Integer> command = CompletableFuture.supplyAsync(() ->
                    weir.command("deploy", after.toString(), "--overwrite").exitCode());

            stopped.get(1, TimeUnit.MINUTES);
            weir.kill();
            assertEquals(1, command.get(1, TimeUnit.MINUTES), "nobody says that it was deployed");
            weir.restart();

            assertEquals(expected, status(weir));
            assertTrue(weir.command("list").output().contains("default/Credit!1.0"));
        }
    }
}

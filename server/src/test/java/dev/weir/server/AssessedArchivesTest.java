package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.assess.Assessment;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.documents.DocumentSources;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.wsdl.WsdlException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code weir assess} says of archives is what a server does with them: one that runs is deployed, one that runs but for
 * parts is deployed with {@code --lenient}, one that needs something is refused. The archives are those of this project, and what
 * lies below the places that the system property {@code weir.archives} names.
 */
class AssessedArchivesTest {
    private static final CompositeValues VALUES = CompositeValues.ofTokens(
            Map.of("serverURL", "http://localhost", "backend", "http://localhost", "warehouse", "http://localhost"));

    @TempDir
    Path folder;

    private static List<Path> places() {
        Path root = RunningWeir.repository();
        return Stream.concat(
                        Stream.of("examples", "server/src/test/composites").map(root::resolve),
                        Arrays.stream(System.getProperty("weir.archives", "").split(File.pathSeparator))
                                .filter(place -> !place.isEmpty())
                                .map(Path::of))
                .toList();
    }

    @Test
    void serversDoWhatIsSaidOfArchives() throws Exception {
        DocumentSources documents =
                new DocumentSources(DocumentSettings.NONE, folder, (partition, name, revision) -> null);
        List<Path> archives =
                assess(places(), documents).stream().map(CompositeReport::place).toList();
        assertFalse(archives.isEmpty());

        List<String> disagreements = new ArrayList<>();
        for (Path archive : archives) {
            // By itself: which of several composites of one name stands for a document is a matter of what lies where.
            CompositeReport report = assess(List.of(archive), documents).get(0);
            String strictly = refusal(report.place(), documents, false);
            String leniently = refusal(report.place(), documents, true);
            boolean runs = report.grade() == Grade.RUNS;
            boolean partly = report.grade() == Grade.PARTLY;
            if (runs && strictly != null || (runs || partly) && leniently != null) {
                disagreements.add(report.place() + " is said to be " + report.grade() + ", and refused: "
                        + (leniently == null ? strictly : leniently));
            } else if (!runs && !partly && leniently == null) {
                disagreements.add(report.place() + " is deployed, and said to need " + report.needs());
            }
        }
        disagreements.forEach(System.out::println);
        assertEquals(0, disagreements.size(), "disagreements, which stand in the output");
    }

    private static List<CompositeReport> assess(List<Path> places, DocumentSources documents) {
        List<CompositeReport> reports = new ArrayList<>();
        new Assessment(places, VALUES, documents::of).run(reports::add);
        return reports;
    }

    /** Why a server refuses an archive; null where it serves it. */
    private @Nullable String refusal(Path place, DocumentSources documents, boolean lenient) throws Exception {
        Path data = Files.createTempDirectory(folder, "data");
        try (SqliteStore store = SqliteStore.open(data);
                HttpTransport transport = HttpTransport.start();
                HttpServer http = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
                CompositeRuntime runtime = new CompositeRuntime(
                        store,
                        http,
                        transport.client(HttpClientLimits.DEFAULT),
                        RuntimeSettings.DEFAULT,
                        InstantSource.system())) {
            Archive archive = Archive.open(place);
            runtime.deploy(Composite.load(archive, documents.of(archive), VALUES, lenient));
            return null;
        } catch (AssemblyException | DeploymentException | WsdlException e) {
            return String.valueOf(e.getMessage());
        }
    }
}

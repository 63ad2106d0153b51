package dev.weir.bench.measure;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real runs, which are ended in each way that there is: what they leave behind. */
@Tag("slow")
class RunFolderTest {
    @TempDir
    Path place;

    private final List<String> progress = new ArrayList<>();

    /** A run that has begun to measure: its child works. */
    private Process run() throws IOException {
        return run("xml", "--workload", "small-1k", "--stack", "weir");
    }

    private Process run(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--quick", "--noisy"));
        Process run = new ProcessBuilder(
                        JvmProcess.line(List.of("-D" + RunFolder.TEMPORARY + "=" + place), "dev.weir.bench.Main", all))
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("output").toFile())
                .start();
        eventually(
                () -> "a child begins; " + output(),
                () -> !folders().isEmpty() && run.children().findAny().isPresent());
        return run;
    }

    private String output() {
        try {
            return Files.readString(place.resolve("output"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    @Test
    void aRunThatIsToldToEndLeavesNothing() throws Exception {
        Process run = run();
        List<ProcessHandle> children = run.descendants().toList();

        run.destroy();

        assertTrue(run.waitFor(60, TimeUnit.SECONDS), this::output);
        assertFalse(children.stream().anyMatch(ProcessHandle::isAlive), children::toString);
        assertEquals(List.of(), folders());
        assertTrue(output().lines().allMatch(line -> line.matches("(writing|round|weir: stopped;) .*")), this::output);
    }

    /** Nobody shall take the files of the run before for those of this one. */
    @Test
    void aRunThatIsToldToEndSaysSoAndLeavesNoReportOfAnother() throws Exception {
        Path json = Files.writeString(place.resolve("run.json"), "{\"suite\": \"xml\"}");
        Path html = Files.writeString(place.resolve("run.html"), "<p>before</p>");
        Process run = run(
                "xml",
                "--workload",
                "small-1k",
                "--stack",
                "weir",
                "--json",
                json.toString(),
                "--html",
                html.toString());

        run.destroy();

        assertTrue(run.waitFor(60, TimeUnit.SECONDS), this::output);
        assertEquals(
                1,
                output().lines()
                        .filter("weir: stopped; no report was written"::equals)
                        .count(),
                this::output);
        assertEquals(
                json + " has no result: the run has not ended",
                assertThrows(MeasureException.class, () -> Report.readJson(json))
                        .getMessage());
        assertTrue(Files.readString(html).contains("There is no report: the run has not ended."));
    }

    /** The child that it ends at its end is not followed by the next one, whose files are gone. */
    @Test
    void aRunThatEndsStartsNoOtherChild() throws Exception {
        Process run = run("persons", "--workload", "persons-1000", "--stack", ".*(records|cursor)");

        run.destroy();

        assertTrue(run.waitFor(60, TimeUnit.SECONDS), this::output);
        assertEquals(List.of(), folders());
        assertTrue(output().lines().allMatch(line -> line.matches("(writing|round|weir: stopped;) .*")), this::output);
    }

    /** Nobody tells the children of a run that is killed. */
    @Test
    void aRunThatIsKilledIsFollowedByItsChildrenAndSweptUpByTheNext() throws Exception {
        Process run = run();
        List<ProcessHandle> children = run.descendants().toList();

        run.destroyForcibly().waitFor();

        eventually("its children end", () -> children.stream().noneMatch(ProcessHandle::isAlive));
        Path leftover = folders().get(0);
        try (RunFolder next = RunFolder.make(place, progress::add)) {
            assertEquals(List.of(next.path()), folders());
            assertEquals(List.of("removing " + leftover + ", left behind by a run that was killed"), progress);
        }
        assertEquals(List.of(), folders());
    }

    @Test
    void aRunThatGoesOnIsLeftAlone() throws Exception {
        try (RunFolder one = RunFolder.make(place, progress::add);
                RunFolder other = RunFolder.make(place, progress::add)) {
            assertTrue(Files.isDirectory(one.path()));
            assertTrue(Files.isDirectory(other.path()));
        }
        assertEquals(List.of(), progress);
    }

    /** The number of the process is that of another one by now, which began later. Folders of others look otherwise. */
    @Test
    void onlyWhatARunHasMadeIsRemoved() throws Exception {
        Path reused = Files.createDirectory(
                place.resolve("weir-bench-" + ProcessHandle.current().pid() + "-1-1"));
        Path others = Files.createDirectory(place.resolve("weir-bench-notes"));
        Path precious = Files.createDirectory(place.resolve("precious"));
        Files.createFile(precious.resolve("file"));
        Path link = Files.createSymbolicLink(place.resolve("weir-bench-1-1-1"), precious);
        Files.createSymbolicLink(reused.resolve("link"), precious);

        RunFolder.make(place, progress::add).close();

        assertFalse(Files.exists(reused));
        assertTrue(Files.exists(others));
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.exists(precious.resolve("file")));
    }

    /** A PostgreSQL has the folder of its data on its command line, as this process has; the other one does not. */
    @Test
    void aDatabaseThatGoesOnInALeftoverIsStopped() throws Exception {
        Path run = place.resolve("weir-bench-1-1-1");
        Path data = Files.createDirectories(run.resolve("dbos1/data"));
        Path otherData = Files.createDirectories(run.resolve("flowable1/data"));
        Process database = new ProcessBuilder("cat", "-", data.toString()).start();
        Process other = new ProcessBuilder("cat").start();
        try {
            Files.writeString(data.resolve("postmaster.pid"), database.pid() + "\n" + data + "\n");
            Files.writeString(otherData.resolve("postmaster.pid"), other.pid() + "\n" + otherData + "\n");

            RunFolder.make(place, progress::add).close();

            assertTrue(database.waitFor(60, TimeUnit.SECONDS));
            assertTrue(other.isAlive());
            assertFalse(Files.exists(run));
        } finally {
            database.destroyForcibly();
            other.destroyForcibly();
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedWithTheReason() throws Exception {
        Path file = Files.createFile(place.resolve("file"));

        assertEquals(
                "cannot write into the folder for temporary files, " + place.resolve("none")
                        + ": it does not exist; WEIR_JAVA_OPTS=-Djava.io.tmpdir=FOLDER sets another one",
                refused(place.resolve("none")));
        assertTrue(refused(file).contains(file + ": Not a directory"), refused(file));
    }

    private String refused(Path where) {
        return String.valueOf(assertThrows(MeasureException.class, () -> RunFolder.make(where, progress::add))
                .getMessage());
    }
}

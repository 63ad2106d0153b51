package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.admin.AdminClient;
import dev.weir.store.AuditEvent.Kind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A composite is changed under its revision while instances of it wait: those go on as they began, in every respect, and
 * new ones are as the change wants them.
 */
@Tag("slow")
class ProcessVersionsTest {
    private static final Path TALKS = RunningWeir.repository().resolve("server/src/test/composites/talks/Talks");
    private static final Pattern ANSWER = Pattern.compile(":?answer[^>]*>([^<]*)<");

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();

    /** Writes the composite as it is in a version: each has its own texts, and from the second on activities of its own. */
    private void change(int version) throws IOException {
        Path composite = Files.createDirectories(folder.resolve("Talks"));
        try (Stream<Path> files = Files.list(TALKS)) {
            for (Path file : files.toList()) {
                String text = Files.readString(file)
                        .replace("talk 1", "talk " + version)
                        .replace("advice 1", "advice " + version);
                if (version > 1) {
                    text = text.replace(
                                    "<correlationSet name=\"talk\"",
                                    "<correlationSet name=\"other\" properties=\"t:id\"/><correlationSet name=\"talk\"")
                            .replace("<invoke name=\"advise\"", "<empty/>".repeat(version) + "<invoke name=\"counsel\"")
                            .replace("<variable name=\"ask\"", "<variable name=\"question\"")
                            .replace("variable=\"ask\"", "variable=\"question\"")
                            .replace("inputVariable=\"ask\"", "inputVariable=\"question\"");
                }
                Files.writeString(composite.resolve(file.getFileName()), text);
            }
        }
    }

    private RunningWeir run() throws IOException {
        change(1);
        return RunningWeir.run(folder, List.of(folder.resolve("Talks").toString()));
    }

    private void redeploy(RunningWeir weir, int version, boolean kill) throws IOException {
        if (kill) {
            weir.kill();
        } else {
            weir.interrupt();
        }
        change(version);
        weir.restart();
    }

    private HttpResponse<String> send(RunningWeir weir, String element, String id) throws IOException {
        return post.send(
                weir.url().resolve("/soa-infra/services/default/Talks/Talks"),
                SoapPost.SOAP_11,
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><" + element
                        + " xmlns='http://talks.example'><id>" + id + "</id></" + element + "></s:Body></s:Envelope>");
    }

    private void begin(RunningWeir weir, String id) throws IOException {
        assertEquals(202, send(weir, "begin", id).statusCode());
    }

    private String ask(RunningWeir weir, String id) throws IOException {
        HttpResponse<String> answer = send(weir, "ask", id);
        Matcher text = ANSWER.matcher(answer.body());
        assertTrue(answer.statusCode() == 200 && text.find(), () -> answer.body() + "\n" + weir.log());
        return text.group(1);
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data/versions"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInstanceGoesOnAsItBeganAndANewOneAsItsProcessIsNow(boolean kill) throws Exception {
        try (RunningWeir weir = run()) {
            begin(weir, "old");
            begin(weir, "old too");
            redeploy(weir, 2, kill);
            begin(weir, "new");

            assertEquals("talk 1, advice 1", ask(weir, "old"));
            assertEquals("talk 2, advice 2", ask(weir, "new"));

            begin(weir, "still new");
            redeploy(weir, 3, kill);
            begin(weir, "newest");

            assertEquals("talk 3, advice 3", ask(weir, "newest"));
            assertEquals("talk 2, advice 2", ask(weir, "still new"));
            assertEquals("talk 1, advice 1", ask(weir, "old too"));
            CommandResult stuck = weir.command("recover", "--list");
            assertEquals("", stuck.output().strip());
        }
    }

    @Test
    void aVersionThatIsDeployedAgainIsTheSame() throws Exception {
        try (RunningWeir weir = run()) {
            begin(weir, "first");
            redeploy(weir, 2, false);
            begin(weir, "second");
            redeploy(weir, 1, false);

            assertEquals(2, kept().size());
            assertEquals("talk 1, advice 1", ask(weir, "first"));
            assertEquals("talk 2, advice 2", ask(weir, "second"));
        }
    }

    @Test
    void whatNoInstanceNeedsAnyMoreIsDeletedAtTheNextStart() throws Exception {
        try (RunningWeir weir = run()) {
            begin(weir, "old");
            redeploy(weir, 2, false);
            assertEquals(2, kept().size());
            redeploy(weir, 2, true);
            assertEquals(2, kept().size());
            ask(weir, "old");
            awaitNothingRunning(weir);

            redeploy(weir, 2, false);

            assertEquals(1, kept().size());
        }
    }

    /** The instance is stopped in the midst of its step, and its version is not compiled by anything that came before. */
    @Test
    void anInstanceOfAnEarlierVersionWhoseMessageCameBeforeTheStartGoesOn() throws Exception {
        try (RunningWeir weir = run()) {
            begin(weir, "old");
            long flow = weir.admin()
                    .instances(null, "default/Talks!1.0", 0, 1)
                    .get(0)
                    .id();
            assertEquals(
                    0, weir.command("control", "suspend", Long.toString(flow)).exitCode());
            Thread asking = new Thread(() -> {
                try {
                    send(weir, "ask", "old");
                } catch (IOException e) {
                    // The server stops before it can answer.
                }
            });
            asking.start();
            awaitQuestion(weir, flow);
            redeploy(weir, 2, true);
            asking.join();

            assertEquals(
                    0, weir.command("control", "resume", Long.toString(flow)).exitCode());

            awaitNothingRunning(weir);
            String history = weir.command("audit", Long.toString(flow)).output();
            assertTrue(history.contains("advise") && !history.contains("counsel"), history);
        }
    }

    /** Until a question is stored for an instance of the flow. */
    private static void awaitQuestion(RunningWeir weir, long flow) {
        AdminClient admin = weir.admin();
        eventually(
                () -> "the question is stored:\n" + weir.log(),
                () -> admin.history(flow).events().stream()
                        .anyMatch(event -> event.kind() == Kind.SERVICE_REQUEST
                                && event.name().equals("ask")));
    }

    private static void awaitNothingRunning(RunningWeir weir) {
        eventually(
                () -> "no instance runs:\n" + weir.log(),
                () -> weir.command("instances", "--state", "running").output().isBlank());
    }
}

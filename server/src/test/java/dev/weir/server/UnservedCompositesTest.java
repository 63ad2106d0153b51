package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.server.access.AdminToken;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.ServerSettings.Reading;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composites that were deployed, or given, and cannot be served at the next start: they are listed, with the reasons. */
class UnservedCompositesTest {
    private static final Path TALKS = RunningWeir.repository().resolve("server/src/test/composites/talks/Talks");

    @TempDir
    Path folder;

    private WeirServer start(boolean lenient, Path... given) {
        return WeirServer.start(new ServerSettings(
                        List.of(given),
                        "127.0.0.1",
                        0,
                        folder.resolve("data"),
                        Map.of(),
                        Duration.ofSeconds(20),
                        1 << 20)
                .withReading(new Reading(CompositeValues.NONE, DocumentSettings.NONE, lenient)));
    }

    private AdminClient admin(WeirServer server) {
        try {
            return new AdminClient(
                    Objects.requireNonNull(server.adminUrl()),
                    AdminToken.read(folder.resolve("data").resolve(AdminToken.FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path talks(String name) throws IOException {
        Path copy = Files.createDirectories(folder.resolve(name));
        try (Stream<Path> files = Files.list(TALKS)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replace(from, to));
    }

    /** With a reference to a queue, which Weir does not have. */
    private Path withQueue(String name) throws IOException {
        Path composite = talks(name);
        edit(
                composite.resolve("composite.xml"),
                "<wire>\n    <source.uri>Talks</source.uri>",
                "<reference name=\"Queue\" ui:wsdlLocation=\"Talks.wsdl\"><interface.wsdl"
                        + " interface=\"http://talks.example#wsdl.interface(Advice)\"/><binding.jca config=\"q.jca\"/>"
                        + "</reference>\n  <wire>\n    <source.uri>Talks</source.uri>");
        return composite;
    }

    private void deploy(WeirServer server, Path composite, boolean overwrite) {
        admin(server).deploy(Archive.open(composite).toSar(Map.of()), new Upload("default", overwrite, true));
    }

    private static HttpResponse<String> send(WeirServer server, String element, String id) throws IOException {
        return new SoapPost()
                .send(
                        server.url().resolve("/soa-infra/services/default/Talks/Talks"),
                        SoapPost.SOAP_11,
                        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><" + element
                                + " xmlns='http://talks.example'><id>" + id + "</id></" + element
                                + "></s:Body></s:Envelope>");
    }

    private CompositeView only(WeirServer server) {
        List<CompositeView> all = admin(server).composites();
        assertEquals(1, all.size(), all::toString);
        return all.get(0);
    }

    @Test
    void aReferenceToAQueueIsServedStrictlyWhereItIsCalledBySoap() throws IOException {
        List<String> what = List.of(
                "--soap",
                "Talks/Queue=http://127.0.0.1:9/queue",
                "--soap",
                "Nobody=http://127.0.0.1:9/",
                "--strict",
                withQueue("queue").toString());
        try (RunningWeir weir = RunningWeir.run(folder, what)) {
            assertTrue(weir.log().contains("--soap Nobody: no composite"), weir.log());
            assertTrue(!weir.log().contains("--soap Talks/Queue"), weir.log());
        }
    }

    @Test
    void whatWasDeployedLenientlyIsListedWithItsReasonsByAServerThatIsStrict() throws IOException {
        try (WeirServer server = start(true)) {
            deploy(server, withQueue("queue"), false);
            assertEquals(List.of(), only(server).problems());
            admin(server).change("default/Talks!1.0", Change.RETIRE);
        }
        try (WeirServer server = start(false)) {
            CompositeView view = only(server);
            assertEquals("default/Talks!1.0", view.name());
            assertTrue(view.on() && !view.active(), "its state is kept");
            assertTrue(view.problems().toString().contains("Queue"), view::toString);
            assertEquals(List.of(), view.endpoints());
        }
        try (WeirServer server = start(true)) {
            assertEquals(List.of(), only(server).problems(), "it was kept");
        }
        try (WeirServer server = start(false)) {
            deploy(server, talks("plain"), true);
            assertEquals(List.of(), only(server).problems());
            assertEquals(202, send(server, "begin", "one").statusCode());
        }
        try (WeirServer server = start(false)) {
            assertEquals(List.of(), only(server).problems());
            admin(server).change("default/Talks!1.0", Change.UNDEPLOY);
            assertEquals(List.of(), admin(server).composites());
        }
    }

    @Test
    void whatIsNotServedCanBeUndeployed() throws IOException {
        try (WeirServer server = start(true)) {
            deploy(server, withQueue("queue"), false);
        }
        try (WeirServer server = start(false)) {
            admin(server).change("default/Talks!1.0", Change.UNDEPLOY);
            assertEquals(List.of(), admin(server).composites());
        }
        try (WeirServer server = start(false)) {
            assertEquals(List.of(), admin(server).composites());
        }
    }

    @Test
    void anEarlierVersionThatWasDeployedLenientlyGoesOnWhateverTheServerIsNow() throws IOException {
        try (WeirServer server = start(true)) {
            deploy(server, withQueue("queue"), false);
            assertEquals(202, send(server, "begin", "old").statusCode());
            Path next = talks("next");
            edit(next.resolve("TalkProcess.bpel"), "talk 1", "talk 2");
            deploy(server, next, true);
        }
        try (WeirServer server = start(false)) {
            HttpResponse<String> answer = send(server, "ask", "old");
            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("talk 1, advice 1"), answer.body());
        }
    }

    @Test
    void whatIsGivenAndRefusedIsListedByItsNameOrItsPlace() throws IOException {
        Path all = Files.createDirectories(folder.resolve("all"));
        talks("all/sound");
        Path broken = talks("all/broken");
        edit(broken.resolve("composite.xml"), "revision=\"1.0\"", "revision=\"2.0\"");
        edit(broken.resolve("TalkProcess.bpel"), "<sequence>", "<sequence><nonsense/>");
        Path again = talks("all/again");
        Path noZip = Files.writeString(all.resolve("sca_Broken_rev1.0.jar"), "nothing of the kind");
        try (WeirServer server = start(false, all)) {
            List<CompositeView> views = admin(server).composites();
            assertEquals(4, views.size(), views::toString);
            assertEquals(List.of(), views.get(0).problems());
            assertTrue(
                    views.stream()
                            .anyMatch(view -> view.name().equals("default/Talks!2.0")
                                    && view.problems().toString().contains(broken + "/TalkProcess.bpel:")),
                    views::toString);
            assertTrue(views.stream().anyMatch(view -> view.name().contains(noZip.toString())), views::toString);
            assertTrue(
                    views.stream()
                            .anyMatch(view -> (view.name().equals(again.toString())
                                            || view.name().contains("all/sound"))
                                    && view.problems().toString().contains("already")),
                    views::toString);
        }
    }
}

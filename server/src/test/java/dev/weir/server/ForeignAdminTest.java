package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program answers where commands look for the admin API: they say so, whatever it answers. */
class ForeignAdminTest {
    private record Answer(int status, String type, String body) {}

    private static final String JSON = "application/json";
    private static final List<Answer> ANSWERS = List.of(
            new Answer(200, JSON, "[]"),
            new Answer(200, JSON, "null"),
            new Answer(200, JSON, "{}"),
            new Answer(200, JSON, "[{}]"),
            new Answer(200, JSON, "{"),
            new Answer(200, "text/html", "<p>welcome</p>"),
            new Answer(404, JSON, "{\"error\":\"no such path\"}"),
            new Answer(404, "text/html", "<p>not found</p>"),
            new Answer(500, JSON, "{\"problems\":null}"));

    @TempDir
    Path folder;

    private HttpServer foreign;
    private volatile int status = 200;
    private volatile String type = "application/json";
    private volatile String body = "";

    @BeforeEach
    void answerAll() throws IOException {
        foreign = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        foreign.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        foreign.start();
    }

    @AfterEach
    void close() {
        foreign.stop(0);
    }

    private List<List<String>> commands() throws IOException {
        Path file = Files.writeString(folder.resolve("event.xml"), "<e/>");
        String archive = RunningWeir.repository()
                .resolve("server/src/test/composites/talks/Talks")
                .toString();
        return List.of(
                List.of("list"),
                List.of("list", "--json"),
                List.of("deploy", archive),
                List.of("undeploy", "A!1.0"),
                List.of("start", "A!1.0"),
                List.of("stop", "A!1.0"),
                List.of("retire", "A!1.0"),
                List.of("activate", "A!1.0"),
                List.of("default", "A!1.0"),
                List.of("instances"),
                List.of("audit", "1"),
                List.of("audit", "1", "--payloads"),
                List.of("purge", "--created-before", "2026-01-01"),
                List.of("purge", "--status"),
                List.of("purge", "--cancel"),
                List.of("retention"),
                List.of("retention", "--run"),
                List.of("control", "suspend", "1"),
                List.of("control", "terminate", "--composite", "A!1.0"),
                List.of("recover"),
                List.of("recover", "--list"),
                List.of("calls"),
                List.of("calls", "--open"),
                List.of("calls", "--open", "--lines"),
                List.of("calls", "--decided"),
                List.of("calls", "retry", "1:1"),
                List.of("calls", "abort", "--all"),
                List.of("messages"),
                List.of("messages", "1"),
                List.of("messages", "--cancel", "1"),
                List.of("messages", "--cancel", "--all"),
                List.of("groups"),
                List.of("groups", "--skip", "G"),
                List.of("statistics"),
                List.of("publish", "--event", "{urn:e}e", "--file", file.toString()),
                List.of("dispatcher"),
                List.of("tuning"),
                List.of("tuning", "BPEL/statsLastN=1"));
    }

    @Test
    void everyCommandSaysThatItIsNoWeir() throws IOException {
        String address = "http://127.0.0.1:" + foreign.getAddress().getPort();
        Path token = Files.writeString(folder.resolve("token"), "x".repeat(43));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        String expected = "weir: what answers at " + address + " is not the admin API of a Weir server: ";
        List<String> wrong = new ArrayList<>();
        for (Answer each : ANSWERS) {
            status = each.status;
            type = each.type;
            body = each.body;
            for (List<String> command : commands()) {
                List<String> line = new ArrayList<>(command);
                line.addAll(List.of("--url", address, "--token-file", token.toString()));
                RunningWeir.CommandResult result = RunningWeir.inThisJvm(line);
                if (result.exitCode() != 1
                        || !result.output().startsWith(expected)
                        || result.output().lines().count() != 1) {
                    wrong.add(each + " to " + command + ": " + result);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}

package example.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each curl command of the README is typed as it stands, but for the port. */
class ServicesTest {
    private static final String RECEIPT = ">PO-1<, Lines>2<, Total>11.75<";

    /** What the answers have in them, in the order of the commands. */
    private static final List<String> ANSWERS = List.of(
            "<item>0.0</item><item>1.0</item><item>2.0</item>",
            "<count>2</count>",
            "<item>AAECAwQF</item>",
            "receiveMeshInterfaceObjects",
            "<orderId>7</orderId>, <customerId>12</customerId>, <itemId>1</itemId>, <itemId>2</itemId>",
            "one, two, <varFloat>3.5</varFloat><varString>three</varString>",
            "<text>hello</text>, <varInt>1</varInt>, <bytes>AAECAwQF</bytes>",
            RECEIPT,
            RECEIPT,
            RECEIPT,
            RECEIPT);

    private static final List<Endpoint> ENDPOINTS = new ArrayList<>();
    private static int port;

    @BeforeAll
    static void publish() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Services.all()
                .forEach((path, service) ->
                        ENDPOINTS.add(Endpoint.publish("http://127.0.0.1:" + port + "/" + path, service)));
    }

    @AfterAll
    static void stop() {
        ENDPOINTS.forEach(Endpoint::stop);
    }

    @Test
    void theCommandsOfTheReadmeAreAnswered() throws Exception {
        List<String> commands = commands();
        assertEquals(ANSWERS.size(), commands.size(), commands.toString());
        for (int i = 0; i < commands.size(); i++) {
            String answer = typed(commands.get(i).replace("localhost:8080", "127.0.0.1:" + port));
            for (String part : ANSWERS.get(i).split(", ")) {
                assertTrue(answer.contains(part), part + " is not in " + answer);
            }
        }
    }

    private static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        boolean isCommand = false;
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            if (line.startsWith("    curl ")) {
                commands.add(line.strip());
                isCommand = true;
            } else if (isCommand && line.startsWith("    ")) {
                commands.set(commands.size() - 1, commands.get(commands.size() - 1) + "\n" + line.strip());
            } else {
                isCommand = false;
            }
        }
        return commands;
    }

    private static String typed(String command) throws Exception {
        Process shell =
                new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), printed);
        return printed;
    }
}

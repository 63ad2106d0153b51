package dev.weir.server.log;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.composite.log.FlowContext;
import dev.weir.server.RunningWeir;
import dev.weir.store.ComponentId;
import dev.weir.testing.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void aLineOfJsonHasTheFlowForWhichTheThreadWorks() throws IOException {
        LogRecord record = new LogRecord(Level.WARNING, "two\nlines \u0007 {0}");
        record.setLoggerName("dev.weir.x");
        record.setParameters(new Object[] {"\"quoted\""});
        record.setThrown(new IOException("why\n"));
        ComponentId process = ComponentId.parse("default/Orders!1.0/OrderProcess");
        String text = FlowContext.get(12, process, () -> new JsonLines().format(record));
        String plain = FlowContext.get(12, process, () -> new TextLines().format(record));
        assertTrue(plain.contains("[flow 12, default/Orders!1.0/OrderProcess]"), plain);
        assertNull(FlowContext.current());
        assertEquals(1, text.lines().count(), text);
        JsonNode line = JSON.readTree(text);
        assertEquals("warning", line.path("level").asText());
        assertEquals("two\nlines \u0007 \"quoted\"", line.path("message").asText());
        assertEquals(12, line.path("flow").asLong());
        assertEquals("default/Orders!1.0", line.path("composite").asText());
        assertEquals("OrderProcess", line.path("component").asText());
        assertTrue(line.path("exception").asText().startsWith("java.io.IOException: why"));
        record.setMessage("x".repeat(100_000));
        record.setThrown(null);
        JsonNode later = JSON.readTree(new JsonLines().format(record));
        assertFalse(later.has("flow") || later.has("exception"));
        assertEquals(JsonLines.MOST + 3, later.path("message").asText().length());
    }

    @Test
    void levelsAreSetAllOrNone() {
        Logger logger = Logger.getLogger("dev.weir.nothing");
        LogLevels.set(Map.of("dev.weir.nothing", "debug"));
        assertEquals(Level.FINE, logger.getLevel());
        for (Map<String, String> wrong :
                List.of(Map.of("dev.weir.nothing", "off", "a b", "info"), Map.of("dev.weir.nothing", "loud"))) {
            assertThrows(IllegalArgumentException.class, () -> LogLevels.set(wrong));
        }
        assertEquals(Level.FINE, logger.getLevel());
        assertEquals("debug", LogLevels.name(Level.FINE));
        assertEquals("debug", LogLevels.name(Level.CONFIG));
        assertEquals("trace", LogLevels.name(Level.FINEST));
    }

    @Test
    void theServerLogsJsonAndTakesOtherLevelsWhileItRuns() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        TestAuthority.Issued issued = authority.issue("weir");
        Files.setPosixFilePermissions(issued.key(), PosixFilePermissions.fromString("rw-r--r--"));
        String logger = "dev.weir.soap.http.TlsReload";
        try (RunningWeir weir = RunningWeir.run(
                folder,
                List.of(
                        "--log-format=json",
                        "--log-level=" + logger + "=error",
                        "--tls-certificate=" + issued.certificate(),
                        "--tls-key=" + issued.key()))) {
            assertFalse(weir.log().contains("every user of this machine"), weir.log());
            RunningWeir.CommandResult changed =
                    weir.command("tuning", "logLevel/" + logger + "=warning", "logLevel=error");
            assertEquals(0, changed.exitCode(), changed.output());
            RunningWeir.CommandResult wrong = weir.command("tuning", "logLevel/dev.weir=loud");
            assertEquals(1, wrong.exitCode());
            assertTrue(wrong.output().contains("there is no log level 'loud'"), wrong.output());

            Files.writeString(issued.certificate(), "nothing");
            eventually("the damaged certificate is logged", weir::log, log -> log.contains("go on with what they had"));
            List<String> lines =
                    weir.log().lines().filter(each -> each.startsWith("{")).toList();
            JsonNode line = JSON.readTree(lines.get(lines.size() - 1));
            assertEquals("warning", line.path("level").asText());
            assertEquals(logger, line.path("logger").asText());
            assertTrue(line.path("message").asText().startsWith("the services' connections go on"), line.toString());
        }
    }
}

package dev.weir.server.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log levels as operators set them. */
class LogKnobsTest {
    private static final String PART = "dev.weir.nothing.of.others";

    private final LogKnobs levels = new LogKnobs();
    private final Logger part = Logger.getLogger(PART);

    @AfterEach
    void back() {
        levels.hold(Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "ERROR:1, SEVERE",
        "incident_error:1, SEVERE",
        "NOTIFICATION:1, INFO",
        "TRACE:32, FINEST",
        "WARNING, WARNING",
        "error, SEVERE",
        "debug, FINE",
        "trace, FINER",
        "off, OFF"
    })
    void oraclesLevelsJavasAndOthersAreTaken(String word, String level) {
        levels.hold(Map.of("logLevel/" + PART, String.valueOf(levels.checked("logLevel/" + PART, word))));
        assertEquals(Level.parse(level), part.getLevel());
    }

    @Test
    void whatIsTakenBackIsAsItWas() {
        part.setLevel(Level.CONFIG);
        Level all = Logger.getLogger("").getLevel();
        levels.hold(Map.of("logLevel/" + PART, "OFF", "logLevel", "ERROR:1"));
        assertEquals(Level.SEVERE, Logger.getLogger("").getLevel());
        levels.hold(Map.of("logLevel/" + PART, "FINE"));
        assertEquals(Level.FINE, part.getLevel());
        assertEquals(all, Logger.getLogger("").getLevel());
        levels.hold(Map.of());
        assertEquals(Level.CONFIG, part.getLevel());
        part.setLevel(null);
        assertNull(levels.checked("logLevel", "As started"));
        assertNull(levels.checked("logLevel/" + PART, "inherit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOUD", "", "ERROR:2", "TRACED", "1e3", "900"})
    void whatIsNoLevelIsRefusedWithTheRemedy(String word) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> levels.checked("logLevel", word));
        assertTrue(String.valueOf(refused.getMessage()).contains("write error, warning"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"logLevel/", "logLevel/dev weir", "logLevel/a..b", "logLevel/../x"})
    void whatIsNoLoggerIsRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> levels.checked(name, "INFO"));
    }
}

package dev.weir.server.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * The words for levels of the log, and the levels that the program starts with. While it runs, {@code weir tuning} changes
 * them.
 */
public final class LogLevels {
    /** All loggers that have no level of their own or of a longer beginning of their name. */
    private static final String ROOT = "root";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$-]*(\\.[A-Za-z_$][\\w$-]*)*");

    /** Oracle's message types, with the numbers of them that mean something else; and the words of other programs. */
    private static final Map<String, Level> WORDS = Map.ofEntries(
            Map.entry("INCIDENT_ERROR:1", Level.SEVERE),
            Map.entry("ERROR:1", Level.SEVERE),
            Map.entry("WARNING:1", Level.WARNING),
            Map.entry("NOTIFICATION:1", Level.INFO),
            Map.entry("NOTIFICATION:16", Level.CONFIG),
            Map.entry("TRACE:1", Level.FINE),
            Map.entry("TRACE:16", Level.FINER),
            Map.entry("TRACE:32", Level.FINEST),
            Map.entry("ERROR", Level.SEVERE),
            Map.entry("DEBUG", Level.FINE),
            Map.entry("TRACE", Level.FINER));

    /** Held here, since the JDK forgets loggers that nobody holds, and their levels. */
    private static final List<Logger> STARTED = new ArrayList<>();

    private LogLevels() {}

    /**
     * The level that a word stands for, in any case: error, warning, info, debug, trace, off; Oracle's, such as {@code
     * NOTIFICATION:1}; or one of {@code java.util.logging}.
     *
     * @throws IllegalArgumentException if there is none; the message says what there is
     */
    public static Level level(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        Level level = WORDS.get(upper);
        if (level != null) {
            return level;
        }
        if (upper.isEmpty() || !Character.isLetter(upper.charAt(0))) {
            throw unknown(word);
        }
        try {
            return Level.parse(upper);
        } catch (IllegalArgumentException e) {
            throw unknown(word);
        }
    }

    private static IllegalArgumentException unknown(String word) {
        return new IllegalArgumentException("there is no log level '" + word
                + "': write error, warning, info, debug, trace or off; ERROR:1, WARNING:1, NOTIFICATION:1, TRACE:1, TRACE:16"
                + " or TRACE:32; or SEVERE to FINEST");
    }

    /** As a level is called in lines of the log: the nearest word that is not above it. */
    static String name(Level level) {
        int value = level.intValue();
        if (level.equals(Level.OFF)) {
            return "off";
        } else if (value >= Level.SEVERE.intValue()) {
            return "error";
        } else if (value >= Level.WARNING.intValue()) {
            return "warning";
        } else if (value >= Level.INFO.intValue()) {
            return "info";
        }
        return value >= Level.FINE.intValue() ? "debug" : "trace";
    }

    /** Whether a logger may be called so. */
    public static boolean isLogger(String name) {
        return name.length() <= 200 && NAME.matcher(name).matches();
    }

    /**
     * Sets levels, all or none.
     *
     * @param levels by the name of a logger, or {@code root}
     * @throws IllegalArgumentException if a name or level is none; the message says which
     */
    public static synchronized void set(Map<String, String> levels) {
        Map<String, Level> checked = new HashMap<>();
        levels.forEach((name, word) -> {
            if (!isLogger(name)) {
                throw new IllegalArgumentException("'" + name + "' is not the name of a logger");
            }
            checked.put(name, level(word));
        });
        checked.forEach((name, level) -> {
            Logger logger = Logger.getLogger(name.equals(ROOT) ? "" : name);
            logger.setLevel(level);
            STARTED.add(logger);
        });
    }
}

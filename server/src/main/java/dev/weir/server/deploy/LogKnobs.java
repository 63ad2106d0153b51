package dev.weir.server.deploy;

import dev.weir.composite.tuning.KnobGroup;
import dev.weir.server.log.LogLevels;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The levels of the log: of all of it, and of parts by the names of their loggers ({@code dev.weir.composite}, {@code
 * io.vertx}). Levels are the words of {@link LogLevels}. What is not set is as the program was started with. One for a
 * process, as the log is. Thread-safe.
 */
final class LogKnobs implements KnobGroup {
    static final String ALL = "logLevel";
    static final String OF = "logLevel/";

    private static final String AS_STARTED = "as started";
    private static final String INHERIT = "Inherit";

    /** What was changed, with its level of before; held here, or the log would forget the loggers and their levels. */
    private final Map<Logger, Before> changed = new HashMap<>();

    private final Map<Handler, Level> handlers = new HashMap<>();

    private record Before(@Nullable Level level) {}

    @Override
    public Map<String, String> standard() {
        return Map.of(ALL, AS_STARTED);
    }

    @Override
    public boolean owns(String name) {
        return name.equals(ALL) || name.startsWith(OF);
    }

    @Override
    public String standard(String name) {
        return name.equals(ALL) ? AS_STARTED : INHERIT;
    }

    @Override
    public @Nullable String checked(String name, String value) {
        if (name.startsWith(OF) && !LogLevels.isLogger(name.substring(OF.length()))) {
            throw new IllegalArgumentException("'" + name.substring(OF.length())
                    + "' is not the name of a logger: write for example logLevel/dev.weir.composite");
        }
        if (value.equalsIgnoreCase(standard(name))) {
            return null;
        }
        LogLevels.level(value);
        return value.toUpperCase(Locale.ROOT);
    }

    @Override
    public synchronized void hold(Map<String, String> kept) {
        changed.forEach((logger, before) -> logger.setLevel(before.level));
        changed.clear();
        handlers.forEach(Handler::setLevel);
        handlers.clear();
        kept.forEach((name, word) -> {
            Logger logger = Logger.getLogger(name.equals(ALL) ? "" : name.substring(OF.length()));
            Level level = LogLevels.level(word);
            changed.put(logger, new Before(logger.getLevel()));
            logger.setLevel(level);
            letThrough(level);
        });
    }

    /** The handlers have levels of their own, by default INFO. */
    private void letThrough(Level level) {
        for (Handler handler : Objects.requireNonNull(Logger.getLogger("")).getHandlers()) {
            if (level.intValue() < handler.getLevel().intValue()) {
                handlers.putIfAbsent(handler, handler.getLevel());
                handler.setLevel(level);
            }
        }
    }
}

package dev.weir.server.log;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** In which form the server's log is written to standard error. */
public enum LogFormat {
    /** As {@code java.util.logging} has it, followed by flow and component where they are known. */
    TEXT,
    /** A JSON object in a line. */
    JSON;

    /** From now on; handlers that a configuration of {@code java.util.logging} has added keep their form. */
    public void install() {
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            if (handler instanceof ConsoleHandler) {
                handler.setFormatter(this == JSON ? new JsonLines() : new TextLines());
                // The loggers decide.
                handler.setLevel(Level.ALL);
            }
        }
    }
}

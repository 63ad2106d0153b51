package dev.weir.server.console;

import dev.weir.server.admin.PathTemplate;
import dev.weir.soap.http.HttpReply;

/**
 * A request that the console answers.
 *
 * @param path below {@link Console#PREFIX}
 */
record ConsoleRoute(String method, PathTemplate path, Handler handler) {
    /** Makes the answer. Thread-safe; may block. */
    @FunctionalInterface
    interface Handler {
        /** @throws dev.weir.server.admin.AdminException for what the admin API refuses: it becomes a page that says so */
        HttpReply handle(ConsoleRequest request);
    }

    /** A page. */
    static ConsoleRoute page(String path, Handler handler) {
        return new ConsoleRoute("GET", new PathTemplate(path), handler);
    }

    /** What a form asks for. */
    static ConsoleRoute form(String path, Handler handler) {
        return new ConsoleRoute("POST", new PathTemplate(path), handler);
    }
}

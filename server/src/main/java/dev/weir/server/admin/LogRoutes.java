package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRoute.Part;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;

/** What people did, as {@link AdminLog} has it. */
final class LogRoutes {
    private final AdminLog log;

    LogRoutes(AdminLog log) {
        this.log = log;
    }

    List<AdminRoute> routes() {
        return List.of(AdminRoute.getParts(
                        "/log",
                        Role.OPERATOR,
                        "What people did and who was refused, the newest first, as the file " + AdminLog.FILE
                                + " has it. Where there may be more, the header Weir-Next has the after of the next request; a"
                                + " page may be short, or empty, and have it all the same.",
                        new TypeReference<List<AdminLog.LogLine>>() {},
                        this::list)
                .duringStart()
                .with("who", "string", "what is somewhere in the name of the caller, or in the one that was tried")
                .with(
                        "what",
                        "string",
                        "words that are all somewhere in the request, or in its sentence, such as: calls retry")
                .with(
                        "text",
                        "string",
                        "words that are all somewhere in the line: a title, the id of an instance, a name")
                .with("from", "string", "an instant: then or later")
                .with("before", "string", "an instant: before it")
                .with("after", "integer", "Weir-Next of the page before")
                .with("limit", "integer", "at most so many: 100 unless said, at most 1000"));
    }

    private Part<AdminLog.LogLine> list(AdminRequest request) {
        AdminRequest.Between times = request.between("from", "before");
        AdminLog.Filter filter = new AdminLog.Filter(
                request.query("who"), request.query("what"), request.query("text"), times.from(), times.before());
        String after = request.query("after");
        long end = after == null
                ? -1
                : AdminRequest.id(after, "after must be a number: " + after, "give Weir-Next of the page before");
        int limit = request.limit();
        if (limit == 0) {
            return new Part<>(List.of(), null);
        }
        try {
            AdminLog.Page page = log.read(filter, end, limit);
            return new Part<>(page.lines(), page.next() == 0 ? null : Long.toString(page.next()));
        } catch (IOException e) {
            System.getLogger(LogRoutes.class.getName()).log(Level.WARNING, "cannot read " + AdminLog.FILE, e);
            throw new RefusedException(
                    503, "admin-log", AdminLog.FILE + " cannot be read: " + e.getMessage(), "see the server's log");
        }
    }
}

package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.console.Sessions.Notice;
import org.jspecify.annotations.Nullable;

/**
 * What is around the content of every page.
 *
 * @param title of the page
 * @param section of the navigation to which it belongs; empty for none
 * @param user who is signed in; empty for nobody
 * @param role null for nobody
 * @param formToken what each form must show
 * @param notice what was done last; null for nothing
 */
public record Frame(
        String title,
        String section,
        String user,
        @Nullable Role role,
        String formToken,
        @Nullable String notice,
        boolean noticeIsGood,
        Files files) {
    /**
     * Addresses of the parts of pages.
     *
     * @param run names the run of the server that they are of
     */
    public record Files(String style, String script, String htmx, String icon, String run) {}

    static Frame of(String title, String section, ConsoleRequest request, Files files) {
        Notice notice = request.byPage() ? null : request.session().take();
        return new Frame(
                title,
                section,
                request.session().caller().name(),
                request.session().caller().role(),
                request.session().formToken(),
                notice == null ? null : notice.text(),
                notice == null || notice.good(),
                files);
    }

    static Frame ofNobody(String title, Files files) {
        return new Frame(title, "", "", null, "", null, true, files);
    }

    /** True if whoever is signed in may decide about instances, calls and messages. */
    public boolean operates() {
        return role != null && role.includes(Role.OPERATOR);
    }

    /** True if whoever is signed in may do everything. */
    public boolean administers() {
        return role != null && role.includes(Role.ADMINISTRATOR);
    }
}

package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.console.Sessions.Notice;
import dev.weir.server.console.Sessions.Session;
import java.util.Map;
import java.util.Objects;

/**
 * A request for a page, or for what a form of one asks for, by somebody who is signed in.
 *
 * @param path the steps of the path that vary, by name, decoded
 * @param form empty for a GET
 * @param admin the admin API, as whoever is signed in
 */
record ConsoleRequest(
        Session session, String address, Map<String, String> path, Fields query, Fields form, AdminClient admin) {
    /** A step of the path that varies. */
    String path(String name) {
        return Objects.requireNonNull(path.get(name), name);
    }

    /** True if whoever is signed in may do what needs a role. */
    boolean may(Role role) {
        return session.caller().role().includes(role);
    }

    /**
     * Goes on only for whoever has a role: who has not should not be asked whether he is sure.
     *
     * @throws AdminException where he has not
     */
    void needs(Role role) {
        if (!may(role)) {
            throw AdminException.refused(
                    403,
                    address,
                    session.caller().name() + " is " + session.caller().role().word() + ", and this needs the role "
                            + role.word(),
                    "ask an administrator");
        }
    }

    /** To be said on the next page. */
    void say(String text) {
        session.say(new Notice(text, true));
    }
}

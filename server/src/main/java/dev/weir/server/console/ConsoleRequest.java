package dev.weir.server.console;

import dev.weir.composite.tuning.WholeNumber;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.console.Sessions.Notice;
import dev.weir.server.console.Sessions.Session;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A request for a page, or for what a form of one asks for, by somebody who is signed in.
 *
 * @param path the steps of the path that vary, by name, decoded
 * @param form empty for a GET
 * @param body as it was sent
 * @param admin the admin API, as whoever is signed in
 * @param byPage true where a page asks for a part of itself anew: nobody reads what else is on it
 * @param refusals takes why whoever is signed in may not do what he asks for, for the log
 */
record ConsoleRequest(
        Session session,
        String address,
        Map<String, String> path,
        Fields query,
        Fields form,
        byte[] body,
        AdminClient admin,
        boolean byPage,
        Consumer<String> refusals) {
    /** A step of the path that varies. */
    String path(String name) {
        return Objects.requireNonNull(path.get(name), name);
    }

    /**
     * A step of the path that is a number.
     *
     * @throws AdminException where it is none
     */
    long number(String name) {
        String text = path(name);
        return WholeNumber.parse(text, 0, Long.MAX_VALUE)
                .orElseThrow(() ->
                        AdminException.unknown(text, "the address has a number here", "follow a link of the list"));
    }

    /**
     * How many rows of a list are before those of the page that is asked for; 0 where the query does not say.
     *
     * @throws UnreadableException where it is no number
     */
    int offset() {
        String text = query.get("offset");
        return (int) WholeNumber.parse(text.isEmpty() ? "0" : text, 0, Integer.MAX_VALUE)
                .orElseThrow(() -> new UnreadableException("'" + text + "' is no number of rows"));
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
            String why = session.caller().name() + " is "
                    + session.caller().role().word() + ", and this needs the role " + role.word();
            refusals.accept(why);
            throw AdminException.refused(403, address, why, "ask an administrator");
        }
    }

    /** To be said on the next page. */
    void say(String text) {
        session.say(new Notice(text, true));
    }

    /** To be said on the next page: that not all was done. */
    void complain(String text) {
        session.say(new Notice(text, false));
    }
}

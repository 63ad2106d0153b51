package dev.weir.server.console;

import dev.weir.server.access.Authenticator;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who is signed in. Sessions are in memory alone: after a restart people sign in again. One ends by itself when nobody uses
 * it, after a day, and when its user gets another role or password, or is removed. Of whom an OpenID provider let in
 * nothing is known afterwards: such a session ends after an hour, and when he signs in again and has another role.
 * Thread-safe.
 */
final class Sessions {
    static final Duration IDLE = Duration.ofHours(4);
    static final Duration LONGEST = Duration.ofHours(24);
    static final Duration LONGEST_BY_PROVIDER = Duration.ofHours(1);
    static final int MOST = 1_000;
    /** How the ids begin of sessions of those whom a provider let in: browsers that show one are sent there again. */
    private static final String BY_PROVIDER = "p.";

    private final Authenticator authenticator;
    private final InstantSource clock;
    /** By their ids, the one first that was not used for the longest time. */
    private final Map<String, Session> open = new LinkedHashMap<>(16, 0.75f, true);

    Sessions(Authenticator authenticator, InstantSource clock) {
        this.authenticator = authenticator;
        this.clock = clock;
    }

    /** What somebody did, to be said on the next page. */
    record Notice(String text, boolean good) {}

    /** One of them. */
    static final class Session {
        private final String id;
        private final String formToken;
        private final Caller caller;
        private final @Nullable String standing;
        private final Instant ends;
        private Instant used;
        private @Nullable Notice notice;

        private Session(
                String id, String formToken, Caller caller, @Nullable String standing, Instant begun, Instant ends) {
            this.id = id;
            this.formToken = formToken;
            this.caller = caller;
            this.standing = standing;
            this.ends = ends;
            this.used = begun;
        }

        /** The secret that the browser keeps. */
        String id() {
            return id;
        }

        Caller caller() {
            return caller;
        }

        /** The secret that each form shows: a page of another site cannot know it. */
        String formToken() {
            return formToken;
        }

        /** True if this is the token of its forms. */
        boolean isFormToken(@Nullable String given) {
            return given != null && Secrets.same(formToken, given);
        }

        /** To be said on the next page; it takes the place of what was to be said. */
        synchronized void say(Notice what) {
            notice = what;
        }

        /** What is to be said now, once. */
        synchronized @Nullable Notice take() {
            Notice said = notice;
            notice = null;
            return said;
        }
    }

    /** Begins one of somebody who was let in. */
    Session begin(Caller caller) {
        boolean byProvider = caller.name().startsWith(Caller.OPENID);
        Instant now = clock.instant();
        Session session = new Session(
                (byProvider ? BY_PROVIDER : "") + Secrets.make(),
                Secrets.make(),
                caller,
                authenticator.standing(caller.name()),
                now,
                now.plus(byProvider ? LONGEST_BY_PROVIDER : LONGEST));
        synchronized (open) {
            if (byProvider) {
                open.values()
                        .removeIf(other ->
                                other.caller.name().equals(caller.name()) && other.caller.role() != caller.role());
            }
            open.put(session.id, session);
            if (open.size() > MOST) {
                open.remove(open.keySet().iterator().next());
            }
        }
        return session;
    }

    /** True while there is a session with an id, which does not count as used by this. */
    boolean isOpen(String id) {
        return find(id, false) != null;
    }

    /**
     * The session with an id; null where there is none any more.
     *
     * @param used whether it counts as used now: not for what an open page asks for by itself
     */
    @Nullable Session find(@Nullable String id, boolean used) {
        if (id == null) {
            return null;
        }
        Instant now = clock.instant();
        Session session;
        synchronized (open) {
            session = open.get(id);
            if (session == null) {
                return null;
            }
            if (session.used.plus(IDLE).isBefore(now) || session.ends.isBefore(now)) {
                open.remove(id);
                return null;
            }
            if (used) {
                session.used = now;
            }
        }
        if (!Objects.equals(session.standing, authenticator.standing(session.caller.name()))) {
            end(session);
            return null;
        }
        return session;
    }

    void end(Session session) {
        synchronized (open) {
            open.remove(session.id);
        }
    }

    /** Ends all sessions of somebody who may not be here any more. */
    void endAll(String name) {
        synchronized (open) {
            open.values().removeIf(each -> each.caller.name().equals(name));
        }
    }

    /** True for an id, of a session that is open or has ended, of somebody whom a provider let in. */
    static boolean isByProvider(@Nullable String id) {
        return id != null && id.startsWith(BY_PROVIDER);
    }
}

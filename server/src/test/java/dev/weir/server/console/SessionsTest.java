package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.Authenticator;
import dev.weir.server.access.Caller;
import dev.weir.server.access.OpenIdClient.Flow;
import dev.weir.server.access.Role;
import dev.weir.server.console.PendingSignIns.Begun;
import dev.weir.server.console.Sessions.Session;
import dev.weir.testing.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long sessions last, and sign-ins that wait for a provider. */
class SessionsTest {
    private static final URI BACK = URI.create("https://weir.example/console/signed-in");

    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();
    private Sessions sessions;

    @BeforeEach
    void open() throws IOException {
        sessions = new Sessions(new Authenticator(folder, null), time);
    }

    @Test
    void aSessionEndsAfterADayHoweverMuchItIsUsed() {
        Session session = sessions.begin(new Caller(Caller.TOKEN, Role.ADMINISTRATOR));
        for (int hour = 0; hour < 24; hour++) {
            time.advance(Duration.ofHours(1));
            assertNotNull(sessions.find(session.id(), true), hour + " h");
        }
        time.advance(Duration.ofSeconds(1));
        assertNull(sessions.find(session.id(), true));
    }

    @Test
    void aSessionThatNobodyUsesEndsAfterFourHours() {
        Session session = sessions.begin(new Caller(Caller.TOKEN, Role.ADMINISTRATOR));
        time.advance(Sessions.IDLE);
        assertTrue(sessions.isOpen(session.id()));
        time.advance(Duration.ofSeconds(1));
        assertNull(sessions.find(session.id(), true));
    }

    @Test
    void whomAProviderLetInIsSentThereAgainAfterAnHour() {
        Session session = sessions.begin(new Caller("oidc:eve", Role.OPERATOR));
        assertTrue(Sessions.isByProvider(session.id()));
        time.advance(Duration.ofHours(1));
        assertNotNull(sessions.find(session.id(), true));
        time.advance(Duration.ofSeconds(1));
        assertNull(sessions.find(session.id(), true));
    }

    @Test
    void anotherRoleEndsTheSessionsOfTheOneBefore() {
        Session phone = sessions.begin(new Caller("oidc:eve", Role.OPERATOR));
        Session desk = sessions.begin(new Caller("oidc:eve", Role.OPERATOR));
        assertTrue(sessions.isOpen(phone.id()), "the same role leaves it");
        Session other = sessions.begin(new Caller("oidc:bob", Role.OPERATOR));
        sessions.begin(new Caller("oidc:eve", Role.VIEWER));
        assertNull(sessions.find(phone.id(), true));
        assertNull(sessions.find(desk.id(), true));
        assertNotNull(sessions.find(other.id(), true));
    }

    private static Flow flow(String state) {
        return new Flow(state, "nonce", "verifier", BACK);
    }

    @Test
    void aSignInWaitsTenMinutesForItsWayBack() {
        PendingSignIns pending = new PendingSignIns(time);
        String browser = pending.browser(null);
        assertEquals(browser, pending.browser(browser));
        assertNotEquals("forged", pending.browser("forged"));
        pending.add(flow("one"), browser, "/console/");
        pending.add(flow("two"), browser, "/console/");
        time.advance(PendingSignIns.LONGEST);
        Begun one = pending.take("one", browser);
        assertEquals("/console/", one == null ? "" : one.to());
        assertNull(pending.take("one", browser), "it counts once");
        time.advance(Duration.ofSeconds(1));
        assertNull(pending.take("two", browser));
    }

    @Test
    void whoBeginsManySignInsPushesOutTheOldest() {
        PendingSignIns pending = new PendingSignIns(time);
        String browser = pending.browser(null);
        for (int i = 0; i <= PendingSignIns.MOST; i++) {
            pending.add(flow("state" + i), browser, "/console/");
        }
        assertNull(pending.take("state0", browser));
        assertNotNull(pending.take("state1", browser));
        assertNotNull(pending.take("state" + PendingSignIns.MOST, browser));
    }
}

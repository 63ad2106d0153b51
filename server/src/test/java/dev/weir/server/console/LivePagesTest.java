package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.Chromium.Page;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages that look again by themselves, when nobody answers them any more. Without Chromium this is skipped. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LivePagesTest {
    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP);

    private final Page page = visit.page();

    @Test
    void pagesThatDoNotLookAgainSayThatTheSessionHasEndedToo() throws Exception {
        visit.order("L-1", "nothing");
        eventually("its call rests", () -> visit.resting() == 1);
        String call = "/console/calls/" + visit.admin().calls(null, 0, 1).get(0).id();
        for (String address : List.of("/console/instances", "/console/log", call)) {
            page.go(visit.address(address));
            page.await("document.readyState === 'complete' && location.pathname === '" + address + "'");
            post("/console/sign-out", "new FormData(document.querySelector('form.who'))");
            page.await("document.querySelector('.stale')?.innerText.includes('session has ended')");
            signInElsewhere();
            page.await("document.querySelector('.stale') === null && document.readyState === 'complete'");
        }
    }

    private void post(String address, String form) throws Exception {
        page.evaluate("fetch('" + address
                + "', {method: 'POST', headers: {'Content-Type': 'application/x-www-form-urlencoded'},"
                + " body: new URLSearchParams(" + form + ")})");
    }

    private void signInElsewhere() throws Exception {
        post(
                "/console/sign-in",
                "{user: '', to: '', secret: "
                        + ConsoleVisit.literal(AdminToken.read(visit.data().resolve(AdminToken.FILE))) + "}");
    }

    @Test
    @Order(Integer.MAX_VALUE) // it ends the server
    void aPageSaysThatItIsOfYesterdayAndGoesOnWhenItCan() throws Exception {
        visit.go("/console/dashboard?window=day", "Dashboard");
        // In another tab, somebody signs out.
        post("/console/sign-out", "new FormData(document.querySelector('form.who'))");
        page.await("document.querySelector('.stale')?.innerText.includes('session has ended')");
        visit.picture("stale");
        assertEquals(
                "/console/sign-in?to=%2Fconsole%2Fdashboard%3Fwindow%3Dday",
                page.evaluate("document.querySelector('.stale a').getAttribute('href')"));
        // There he signs in again: this page goes on, with forms of the new session.
        String before = page.evaluate("document.querySelector('[name=token]').value");
        signInElsewhere();
        page.await("document.querySelector('.stale') === null && document.readyState === 'complete'"
                + " && document.querySelector('[name=token]').value !== '" + before + "'");

        URI console = visit.address("/");
        visit.server().close();
        page.await("document.querySelector('.stale')?.innerText.includes('gives no answer')");
        assertTrue(visit.text(".tiles").contains("running instances"), "what it showed is there");

        // The sessions of before are no more: the page says why, and does not speak of his session.
        try (WeirServer again = WeirServer.start(
                new ServerSettings(List.of(), "127.0.0.1", 0, visit.data(), Map.of(), Duration.ofSeconds(5), 1 << 20)
                        .withAdmin(new AdminListener("127.0.0.1", console.getPort(), false)))) {
            assertEquals(console, again.adminUrl().resolve("/"));
            page.await("document.querySelector('.stale')?.innerText.includes('was started again')");
            visit.click(".stale a");
            page.await("document.title === 'Sign in · Weir'");
        }
    }
}

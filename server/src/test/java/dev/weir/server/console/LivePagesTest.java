package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminToken;
import dev.weir.testing.Chromium.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages that look again by themselves, when nobody answers them any more. Without Chromium this is skipped. */
class LivePagesTest {
    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP);

    private final Page page = visit.page();

    @Test
    void aPageSaysThatItIsOfYesterdayAndGoesOnWhenItCan() throws Exception {
        visit.go("/console/dashboard?window=day", "Dashboard");
        // In another tab, somebody signs out.
        page.evaluate(
                "fetch('/console/sign-out', {method: 'POST', headers: {'Content-Type': 'application/x-www-form-urlencoded'},"
                        + " body: new URLSearchParams(new FormData(document.querySelector('form.who')))})");
        page.await("document.querySelector('.stale')?.innerText.includes('session has ended')");
        visit.picture("stale");
        assertEquals(
                "/console/sign-in?to=%2Fconsole%2Fdashboard%3Fwindow%3Dday",
                page.evaluate("document.querySelector('.stale a').getAttribute('href')"));
        // There he signs in again: this page goes on, with forms of the new session.
        String before = page.evaluate("document.querySelector('[name=token]').value");
        page.evaluate(
                "fetch('/console/sign-in', {method: 'POST', headers: {'Content-Type': 'application/x-www-form-urlencoded'},"
                        + " body: new URLSearchParams({user: '', to: '', secret: "
                        + ConsoleVisit.literal(AdminToken.read(visit.data().resolve(AdminToken.FILE))) + "})})");
        page.await("document.querySelector('.stale') === null && document.readyState === 'complete'"
                + " && document.querySelector('[name=token]').value !== '" + before + "'");

        visit.server().close();
        page.await("document.querySelector('.stale')?.innerText.includes('gives no answer')");
        assertTrue(visit.text(".tiles").contains("running instances"), "what it showed is there");
    }
}

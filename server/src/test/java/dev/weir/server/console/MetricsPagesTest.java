package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.Chromium;
import dev.weir.testing.Chromium.Page;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server has measured of itself, looked at in a real Chromium. Without Chromium this is skipped. */
class MetricsPagesTest {
    @TempDir
    static Path folder;

    private static WeirServer server;
    private static Chromium browser;
    private static Page page;
    private static URI console;

    @BeforeAll
    static void start() throws Exception {
        Path data = folder.resolve("data");
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                data,
                Map.of(),
                Duration.ofSeconds(5),
                1 << 20));
        console = AdminAddress.read(data).url().resolve("/console/");
        browser = Chromium.open(folder, console.resolve("/console/sign-in?to=/console/metrics"));
        page = browser.connect();
        page.await("document.title === 'Sign in · Weir' && document.readyState === 'complete'");
        String token = AdminToken.read(data.resolve(AdminToken.FILE));
        page.evaluate("document.querySelector('[name=secret]').value = '" + token + "'");
        click("button.main");
        page.await("document.title === 'Metrics · Weir'");
    }

    @AfterAll
    static void stop() {
        if (page != null) {
            page.close();
        }
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void go(String path) throws Exception {
        page.go(console.resolve(path));
        page.await("document.title === 'Metrics · Weir' && document.readyState === 'complete'"
                + " && location.pathname + location.search === '" + path + "'");
    }

    private static void click(String selector) throws Exception {
        page.evaluate("document.querySelector('" + selector + "').click()");
    }

    private static String text(String selector) throws Exception {
        return page.evaluate("document.querySelector('" + selector + "').innerText");
    }

    private static void picture(String name) throws Exception {
        String pictures = System.getenv("WEIR_PICTURES");
        if (pictures != null) {
            for (int width : new int[] {1440, 390}) {
                for (String scheme : List.of("light", "dark")) {
                    page.width(width);
                    page.scheme(scheme);
                    Files.write(
                            Path.of(pictures).resolve("metrics-" + name + "-" + width + "-" + scheme + ".png"),
                            page.picture());
                }
            }
            page.width(1440);
        }
    }

    @Test
    void allSeriesOfTheServerHaveAPlotWithAxes() throws Exception {
        int errors = page.errors().size();
        go("/console/metrics");
        // Without a click: the page looks again by itself, and has points once the server has looked twice.
        page.await("document.querySelectorAll('.charts figure').length === 17"
                + " && document.querySelector('#heapUsedBytes path:last-child').getAttribute('d').length > 10"
                + " && document.querySelector('#requestsPerSecond .facts dd').innerText === '0'");
        assertEquals(
                "Requests a second, Faults a second, 50 % answered within, 99 % answered within, Processors busy",
                page.evaluate(
                        "[...document.querySelectorAll('figcaption')].slice(0, 5).map(f => f.innerText).join(', ')"));
        assertTrue(text("#heapUsedBytes .up").contains("MB"), text("#heapUsedBytes .up"));
        assertTrue(text("#heapUsedBytes .along").matches("(?s)\\d\\d:\\d\\d.*\\d\\d:\\d\\d.*\\d\\d:\\d\\d"));
        String summary = page.evaluate("document.querySelector('#heapUsedBytes svg').getAttribute('aria-label')");
        assertTrue(
                summary.matches("Heap in use, the last hour: .* now, at most .*, at least .*, .* on average"), summary);
        assertEquals("–", text("#p99Micros .facts dd"));
        assertEquals("–", text("#p99Micros .facts div:last-child dd"));
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(390);
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(1440);
        picture("server");
        assertEquals(errors, page.errors().size(), page.errors().toString());
    }

    @Test
    void aCompositeIsChosenAndTheDay() throws Exception {
        go("/console/metrics");
        page.evaluate("document.querySelector('[name=composite]').value = 'default/Orders!1.0'");
        click("form.search button");
        page.await("location.search.includes('composite=default') && document.readyState === 'complete'");
        click(".tabs a:last-child");
        page.await("location.search.includes('window=day') && document.readyState === 'complete'");
        assertTrue(text(".tabs [aria-current]").contains("day"));
        assertEquals("default/Orders!1.0", page.evaluate("document.querySelector('[name=composite]').value"));
        page.await("document.querySelectorAll('.charts figure').length === 4");
        picture("composite");

        page.go(console.resolve("/console/metrics?composite=None"));
        page.await("document.title === 'There is no such thing · Weir'");
    }

    @Test
    void theNumbersAreAFile() throws Exception {
        go("/console/metrics");
        page.await("!!document.querySelector('.charts figure')");
        String file = page.evaluate("document.querySelector('a[download]').getAttribute('href')");
        assertEquals("/console/metrics/series.csv?window=hour", file);
        page.evaluate("(fetch('" + file + "').then(r => r.text()).then(t => window.csv = t), 1)");
        page.await("!!window.csv");
        assertEquals("361", page.evaluate("csv.trim().split('\\r\\n').length"));
        String head = page.evaluate("csv.split('\\r\\n')[0]");
        assertTrue(head.startsWith("time,requestsPerSecond,faultsPerSecond,p50Micros,p99Micros,cpu,"), head);
        String last = page.evaluate("csv.trim().split('\\r\\n').pop()");
        assertTrue(last.matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z(,[\\d.]*){17}"), last);
    }
}

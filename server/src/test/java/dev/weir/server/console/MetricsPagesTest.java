package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.Chromium.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server has measured of itself, looked at in a real Chromium. Without Chromium this is skipped. */
class MetricsPagesTest {
    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.ORDERS);

    private final Page page = visit.page();

    @Test
    void allSeriesOfTheServerHaveAPlotWithAxes() throws Exception {
        int errors = page.errors().size();
        visit.go("/console/metrics", "Metrics");
        // Without a click: the page looks again by itself, and has points once the server has looked twice.
        page.await("document.querySelectorAll('.charts figure').length === 17"
                + " && document.querySelector('#heapUsedBytes path:last-child').getAttribute('d').length > 10"
                + " && document.querySelector('#requestsPerSecond .facts dd').innerText === '0'");
        assertEquals(
                "Requests a second, Faults a second, 50 % answered within, 99 % answered within, Processors busy",
                page.evaluate(
                        "[...document.querySelectorAll('figcaption')].slice(0, 5).map(f => f.innerText).join(', ')"));
        assertTrue(visit.text("#heapUsedBytes .up").contains("MB"), visit.text("#heapUsedBytes .up"));
        assertTrue(visit.text("#heapUsedBytes .along").matches("(?s)\\d\\d:\\d\\d.*\\d\\d:\\d\\d.*\\d\\d:\\d\\d"));
        String summary = page.evaluate("document.querySelector('#heapUsedBytes svg').getAttribute('aria-label')");
        assertTrue(
                summary.matches("Heap in use, the last hour: .* now, at most .*, at least .*, .* on average"), summary);
        assertEquals("–", visit.text("#p99Micros .facts dd"));
        assertEquals("–", visit.text("#p99Micros .facts div:last-child dd"));
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(390);
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(1440);
        visit.picture("metrics");
        assertEquals(errors, page.errors().size(), page.errors().toString());
    }

    @Test
    void aCompositeIsChosenAndTheDay() throws Exception {
        visit.go("/console/metrics", "Metrics");
        page.evaluate("document.querySelector('[name=composite]').value = 'default/Orders!1.0'");
        visit.click("form.search button");
        page.await("location.search.includes('composite=default') && document.readyState === 'complete'");
        visit.click(".tabs a:last-child");
        page.await("location.search.includes('window=day') && document.readyState === 'complete'");
        assertTrue(visit.text(".tabs [aria-current]").contains("day"));
        assertEquals("default/Orders!1.0", page.evaluate("document.querySelector('[name=composite]').value"));
        page.await("document.querySelectorAll('.charts figure').length === 4");
        visit.picture("metrics-composite");

        page.go(visit.address("/console/metrics?composite=None"));
        page.await("document.title === 'There is no such thing · Weir'");
    }

    @Test
    void theNumbersAreAFile() throws Exception {
        visit.go("/console/metrics", "Metrics");
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

package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.store.FlowFilter;
import dev.weir.testing.Chromium.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every page is looked at by axe, light and dark, on a screen and on a phone: nothing in it may keep somebody from using it. */
class AccessibilityTest {
    private static final String AXE = "(async () => { const found = await axe.run();"
            + " window.found = found.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')"
            + ".map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.any.map(a => a.message)).join(' ; ')).join('\\n');"
            + " })()";

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP, ConsoleVisit.TALKS);

    private final Page page = visit.page();
    private static String axe;

    @BeforeAll
    static void oneOrderIsDoneAndOneFails() throws Exception {
        axe = axe();
        visit.order("1", "tea");
        visit.order("2", "nothing");
        eventually("a call rests", () -> visit.resting() == 1);
    }

    /** The script as an expression. */
    private static String axe() throws IOException {
        try (InputStream in = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return script.substring(0, script.length() - 1);
        }
    }

    private void assertUsable(String where) throws Exception {
        for (String scheme : List.of("light", "dark")) {
            for (int width : new int[] {1440, 390}) {
                page.scheme(scheme);
                page.width(width);
                page.evaluate("delete window.found");
                page.evaluate(axe);
                page.evaluate(AXE);
                page.await("typeof window.found === 'string'");
                assertEquals("", page.evaluate("window.found"), where + ", " + scheme + ", " + width + " pixels");
                assertEquals(
                        "0",
                        page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
                        where + " is wider than " + width + " pixels");
            }
        }
    }

    @Test
    void whoeverLooksAtAPageCanUseIt() throws Exception {
        long instance = visit.admin()
                .instances(FlowFilter.ALL, null, 1)
                .instances()
                .get(0)
                .id();
        String call = visit.admin().calls(null, 0, 1).get(0).id();
        List<String> paths = new ArrayList<>(List.of(
                "dashboard",
                "dashboard?window=day",
                "composites",
                "composites/default%2FShop!1.0",
                "composites/default%2FShop!1.0/services/Counter",
                "test",
                "deploy",
                "metrics",
                "metrics?window=day&composite=default%2FShop!1.0",
                "instances",
                "instances?q=nothing",
                "instances?from=never",
                "instances/" + instance,
                "instances/" + instance + "/trail",
                "instances/" + instance + "/diagram",
                "faults",
                "calls/" + call,
                "messages",
                "open-calls",
                "purge",
                "purge?state=completed",
                "tuning",
                "log",
                "design",
                "nowhere"));
        for (String path : paths) {
            page.go(visit.address("/console/" + path));
            page.await("document.readyState === 'complete' && location.href === '" + visit.address("/console/" + path)
                    + "'");
            assertUsable(path);
        }
    }
}

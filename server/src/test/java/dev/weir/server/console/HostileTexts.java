package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.Chromium.Page;
import java.util.ArrayList;
import java.util.List;

/** Texts that must be shown and never run, in every place where a page shows what others have written. */
final class HostileTexts {
    static final List<String> ALL = all();

    private HostileTexts() {}

    private static List<String> all() {
        List<String> all = new ArrayList<>();
        for (String script : List.of("ran=1", "window.ran=1;//", "top.ran=1")) {
            all.addAll(List.of(
                    "<script>" + script + "</script>",
                    "</title><script>" + script + "</script>",
                    "</pre></textarea><script>" + script + "</script>",
                    "\"><img src=x onerror=\"" + script + "\">",
                    "' autofocus onfocus='" + script,
                    "\" autofocus onfocus=\"" + script,
                    "<svg onload=" + script + ">",
                    "<iframe srcdoc=\"<script>parent." + script + "</script>\">",
                    "<a href=\"javascript:" + script + "\">open</a>",
                    "javascript:" + script,
                    "<details open ontoggle=" + script + ">",
                    "<div hx-get=\"/console/design\" hx-trigger=\"load\" hx-on::load=\"" + script + "\">",
                    "<form action=\"https://example.org\"><button autofocus>Sign in</button></form>",
                    "<style>@import 'https://example.org/a.css';</style>",
                    "<base href=\"https://example.org/\">",
                    "<!--",
                    "]]>",
                    "${" + script + "}",
                    "{{" + script + "}}"));
        }
        all.add("\u202Egnp.exe");
        return all;
    }

    /** As an element's content. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** That a page has a text, or a field with it, and is unharmed by it. */
    static void assertShown(Page page, String text) throws Exception {
        String whole = page.evaluate("document.getElementById('content').textContent"
                + " + [...document.querySelectorAll('#content input, #content textarea')].map(f => f.value).join(' ')");
        assertTrue(whole.contains(text), text + " in " + whole);
        assertUnharmed(page, text);
    }

    /** That nothing of what would run, or would come from elsewhere, is on a page. */
    static void assertUnharmed(Page page, String text) throws Exception {
        assertEquals("undefined", page.evaluate("typeof window.ran"), text);
        assertEquals(
                "0",
                page.evaluate("document.querySelectorAll('main script, main iframe, main img, main style, base,"
                        + " main [onerror], main [onfocus], main [ontoggle], main svg[onload], main [hx-on\\\\:\\\\:load],"
                        + " main a[href^=\"javascript\"], main form[action^=http]').length"),
                text);
    }
}

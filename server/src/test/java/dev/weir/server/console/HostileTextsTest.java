package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.testing.Chromium.Page;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others have written, in every page on which operators act, in a real Chromium: orders, faults of partners, keys of
 * messages, names of files, addresses, and what was typed. {@link ConsolePagesTest} has instances and their history. Without
 * Chromium this is skipped.
 */
class HostileTextsTest {
    @TempDir
    static Path folder;

    private static ConsoleVisit visit;
    private static Page page;

    @BeforeAll
    static void start() throws Exception {
        visit = new ConsoleVisit(folder, ConsoleVisit.SHOP, ConsoleVisit.TALKS);
        page = visit.page();
    }

    @AfterAll
    static void stop() {
        if (visit != null) {
            visit.close();
        }
    }

    @AfterEach
    void nothingHasThrown() {
        assertEquals(
                List.of(),
                page.errors().stream()
                        .filter(error ->
                                !error.contains("Failed to load resource: the server responded with a status of 4"))
                        .toList());
    }

    @Test
    void inOrdersAndInFaultsOfPartners() throws Exception {
        for (String text : HostileTexts.ALL) {
            String content = HostileTexts.escaped(text);
            visit.order(content, content);
        }
        eventually("their calls rest", () -> visit.resting() == HostileTexts.ALL.size());
        visit.go("/console/faults", "Faults");
        List<RestingCallView> calls = visit.admin().calls(null, 0, 100);
        for (RestingCallView call : calls) {
            String text = call.reason().substring("no such article: ".length());
            visit.go("/console/calls/" + call.id(), "Call " + call.id());
            HostileTexts.assertShown(page, text);
            visit.go("/console/instances/" + call.instance(), "Instance " + call.instance());
            HostileTexts.assertShown(page, text);
        }
        visit.go("/console/faults", "Faults");
        for (RestingCallView call : calls.subList(0, 40)) {
            HostileTexts.assertShown(page, call.reason());
        }
    }

    @Test
    void inKeysAndContentOfMessages() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(HostileTexts.ALL.size());
        try {
            for (String text : HostileTexts.ALL) {
                callers.execute(() -> {
                    try {
                        visit.send(
                                "Talks/Talks",
                                "<ask xmlns='http://talks.example'><id>" + HostileTexts.escaped(text) + "</id></ask>");
                    } catch (Exception e) {
                        // nobody answers it
                    }
                });
            }
            eventually("they wait", () -> visit.admin().messages(0, 100).size() == HostileTexts.ALL.size());
            visit.go("/console/messages", "Messages");
            HostileTexts.assertUnharmed(page, "the list");
            for (MessageView message : visit.admin().messages(0, 100)) {
                visit.go("/console/messages/" + message.id(), "Message " + message.id());
                HostileTexts.assertUnharmed(page, message.toString());
            }
            for (String text : HostileTexts.ALL) {
                // of either page, as 50 are shown at a time
                visit.go("/console/messages", "Messages");
                boolean first = page.evaluate(
                                "document.getElementById('content').textContent.includes(" + script(text) + ")")
                        .equals("true");
                if (!first) {
                    visit.click("a[rel=next]");
                    page.await("document.readyState === 'complete' && location.search.includes('offset')");
                }
                HostileTexts.assertShown(page, text);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void inWhatIsTyped() throws Exception {
        for (String text : HostileTexts.ALL) {
            typed("/console/purge?title=" + Fields.encoded(text), text);
            typed("/console/purge?from=" + Fields.encoded(text), text);
            typed("/console/faults?fault=" + Fields.encoded(text), null);
            typed("/console/metrics?composite=" + Fields.encoded(text), null);
            typed("/console/dashboard?window=" + Fields.encoded(text), null);
        }
        String field = "[...document.querySelectorAll('form')].find(f => f.elements.name?.value === 'BPEL/statsLastN')";
        for (String text : HostileTexts.ALL) {
            visit.go("/console/tuning", "Tuning");
            page.evaluate(field + ".elements.value.value = " + script(text));
            page.evaluate(field + ".querySelector('button').click()");
            visit.noticed("Nothing was changed: BPEL/statsLastN");
            HostileTexts.assertShown(page, text);
        }
    }

    @Test
    void inAddresses() throws Exception {
        for (String text : HostileTexts.ALL) {
            for (String place : List.of("", "instances/", "calls/", "messages/", "composites/", "test/")) {
                typed("/console/" + place + Fields.encoded(text).replace("+", "%20"), null);
            }
        }
    }

    @Test
    void inNamesOfFiles() throws Exception {
        visit.go("/console/deploy", "Deploy a composite");
        for (String text : HostileTexts.ALL) {
            page.evaluate("document.getElementById('assessed').replaceChildren()");
            drop(text);
            page.await("!!document.querySelector('#assessed .notice.bad')");
            HostileTexts.assertUnharmed(page, text);
        }
    }

    private static void drop(String name) throws Exception {
        page.evaluate("(() => { const files = new DataTransfer(); files.items.add(new File(['no archive'], "
                + script(name) + ")); document.querySelector('.drop').dispatchEvent("
                + "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true})); })()");
    }

    /** A text as a literal of a script. */
    private static String script(String text) {
        StringBuilder literal = new StringBuilder("'");
        for (byte unit : text.getBytes(StandardCharsets.UTF_16BE)) {
            literal.append(literal.length() % 6 == 1 ? "\\u" : "").append(String.format("%02x", unit));
        }
        return literal.append('\'').toString();
    }

    /** @param shown a text that the page must have; null for none */
    private static void typed(String address, String shown) throws Exception {
        page.go(visit.address(address));
        page.await("document.readyState === 'complete' && location.href === "
                + script(visit.address(address).toString()) + " && !!document.getElementById('content')");
        if (shown == null) {
            HostileTexts.assertUnharmed(page, address);
        } else {
            HostileTexts.assertShown(page, shown);
        }
    }
}

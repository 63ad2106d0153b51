package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminRecords.MessageView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.admin.CompositeControl;
import dev.weir.testing.Chromium.Page;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What others have written, in every page on which operators act, in a real Chromium: orders, faults of partners, keys of
 * messages, names of files, addresses, what was typed, and what the designer of a composite has written. {@link ConsolePagesTest} has instances and their history. Without
 * Chromium this is skipped.
 */
class HostileTextsTest {
    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ConsoleVisit.SHOP, ConsoleVisit.TALKS);

    private static final String SAYINGS = "/console/composites/" + Fields.encoded(HostileComposite.NAME);
    private static final String SAY = SAYINGS + "/services/Say";

    private final Page page = visit.page();

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
            visit.go("/console/instances/" + call.instance() + "/diagram", "Diagram of instance " + call.instance());
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
                boolean first = page.evaluate("document.getElementById('content').textContent.includes("
                                + ConsoleVisit.literal(text) + ")")
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
            typed("/console/log?what=" + Fields.encoded(text), text);
            typed("/console/log?who=" + Fields.encoded(text), text);
            typed("/console/log?text=" + Fields.encoded(text), text);
            typed("/console/faults?fault=" + Fields.encoded(text), null);
            typed("/console/metrics?composite=" + Fields.encoded(text), null);
            typed("/console/dashboard?window=" + Fields.encoded(text), null);
        }
        String field = "[...document.querySelectorAll('form')].find(f => f.elements.name?.value === 'BPEL/statsLastN')";
        for (String text : HostileTexts.ALL) {
            visit.go("/console/tuning", "Tuning");
            page.evaluate(field + ".elements.value.value = " + ConsoleVisit.literal(text));
            page.evaluate(field + ".querySelector('button').click()");
            visit.noticed("Nothing was changed: BPEL/statsLastN");
            HostileTexts.assertShown(page, text);
        }
    }

    @Test
    void inNamesWithWhichSomebodyWasNotLetIn() throws Exception {
        // A name in the log is short, and of an address there are ten in a minute.
        List<String> names = new ArrayList<>();
        for (String text : HostileTexts.ALL) {
            int last = names.size() - 1;
            String joined = last < 0 ? text : names.get(last) + " " + text;
            boolean fits = joined.length() <= 100 && last >= 0;
            if (fits) {
                names.set(last, joined);
            } else if (names.size() < 10) {
                names.add(text);
            }
        }
        String user = "\u202Egnp.exe " + names.remove(9);
        names.add(user.substring(0, Math.min(100, user.length())).strip());
        for (String name : names) {
            HttpResponse<String> refused = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(visit.address("/console/sign-in"))
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .POST(HttpRequest.BodyPublishers.ofString(
                                            "secret=nothing&user=" + Fields.encoded(name)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(401, refused.statusCode());
        }
        visit.go("/console/log", "Log");
        for (String name : names) {
            HostileTexts.assertShown(page, FlowTrace.printable(name));
        }
        assertEquals(
                "false",
                page.evaluate(
                        "[...document.querySelectorAll('td[data-label=Who]')].some(who => who.textContent.includes('\\u202E'))"));
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
            visit.drop(text, new byte[] {1});
            page.await("!!document.querySelector('#assessed .notice.bad')");
            HostileTexts.assertUnharmed(page, text);
        }
    }

    @Test
    void inWhatADesignerHasWritten() throws Exception {
        deploySayings();
        visit.go(SAYINGS, HostileComposite.NAME);
        for (String text : HostileTexts.ALL) {
            HostileTexts.assertShown(page, text);
        }
        openSample();
        String values = "new DOMParser().parseFromString(request.value, 'text/xml').documentElement.textContent";
        for (String text : HostileTexts.ALL) {
            assertEquals("true", page.evaluate(values + ".includes(" + ConsoleVisit.literal(text) + ")"), text);
        }
        HostileTexts.assertShown(page, HostileTexts.ALL.get(0)); // the action
    }

    @Test
    void inRepliesAndFaultsOfServicesAndTheDiagramsOfTheirProcesses() throws Exception {
        deploySayings();
        for (String text : HostileTexts.ALL) {
            for (boolean fails : new boolean[] {false, true}) {
                openSample();
                page.evaluate("request.value = "
                        + ConsoleVisit.literal(
                                "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                                        + "<say xmlns='http://say.example'><text>" + HostileTexts.escaped(text)
                                        + "</text><fails>" + fails + "</fails></say></e:Body></e:Envelope>"));
                visit.click("form[method=post]:not(.who) button.main");
                page.await("document.readyState === 'complete' && !!document.getElementById('answer')");
                assertEquals(fails ? "Fault" : "Reply", visit.text("#answer"), text);
                // The reply says it, and the fault has it as its namespace.
                assertEquals(
                        "true",
                        page.evaluate("(() => { const answer = new DOMParser().parseFromString(document"
                                + ".getElementById('reply').textContent, 'text/xml'); return answer.documentElement"
                                + ".textContent.includes(" + ConsoleVisit.literal(text) + ") || [...answer"
                                + ".querySelectorAll('*')].some(each => [...each.attributes].some(a => a.value === "
                                + ConsoleVisit.literal(text) + ")); })()"),
                        text + " in " + visit.text("#reply"));
                HostileTexts.assertUnharmed(page, text);
                String instance = visit.text("a.instance");
                visit.go("/console/instances/" + instance + "/diagram", "Diagram of instance " + instance);
                HostileTexts.assertShown(page, text);
                assertEquals(
                        fails ? "true" : "false",
                        page.evaluate("!!document.querySelector('.shortcuts')?.textContent.includes('fault')"));
            }
        }
        for (String text : HostileTexts.ALL) {
            HostileTexts.assertShown(page, text); // of the last one, as a condition
        }
    }

    private static void deploySayings() throws Exception {
        if (visit.admin().composites().stream().noneMatch(each -> each.name().equals(HostileComposite.NAME))) {
            visit.admin()
                    .deploy(
                            Archive.open(HostileComposite.write(visit.data().resolveSibling("Sayings")))
                                    .toSar(Map.of()),
                            new CompositeControl.Upload("default", false, true));
        }
    }

    /** Opens the page of the service, and waits for its sample. */
    private void openSample() throws Exception {
        page.go(visit.address(SAY));
        page.await("document.readyState === 'complete' && document.title === 'Test Say · Weir'"
                + " && !document.getElementById('answer') && request.value.includes('Envelope')");
    }

    /** @param shown a text that the page must have; null for none */
    private void typed(String address, String shown) throws Exception {
        page.go(visit.address(address));
        page.await("document.readyState === 'complete' && location.href === "
                + ConsoleVisit.literal(visit.address(address).toString()) + " && !!document.getElementById('content')");
        if (shown == null) {
            HostileTexts.assertUnharmed(page, address);
        } else {
            HostileTexts.assertShown(page, shown);
        }
    }
}

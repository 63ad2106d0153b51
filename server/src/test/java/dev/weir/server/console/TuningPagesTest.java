package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.Chromium.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Settings are changed in a real Chromium, by one and by two at a time. Without Chromium this is skipped. */
class TuningPagesTest {
    private static final String KNOB = "BPEL/statsLastN";
    private static final String OTHER = "BPEL/auditLevel";

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit();

    private final Page page = visit.page();

    private static String form(String knob) {
        return "[...document.querySelectorAll('form')].find(f => f.elements.name?.value === '" + knob + "')";
    }

    private void type(String knob, String value) throws Exception {
        page.evaluate("(() => { const field = " + form(knob) + ".elements.value; field.value = '" + value
                + "'; field.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    private void set(String knob) throws Exception {
        page.evaluate(form(knob) + ".querySelector('button').click()");
    }

    private String shown(String knob) throws Exception {
        return page.evaluate(form(knob) + ".elements.value.value");
    }

    private static String holds(String knob) {
        return visit.admin().tuningOf(List.of(knob)).get(0).value();
    }

    @Test
    void whatIsTypedIntoOtherRowsStaysUntilItIsSet() throws Exception {
        visit.go("/console/tuning", "Tuning");
        String before = holds(OTHER);
        type(OTHER, "Minimal");
        type(KNOB, "11");
        set(KNOB);
        visit.noticed(KNOB + " is 11 now.");
        assertEquals("Minimal", shown(OTHER));
        assertEquals(before, holds(OTHER));
        assertTrue(visit.text("p.notice:not([role])").contains("not set yet"), visit.text("main"));
        set(OTHER);
        visit.noticed(OTHER + " is Minimal now.");
        assertEquals("Minimal", holds(OTHER));
        assertEquals("0", page.evaluate("sessionStorage.length"));
    }

    @Test
    void whoSetsWhatAnotherHasSetMeanwhileIsAsked() throws Exception {
        visit.go("/console/tuning", "Tuning");
        visit.admin().tuning(Map.of(KNOB, "21"));
        type(KNOB, "22");
        set(KNOB);
        page.await("document.title === 'Set " + KNOB + " all the same? · Weir'");
        assertTrue(visit.text(".card p").contains("(token) has set it to 21 at "), visit.text(".card p"));
        visit.click("a.button[href]");
        page.await("document.title === 'Tuning · Weir' && document.readyState === 'complete'");
        assertEquals("21", holds(KNOB));
        // What was typed is there, beside what holds: now it is known.
        assertEquals("22", shown(KNOB));
        visit.admin().tuning(Map.of(KNOB, "23"));
        set(KNOB);
        page.await("document.title.startsWith('Set ')");
        visit.press("Set it");
        visit.noticed(KNOB + " is 22 now.");
    }

    @Test
    void aValueThatCannotBeIsSaidBesideItsFieldAndNotInTheAddress() throws Exception {
        visit.go("/console/tuning", "Tuning");
        String before = holds(KNOB);
        type(KNOB, "many");
        set(KNOB);
        visit.noticed("Nothing was changed: " + KNOB);
        assertEquals("many", shown(KNOB));
        String row = page.evaluate(form(KNOB) + ".closest('tr').innerText");
        assertTrue(row.contains("Not set: ") && row.contains("It is " + before + " still."), row);
        assertEquals("false", page.evaluate("location.href.includes('many')"));
        assertEquals("true", page.evaluate(form(KNOB) + ".elements.value.getAttribute('aria-invalid')"));
        type(KNOB, "12");
        set(KNOB);
        visit.noticed(KNOB + " is 12 now.");
    }
}

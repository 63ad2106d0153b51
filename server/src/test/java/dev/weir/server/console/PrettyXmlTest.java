package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Payloads as people read them. */
class PrettyXmlTest {
    @Test
    void eachElementHasALine() {
        assertEquals(
                """
                <o:order xmlns:o="urn:o" id="1 &lt; 2">
                  <line>a &amp; b</line>
                  <line/>
                  <!-- the last -->
                </o:order>""",
                PrettyXml.of("<o:order  xmlns:o='urn:o' id='1 &lt; 2'><line>a &amp; b</line>\n\n<line></line>"
                        + "<!-- the last --></o:order>"));
    }

    @Test
    void textIsNotPulledApart() {
        assertEquals("<p>one <b>two</b> three</p>", PrettyXml.of("<p>one <b>two</b> three</p>"));
        assertEquals("<p> </p>", PrettyXml.of("<p> </p>"));
        assertEquals("<p>\n  <q/>\n</p>", PrettyXml.of("<p> <q/> </p>"));
    }

    @Test
    void whatIsNoXmlIsShownAsItIs() {
        for (String text : new String[] {"", "plain", "<a>", "<a/><b/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}) {
            assertEquals(text, PrettyXml.of(text), text);
        }
    }

    @Test
    void depthCostsNoStackAndNoEndlessLines() {
        String deep = "<a>".repeat(900) + "</a>".repeat(900);
        // The innermost is one tag now.
        assertEquals(deep.length() - 3, PrettyXml.of(deep).replaceAll("\\s", "").length());
    }
}

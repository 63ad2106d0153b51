package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.ProcessActivity;
import dev.weir.bpel.ProcessActivity.Place;
import dev.weir.server.console.Diagram.Box;
import dev.weir.server.console.Diagram.Drawing;
import gg.jte.output.StringOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Boxes in boxes, from a list of activities to tags. */
class DiagramTest {
    private static ProcessActivity activity(int id, int parent, String kind, Place place) {
        return new ProcessActivity(id, parent, kind, kind + id, place, null, null, "P.bpel", id + 1);
    }

    private static String tags(Drawing drawing) {
        StringOutput out = new StringOutput();
        for (Box box : drawing.boxes()) {
            box.before().writeTo(out);
            out.writeContent("[" + box.name() + "]");
            box.after().writeTo(out);
        }
        drawing.end().writeTo(out);
        return out.toString();
    }

    /** Returns how deep the elements are, once all are closed in their order. */
    private static int depth(String html) {
        Deque<String> open = new ArrayDeque<>();
        int deepest = 0;
        for (Matcher tag = Pattern.compile("<(/?)(\\w+)[^>]*>").matcher(html); tag.find(); ) {
            if (tag.group(1).isEmpty()) {
                open.push(tag.group(2));
                deepest = Math.max(deepest, open.size());
            } else {
                assertEquals(open.poll(), tag.group(2), html);
            }
        }
        assertTrue(open.isEmpty(), html);
        return deepest;
    }

    @Test
    void aSequenceGoesDownBranchesAreSideBySideAndHandlersComeLast() {
        String html = tags(Diagram.of(
                List.of(
                        activity(0, -1, "process", Place.PART),
                        activity(1, 0, "flow", Place.PART),
                        activity(2, 1, "empty", Place.PART),
                        activity(3, 1, "empty", Place.PART),
                        activity(4, 0, "empty", Place.CATCH_ALL)),
                Map.of(),
                ""));
        assertEquals(
                "<ol class=\"down\"><li id=\"a0\" class=\"box b-unknown\">[process0]"
                        + "<ol class=\"down\"><li id=\"a1\" class=\"box b-unknown\">[flow1]"
                        + "<ul class=\"side\"><li id=\"a2\" class=\"box b-unknown\">[empty2]</li>"
                        + "<li id=\"a3\" class=\"box b-unknown\">[empty3]</li></ul></li></ol>"
                        + "<ul class=\"side handlers\" aria-label=\"Handlers\">"
                        + "<li id=\"a4\" class=\"box b-unknown\">[empty4]</li></ul></li></ol>",
                html);
    }

    @Test
    void whatIsDeeperThanAPageCanShowIsBesideWhatIsAroundIt() {
        List<ProcessActivity> activities = new ArrayList<>();
        for (int id = 0; id < 5_000; id++) {
            activities.add(
                    activity(id, id - 1, id % 3 == 0 ? "flow" : "scope", id % 2 == 0 ? Place.PART : Place.CATCH));
        }
        Drawing drawing = Diagram.of(activities, Map.of(), "never reached");
        assertEquals(5_000, drawing.boxes().size());
        int depth = depth(tags(drawing));
        assertTrue(depth < 100, "depth: " + depth);
        assertEquals("in flow4998", drawing.boxes().get(4_999).inside());
    }

    @Test
    void longTextsAreCutBetweenCharacters() {
        for (String begin : List.of("", "x")) {
            String text = Diagram.cut(begin + "😀".repeat(200));
            assertTrue(text.length() <= 161 && text.endsWith("😀…"), text);
        }
    }
}

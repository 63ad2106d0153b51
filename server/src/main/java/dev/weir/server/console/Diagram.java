package dev.weir.server.console;

import dev.weir.bpel.ProcessActivity;
import dev.weir.bpel.ProcessActivity.Place;
import dev.weir.server.console.ActivityMarks.Mark;
import gg.jte.Content;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The activities of a process as boxes in boxes. They are a list, each with the tags that lead to it from the one before, so that the
 * page is written by one loop, however deep the process is; what is deeper than a page can show is beside what is around it.
 */
public final class Diagram {
    /** Browsers flatten documents at some 500 elements, and nobody reads boxes that deep. */
    private static final int DEEPEST = 40;

    private static final int LONGEST = 160;

    /** The states of what has not run. */
    static final String NEVER_REACHED = "never reached";

    static final String NOT_REACHED = "not reached yet";

    /** The state of what may have run, and of which the history does not say. */
    static final String NOT_RECORDED = "not recorded";

    private final List<Box> boxes = new ArrayList<>();
    private final List<Around> around = new ArrayList<>();
    private final Map<Integer, Mark> marks;
    private final String unreached;
    private final StringBuilder tags = new StringBuilder();

    /**
     * An activity as it is drawn.
     *
     * @param before tags
     * @param after tags
     * @param caption when it runs; empty for always
     * @param name empty for none
     * @param inside the name of what is around it, where the box does not show that; empty where it does
     * @param state in one word or two; empty where nothing is known
     * @param runs how often it ran, where that is not once; empty otherwise
     * @param first when it ran first; null where it did not
     * @param took how long; empty for no time
     * @param note what is to be said of it: a fault, what it waits for; empty for nothing
     * @param trace where the trace has it; null where it has not
     * @param source the line, with the file's name where it is not that of the process
     */
    public record Box(
            Content before,
            Content after,
            ProcessActivity activity,
            String caption,
            String name,
            String detail,
            String inside,
            String state,
            String runs,
            @Nullable Instant first,
            String took,
            String note,
            @Nullable String trace,
            String source) {
        /** What its state means, where the word alone does not say it; null where it does. */
        public @Nullable String explanation() {
            return switch (state) {
                case NEVER_REACHED -> "The process ended without coming to it";
                case NOT_REACHED -> "The process has not come to it yet";
                case NOT_RECORDED ->
                    "The history does not say whether it has run: only the first activities are recorded";
                case "skipped" -> "Passed over: what it depends on did not hold";
                case "terminated" -> "Stopped from outside, by a fault elsewhere or the end of the process";
                case "waiting" -> "Waits for a message, an answer, or a time";
                case "faulted" -> "Ended by a fault";
                default -> null;
            };
        }
    }

    /** @param end what closes the boxes that are still open behind the last one */
    record Drawing(List<Box> boxes, Content end) {}

    /** What lies beside one another in an activity. */
    private enum Group {
        NONE("", ""),
        DOWN("<ol class=\"down\">", "</ol>"),
        SIDE("<ul class=\"side\">", "</ul>"),
        HANDLERS("<ul class=\"side handlers\" aria-label=\"Handlers\">", "</ul>");

        final String open;
        final String close;

        Group(String open, String close) {
            this.open = open;
            this.close = close;
        }
    }

    /** A box that is still open. */
    private static final class Around {
        final ProcessActivity activity;
        Group group = Group.NONE;

        Around(ProcessActivity activity) {
            this.activity = activity;
        }
    }

    private Diagram(Map<Integer, Mark> marks, String unreached) {
        this.marks = marks;
        this.unreached = unreached;
    }

    /**
     * @param unreached the state of what has no mark; empty where nothing is known of that
     */
    static Drawing of(List<ProcessActivity> activities, Map<Integer, Mark> marks, String unreached) {
        Diagram diagram = new Diagram(marks, unreached);
        for (ProcessActivity activity : activities) {
            if (!isImplied(activity) || marks.containsKey(activity.id())) {
                diagram.draw(activity);
            }
        }
        diagram.close(-1);
        return new Drawing(diagram.boxes, markup(diagram.tags.toString()));
    }

    /** The compensation of a scope that has no handler is written nowhere. */
    private static boolean isImplied(ProcessActivity activity) {
        return activity.place() == Place.COMPENSATION && "default handler".equals(activity.name());
    }

    private void draw(ProcessActivity activity) {
        close(activity.parent());
        boolean deep = around.size() >= DEEPEST;
        Around holder = around.isEmpty() ? null : around.get(Math.min(around.size(), DEEPEST) - 1);
        if (holder == null) {
            tags.append(Group.DOWN.open);
        } else {
            Group group = deep ? Group.DOWN : group(activity, holder.activity);
            if (group != holder.group) {
                tags.append(holder.group.close).append(group.open);
                holder.group = group;
            }
        }
        Mark mark = marks.get(activity.id());
        String note = mark == null ? "" : cut(mark.note);
        String detail = cut(activity.detail());
        String state = mark == null ? unreached : mark.state();
        tags.append("<li id=\"a")
                .append(activity.id())
                .append("\" class=\"box b-")
                .append(state.isEmpty() ? "unknown" : state.replace(' ', '-'))
                .append("\">");
        ProcessActivity above = around.isEmpty() ? activity : around.get(around.size() - 1).activity;
        boxes.add(new Box(
                markup(tags.toString()),
                markup(deep ? "</li>" : ""),
                activity,
                cut(caption(activity)),
                cut(activity.name()),
                detail.equals(note) ? "" : detail,
                deep ? cut("in " + above.label()) : "",
                state,
                mark == null ? "" : runs(mark),
                mark == null ? null : mark.first,
                mark == null ? "" : took(mark),
                note,
                mark == null ? null : mark.trace,
                source(activity)));
        tags.setLength(0);
        around.add(new Around(activity));
    }

    /** Closes what is open until one with an id. */
    private void close(int id) {
        while (!around.isEmpty() && around.get(around.size() - 1).activity.id() != id) {
            Around last = around.remove(around.size() - 1);
            if (around.size() < DEEPEST) {
                tags.append(last.group.close).append("</li>");
            }
        }
        if (around.isEmpty() && !boxes.isEmpty()) {
            tags.append(Group.DOWN.close);
        }
    }

    private static Group group(ProcessActivity activity, ProcessActivity around) {
        return switch (activity.place()) {
            case PART -> around.kind().equals("flow") ? Group.SIDE : Group.DOWN;
            case IF, ELSE, ON_MESSAGE, ON_ALARM -> Group.SIDE;
            case EVENT_HANDLER, CATCH, CATCH_ALL, COMPENSATION, TERMINATION -> Group.HANDLERS;
        };
    }

    private static String caption(ProcessActivity activity) {
        String when = activity.when();
        return switch (activity.place()) {
            case PART -> "";
            case IF -> "if " + when;
            case ELSE -> "else";
            case ON_MESSAGE -> "on message " + when;
            case ON_ALARM -> "on alarm " + when;
            case EVENT_HANDLER -> "event handler";
            case CATCH -> when == null ? "catch by its data" : "catch " + when;
            case CATCH_ALL -> "catch all";
            case COMPENSATION -> "compensation";
            case TERMINATION -> "termination";
        };
    }

    private static String runs(Mark mark) {
        if (mark.count() + mark.skipped <= 1) {
            return "";
        }
        StringBuilder runs = new StringBuilder();
        add(mark.waiting, "waiting", runs);
        add(mark.running, "running", runs);
        add(mark.completed, "completed", runs);
        add(mark.faulted, "faulted", runs);
        add(mark.terminated, "terminated", runs);
        add(mark.skipped, "skipped", runs);
        return runs.toString();
    }

    private static void add(int count, String what, StringBuilder runs) {
        if (count > 0) {
            runs.append(runs.length() == 0 ? "" : ", ")
                    .append(Numbers.whole(count))
                    .append("× ")
                    .append(what);
        }
    }

    private static String took(Mark mark) {
        return mark.took.compareTo(Duration.ofNanos(1)) < 0 ? "" : Times.duration(mark.took);
    }

    /** The file is said once, and of activities that are written in another. */
    private String source(ProcessActivity activity) {
        boolean said = !around.isEmpty() && around.get(0).activity.file().equals(activity.file());
        return said
                ? "line " + activity.line()
                : activity.file().substring(activity.file().lastIndexOf('/') + 1) + ":" + activity.line();
    }

    /** Its kind and its name. */
    static String title(ProcessActivity activity) {
        return cut(activity.name() == null ? activity.kind() : activity.kind() + " " + activity.name());
    }

    static String cut(@Nullable String text) {
        if (text == null || text.length() <= LONGEST) {
            return text == null ? "" : text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST) + "…";
    }

    /** Text of this class alone: nothing from outside is in it. */
    private static Content markup(String text) {
        return output -> output.writeContent(text);
    }
}

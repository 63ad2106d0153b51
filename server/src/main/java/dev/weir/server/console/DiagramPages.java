package dev.weir.server.console;

import dev.weir.bpel.ProcessActivity;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.ProcessView;
import dev.weir.server.console.ActivityMarks.Mark;
import dev.weir.server.console.ActivityMarks.Marks;
import dev.weir.server.console.ActivityMarks.ProcessRun;
import dev.weir.server.console.Diagram.Box;
import dev.weir.server.console.Diagram.Drawing;
import dev.weir.server.console.InstancePages.Row;
import dev.weir.soap.http.HttpReply;
import dev.weir.store.AuditEvent;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The processes of an instance as diagrams: what each is made of, and what its activities have done. */
public final class DiagramPages {
    private static final String SECTION = "instances";
    /** Of the history; what follows is not counted, and the page says so. */
    private static final int MOST_EVENTS = 50_000;
    /** Of a history that is read again and again by a page that is open. */
    private static final int MOST_FOLLOWED = 10_000;

    private static final int MOST_ACTIVITIES = 5_000;
    private static final int MOST_COMPONENTS = 50;
    private static final int MOST_SHORTCUTS = 10;

    private final Pages pages;
    private final Times times;

    DiagramPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(ConsoleRoute.page("/instances/{id}/diagram", this::diagram, "process", "component"));
    }

    /**
     * The page of a process.
     *
     * @param component its name; empty where there is none
     * @param processes the choices, where there are several
     * @param calls of the instance that wait for a decision
     * @param notes what the diagram does not show, and why
     * @param shortcuts to what waits and what has failed
     * @param end of the boxes
     * @param live its address while it follows what the instance does; null where it does not
     */
    public record DiagramPage(
            Row row,
            String component,
            List<Choice> processes,
            List<CallPages.Row> calls,
            List<String> notes,
            List<Shortcut> shortcuts,
            List<Box> boxes,
            Content end,
            @Nullable String live,
            Times times) {}

    /**
     * A process that can be looked at.
     *
     * @param state empty where it is not known
     * @param shown true for the one that is
     */
    public record Choice(String label, String address, String state, boolean shown) {}

    /** A box that a reader looks for. */
    public record Shortcut(String state, String label, String address, String note) {}

    /** The address of the diagram of a process of an instance. */
    static String addressOf(long flow, long process) {
        return InstancePages.addressOf(flow) + "/diagram?process=" + process;
    }

    private HttpReply diagram(ConsoleRequest request) {
        long flow = InstancePages.id(request);
        long wanted = InstancePages.place(request.query().get("process"));
        ActivityMarks found = new ActivityMarks(wanted);
        List<String> notes = new ArrayList<>();
        History history = read(request, flow, found, notes);
        InstanceView instance = history.instance();
        ProcessRun process = found.process();
        if (process == null && wanted != 0) {
            throw AdminException.unknown(
                    request.address(),
                    "the history of instance " + flow + " names no process " + wanted,
                    "see " + InstancePages.addressOf(flow) + "/diagram");
        }
        List<Choice> choices = new ArrayList<>();
        for (ProcessRun each : found.processes()) {
            choices.add(new Choice(
                    each.component().name() + " " + each.instance(),
                    addressOf(flow, each.instance()),
                    each.state(),
                    each.equals(process)));
        }
        ComponentId component = process == null ? unmarked(request, instance, choices, notes) : process.component();
        ProcessView view = component == null ? null : activities(request, component, notes);
        List<ProcessActivity> activities = view == null ? List.of() : view.activities();
        Marks marks = view == null ? Marks.NONE : found.marks(activities, view.total());
        if (view != null) {
            explain(view, marks, found, notes);
        }
        String unreached = history.isWhole() ? unreached(marks, found) : "";
        Drawing drawing = Diagram.of(activities, marks.byActivity(), unreached);
        return pages.page(
                request,
                "diagram",
                SECTION,
                "Diagram of instance " + flow,
                new DiagramPage(
                        Row.of(
                                instance,
                                found.processes().stream()
                                        .anyMatch(each -> each.state().equals("suspended"))),
                        component == null ? "" : component.name(),
                        choices.size() > 1 ? choices : List.of(),
                        InstancePages.calls(request, instance),
                        notes,
                        shortcuts(activities, marks.byActivity()),
                        drawing.boxes(),
                        drawing.end(),
                        history.isFollowed() ? request.address() : null,
                        times));
    }

    /** The state of activities without a mark; empty where nothing is known of them. */
    private static String unreached(Marks marks, ActivityMarks found) {
        ProcessRun process = found.process();
        if (process == null) {
            return "";
        }
        if (found.reduced() != null) {
            return Diagram.NOT_RECORDED;
        }
        if (!marks.recorded()) {
            return "";
        }
        return process.ended() ? Diagram.NEVER_REACHED : Diagram.NOT_REACHED;
    }

    /**
     * @param events how many were read of it
     * @param isWhole false where there are more
     */
    private record History(InstanceView instance, int events, boolean isWhole) {
        boolean isFollowed() {
            return !instance.state().ended() && events <= MOST_FOLLOWED;
        }
    }

    /** Reads as the trace does, so that each activity is found there on the page that has it. */
    private static History read(ConsoleRequest request, long flow, ActivityMarks found, List<String> notes) {
        String address = InstancePages.addressOf(flow);
        long from = 0;
        int count = 0;
        InstanceView instance;
        do {
            InstanceHistory history = request.admin().history(flow, from, InstancePages.EVENTS);
            instance = history.instance();
            String page = from == 0 ? address : address + "?from=" + from;
            for (AuditEvent event : history.events()) {
                found.take(event, page);
            }
            count += history.events().size();
            from = history.next();
        } while (from != 0 && count < MOST_EVENTS);
        if (from != 0) {
            notes.add("The history of the instance is long: only its first " + Numbers.whole(count)
                    + " events are counted here. Of activities without a state it is not known here whether they ran.");
        }
        History history = new History(instance, count, from == 0);
        if (!instance.state().ended() && !history.isFollowed()) {
            notes.add(
                    "The history of the instance has more than " + Numbers.whole(MOST_FOLLOWED)
                            + " events: this page does not look again by itself. Load it again to see what has happened since.");
        }
        return history;
    }

    /** The history names no process, as where the audit level is Off: one is drawn all the same. */
    private static @Nullable ComponentId unmarked(
            ConsoleRequest request, InstanceView instance, List<Choice> choices, List<String> notes) {
        CompositeRevision composite = CompositeRevision.parse(instance.composite());
        List<String> components = request.admin().composites().stream()
                .filter(each -> each.name().equals(instance.composite()))
                .map(CompositeView::components)
                .findFirst()
                .orElse(null);
        if (components == null) {
            notes.add(notDeployed(instance.composite()));
            return null;
        }
        String wanted = request.query().get("component");
        ComponentId chosen = null;
        for (String name : components.subList(0, Math.min(MOST_COMPONENTS, components.size()))) {
            ComponentId each = composite.component(name);
            if (request.admin().activities(each, 0).total() > 0) {
                boolean shown = wanted.isEmpty() ? chosen == null : name.equals(wanted);
                chosen = shown ? each : chosen;
                choices.add(new Choice(
                        name,
                        InstancePages.addressOf(instance.id()) + "/diagram?component=" + Fields.encoded(name),
                        "",
                        shown));
            }
        }
        notes.add(
                chosen == null
                        ? "The history names no process, and no process of this name is deployed in "
                                + instance.composite() + "."
                        : "The history names no process: the audit level of the composite is Off, or what was recorded"
                                + " is not written yet. The process is drawn as it is deployed; what has run is not known.");
        return chosen;
    }

    private static String notDeployed(String what) {
        return what
                + " is not deployed any more, so what its processes are made of is not known here. The trace and the"
                + " audit trail have what was recorded of the instance; deploy this revision again to see the diagram.";
    }

    private static @Nullable ProcessView activities(ConsoleRequest request, ComponentId component, List<String> notes) {
        ProcessView view;
        try {
            view = request.admin().activities(component, MOST_ACTIVITIES);
        } catch (AdminException e) {
            if (e.status() != 404) {
                throw e;
            }
            notes.add(notDeployed(component.toString()));
            return null;
        }
        if (view.total() == 0) {
            notes.add(component.name() + " is no process now: it has no activities that could be drawn.");
            return null;
        }
        return view;
    }

    private static void explain(ProcessView view, Marks marks, ActivityMarks found, List<String> notes) {
        if (view.total() > view.activities().size()) {
            notes.add("The process has " + Numbers.whole(view.total()) + " activities: drawn are the first "
                    + Numbers.whole(view.activities().size()) + ".");
        }
        String reduced = found.reduced();
        if (reduced != null) {
            notes.add("The history of this process is reduced" + (reduced.isEmpty() ? "" : ": " + reduced)
                    + ". Whether later activities have run, and how often, is not recorded, unless they failed. The setting"
                    + " auditMaxActivities says how many are recorded of an instance.");
        } else if (found.process() != null && !marks.recorded()) {
            notes.add(
                    "The history has no activities of this process, but for faults: the audit level of its component or"
                            + " composite is below Production, or what was recorded is not written yet. Whether one ran is"
                            + " known here only where it failed.");
        }
        if (marks.unplaced() > 0) {
            notes.add(
                    Numbers.whole(marks.unplaced()) + " runs of activities are not shown: the process that is deployed"
                            + " now has none of these names at these places, or several. The instance has run with other files,"
                            + " or was recorded by an earlier version of the server. The trace has them.");
        }
    }

    private static List<Shortcut> shortcuts(List<ProcessActivity> activities, Map<Integer, Mark> marks) {
        List<Shortcut> shortcuts = new ArrayList<>();
        Set<Integer> aroundFailed = new HashSet<>();
        for (int id : ActivityMarks.idsOf(marks, "faulted")) {
            int above = id < activities.size() ? activities.get(id).parent() : 0;
            while (above > 0 && aroundFailed.add(above)) {
                above = activities.get(above).parent();
            }
        }
        for (String state : List.of("waiting", "faulted")) {
            for (int id : ActivityMarks.idsOf(marks, state)) {
                // What is around a failed activity has failed with it.
                boolean innermost = !state.equals("faulted") || !aroundFailed.contains(id);
                if (innermost && id < activities.size() && shortcuts.size() < MOST_SHORTCUTS) {
                    shortcuts.add(
                            new Shortcut(state, Diagram.title(activities.get(id)), "#a" + id, note(marks.get(id))));
                }
            }
        }
        return shortcuts;
    }

    private static String note(@Nullable Mark mark) {
        return mark == null ? "" : Diagram.cut(mark.note);
    }
}

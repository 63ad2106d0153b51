package dev.weir.server.console;

import dev.weir.bpel.ProcessActivity;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the history of a flow says of its processes, and of each activity of one of them. Of the events themselves nothing
 * is kept: a run of an activity is a few numbers, and runs become counts.
 */
final class ActivityMarks {
    private static final int MOST_PROCESSES = 100;
    private static final int AMBIGUOUS = -1;
    /** States by what a reader looks for, what matters least first. */
    private static final List<String> WEIGHTS =
            List.of("", "skipped", "terminated", "completed", "faulted", "running", "waiting");

    private final Map<Long, ProcessRun> processes = new LinkedHashMap<>();
    private final Map<Long, Run> runs = new HashMap<>();
    private long chosen;
    /** What the history says where it begins to leave out activities of the process that was chosen; null where it does not. */
    private @Nullable String reduced;

    /**
     * An instance of a process.
     *
     * @param state in one word
     * @param last what is known of it
     */
    record ProcessRun(long instance, ComponentId component, Instant began, Instant last, String state) {
        boolean ended() {
            return !state.equals("running") && !state.equals("suspended");
        }
    }

    /** A span of the process that was chosen. */
    private static final class Run {
        final AuditEvent begin;
        final String page;
        AuditEvent last;
        /** The fault that a scope has caught, or the call that has failed. */
        @Nullable String note;

        Run(AuditEvent begin, String page) {
            this.begin = begin;
            this.last = begin;
            this.page = page;
        }
    }

    /** All runs of one activity. */
    static final class Mark {
        int completed;
        int faulted;
        int skipped;
        int terminated;
        int running;
        int waiting;
        /** From their beginnings to what was last recorded of each. */
        Duration took = Duration.ZERO;

        @Nullable Instant first;

        @Nullable Instant last;
        /** The last fault, what it waits for, or what else is to be said. */
        @Nullable String note;
        /** Where the trace has the run that matters most. */
        @Nullable String trace;

        /** How often it has begun. */
        int count() {
            return completed + faulted + terminated + running + waiting;
        }

        /** What matters most of its runs, in one word. */
        String state() {
            if (waiting > 0) {
                return "waiting";
            }
            if (running > 0) {
                return "running";
            }
            if (faulted > 0) {
                return "faulted";
            }
            if (completed > 0) {
                return "completed";
            }
            return terminated > 0 ? "terminated" : "skipped";
        }
    }

    /** @param process the number of the process instance whose activities are marked; 0 for the first that is found */
    ActivityMarks(long process) {
        this.chosen = process;
    }

    /** @param page the address of the part of the trace that has the event */
    void take(AuditEvent event, String page) {
        String state = stateAfter(event.kind());
        if (state != null && event.instance() != 0) {
            note(event, state);
        }
        if (event.kind() == Kind.HISTORY_REDUCED && event.instance() == chosen && chosen != 0) {
            reduced = Objects.requireNonNullElse(event.detail(), "");
        }
        if (event.instance() == chosen && chosen != 0 && isOfActivity(event.kind())) {
            Run run = runs.get(event.span());
            if (run == null) {
                run = new Run(event, page);
                runs.put(event.span(), run);
            }
            if (event.kind() == Kind.FAULT_CAUGHT) {
                run.note = "caught " + event.detail();
            } else {
                run.last = event;
            }
        } else if (event.kind() == Kind.CALL_SENT) {
            // What is recorded of the call has its span.
            Run caller = runs.get(event.parent());
            if (caller != null) {
                runs.put(event.span(), caller);
            }
        } else if (event.kind() == Kind.CALL_DECIDED) {
            noteOfCall(event, "an operator decided: ");
        } else if (event.kind() == Kind.CALL_FAILED) {
            noteOfCall(event, "the call failed: ");
        }
    }

    private void noteOfCall(AuditEvent event, String what) {
        Run known = runs.get(event.span());
        Run caller = known == null ? runs.get(event.parent()) : known;
        if (caller != null) {
            caller.note = what + event.detail();
        }
    }

    private void note(AuditEvent event, String state) {
        ProcessRun known = processes.get(event.instance());
        if (known == null && processes.size() == MOST_PROCESSES && event.instance() != chosen) {
            return;
        }
        if (chosen == 0) {
            chosen = event.instance();
        }
        boolean goesOn = state.isEmpty();
        processes.put(
                event.instance(),
                new ProcessRun(
                        event.instance(),
                        event.component(),
                        known == null ? event.at() : known.began(),
                        event.at(),
                        !goesOn ? state : known == null ? "running" : known.state()));
    }

    /** The state of a process in which an event leaves it: empty where it stays; null for what is of no process. */
    private static @Nullable String stateAfter(Kind kind) {
        return switch (kind) {
            case INSTANCE_CREATED, INSTANCE_RESUMED -> "running";
            case INSTANCE_SUSPENDED -> "suspended";
            case INSTANCE_COMPLETED -> "completed";
            case INSTANCE_FAULTED -> "faulted";
            case INSTANCE_TERMINATED -> "terminated";
            default -> isOfActivity(kind) ? "" : null;
        };
    }

    private static boolean isOfActivity(Kind kind) {
        return switch (kind) {
            case ACTIVITY_STARTED,
                    ACTIVITY_WAITING,
                    ACTIVITY_COMPLETED,
                    ACTIVITY_FAULTED,
                    ACTIVITY_SKIPPED,
                    ACTIVITY_TERMINATED,
                    FAULT_CAUGHT -> true;
            default -> false;
        };
    }

    /** Those that the history names, in the order in which they began: the first hundred, and the one that was chosen. */
    List<ProcessRun> processes() {
        return List.copyOf(processes.values());
    }

    /** The one whose activities are marked; null where the history does not name it. */
    @Nullable ProcessRun process() {
        return processes.get(chosen);
    }

    /**
     * What the history says where it begins to leave out activities of that process: those without a mark may have run, those with one
     * more often. Null where it leaves out none.
     */
    @Nullable String reduced() {
        return reduced;
    }

    /**
     * The marks of activities.
     *
     * @param byActivity by their ids; what is not among them has not run, as far as this was recorded
     * @param recorded false where the audit level has left activities out, but for their faults
     * @param unplaced how many runs there are of activities that are not in the process, or not known
     */
    record Marks(Map<Integer, Mark> byActivity, boolean recorded, int unplaced) {
        static final Marks NONE = new Marks(Map.of(), false, 0);
    }

    /**
     * Puts the runs together.
     *
     * @param activities of the process, by their ids: the first ones
     * @param total how many there are
     */
    Marks marks(List<ProcessActivity> activities, int total) {
        ProcessRun process = process();
        if (process == null) {
            return Marks.NONE;
        }
        Map<String, Integer> byName = new HashMap<>();
        activities.forEach(each -> byName.merge(key(each.kind(), each.label()), each.id(), (a, b) -> AMBIGUOUS));
        Map<Integer, Mark> marks = new HashMap<>();
        boolean recorded = false;
        int unplaced = 0;
        for (Map.Entry<Long, Run> entry : runs.entrySet()) {
            Run run = entry.getValue();
            if (run.begin.span() != entry.getKey()) {
                continue; // a call of it
            }
            recorded |= run.last.kind() != Kind.ACTIVITY_FAULTED && run.last.kind() != Kind.FAULT_CAUGHT;
            int id = activity(run, activities, total, byName);
            if (id == AMBIGUOUS) {
                unplaced++;
            } else {
                add(run, marks.computeIfAbsent(id, any -> new Mark()), process);
            }
        }
        if (!activities.isEmpty()) {
            markProcess(marks.computeIfAbsent(0, any -> new Mark()), process);
        }
        return new Marks(marks, recorded, unplaced);
    }

    /** The process has no run of its own: its instance has. */
    private static void markProcess(Mark mark, ProcessRun process) {
        mark.completed = process.state().equals("completed") ? 1 : 0;
        mark.faulted = process.state().equals("faulted") ? 1 : 0;
        mark.terminated = process.state().equals("terminated") ? 1 : 0;
        mark.running = process.ended() ? 0 : 1;
        mark.first = process.began();
        mark.took = Duration.between(process.began(), process.ended() ? process.last() : Instant.now());
    }

    private static String key(String kind, String label) {
        return kind + ' ' + label;
    }

    /** The id is believed where the name fits: the instance may have run with other files than those deployed now. */
    private static int activity(Run run, List<ProcessActivity> activities, int total, Map<String, Integer> byName) {
        AuditEvent event = run.last;
        int id = event.activity();
        if (event.kind() == Kind.FAULT_CAUGHT) {
            return id < activities.size() && activities.get(id).label().equals(event.name()) ? id : AMBIGUOUS;
        }
        String kind = kind(event);
        if (id == 0) {
            // Recorded before events had ids: it has its place where there is but one of this name.
            return byName.getOrDefault(key(kind, event.name()), AMBIGUOUS);
        }
        if (id >= activities.size()) {
            return id < total ? id : AMBIGUOUS;
        }
        ProcessActivity found = activities.get(id);
        return found.label().equals(event.name()) && found.kind().equals(kind) ? id : AMBIGUOUS;
    }

    /** The detail of an activity's event begins with its kind. */
    private static String kind(AuditEvent event) {
        String detail = Objects.requireNonNullElse(event.detail(), "");
        int space = detail.indexOf(' ');
        return space < 0 ? detail : detail.substring(0, space);
    }

    private static String behindKind(AuditEvent event) {
        String detail = Objects.requireNonNullElse(event.detail(), "");
        int space = detail.indexOf(' ');
        return space < 0 ? "" : detail.substring(space + 1);
    }

    private static void add(Run run, Mark mark, ProcessRun process) {
        AuditEvent last = run.last;
        int before = weight(mark.count() + mark.skipped == 0 ? "" : mark.state());
        String note = run.note;
        switch (last.kind()) {
            case ACTIVITY_COMPLETED -> mark.completed++;
            case ACTIVITY_SKIPPED -> mark.skipped++;
            case ACTIVITY_FAULTED -> {
                mark.faulted++;
                note = behindKind(last);
            }
            case ACTIVITY_WAITING -> {
                if (process.ended()) {
                    mark.terminated++;
                } else {
                    mark.waiting++;
                    String what = "waits for " + behindKind(last);
                    note = note == null ? what : what + "; " + note;
                }
            }
            // No more is known of it where the audit level leaves out all but faults.
            case FAULT_CAUGHT -> mark.faulted++;
            case ACTIVITY_STARTED -> {
                if (process.ended()) {
                    mark.terminated++;
                } else {
                    mark.running++;
                }
            }
            default -> mark.terminated++;
        }
        Instant began = run.begin.at();
        mark.took = mark.took.plus(Duration.between(began, last.at()));
        boolean latest = mark.last == null || !last.at().isBefore(mark.last);
        if (weight(mark.state()) > before || weight(mark.state()) == before && latest) {
            mark.note = note == null ? mark.note : note;
            mark.trace = run.page + "#s" + run.begin.span();
        }
        if (mark.first == null || began.isBefore(mark.first)) {
            mark.first = began;
        }
        if (latest) {
            mark.last = last.at();
        }
    }

    private static int weight(String state) {
        return WEIGHTS.indexOf(state);
    }

    /** The activities in a state, in the order of the process, but for the process itself. */
    static List<Integer> idsOf(Map<Integer, Mark> marks, String state) {
        List<Integer> ids = new ArrayList<>();
        marks.forEach((id, mark) -> {
            if (id != 0 && mark.state().equals(state)) {
                ids.add(id);
            }
        });
        ids.sort(null);
        return ids;
    }
}

package dev.weir.bpel.instance;

/**
 * The name of a timer: which of an instance's active activities waits, and for which of its alarms. The text form is
 * {@code t17.0}.
 *
 * @param activity the id of the active activity
 * @param alarm the position of the alarm among those of the activity, from 0
 */
public record TimerName(int activity, int alarm) {
    @Override
    public String toString() {
        return "t" + activity + "." + alarm;
    }
}

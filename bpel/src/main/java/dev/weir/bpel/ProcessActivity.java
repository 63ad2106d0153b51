package dev.weir.bpel;

import org.jspecify.annotations.Nullable;

/**
 * An activity of a compiled process, as people read the process. What an event of the history names by {@link
 * dev.weir.store.AuditSpan#activity} is the one with this id.
 *
 * @param id counts from 0, the process itself, in the order of the document: whatever is around an activity comes before
 *     it. The same files give the same ids
 * @param parent the id of the activity around it; -1 for the process
 * @param kind the name of its element
 * @param name null where it has none
 * @param place what it is to the activity around it
 * @param when it runs, where its place has a condition: an expression, an operation, a fault; null for always
 * @param detail what it does or waits for, in words of the process; null where its kind says it all
 * @param file that it is written in: that of the process, or of a sub-process that it calls
 * @param line in this file, from 1 on
 */
public record ProcessActivity(
        int id,
        int parent,
        String kind,
        @Nullable String name,
        Place place,
        @Nullable String when,
        @Nullable String detail,
        String file,
        int line) {
    /** What an activity is to the one around it. */
    public enum Place {
        /** One of those that it is made of. */
        PART,
        /** What an if does where a condition holds. */
        IF,
        /** What it does where none holds. */
        ELSE,
        /** What a pick does after a message. */
        ON_MESSAGE,
        /** What a pick does after a time. */
        ON_ALARM,
        /** A handler of messages or alarms that a scope has beside its activity. */
        EVENT_HANDLER,
        /** What a scope does after a fault. */
        CATCH,
        /** What it does after any other fault. */
        CATCH_ALL,
        /** What undoes a scope that has completed. */
        COMPENSATION,
        /** What a scope does when it is ended from outside. */
        TERMINATION
    }

    /** The name by which the history has it: of one without, its kind. */
    public String label() {
        return name == null ? kind : name;
    }
}

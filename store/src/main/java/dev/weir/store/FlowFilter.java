package dev.weir.store;

import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which flows are meant: null, and the empty set, mean any.
 *
 * @param states in any of which they are
 * @param partition of the composite at whose service the flow began
 * @param composite its name
 * @param revision its revision
 * @param component the name of the component whose process was the first to begin an instance in the flow
 * @param createdFrom inclusive
 * @param createdBefore exclusive
 * @param modifiedFrom inclusive
 * @param modifiedBefore exclusive
 * @param title the title; with {@code *} at its end, how the title begins, and with {@code \\*} one that ends in an asterisk;
 *     with {@code *} at both ends, what is somewhere in it, letters from A to Z of either case: every flow is looked at
 * @param sensors what sensors have found in the flow, all of them; their values as the title
 * @param resting true for those alone in which calls rest until an operator decides
 * @param suspended true for those alone in which an operator holds an instance
 */
public record FlowFilter(
        Set<FlowState> states,
        @Nullable String partition,
        @Nullable String composite,
        @Nullable String revision,
        @Nullable String component,
        @Nullable Instant createdFrom,
        @Nullable Instant createdBefore,
        @Nullable Instant modifiedFrom,
        @Nullable Instant modifiedBefore,
        @Nullable String title,
        Set<SensorValue> sensors,
        boolean resting,
        boolean suspended) {
    private static final String ASTERISK = "\\*";

    public static final FlowFilter ALL =
            new FlowFilter(Set.of(), null, null, null, null, null, null, null, null, null, Set.of(), false, false);

    public FlowFilter {
        states = Set.copyOf(states);
        sensors = Set.copyOf(sensors);
    }

    public FlowFilter(
            @Nullable FlowState state,
            @Nullable CompositeRevision composite,
            @Nullable Instant createdFrom,
            @Nullable Instant createdBefore) {
        this(
                state == null ? Set.of() : Set.of(state),
                composite == null ? null : composite.partition(),
                composite == null ? null : composite.name(),
                composite == null ? null : composite.revision(),
                null,
                createdFrom,
                createdBefore,
                null,
                null,
                null,
                Set.of(),
                false,
                false);
    }

    public FlowFilter withStates(Set<FlowState> value) {
        return with(to -> to.states = value);
    }

    /** Of composites: each may be null. */
    public FlowFilter withComposite(@Nullable String inPartition, @Nullable String name, @Nullable String ofRevision) {
        return with(to -> {
            to.partition = inPartition;
            to.composite = name;
            to.revision = ofRevision;
        });
    }

    /**
     * Of the composites that a text names: {@code NAME}, {@code NAME!REVISION} or {@code PARTITION/NAME!REVISION}; null for any.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public FlowFilter withComposite(@Nullable String text) {
        if (text == null) {
            return withComposite(null, null, null);
        }
        if (text.indexOf('/') >= 0) {
            CompositeRevision one = CompositeRevision.parse(text);
            return withComposite(one.partition(), one.name(), one.revision());
        }
        int mark = text.indexOf('!');
        if (text.isEmpty() || mark == 0 || mark == text.length() - 1) {
            throw new IllegalArgumentException(
                    "a composite must have the form name, name!revision or partition/name!revision: '" + text + "'");
        }
        return mark < 0
                ? withComposite(null, text, null)
                : withComposite(null, text.substring(0, mark), text.substring(mark + 1));
    }

    public FlowFilter withComponent(@Nullable String value) {
        return with(to -> to.component = value);
    }

    public FlowFilter withCreated(@Nullable Instant from, @Nullable Instant before) {
        return with(to -> {
            to.createdFrom = from;
            to.createdBefore = before;
        });
    }

    public FlowFilter withModified(@Nullable Instant from, @Nullable Instant before) {
        return with(to -> {
            to.modifiedFrom = from;
            to.modifiedBefore = before;
        });
    }

    public FlowFilter withTitle(@Nullable String value) {
        return with(to -> to.title = value);
    }

    public FlowFilter withSensors(Set<SensorValue> value) {
        return with(to -> to.sensors = value);
    }

    public FlowFilter withResting(boolean value) {
        return with(to -> to.resting = value);
    }

    public FlowFilter withSuspended(boolean value) {
        return with(to -> to.suspended = value);
    }

    private FlowFilter with(Consumer<Change> change) {
        Change to = new Change(this);
        change.accept(to);
        return new FlowFilter(
                to.states,
                to.partition,
                to.composite,
                to.revision,
                to.component,
                to.createdFrom,
                to.createdBefore,
                to.modifiedFrom,
                to.modifiedBefore,
                to.title,
                to.sensors,
                to.resting,
                to.suspended);
    }

    /** The parts of a filter while another is made of it. */
    private static final class Change {
        Set<FlowState> states;

        @Nullable String partition;

        @Nullable String composite;

        @Nullable String revision;

        @Nullable String component;

        @Nullable Instant createdFrom;

        @Nullable Instant createdBefore;

        @Nullable Instant modifiedFrom;

        @Nullable Instant modifiedBefore;

        @Nullable String title;

        Set<SensorValue> sensors;

        boolean resting;

        boolean suspended;

        Change(FlowFilter from) {
            this.states = from.states;
            this.partition = from.partition;
            this.composite = from.composite;
            this.revision = from.revision;
            this.component = from.component;
            this.createdFrom = from.createdFrom;
            this.createdBefore = from.createdBefore;
            this.modifiedFrom = from.modifiedFrom;
            this.modifiedBefore = from.modifiedBefore;
            this.title = from.title;
            this.sensors = from.sensors;
            this.resting = from.resting;
            this.suspended = from.suspended;
        }
    }

    /** The inverse of {@link #withComposite(String)}; null for any. */
    public @Nullable String compositeText() {
        CompositeRevision one = only();
        return one != null
                ? one.toString()
                : composite == null || revision == null ? composite : composite + '!' + revision;
    }

    /** Whether the composites of a revision are among those meant. */
    public boolean admits(CompositeRevision of) {
        return (partition == null || partition.equals(of.partition()))
                && (composite == null || composite.equals(of.name()))
                && (revision == null || revision.equals(of.revision()));
    }

    /** The one revision that is meant; null where more may be, or fewer are named. */
    public @Nullable CompositeRevision only() {
        return partition == null || composite == null || revision == null
                ? null
                : new CompositeRevision(partition, composite, revision);
    }

    /** How the title must begin; null where the title is given as it is, or not at all. */
    public @Nullable String titlePrefix() {
        return title == null || titlePart() != null ? null : prefix(title);
    }

    /** What the title must have somewhere in it; null where it is given otherwise, or not at all. */
    public @Nullable String titlePart() {
        return title != null && title.length() > 2 && title.startsWith("*") && prefix(title) != null
                ? title.substring(1, title.length() - 1)
                : null;
    }

    /** How a text must begin that is meant by one with {@code *} at its end; null for one that is meant as it is. */
    static @Nullable String prefix(String text) {
        return text.endsWith("*") && !text.endsWith(ASTERISK) ? text.substring(0, text.length() - 1) : null;
    }

    /** The text that is meant by one that has no {@linkplain #prefix prefix}. */
    static String exact(String text) {
        return text.endsWith(ASTERISK) ? text.substring(0, text.length() - ASTERISK.length()) + "*" : text;
    }

    /** The title as it must be; null where it is not given, or only a part of it. */
    public @Nullable String exactTitle() {
        return title == null || titlePart() != null || titlePrefix() != null ? null : exact(title);
    }
}

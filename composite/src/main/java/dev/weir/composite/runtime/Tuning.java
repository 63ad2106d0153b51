package dev.weir.composite.runtime;

import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.tuning.KnobGroup;
import dev.weir.composite.tuning.Meaning;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.store.SettingChange;
import dev.weir.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What operators may set while the server runs, by Oracle's names: the audit ({@link AuditConfig}), the threads of the
 * dispatcher ({@link DispatcherThreads}), and what other parts of the server have. Changes hold at once and are kept with the store, together with who made them.
 * Thread-safe.
 */
public final class Tuning {
    /** The value that takes a knob back to its default. */
    public static final String BACK = "default";

    private static final int LONGEST_NAME = 500;

    /** Names that are offered in the place of one that is none. */
    private static final int MOST_CLOSE = 5;

    /** Changes that are searched for who made the last one of each knob. */
    private static final int SEARCHED = 10_000;

    private final Store store;
    private final AuditConfig audit;
    private final DispatcherThreads startedWith;
    private final Consumer<DispatcherThreads> apply;
    private final SettingNotes notes;
    private final List<KnobGroup> groups = new ArrayList<>();
    /** Of the groups: what is not at its default. */
    private final Map<String, String> kept = new TreeMap<>();

    private DispatcherThreads threads;

    /**
     * A knob.
     *
     * @param standard what it is where nobody has changed it
     * @param meaning what it is for, in a sentence
     * @param choices the values that it takes; empty where they are numbers or texts
     * @param changed when it was changed last; null where it never was
     * @param who changed it
     * @param note that it is for a composite or component that is not deployed; null where there is nothing to say
     */
    public record Knob(
            String name,
            String value,
            String standard,
            String meaning,
            List<String> choices,
            @Nullable Instant changed,
            @Nullable String who,
            @Nullable String note) {}

    /**
     * @param startedWith the threads where none are kept with the store
     * @param apply makes a change hold
     * @param notes what is to be said of settings
     * @param groups other knobs; what is kept of them holds from here on
     */
    Tuning(
            Store store,
            AuditConfig audit,
            DispatcherThreads startedWith,
            Consumer<DispatcherThreads> apply,
            SettingNotes notes,
            List<KnobGroup> groups) {
        this.store = store;
        this.audit = audit;
        this.startedWith = startedWith;
        this.apply = apply;
        this.notes = notes;
        this.threads = kept(store, startedWith);
        groups.forEach(this::take);
    }

    /** The dispatcher's threads as they are kept with a store; those that are not, as the server was started with. */
    static DispatcherThreads kept(Store store, DispatcherThreads startedWith) {
        Map<String, Integer> kept = new HashMap<>();
        store.settings().forEach((name, value) -> {
            if (startedWith.byName().containsKey(name)) {
                kept.put(name, Integer.valueOf(value));
            }
        });
        return startedWith.with(kept);
    }

    /** Takes up more knobs; what is kept of them holds when this returns. */
    public synchronized void add(KnobGroup group) {
        take(group);
    }

    private void take(KnobGroup group) {
        groups.add(group);
        store.settings().forEach((name, value) -> {
            if (group.owns(name)) {
                kept.put(name, value);
            }
        });
        group.hold(ofGroup(group));
    }

    private Map<String, String> ofGroup(KnobGroup group) {
        Map<String, String> its = new TreeMap<>(kept);
        its.keySet().removeIf(name -> !group.owns(name));
        return its;
    }

    private void hold() {
        for (KnobGroup group : groups) {
            group.hold(ofGroup(group));
        }
    }

    /** All knobs, with the values that hold. */
    public synchronized List<Knob> all() {
        Map<String, SettingChange> last = lastChanges();
        Map<String, String> standard = new LinkedHashMap<>(audit.standard());
        Map<String, String> values = new LinkedHashMap<>(audit.all());
        startedWith.byName().forEach((name, number) -> standard.put(name, number.toString()));
        threads.byName().forEach((name, number) -> values.put(name, number.toString()));
        groups.forEach(group -> {
            standard.putAll(group.standard());
            values.putAll(group.standard());
        });
        kept.forEach((name, value) -> {
            group(name).ifPresent(group -> standard.put(name, group.standard(name)));
            values.put(name, value);
        });
        List<Knob> all = new ArrayList<>();
        values.forEach((name, value) ->
                all.add(knob(name, value, standard.getOrDefault(name, AuditConfig.INHERIT), last.get(name))));
        return all;
    }

    private Map<String, SettingChange> lastChanges() {
        Map<String, SettingChange> last = new HashMap<>();
        for (SettingChange change : store.settingChanges(SEARCHED)) {
            last.putIfAbsent(change.name(), change);
        }
        return last;
    }

    private Knob knob(String name, String value, String standard, @Nullable SettingChange last) {
        Meaning meaning = Meaning.of(name);
        return new Knob(
                name,
                value,
                standard,
                meaning.text(),
                meaning.choices(),
                last == null ? null : last.at(),
                last == null ? null : last.who(),
                notes.of(name));
    }

    /**
     * Some of the knobs, with the values that hold: each that is called as is asked, or else those whose names begin so. The knob of
     * a composite, component or logger is known also where it is not set.
     *
     * @param names of knobs, or their beginnings
     * @throws IllegalArgumentException for a name that is neither; it names the remedy
     */
    public synchronized List<Knob> named(Collection<String> names) {
        Map<String, Knob> all = new LinkedHashMap<>();
        all().forEach(knob -> all.put(knob.name(), knob));
        Map<String, Knob> named = new LinkedHashMap<>();
        for (String name : names) {
            requireReadable(name);
            Knob called = all.get(name);
            if (called != null) {
                named.put(name, called);
                continue;
            }
            List<Knob> beginning = all.values().stream()
                    .filter(knob -> knob.name().startsWith(name))
                    .toList();
            beginning.forEach(knob -> named.put(knob.name(), knob));
            if (beginning.isEmpty()) {
                named.put(name, unset(name));
            }
        }
        return List.copyOf(named.values());
    }

    /** The knob of a part for which nothing is set. */
    private Knob unset(String name) {
        String standard = AuditConfig.INHERIT;
        KnobGroup group = group(name).orElse(null);
        if (group != null) {
            standard = group.standard(name);
            // The default is a value that can be, where the name is one.
            group.checked(name, standard);
        } else if (name.startsWith(AuditConfig.OF)) {
            AuditConfig.requirePart(name);
        } else {
            throw unknown(name);
        }
        return knob(name, standard, standard, lastChanges().get(name));
    }

    /** Oracle has some of the names without what is before the slash here. */
    private IllegalArgumentException unknown(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<String> close = all().stream()
                .map(Knob::name)
                .filter(each -> each.toLowerCase(Locale.ROOT).contains(lower))
                .limit(MOST_CLOSE)
                .toList();
        return new IllegalArgumentException("there is no setting '" + name + "'"
                + (close.isEmpty() ? "" : "; there is " + String.join(", ", close)) + ": `weir tuning` shows all, and "
                + AuditConfig.OF + "PARTITION/COMPOSITE!REVISION[/COMPONENT] is the level of a part");
    }

    /** The latest changes, newest first. */
    public List<SettingChange> changes(int most) {
        return store.settingChanges(most);
    }

    /**
     * Changes knobs, all or none; they hold, and are on disk, when this returns. Those of composites and components may be set
     * before these are deployed; {@link Knob#note} says which are not.
     *
     * @param changes by name; {@value #BACK} takes one back to its default
     * @param who changes them
     * @throws IllegalArgumentException for a name that is none, or a value that cannot be; it names the remedy
     */
    public synchronized void change(Map<String, String> changes, String who) {
        Map<String, String> ofAudit = new TreeMap<>();
        Map<String, @Nullable String> others = new TreeMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        changes.forEach((name, value) -> {
            requireReadable(name);
            Integer standard = startedWith.byName().get(name);
            KnobGroup group = group(name).orElse(null);
            if (group != null) {
                others.put(name, value.equals(BACK) ? null : group.checked(name, value));
            } else if (standard != null) {
                boolean back = value.equals(BACK);
                Integer number = back ? standard : threads(name, value);
                numbers.put(name, number);
                others.put(name, back ? null : number.toString());
            } else if (AuditConfig.owns(name)) {
                ofAudit.put(name, value);
            } else {
                throw unknown(name);
            }
        });
        DispatcherThreads next = threads.with(numbers);
        audit.change(ofAudit, others, who);
        threads = next;
        apply.accept(next);
        others.forEach((name, value) -> {
            if (value == null) {
                kept.remove(name);
            } else if (group(name).isPresent()) {
                kept.put(name, value);
            }
        });
        hold();
    }

    /** Names and who set them are read line by line. */
    private static void requireReadable(String name) {
        if (name.length() > LONGEST_NAME
                || name.codePoints()
                        .anyMatch(each -> Character.isISOControl(each) || each == 0x2028 || each == 0x2029)) {
            throw new IllegalArgumentException("the name of a setting has at most " + LONGEST_NAME
                    + " characters, none of them a control character");
        }
    }

    private Optional<KnobGroup> group(String name) {
        return groups.stream().filter(group -> group.owns(name)).findFirst();
    }

    private static Integer threads(String name, String value) {
        return (int) WholeNumber.parse(value, 1, DispatcherThreads.MOST)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " must be a whole number from 1 to " + DispatcherThreads.MOST + ": '" + value + "'"));
    }
}

package dev.weir.composite.audit;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.ComponentKind;
import dev.weir.composite.assembly.ComponentKinds;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.tuning.Flag;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditWriting;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.SettingChange;
import dev.weir.store.Store;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded in the history of flows, and how, by Oracle's names and paths. It is changed while the server runs,
 * takes effect at once, and is kept with the store, together with who changed it.
 *
 * <p>The level of a component is the first that is not Inherit of: its own, that of its composite, that of its engine, that
 * of the server. A composite whose level is Off records nothing of its components, whatever theirs is. What was set here
 * counts before what composite.xml declares ({@code auditLevel}, of a component also {@code bpel.config.auditLevel}).
 * Thread-safe.
 */
public final class AuditConfig {
    public static final String LEVEL = "AuditConfig/level";
    public static final String INSTANCE_STATE = "AuditConfig/compositeInstanceStateEnabled";
    private static final String POLICIES = "AuditConfig/policies/";
    public static final String IMMEDIATE = POLICIES + "Element_0/isActive";
    public static final String DEFERRED = POLICIES + "Element_1/isActive";
    private static final String PROPERTIES = POLICIES + "Element_1/properties/";
    public static final String MAX_THREADS = PROPERTIES + "Element_0/value";
    public static final String FLUSH_DELAY = PROPERTIES + "Element_1/value";
    public static final String BATCH_SIZE = PROPERTIES + "Element_2/value";
    public static final String DETAIL_THRESHOLD = "auditDetailThreshold";
    public static final String MAX_ACTIVITIES = "auditMaxActivities";

    /** The prefix of {@code partition/composite!revision}, or of that and {@code /component}. */
    public static final String OF = "auditLevel/";

    /** The properties by which a composite (the first) and its components declare their levels. */
    private static final List<String> DECLARED = List.of("auditLevel", "bpel.config.auditLevel");

    /** The level of a part that takes that of what it is in. */
    public static final String INHERIT = "Inherit";

    private static final String BACK = "default";

    /** Names that say which element is which; they cannot be changed. */
    private static final Map<String, String> FIXED = new TreeMap<>(Map.of(
            POLICIES + "Element_0/name", "Immediate",
            POLICIES + "Element_1/name", "Deferred",
            PROPERTIES + "Element_0/name", "maxThreads",
            PROPERTIES + "Element_1/name", "flushDelay",
            PROPERTIES + "Element_2/name", "batchSize"));

    private final Store store;
    private final Map<CompositeRevision, Declared> deployed = new ConcurrentHashMap<>();
    /** What was found since the last change, which begins another map. */
    private volatile Map<ComponentId, AuditLevel> known = new ConcurrentHashMap<>();

    private volatile Map<String, String> set;
    private volatile int mostActivities;

    /** What a composite declares; components by name. */
    private record Declared(@Nullable String level, Map<String, Component> components) {}

    /** Takes up what is kept with the store. */
    public AuditConfig(Store store) {
        this.store = store;
        Map<String, String> all = new TreeMap<>();
        store.settings().forEach((name, value) -> {
            if (defaults().containsKey(name) || name.startsWith(OF)) {
                all.put(name, value);
            }
        });
        set = Map.copyOf(all);
        mostActivities = number(withDefaults(all), MAX_ACTIVITIES);
        store.writeAudit(writing(all));
    }

    /** The levels that hold, for those who make events. */
    public AuditLevels levels() {
        return new AuditLevels() {
            @Override
            public AuditLevel of(ComponentId component) {
                // Taken before the settings are read: what is found of older ones is put where nobody looks any more.
                Map<ComponentId, AuditLevel> levels = known;
                AuditLevel level = levels.get(component);
                if (level == null) {
                    level = find(component);
                    levels.put(component, level);
                }
                return level;
            }

            @Override
            public int mostActivities() {
                return mostActivities;
            }
        };
    }

    /** A revision was deployed, in place of one that was deployed before under its name. */
    public synchronized void deployed(CompositeRevision name, Composite composite) {
        deployed.put(name, new Declared(composite.properties().get("auditLevel"), composite.components()));
        known = new ConcurrentHashMap<>();
    }

    /**
     * What is wrong with a level that a composite or component declares; null where it declares none, or one that there is.
     *
     * @param properties of the composite or component
     */
    public static @Nullable String problem(Map<String, String> properties) {
        for (String name : DECLARED) {
            String level = properties.get(name);
            if (level != null && !isLevel(level) && !level.equalsIgnoreCase(INHERIT)) {
                return "the property " + name + " must be Off, Minimal, Production, Development or Inherit, but is '"
                        + level + "': it counts as Inherit";
            }
        }
        return null;
    }

    private AuditLevel find(ComponentId id) {
        Map<String, String> now = set;
        Declared declared = deployed.get(id.composite());
        Component component = declared == null ? null : declared.components.get(id.name());
        String ofComposite = first(now.get(OF + id.composite()), declared == null ? null : declared.level);
        if (AuditLevel.OFF.word().equalsIgnoreCase(ofComposite)) {
            return AuditLevel.OFF;
        }
        String own = first(
                now.get(OF + id),
                component == null ? null : component.properties().get("auditLevel"),
                component == null ? null : component.properties().get("bpel.config.auditLevel"));
        String engine = component == null ? null : now.get(ofEngine(component.kind()));
        String level = first(own, ofComposite, engine, now.get(LEVEL), AuditLevel.PRODUCTION.word());
        return AuditLevel.parse(level == null ? AuditLevel.PRODUCTION.word() : level);
    }

    /** The first that is a level; what a composite declares and is none counts as Inherit. */
    private static @Nullable String first(@Nullable String... levels) {
        for (String level : levels) {
            if (level != null && isLevel(level)) {
                return level;
            }
        }
        return null;
    }

    private static boolean isLevel(String word) {
        for (AuditLevel level : AuditLevel.values()) {
            if (level.name().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    /** The setting with the level of an engine: {@code BPEL/auditLevel}, {@code Mediator/auditLevel}. */
    private static String ofEngine(ComponentKind kind) {
        return kind.engine() + "/auditLevel";
    }

    private static boolean isOfEngine(String name) {
        return ComponentKinds.all().stream().anyMatch(kind -> ofEngine(kind).equals(name));
    }

    private static Map<String, String> defaults() {
        AuditWriting writing = AuditWriting.DEFAULT;
        Map<String, String> all = new LinkedHashMap<>();
        all.put(LEVEL, AuditLevel.PRODUCTION.word());
        ComponentKinds.all().forEach(kind -> all.put(ofEngine(kind), INHERIT));
        all.put(INSTANCE_STATE, "true");
        all.put(IMMEDIATE, "true");
        all.put(DEFERRED, "false");
        all.put(MAX_THREADS, Integer.toString(writing.maxThreads()));
        all.put(FLUSH_DELAY, Long.toString(writing.flushDelay().toMillis()));
        all.put(BATCH_SIZE, Integer.toString(writing.batchSize()));
        all.put(DETAIL_THRESHOLD, Integer.toString(writing.detailThreshold()));
        all.put(MAX_ACTIVITIES, Integer.toString(AuditLevels.MOST_ACTIVITIES));
        return all;
    }

    /** What settings are where nobody has changed them, by name; parts that are not named inherit. */
    public Map<String, String> standard() {
        Map<String, String> all = defaults();
        all.putAll(FIXED);
        return all;
    }

    /** All settings by name, with the values that hold. */
    public Map<String, String> all() {
        Map<String, String> all = defaults();
        all.putAll(FIXED);
        all.putAll(new TreeMap<>(set));
        return all;
    }

    /** The latest changes, newest first. */
    public List<SettingChange> changes(int most) {
        return store.settingChanges(most);
    }

    /**
     * Changes settings, all or none; they hold, and are on disk, when this returns. Of the two policies one is active: a
     * change of one alone changes the other.
     *
     * @param changes by name; Inherit for the level of a composite or component takes it back, {@code default} any setting
     * @param who changes them
     * @throws IllegalArgumentException for a name that is none, or a value that cannot be; it names the remedy
     */
    public void change(Map<String, String> changes, String who) {
        change(changes, Map.of(), who);
    }

    /**
     * The same together with settings that are not of the audit.
     *
     * @param others kept in the same transaction, unchecked; null takes one back
     */
    public synchronized void change(Map<String, String> changes, Map<String, @Nullable String> others, String who) {
        Map<String, String> next = new TreeMap<>(set);
        Map<String, @Nullable String> stored = new TreeMap<>();
        changes.forEach((name, given) -> {
            boolean isPolicy = name.equals(IMMEDIATE) || name.equals(DEFERRED);
            if (given.equals(BACK) && !isPolicy && (defaults().containsKey(name) || name.startsWith(OF))) {
                stored.put(name, null);
                return;
            }
            // Of the policies one must be active, so that their default is a value as any other.
            String value = given.equals(BACK) && isPolicy ? defaults().getOrDefault(name, given) : given;
            String checked = checked(name, value);
            if (checked != null && !FIXED.containsKey(name)) {
                stored.put(name, name.startsWith(OF) && checked.equals(INHERIT) ? null : checked);
            }
        });
        otherPolicy(stored, IMMEDIATE, DEFERRED);
        otherPolicy(stored, DEFERRED, IMMEDIATE);
        stored.forEach((name, value) -> {
            if (value == null) {
                next.remove(name);
            } else {
                next.put(name, value);
            }
        });
        if (next.getOrDefault(IMMEDIATE, "true").equals(next.getOrDefault(DEFERRED, "false"))) {
            throw new IllegalArgumentException("one of the policies Immediate (" + IMMEDIATE + ") and Deferred ("
                    + DEFERRED + ") must be active, and not both");
        }
        AuditWriting writing = writing(next);
        Map<String, @Nullable String> kept = new TreeMap<>(others);
        kept.putAll(stored);
        store.changeSettings(kept, who).join();
        set = Map.copyOf(next);
        mostActivities = number(withDefaults(next), MAX_ACTIVITIES);
        known = new ConcurrentHashMap<>();
        store.writeAudit(writing);
    }

    private static void otherPolicy(Map<String, @Nullable String> changes, String one, String other) {
        String value = changes.get(one);
        if (value != null && !changes.containsKey(other)) {
            changes.put(other, value.equals("true") ? "false" : "true");
        }
    }

    private static @Nullable String checked(String name, String value) {
        String fixed = FIXED.get(name);
        if (fixed != null) {
            if (!fixed.equals(value)) {
                throw new IllegalArgumentException(name + " is always " + fixed + ": leave it so");
            }
            return value;
        }
        if (name.equals(LEVEL)) {
            return AuditLevel.parse(value).word();
        }
        if (isOfEngine(name) || name.startsWith(OF)) {
            if (name.startsWith(OF)) {
                named(name.substring(OF.length()));
            }
            return value.equalsIgnoreCase(INHERIT)
                    ? INHERIT
                    : AuditLevel.parse(value).word();
        }
        if (name.equals(INSTANCE_STATE) || name.equals(IMMEDIATE) || name.equals(DEFERRED)) {
            return Flag.parse(name, value);
        }
        if (!defaults().containsKey(name)) {
            throw new IllegalArgumentException(
                    "there is no setting '" + name + "': see `weir tuning` for all, or write " + OF
                            + "PARTITION/COMPOSITE!REVISION[/COMPONENT] for the level of a part");
        }
        // Oracle's paths of numbers say little: the value of an element, whose name is beside it.
        String called = FIXED.get(name.replaceFirst("value$", "name"));
        int least = name.equals(DETAIL_THRESHOLD) ? 0 : 1;
        return Long.toString(WholeNumber.parse(value, least, Integer.MAX_VALUE)
                .orElseThrow(() -> new IllegalArgumentException(name + (called == null ? "" : " (" + called + ")")
                        + " must be a whole number from " + least + " to " + Integer.MAX_VALUE + ": '" + value + "'")));
    }

    /** Whether a name is one of its settings, or begins as those of composites and components do. */
    public static boolean owns(String name) {
        return name.startsWith(OF) || FIXED.containsKey(name) || defaults().containsKey(name);
    }

    /**
     * Requires the name of a setting of a composite or component, be it deployed or not.
     *
     * @throws IllegalArgumentException if it is none; it says the form
     */
    public static void requirePart(String name) {
        checked(name, INHERIT);
    }

    /** A composite or component by its text. */
    private static void named(String text) {
        if (text.indexOf('/') == text.lastIndexOf('/')) {
            CompositeRevision.parse(text);
        } else {
            ComponentId.parse(text);
        }
    }

    private static Map<String, String> withDefaults(Map<String, String> values) {
        Map<String, String> all = defaults();
        all.putAll(values);
        return all;
    }

    private static AuditWriting writing(Map<String, String> values) {
        Map<String, String> all = withDefaults(values);
        return new AuditWriting(
                "true".equals(all.get(DEFERRED)),
                number(all, MAX_THREADS),
                Duration.ofMillis(number(all, FLUSH_DELAY)),
                number(all, BATCH_SIZE),
                number(all, DETAIL_THRESHOLD));
    }

    private static int number(Map<String, String> all, String name) {
        return Integer.parseInt(all.getOrDefault(name, "0"));
    }
}

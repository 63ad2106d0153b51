package dev.weir.composite.retention;

import dev.weir.composite.tuning.Flag;
import dev.weir.composite.tuning.KnobGroup;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.store.CompositeRevision;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How long ended instances are kept, when those are removed whose time is over, and whether they are written to an archive
 * first. The rule of a composite is the first of: what was set for it, its property {@value #PROPERTY}, what was set for
 * all. Thread-safe.
 */
public final class RetentionConfig implements KnobGroup {
    /** The property of composite.xml, and the knob for all composites that have no rule of their own. */
    public static final String PROPERTY = "retention";

    /** Before {@code partition/composite!revision}. */
    public static final String OF = "retention/";

    public static final String SCHEDULE = "retentionSchedule";
    public static final String MAX_RUNTIME = "retentionMaxRuntime";
    public static final String ARCHIVE = "retentionArchive";

    private static final String INHERIT = "Inherit";
    private static final int MOST_MINUTES = 100_000;

    private final Map<CompositeRevision, RetentionRule> declared = new ConcurrentHashMap<>();
    private volatile Map<String, String> kept = Map.of();
    private volatile Runnable listener = () -> {};

    /** Nothing is set, and nothing declared. */
    public RetentionConfig() {}

    @Override
    public Map<String, String> standard() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(PROPERTY, RetentionRule.NEVER.toString());
        all.put(SCHEDULE, "1h");
        all.put(MAX_RUNTIME, "60");
        all.put(ARCHIVE, "false");
        return all;
    }

    @Override
    public boolean owns(String name) {
        return name.startsWith(OF) || standard().containsKey(name);
    }

    @Override
    public String standard(String name) {
        return standard().getOrDefault(name, INHERIT);
    }

    @Override
    public @Nullable String checked(String name, String value) {
        if (name.startsWith(OF)) {
            CompositeRevision.parse(name.substring(OF.length()));
            return value.equalsIgnoreCase(INHERIT)
                    ? null
                    : RetentionRule.parse(value).toString();
        }
        return switch (name) {
            case PROPERTY -> RetentionRule.parse(value).toString();
            case SCHEDULE -> RetentionSchedule.parse(value).toString();
            case ARCHIVE -> Flag.parse(name, value);
            default ->
                Long.toString(WholeNumber.parse(value, 1, MOST_MINUTES)
                        .orElseThrow(() -> new IllegalArgumentException(name
                                + " must be a whole number of minutes from 1 to " + MOST_MINUTES + ": '" + value
                                + "'")));
        };
    }

    @Override
    public void hold(Map<String, String> values) {
        kept = Map.copyOf(values);
        listener.run();
    }

    /** @param next is called after each change */
    void onChange(Runnable next) {
        listener = next;
    }

    /**
     * A revision was deployed, in place of one that was deployed before under its name.
     *
     * @param properties of the composite; a rule in them that cannot be read counts as none, see {@link #problem}
     */
    public void deployed(CompositeRevision name, Map<String, String> properties) {
        String text = properties.get(PROPERTY);
        if (text == null || problem(properties) != null) {
            declared.remove(name);
        } else {
            declared.put(name, RetentionRule.parse(text));
        }
    }

    /** What is wrong with the rule that a composite declares; null where nothing is. */
    public static @Nullable String problem(Map<String, String> properties) {
        String text = properties.get(PROPERTY);
        if (text != null) {
            try {
                RetentionRule.parse(text);
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            }
        }
        return null;
    }

    /** The composites that have a rule of their own, declared or set. */
    Set<CompositeRevision> ruled() {
        Set<CompositeRevision> all = new TreeSet<>(Comparator.comparing(CompositeRevision::toString));
        all.addAll(declared.keySet());
        kept.keySet().stream()
                .filter(name -> name.startsWith(OF))
                .forEach(name -> all.add(CompositeRevision.parse(name.substring(OF.length()))));
        return all;
    }

    /** The rule that holds for a composite, deployed or not. */
    public RetentionRule rule(CompositeRevision composite) {
        String own = kept.get(OF + composite);
        if (own != null) {
            return RetentionRule.parse(own);
        }
        RetentionRule ofComposite = declared.get(composite);
        return ofComposite != null ? ofComposite : RetentionRule.parse(value(PROPERTY));
    }

    RetentionSchedule schedule() {
        return RetentionSchedule.parse(value(SCHEDULE));
    }

    Duration maxRuntime() {
        return Duration.ofMinutes(Integer.parseInt(value(MAX_RUNTIME)));
    }

    boolean archive() {
        return Boolean.parseBoolean(value(ARCHIVE));
    }

    private String value(String name) {
        return kept.getOrDefault(name, standard(name));
    }
}

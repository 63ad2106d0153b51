package dev.weir.composite.tuning;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What operators set for all processes, by the names of Oracle's properties of the BPEL engine. Thread-safe; what is asked costs
 * one volatile read.
 */
public final class BpelProperties implements KnobGroup {
    /** How long a caller waits for a process's reply, in seconds. */
    public static final String SYNC_MAX_WAIT_TIME = "BPEL/syncMaxWaitTime";

    /** Whether messages of processes are checked against their schemas. */
    public static final String VALIDATE_XML = "BPEL/validateXML";

    private static final int LONGEST = 86_400;

    private final Map<String, String> standard = new LinkedHashMap<>();
    private final Duration usualWait;
    private volatile Held held;

    private record Held(Duration replyWait, boolean validates) {}

    /** @param usualWait for a process's reply, where operators have not set it */
    public BpelProperties(Duration usualWait) {
        this.usualWait = usualWait;
        this.held = new Held(usualWait, false);
        standard.put(
                SYNC_MAX_WAIT_TIME,
                BigDecimal.valueOf(usualWait.toMillis(), 3).stripTrailingZeros().toPlainString());
        standard.put(VALIDATE_XML, "false");
    }

    /** How long a caller waits for a process's reply before it is given a fault. */
    public Duration maxReplyWait() {
        return held.replyWait;
    }

    /** Whether messages of processes are to be checked against their schemas. */
    public boolean validates() {
        return held.validates;
    }

    @Override
    public Map<String, String> standard() {
        return standard;
    }

    @Override
    public boolean owns(String name) {
        return standard.containsKey(name);
    }

    @Override
    public String standard(String name) {
        return standard.getOrDefault(name, "");
    }

    @Override
    public @Nullable String checked(String name, String value) {
        if (name.equals(VALIDATE_XML)) {
            return Flag.parse(name, value);
        }
        return Long.toString(WholeNumber.parse(value, 1, LONGEST)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " must be a whole number of seconds from 1 to " + LONGEST + ": '" + value + "'")));
    }

    @Override
    public void hold(Map<String, String> kept) {
        Map<String, String> all = new TreeMap<>(standard);
        all.putAll(kept);
        String wait = kept.get(SYNC_MAX_WAIT_TIME);
        held = new Held(
                wait == null ? usualWait : Duration.ofSeconds(Integer.parseInt(wait)),
                Boolean.parseBoolean(all.get(VALIDATE_XML)));
    }
}

package dev.weir.store;

import java.util.Locale;

/**
 * How much of what happens is recorded in the history of flows. Each level records what those before it do. What a level
 * leaves out is not made at all. The state of flows and instances, titles and the faults by which flows failed are kept
 * whatever the level is.
 */
public enum AuditLevel {
    /** Nothing. */
    OFF,
    /** What came in and went out, how instances began and ended, faults, failed calls, what operators did. */
    MINIMAL,
    /** Each activity, rule and call as well. */
    PRODUCTION,
    /** The messages and values of assigns, invokes, receives, replies, services and rules as well. */
    DEVELOPMENT;

    /** Whether events of this kind are recorded. */
    public boolean keeps(AuditEvent.Kind kind) {
        return compareTo(kind.level()) >= 0;
    }

    /** Whether events bring what messages and variables hold. */
    public boolean keepsPayloads() {
        return this == DEVELOPMENT;
    }

    /** As people write it: {@code Production}. */
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /**
     * The level that a word names, in any case.
     *
     * @throws IllegalArgumentException if it names none
     */
    public static AuditLevel parse(String word) {
        for (AuditLevel level : values()) {
            if (level.name().equalsIgnoreCase(word)) {
                return level;
            }
        }
        throw new IllegalArgumentException(
                "an audit level must be Off, Minimal, Production or Development: '" + word + "'");
    }
}

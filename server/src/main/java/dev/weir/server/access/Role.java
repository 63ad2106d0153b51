package dev.weir.server.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What somebody may do by the admin API; each role includes those before it. */
public enum Role {
    /** May look at what there is, without the content of messages. */
    VIEWER,
    /** May also see messages, and decide about instances, calls and messages. */
    OPERATOR,
    /** May do everything: deploy, purge, change limits. */
    ADMINISTRATOR;

    /** True if whoever has this role may do what needs another. */
    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** As it is written in files and options. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is no such role; the message lists them */
    public static Role of(String word) {
        for (Role role : values()) {
            if (role.word().equals(word)) {
                return role;
            }
        }
        List<String> words = Arrays.stream(values()).map(Role::word).toList();
        throw new IllegalArgumentException("a role must be one of " + String.join(", ", words) + ": " + word);
    }
}

package dev.weir.server.access;

import org.jspecify.annotations.Nullable;

/**
 * Whether somebody is let in.
 *
 * @param caller null for one who is not
 * @param status of the answer to one who is not: 401, or 429 after too many wrong passwords
 * @param why he is not, without what he showed
 */
public record Admission(@Nullable Caller caller, int status, String why) {
    static Admission of(Caller caller) {
        return new Admission(caller, 200, "");
    }

    static Admission refused(String why) {
        return new Admission(null, 401, why);
    }

    static Admission later(String why) {
        return new Admission(null, 429, why);
    }
}

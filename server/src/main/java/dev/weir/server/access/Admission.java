package dev.weir.server.access;

import org.jspecify.annotations.Nullable;

/**
 * Whether somebody is let in.
 *
 * @param caller null for one who is not
 * @param status of the answer to one who is not: 401, or 429 after too many wrong passwords
 * @param why he is not, without what he showed
 * @param tried the name of a user that one who is not let in has given; null for none
 */
public record Admission(
        @Nullable Caller caller,
        int status,
        String why,
        @Nullable String tried) {
    static Admission of(Caller caller) {
        return new Admission(caller, 200, "", null);
    }

    static Admission refused(String why) {
        return new Admission(null, 401, why, null);
    }

    static Admission later(String why) {
        return new Admission(null, 429, why, null);
    }

    Admission tried(String name) {
        return new Admission(caller, status, why, caller == null ? name : null);
    }
}

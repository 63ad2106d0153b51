package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * A call that is being tried: it is under way, it waits for its first or next attempt, or it is parked. It neither rests nor
 * waits for its turn in a queue.
 *
 * @param call without its payload; {@link Call#due} is when it is, or was, to be tried, if it is not parked
 * @param underWay true while somebody has leased it
 * @param parked true while it waits for its composite to be deployed, see {@link Store#parkCall}
 * @param suspended true where an operator holds the instance that made it
 * @param failure why its last attempt failed, for people; null where none has failed, or nobody has said why
 */
public record OpenCall(
        Call call,
        boolean underWay,
        boolean parked,
        boolean suspended,
        @Nullable String failure) {}

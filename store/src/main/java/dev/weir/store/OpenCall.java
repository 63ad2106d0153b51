package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * A call that is being tried: it is under way, or it waits for its first or next attempt. It neither rests nor waits for its
 * turn in a queue.
 *
 * @param call without its payload; {@link Call#due} is when it is, or was, to be tried
 * @param underWay true while somebody has leased it
 * @param suspended true where an operator holds the instance that made it
 * @param failure why its last attempt failed, for people; null where none has failed, or nobody has said why
 */
public record OpenCall(
        Call call,
        boolean underWay,
        boolean suspended,
        @Nullable String failure) {}

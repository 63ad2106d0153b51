package dev.weir.store;

/**
 * A call that is being tried: it is under way, or it waits for its first or next attempt. It neither rests nor waits for its
 * turn in a queue.
 *
 * @param call without its payload; {@link Call#due} is when it is, or was, to be tried
 * @param underWay true while somebody has leased it
 */
public record OpenCall(Call call, boolean underWay) {}

package dev.weir.soap.http;

import org.jspecify.annotations.Nullable;

/** Is notified of each request that a server has answered; not of those whose peer hung up before. */
@FunctionalInterface
public interface HttpObserver {
    /**
     * Called on an event loop, several at a time: must not block, nor throw.
     *
     * @param mounted where the handler is mounted, without slash at the end; null where there is none
     * @param nanos from the request's head to the end of the answer
     */
    void answered(@Nullable String mounted, int status, long nanos);
}

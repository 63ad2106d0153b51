package dev.weir.server.deploy;

/** Follows how composites are deployed at a start. */
@FunctionalInterface
public interface StartProgress {
    /** For those who wait for the end. */
    StartProgress UNSEEN = (ready, all) -> {};

    /**
     * One more is deployed. Called on the thread that starts the server; a throw ends the start.
     *
     * @param ready how many are deployed by now
     * @param all how many there are, those that will be found wrong included
     */
    void deployed(int ready, int all);
}

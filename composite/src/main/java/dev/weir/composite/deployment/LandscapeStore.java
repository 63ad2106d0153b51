package dev.weir.composite.deployment;

/** Where a landscape outlives the process. One thread at a time. */
public interface LandscapeStore {
    /** Keeps nothing. */
    LandscapeStore NONE = new LandscapeStore() {
        @Override
        public Landscape load() {
            return Landscape.EMPTY;
        }

        @Override
        public void save(Landscape next) {
            // Whoever deploys does so again at the next start.
        }
    };

    /** The landscape that was saved last; {@link Landscape#EMPTY} where none was. */
    Landscape load();

    /**
     * Replaces what is kept as a whole; it is on disk when this returns. What this throws comes to whoever asked for the
     * change, which is not made then.
     */
    void save(Landscape next);
}

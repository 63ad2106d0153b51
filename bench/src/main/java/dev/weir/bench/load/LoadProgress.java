package dev.weir.bench.load;

/** Hears how a load gets on, in the driver's thread: what takes long here delays requests. */
public interface LoadProgress {
    /**
     * @param seconds since the start
     * @param answered right replies so far
     * @param errors requests so far that had none
     */
    void at(double seconds, long answered, long errors);
}

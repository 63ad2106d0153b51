package dev.weir.bench.measure;

/**
 * The windows of time in which something is measured until it is steady ({@link SteadyState}).
 *
 * @param ms the length of one, in milliseconds
 * @param most how many there may be
 * @param noisy whether there is a figure also when it is not steady by then
 */
public record Windows(long ms, int most, boolean noisy) {
    public Windows {
        if (ms < 1 || most < 1 || !noisy && most < SteadyState.LEAST) {
            throw new IllegalArgumentException("windows of " + ms + " ms, at most " + most);
        }
    }
}

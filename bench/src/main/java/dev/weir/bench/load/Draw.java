package dev.weir.bench.load;

import java.util.List;
import java.util.Random;

/** Draws requests of a mix by their weights, in the same order for the same seed. */
final class Draw {
    private final List<LoadRequest> mix;
    private final int weights;
    private final Random random;

    Draw(List<LoadRequest> mix, long seed) {
        this.mix = mix;
        this.weights = mix.stream().mapToInt(LoadRequest::weight).sum();
        this.random = new Random(seed);
    }

    /** The number of the next request in the mix. */
    int next() {
        if (mix.size() == 1) {
            return 0;
        }
        int left = random.nextInt(weights);
        int chosen = 0;
        while (left >= mix.get(chosen).weight()) {
            left -= mix.get(chosen++).weight();
        }
        return chosen;
    }
}

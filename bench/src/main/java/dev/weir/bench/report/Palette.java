package dev.weir.bench.report;

/** The colours of stacks: Weir's are warm, the peers' cool. */
final class Palette {
    private static final String[] WARM = {"#d1495b", "#e8833a", "#edae49"};
    private static final String[] COOL = {"#2e6f95", "#62a8ac", "#5b5f97", "#8d99ae", "#3d7a57", "#9d8ca1"};

    private Palette() {}

    /** @param index among the stacks of the plot */
    static String of(String stack, int index) {
        return stack.startsWith("weir") ? WARM[index % WARM.length] : COOL[index % COOL.length];
    }
}

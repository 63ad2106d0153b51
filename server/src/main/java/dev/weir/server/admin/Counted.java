package dev.weir.server.admin;

/** Numbers of things in sentences for people. */
public final class Counted {
    private Counted() {}

    /**
     * A number with what is counted: {@code 1 call}, {@code 2 calls}.
     *
     * @param thing its name for one of them; an s at its end makes it many
     */
    public static String of(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** The word that goes with a number: one for a single thing, the other for none and for many. */
    public static String word(long number, String one, String many) {
        return number == 1 ? one : many;
    }
}

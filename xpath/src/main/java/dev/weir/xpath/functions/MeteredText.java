package dev.weir.xpath.functions;

import dev.weir.xpath.XPathException;

/** A text that a regular expression may look at so many times only: some need exponential time for a few characters. */
final class MeteredText implements CharSequence {
    private static final long MOST_LOOKS = 20_000_000;

    private final String text;
    private final long[] looks;

    MeteredText(String text) {
        this(text, new long[1]);
    }

    private MeteredText(String text, long[] looks) {
        this.text = text;
        this.looks = looks;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (++looks[0] > MOST_LOOKS) {
            throw new XPathException("a regular expression looks at its text more than " + MOST_LOOKS
                    + " times; simplify it: nested repetitions are the usual cause");
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new MeteredText(text.substring(start, end), looks);
    }

    @Override
    public String toString() {
        return text;
    }
}
